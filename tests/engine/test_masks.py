"""Which cells are blocked, and why."""

import numpy as np
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
