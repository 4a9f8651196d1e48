"""Which cells are blocked, and why."""

import numpy as np
import pytest
from hypothesis import given, settings
from strategies import problems

from attention_gui.engine import BlockReason, Problem, block_reasons, blocked, compute

ZEROS = np.zeros((3, 4))
MATRICES = {"query": ZEROS, "key": ZEROS, "value": ZEROS}


def test_nothing_is_blocked_by_default() -> None:
    problem = Problem(**MATRICES, heads=2)
    assert blocked(problem).shape == (1, 2, 3, 3)
    assert not blocked(problem).any()
    assert not block_reasons(problem).any()


def test_causal_blocks_what_stands_after_the_query() -> None:
    problem = Problem(**MATRICES, mask={"causal": True})
    expected = [[False, True, True], [False, False, True], [False, False, False]]
    assert blocked(problem)[0, 0].tolist() == expected


def test_both_alignments_are_alike_for_as_many_queries_as_keys() -> None:
    masks = [{"causal": True, "alignment": side} for side in ("top_left", "bottom_right")]
    first, second = (blocked(Problem(**MATRICES, mask=mask)) for mask in masks)
    np.testing.assert_array_equal(first, second)


def test_reasons_add_up() -> None:
    mask = {"causal": True, "padding": [False, False, True]}
    reasons = block_reasons(Problem(**MATRICES, mask=mask))
    assert reasons.dtype == np.uint8
    both = BlockReason.CAUSAL | BlockReason.PADDING
    assert reasons[0, 0].tolist() == [
        [0, BlockReason.CAUSAL, both],
        [0, 0, both],
        [0, 0, BlockReason.PADDING],
    ]


def cross(n_queries: int, n_keys: int, **mask: object) -> Problem:
    query, key = np.zeros((n_queries, 1)), np.zeros((n_keys, 1))
    return Problem(query=query, key=key, value=key, kind="cross", mask=mask)


@pytest.mark.parametrize(
    ("sizes", "alignment", "rows"),
    [
        ((2, 4), "top_left", ["0111", "0011"]),
        ((2, 4), "bottom_right", ["0001", "0000"]),
        ((4, 2), "top_left", ["01", "00", "00", "00"]),
        ((4, 2), "bottom_right", ["11", "11", "01", "00"]),
    ],
)
def test_causal_with_both_alignments(
    sizes: tuple[int, int], alignment: str, rows: list[str]
) -> None:
    cells = blocked(cross(*sizes, causal=True, alignment=alignment))[0, 0]
    assert ["".join("01"[int(cell)] for cell in row) for row in cells] == rows


@pytest.mark.parametrize(
    ("window", "alignment", "rows"),
    [
        (1, "top_left", ["0111", "1011"]),
        (2, "top_left", ["0011", "0001"]),
        (4, "top_left", ["0000", "0000"]),
        (1, "bottom_right", ["1101", "1110"]),
        (2, "bottom_right", ["1000", "1100"]),
        (10**30, "top_left", ["0000", "0000"]),
    ],
)
def test_windows(window: int, alignment: str, rows: list[str]) -> None:
    cells = blocked(cross(2, 4, window=window, alignment=alignment))[0, 0]
    assert ["".join("01"[int(cell)] for cell in row) for row in cells] == rows


def test_every_reason_is_flagged_alone_and_together() -> None:
    mask = {
        "causal": True,
        "window": 2,
        "padding": [False, True, False],
        "blocked": [[False, True, False], [False, False, False], [True, False, True]],
    }
    reasons = block_reasons(Problem(**MATRICES, mask=mask))
    c, p, w, b = BlockReason.CAUSAL, BlockReason.PADDING, BlockReason.WINDOW, BlockReason.CUSTOM
    assert reasons[0, 0].tolist() == [[0, c | p | b, c | w], [0, p, c], [w | b, p, b]]


def test_blocked_cells_for_all_or_for_each_batch_and_head() -> None:
    batch = {name: np.zeros((2, 3, 4)) for name in MATRICES}
    cells = np.arange(9).reshape(3, 3) % 2 == 0
    shared = Problem(**batch, heads=2, mask={"blocked": cells})
    assert shared.blocked is not None
    assert shared.blocked.shape == (3, 3)
    assert (blocked(shared) == cells).all()
    each = np.random.default_rng(0).random((2, 2, 3, 3)) < 0.5
    apart = Problem(**batch, heads=2, mask={"blocked": each})
    np.testing.assert_array_equal(blocked(apart), each)
    np.testing.assert_array_equal(block_reasons(apart) == BlockReason.CUSTOM, each)


def test_a_mask_that_blocks_nothing_changes_nothing() -> None:
    mask = {"window": 3, "padding": [False] * 3, "blocked": np.zeros((3, 3), bool)}
    problem = Problem(**MATRICES, mask=mask)
    assert not blocked(problem).any()
    assert not compute(problem)["empty_rows"].any()


def test_the_mask_is_given_back_as_it_was_read() -> None:
    mask = {"causal": True, "alignment": "bottom_right", "window": 2, "padding": [True] * 3}
    problem = Problem(**MATRICES, mask=mask | {"blocked": np.eye(3, dtype=bool)})
    other = Problem(**MATRICES, mask=problem.mask)
    np.testing.assert_array_equal(block_reasons(problem), block_reasons(other))


def test_one_padding_for_all_or_one_a_sequence() -> None:
    batch = {name: np.zeros((2, 3, 4)) for name in MATRICES}
    shared = Problem(**batch, mask={"padding": [False, False, True]})
    assert shared.padding is not None
    assert shared.padding.tolist() == [[False, False, True]] * 2
    apart = Problem(**batch, mask={"padding": [[False, False, True], [True, False, False]]})
    assert blocked(apart)[:, 0, 0].tolist() == [[False, False, True], [True, False, False]]


def test_none_stands_for_no_padding() -> None:
    mask = {"causal": False, "padding": None, "window": None, "blocked": None}
    assert Problem(**MATRICES, mask=mask).padding is None


@settings(max_examples=50, deadline=None)
@given(problems())
def test_blocked_is_what_has_a_reason(problem: Problem) -> None:
    result = compute(problem)
    np.testing.assert_array_equal(blocked(problem), block_reasons(problem) != 0)
    assert blocked(problem).shape == result["weights"].shape
    np.testing.assert_array_equal(blocked(problem).all(axis=-1), result["empty_rows"])
    hidden = -np.inf if problem.empty_rows != "uniform" else np.finfo(float).min
    np.testing.assert_array_equal(result["masked_scores"] == hidden, blocked(problem))
