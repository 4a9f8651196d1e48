"""Large problems: memory, blocks."""

import tracemalloc
from concurrent.futures import ThreadPoolExecutor

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
    # The scores may lie where those of an earlier computation lay.
    assert peak < scores + 2 * requested + parts + masks


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


_SCORES = ("raw_scores", "scaled_scores", "masked_scores", "exponentials", "weights",
           "grad_weights", "grad_scaled_scores", "grad_raw_scores")  # fmt: skip


@pytest.mark.parametrize("n_tokens", [5, 200])
@pytest.mark.parametrize("options", [{}, {"mask": {"causal": True}, "bias": 1}])
def test_one_head_has_the_bits_of_the_whole(n_tokens: int, options: dict[str, object]) -> None:
    options = dict(options)
    if "bias" in options:
        options["bias"] = np.random.default_rng(1).normal(size=(4, n_tokens, n_tokens))
    problem = large(n_tokens, heads=4, key_value_heads=4, **options)
    whole, parts = compute(problem), compute(problem)
    for name in reversed(_SCORES):
        for head in (3, 0):
            page = parts.head_of(name, 0, head)
            assert page.tobytes() == whole[name][0, head].tobytes(), name
            assert not page.flags.writeable


def test_one_head_of_a_large_problem_leaves_the_others_alone() -> None:
    result = compute(large(300, heads=8))
    tracemalloc.start()
    try:
        result.head_of("raw_scores", 0, 2)
        result.cell("row_max", (0, 2, 5))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 8 * 300 * 300 * 8  # less than all heads of one quantity


@pytest.mark.parametrize("n_tokens", [5, 200])
def test_a_cell_is_that_of_the_whole(n_tokens: int) -> None:
    problem = large(n_tokens, heads=4)
    whole, cells = compute(problem), compute(problem)
    places = dict.fromkeys(_SCORES, (0, 3, 4, 2))
    places |= {"row_max": (0, 2, 3), "row_sums": (0, 2, 3), "row_entropy": (0, 1, 4)}
    places |= {"value_terms": (0, 1, 2, 3, 4), "output": (0, 4, 9), "query": (0, 1, 1), "loss": ()}
    for name, index in places.items():
        assert cells.cell(name, index) == float(whole[name][index]), name


@pytest.mark.parametrize("name", ["row_max", "row_sums", "row_entropy", "jacobian_trace"])
def test_what_is_told_of_rows_needs_no_second_array_of_scores(name: str) -> None:
    problem = large(1024, heads=4)
    scores = 4 * 1024 * 1024 * 8
    compute(large(300))[name]  # whatever is made once
    tracemalloc.start()
    try:
        compute(problem)[name]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 1.2 * scores


def test_a_result_that_is_kept_is_not_written_over() -> None:
    first = compute(large(1024, heads=1))
    kept = first["weights"]
    before = kept.copy()
    second = compute(large(1024, heads=1, scale=0.1))
    assert not np.shares_memory(kept, second["weights"])
    del first
    third = compute(large(1024, heads=1, scale=0.2))
    assert not np.shares_memory(kept, third["weights"])
    assert kept.tobytes() == before.tobytes()


def test_the_memory_of_a_result_that_is_gone_is_used_again() -> None:
    place = compute(large(1024, heads=1))["weights"].__array_interface__["data"][0]
    again = compute(large(1024, heads=1, scale=0.1))["weights"]
    assert again.__array_interface__["data"][0] == place
    assert not again.flags.writeable


def test_threads_do_not_share_a_buffer() -> None:
    problems = [large(1024, heads=1, scale=0.1 * i) for i in range(1, 5)]
    alone = [compute(problem)["weights"].copy() for problem in problems]
    with ThreadPoolExecutor(4) as pool:
        together = [result["weights"] for result in pool.map(compute, problems)]
    for one, other in zip(alone, together, strict=True):
        assert one.tobytes() == other.tobytes()
