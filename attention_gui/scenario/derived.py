"""What follows from a scenario: its problem, its sizes, the head counts that fit."""

from typing import TYPE_CHECKING

from attention_gui.engine import AttentionError, Problem
from attention_gui.quantities import Axis, Form
from attention_gui.scenario.heads import divisors, regrouped
from attention_gui.scenario.parts import DIRECT, MASKS, PROJECTED

if TYPE_CHECKING:
    from attention_gui.scenario.scenario import Scenario

__all__ = [
    "check_has_source",
    "form_of",
    "problem_of",
    "sizes_of",
    "valid_heads",
    "valid_key_value_heads",
]


def problem_of(scenario: "Scenario") -> Problem:
    """Return the computation that a scenario asks for; raises what `Problem` raises."""
    matrices = {name: getattr(scenario, name) for name in (*DIRECT, *PROJECTED)}
    mask = {name: getattr(scenario, name) for name in MASKS}
    return Problem(
        **matrices,
        w_output=scenario.w_output,
        kind=scenario.kind,
        heads=scenario.heads,
        key_value_heads=scenario.key_value_heads,
        scale=scenario.scale,
        bias=scenario.bias,
        mask=mask,
        empty_rows=scenario.empty_rows,
        upstream="ones" if scenario.upstream is None else scenario.upstream,
    )


def check_has_source(problem: Problem) -> None:
    """Raise ``wrong-type`` unless keys have tokens of their own."""
    if problem.kind != "cross":
        raise AttentionError(
            "wrong-type",
            'source_tokens are given, but self-attention has one token list; kind "cross" has two.',
        )


def sizes_of(problem: Problem) -> dict[Axis, int]:
    """Return the length of every axis; feature axes are those of one head."""
    sizes = {
        Axis.BATCH: problem.n_batch,
        Axis.HEAD: problem.n_heads,
        Axis.GROUP: problem.n_groups,
        Axis.OUTPUT_HEAD: problem.n_heads,
        Axis.QUERY: problem.n_queries,
        Axis.KEY: problem.n_keys,
        Axis.OTHER_KEY: problem.n_keys,
        Axis.KEY_FEATURE: problem.d_k,
        Axis.VALUE_FEATURE: problem.d_v,
        Axis.OUTPUT_FEATURE: problem.d_out,
    }
    if problem.inputs is not None:
        sizes |= {Axis.TOKEN: problem.n_queries, Axis.INPUT_FEATURE: problem.inputs.shape[2]}
    if problem.source_inputs is not None:
        sizes[Axis.SOURCE_FEATURE] = problem.source_inputs.shape[2]
    return sizes


def form_of(scenario: "Scenario") -> Form:
    """Return which parts a scenario has."""
    return Form(
        is_projected=scenario.is_projected,
        is_cross=scenario.is_cross,
        has_output_projection=scenario.has_output_projection,
        has_bias=scenario.bias is not None,
        has_head_bias=scenario.bias is not None and scenario.bias.ndim == 3,
        has_many_heads=scenario.heads > 1,
        has_shared_heads=scenario.sizes[Axis.GROUP] < scenario.heads,
        blocks_by_lowest=scenario.empty_rows == "uniform",
    )


def valid_heads(scenario: "Scenario") -> tuple[int, ...]:
    """Return the head counts into which the same columns can be split.

    The ratio of query heads to key/value heads is that of the widths of Q and K, so it stays:
    the key/value heads follow. A count must divide every width, and a bias or a custom mask
    that differs from head to head must not differ between heads that would be one.
    """
    problem = scenario.problem
    per_group = problem.n_heads // problem.n_groups
    counts = divisors(problem.n_groups * problem.d_k, problem.n_groups * problem.d_v)
    return tuple(
        per_group * count for count in counts if _heads_can_follow(scenario, per_group * count)
    )


def valid_key_value_heads(scenario: "Scenario") -> tuple[int, ...]:
    """Return the counts of key/value heads that divide the heads."""
    return divisors(scenario.heads)


def _heads_can_follow(scenario: "Scenario", count: int) -> bool:
    per_head = (scenario.bias, scenario.blocked)
    return all(
        array is None or array.ndim == 2 or regrouped(array, count) is not None
        for array in per_head
    )
