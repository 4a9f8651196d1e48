"""How each gradient is computed from the quantities before it."""

from collections.abc import Mapping
from types import MappingProxyType

import numpy as np

from attention_gui.engine import backward, forward
from attention_gui.engine.arrays import Array, FloatArray, all_finite
from attention_gui.engine.blocks import Block, blocks
from attention_gui.engine.products import nan_in_product, product
from attention_gui.engine.steps import Steps, fill, in_blocks, up_to
from attention_gui.engine.workspace import Recipe, Workspace

__all__ = ["BACKWARD", "BACKWARD_STEPS"]


def _multiply(work: Workspace, part: FloatArray, block: Block) -> None:
    gradient = work.heads("grad_concatenated")[block]
    product(gradient, work.heads("value")[block[:2]].mT, out=part)
    work.check("grad_weights", part, block=block)


def _through_softmax(work: Workspace, part: FloatArray, block: Block) -> None:
    weights = work.get("weights")[block]
    backward.through_softmax_in_place(part, weights, work.blocked_part(block))
    work.check("grad_scaled_scores", part, block=block)


def _scale(work: Workspace, part: FloatArray, block: Block) -> None:
    np.multiply(part, work.problem.scale_factor, out=part)
    work.check("grad_raw_scores", part, block=block)


BACKWARD_STEPS: Steps = {
    "grad_weights": _multiply,
    "grad_scaled_scores": _through_softmax,
    "grad_raw_scores": _scale,
}
"""From the gradient by the weights to that by the raw scores."""


def _grad_concatenated(work: Workspace) -> FloatArray:
    upstream: FloatArray = work.get("grad_output")
    if work.problem.w_output is None:
        return upstream
    return work.product("grad_concatenated", upstream, work.problem.w_output.T)


def _grad_value(work: Workspace) -> FloatArray:
    if "value" not in work.gradients:
        work.get("weights")
        total = work.empty_heads(work.shape[3], work.problem.d_v)
        for block in blocks(work.shape):
            _add_grad_value(work, total, block)
        work.gradients["value"] = total
    return _side_by_side(work, "value")


def _add_grad_value(work: Workspace, total: FloatArray, block: Block) -> None:
    """Add what the rows of a block contribute to AᵀŌ."""
    columns = work.arrays["weights"][block].mT
    rows = work.heads("grad_concatenated")[block]
    _add_product(columns, rows, total, block)


def _grad_query(work: Workspace) -> FloatArray:
    _backwards(work)
    return _side_by_side(work, "query")


def _grad_key(work: Workspace) -> FloatArray:
    _backwards(work)
    return _side_by_side(work, "key")


def _backwards(work: Workspace) -> None:
    """Make the gradients for each query head in one pass over the blocks of R̄."""
    if "query" in work.gradients:
        return
    work.get("weights")
    query, key = work.heads("query"), work.heads("key")
    of_query, of_key = work.empty_heads(*query.shape[2:]), work.empty_heads(*key.shape[2:])
    known = work.gradients.get("value")
    of_value = work.empty_heads(work.shape[3], work.problem.d_v) if known is None else known
    for block in blocks(work.shape):
        if known is None:  # while these weights are in the cache
            _add_grad_value(work, of_value, block)
        rows = query[block]
        part = np.empty((*rows.shape[:3], key.shape[2]))
        fill(work, BACKWARD_STEPS, part, block)
        product(part, key[block[:2]], out=of_query[block])
        _add_product(part.mT, rows, of_key, block)
    work.gradients |= {"query": of_query, "key": of_key, "value": of_value}
    if work.is_safe:  # else each is checked, but only when it is asked for
        for name in work.gradients:
            work.arrays[f"grad_{name}"] = _side_by_side(work, name)


def _add_product(left: FloatArray, right: FloatArray, total: FloatArray, block: Block) -> None:
    """Add ``left @ right`` to the heads of a block; its first rows start the sum."""
    if block[2].start == 0:
        product(left, right, out=total[block[:2]])
    else:
        total[block[:2]] += product(left, right)


