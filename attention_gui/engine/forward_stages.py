"""How each quantity of the forward pass is computed from those before it."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from attention_gui.engine import forward, softmax
from attention_gui.engine.arrays import FloatArray
from attention_gui.engine.blocks import Block, blocks, origin
from attention_gui.engine.buffers import large_array
from attention_gui.engine.products import is_small, product, repair_columns
from attention_gui.engine.steps import Steps, fill, in_blocks, row_by_row, up_to
from attention_gui.engine.workspace import Recipe, Workspace

__all__ = ["FORWARD", "FORWARD_STEPS"]


def _multiply(work: Workspace, part: FloatArray, block: Block) -> None:
    query = work.heads("query")[block]
    columns = work.heads("key")[block[:2]].mT
    product(query, columns, out=part)
    if not is_small(query, columns):
        repair_columns(part, work.problem.equal_keys, origin(block))
    work.check("raw_scores", part, block=block)


def _scale(work: Workspace, part: FloatArray, block: Block) -> None:
    np.multiply(part, work.problem.scale_factor, out=part)
    work.check("scaled_scores", part, block=block)


def _mask(work: Workspace, part: FloatArray, block: Block) -> None:
    blocked = work.blocked_part(block)
    if work.problem.bias is not None:
        part += np.broadcast_to(work.problem.bias, work.shape)[block]
        work.check("masked_scores", part, blocked, block)
    softmax.mask_in_place(part, blocked, work.problem.empty_rows)


def _exponentiate(work: Workspace, part: FloatArray, block: Block) -> None:
    softmax.exponentiate_in_place(part, work.blocked_part(block), work.problem.empty_rows)


def _divide(work: Workspace, part: FloatArray, block: Block) -> None:
    softmax.divide_in_place(part, work.blocked_part(block))


FORWARD_STEPS: Steps = {
    "raw_scores": _multiply,
    "scaled_scores": _scale,
    "masked_scores": _mask,
    "exponentials": _exponentiate,
    "weights": _divide,
}
"""From the products of queries and keys to the weights."""


def _value_terms(work: Workspace) -> FloatArray:
    return forward.value_terms(work.get("weights"), work.heads("value"))


def _head_outputs(work: Workspace) -> FloatArray:
    """Return AV, from each block of A while it is in the cache."""
    # In the order of the computation, so that the first stage that overflows is named.
    _, _, value = map(work.heads, ("query", "key", "value"))
    known = work.arrays.get("weights")
    weights = large_array(work.shape) if known is None else known
    result = work.empty_heads(work.shape[2], work.problem.d_v)
    for block in blocks(work.shape):
        if known is None:
            fill(work, FORWARD_STEPS, weights[block], block)
        product(weights[block], value[block[:2]], out=result[block])
    work.arrays["weights"] = weights
    return work.check_product("head_outputs", result, weights, value)


def _output(work: Workspace) -> FloatArray:
    concatenated: FloatArray = work.get("concatenated")
    if work.problem.w_output is None:
        return concatenated
    return work.product("output", concatenated, work.problem.w_output)


def _loss(work: Workspace) -> FloatArray:
    output = work.get("output")
    loss = forward.loss(output, work.problem.upstream)
    return work.check("loss", loss, np.isnan(output).any())


FORWARD: Mapping[str, Recipe] = MappingProxyType(
    {
        "query": lambda work: work.problem.query,
        "key": lambda work: work.problem.key,
        "value": lambda work: work.problem.value,
        "raw_scores": in_blocks(up_to(FORWARD_STEPS, "raw_scores")),
        "scaled_scores": in_blocks(up_to(FORWARD_STEPS, "scaled_scores")),
        "masked_scores": in_blocks(up_to(FORWARD_STEPS, "masked_scores")),
        "row_max": row_by_row(up_to(FORWARD_STEPS, "masked_scores"), softmax.row_max),
        "exponentials": in_blocks(up_to(FORWARD_STEPS, "exponentials")),
        "row_sums": row_by_row(up_to(FORWARD_STEPS, "exponentials"), softmax.row_sums),
        "weights": in_blocks(up_to(FORWARD_STEPS, "weights")),
        "value_terms": _value_terms,
        "head_outputs": _head_outputs,
        "concatenated": lambda work: forward.merge_heads(work.get("head_outputs")),
        "output": _output,
        "loss": _loss,
    }
)
"""From Q, K and V to the loss, in the order of the computation."""
