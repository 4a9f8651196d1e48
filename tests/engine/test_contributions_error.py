"""How far the heads' contributions are from summing to the output."""

import numpy as np
import pytest

from attention_gui.engine import Problem, compute
from attention_gui.engine.studies import contributions_error, head_contributions

RNG = np.random.default_rng(67)


def _problem(scale: float = 1.0, **options: object) -> Problem:
    arrays = {name: scale * RNG.normal(size=(2, 3, 8)) for name in ("query", "key", "value")}
    return Problem(**arrays, heads=4, **options)  # type: ignore[arg-type]  # as a caller would write it


@pytest.mark.parametrize("scale", [1.0, 1e-150, 1e100])
@pytest.mark.parametrize("has_projection", [False, True])
def test_they_sum_to_the_output(scale: float, has_projection: bool) -> None:
    options = {"w_output": RNG.normal(size=(8, 5))} if has_projection else {}
    result = compute(_problem(scale, **options))
    total = head_contributions(result).sum(axis=1)
    np.testing.assert_allclose(total, result["output"], rtol=1e-12, atol=1e-12 * scale)
    assert contributions_error(result) <= 1e-12


def test_rows_without_keys_count_as_equal() -> None:
    padding = [[True] * 3, [False] * 3]
    result = compute(_problem(mask={"padding": padding}, empty_rows="nan"))
    assert np.isnan(result["output"][0]).all()
    assert contributions_error(result) <= 1e-12


def test_an_empty_batch_has_no_error() -> None:
    nothing = np.zeros((0, 2, 4))
    result = compute(Problem(query=nothing, key=nothing, value=nothing, heads=2))
    assert contributions_error(result) == 0.0