def _side_by_side(work: Workspace, name: str) -> FloatArray:
    """Return a gradient that was made for each query head, checked, as Q, K or V is stored."""
    quantity_id = f"grad_{name}"
    known = work.arrays.get(quantity_id)
    if known is not None:
        return known
    n_stored = work.problem.n_heads if name == "query" else work.problem.n_groups
    merged = forward.merge_heads(_shared(work.gradients[name], n_stored))
    if work.is_safe or all_finite(merged):
        return merged
    if name != "value":
        return work.check(quantity_id, merged)
    empty = nan_in_product(work.get("weights").mT, work.heads("grad_concatenated"))
    return work.check(quantity_id, merged, forward.merge_heads(_shared(empty, n_stored)))


def _shared(heads: Array, n_stored: int) -> Array:
    """Return the sum over the query heads that share a key/value head; of booleans, the "or"."""
    n_batch, n_heads, n_tokens, width = heads.shape
    if n_stored == n_heads:
        return heads
    shared = heads.reshape(n_batch, n_stored, n_heads // n_stored, n_tokens, width)
    summed: Array = np.add.reduce(shared, axis=2, dtype=heads.dtype)
    return summed


def _grad_inputs(work: Workspace) -> FloatArray:
    names = ("query", "key", "value") if work.problem.kind == "self" else ("query",)
    return _through_projections(work, "grad_inputs", names)


def _grad_source_inputs(work: Workspace) -> FloatArray:
    return _through_projections(work, "grad_source_inputs", ("key", "value"))


def _through_projections(work: Workspace, quantity_id: str, names: tuple[str, ...]) -> FloatArray:
    """Return Q̄ W_Qᵀ + K̄ W_Kᵀ + V̄ W_Vᵀ, or those of them that are named."""
    matrices = work.problem.matrices
    parts = [
        work.product(quantity_id, work.get(f"grad_{name}"), matrices[f"w_{name}"].T)
        for name in names
    ]
    total = sum(parts[1:], start=parts[0])
    return work.check(quantity_id, total, np.isnan(parts[-1]))


def _grad_projection(name: str) -> Recipe:
    """Return the recipe of the gradient by W_Q, W_K or W_V: Xᵀ Q̄, over the whole batch."""

    def recipe(work: Workspace) -> FloatArray:
        source = "inputs" if name == "query" else work.problem.source
        matrix = work.problem.matrices[source]
        return _over_batch(work, f"grad_w_{name}", matrix, work.get(f"grad_{name}"))

    return recipe


def _grad_w_output(work: Workspace) -> FloatArray:
    return _over_batch(work, "grad_w_output", work.get("concatenated"), work.get("grad_output"))


def _over_batch(
    work: Workspace, quantity_id: str, left: FloatArray, right: FloatArray
) -> FloatArray:
    """Return leftᵀ right, summed over the batch and the tokens."""
    n_rows = left.shape[0] * left.shape[1]
    columns = left.reshape(n_rows, left.shape[2]).T
    return work.product(quantity_id, columns, right.reshape(n_rows, right.shape[2]))


BACKWARD: Mapping[str, Recipe] = MappingProxyType(
    {
        "grad_output": lambda work: work.problem.upstream,
        "grad_concatenated": _grad_concatenated,
        "grad_head_outputs": lambda work: work.heads("grad_concatenated"),
        "grad_value": _grad_value,
        "grad_weights": in_blocks(up_to(BACKWARD_STEPS, "grad_weights")),
        "grad_scaled_scores": in_blocks(up_to(BACKWARD_STEPS, "grad_scaled_scores")),
        "grad_raw_scores": in_blocks(up_to(BACKWARD_STEPS, "grad_raw_scores")),
        "grad_query": _grad_query,
        "grad_key": _grad_key,
        "grad_inputs": _grad_inputs,
        "grad_source_inputs": _grad_source_inputs,
        "grad_w_query": _grad_projection("query"),
        "grad_w_key": _grad_projection("key"),
        "grad_w_value": _grad_projection("value"),
        "grad_w_output": _grad_w_output,
    }
)
"""From the upstream gradient to what is typed in, in the order of the computation."""
