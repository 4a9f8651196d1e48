"""Large problems: memory, blocks."""

import tracemalloc

import numpy as np
import pytest
from reference import assert_agrees

from attention_gui.engine import AttentionError, Problem, compute

WANTED = ("output", "grad_query", "grad_key", "grad_value")


def large(n_tokens: int, heads: int = 8, **options: object) -> Problem:
    matrices = np.random.default_rng(0).normal(size=(4, 1, n_tokens, heads * 8))
    query, key, value, upstream = matrices
    given = {"query": query, "key": key, "value": value, "upstream": upstream}
    return Problem(**(given | {"heads": heads} | options))


@pytest.mark.parametrize("heads", [1, 4])
@pytest.mark.parametrize("mask", [None, {"causal": True}])
def test_one_array_of_the_size_of_the_scores_is_kept(
    heads: int, mask: dict[str, bool] | None
) -> None:
    problem = large(1024, heads=heads, mask=mask)
    compute(large(300))  # whatever is made once
    scores = 8 * heads * 1024 * 1024
    parts = 3 * 2**20  # of a megabyte; a mask has a byte a cell, and reasons too
    masks = 0 if mask is None else 4 * 1024 * 1024 * 8
    tracemalloc.start()
    try:
        result = compute(problem)
        wanted = [result[name] for name in WANTED]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    requested = sum(array.nbytes for array in wanted)
    assert scores < peak < scores + 2 * requested + parts + masks


def test_an_overflow_is_named_by_its_place_in_the_whole() -> None:
    query = np.zeros((200, 64))
    query[150, 60], query[199, 20] = 1e300, 1e300
    with np.errstate(all="raise"), pytest.raises(AttentionError) as caught:
        compute(large(200, query=query, key=query))
    assert caught.value.message.startswith(
        "raw_scores is too large for float64 at [0, 2, 199, 199]"
    )


@pytest.mark.parametrize("n_keys", [700, 1500])
def test_blocks_agree_with_the_whole(n_keys: int) -> None:
    rng = np.random.default_rng(3)
    query, upstream = rng.normal(size=(2, 1, 300, 8))
    key, value = rng.normal(size=(2, 1, n_keys, 8))
    problem = Problem(query=query, key=key, value=value, upstream=upstream, heads=2, kind="cross")
    result = compute(problem)
    for r in range(2):
        part = slice(4 * r, 4 * r + 4)
        scores = query[0, :, part] @ key[0, :, part].T / 2
        weights = np.exp(scores - scores.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        gradient = upstream[0, :, part] @ value[0, :, part].T
        gradient = weights * (gradient - (weights * gradient).sum(axis=1, keepdims=True)) / 2
        assert_agrees(result["output"][0, :, part], weights @ value[0, :, part])
        assert_agrees(result["grad_query"][0, :, part], gradient @ key[0, :, part])
        assert_agrees(result["grad_key"][0, :, part], gradient.T @ query[0, :, part])
        assert_agrees(result["grad_value"][0, :, part], weights.T @ upstream[0, :, part])
