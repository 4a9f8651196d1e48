"""What a problem says of itself."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Never

from attention_gui.engine.arrays import BoolArray, FloatArray

__all__ = ["Attributes"]


class Attributes:
    """The read-only attributes of a `Problem`, which documents them."""

    _names: tuple[str, ...]
    inputs: FloatArray | None
    source_inputs: FloatArray | None
    w_query: FloatArray | None
    w_key: FloatArray | None
    w_value: FloatArray | None
    w_output: FloatArray | None
    upstream: FloatArray
    kind: str
    scale: str | float
    scale_factor: float
    bias: FloatArray | None
    causal: bool
    alignment: str
    window: int | None
    padding: BoolArray | None
    blocked: BoolArray | None
    empty_rows: str
    n_batch: int
    n_heads: int
    n_groups: int
    n_queries: int
    n_keys: int
    d_k: int
    d_v: int
    d_out: int

    @property
    def matrices(self) -> Mapping[str, FloatArray]:
        """What was given and can be edited, by id."""
        return MappingProxyType({name: vars(self)[name] for name in self._names})

    @property
    def is_projected(self) -> bool:
        """Whether Q, K and V are computed from X and the W matrices."""
        return self.inputs is not None

    @property
    def heads(self) -> int:
        """The number of query heads, under its name in files."""
        return self.n_heads

    @property
    def key_value_heads(self) -> int:
        """The number of key/value heads, under its name in files."""
        return self.n_groups

    @property
    def mask(self) -> dict[str, Any]:
        """The masks as the constructor takes them."""
        names = ("causal", "alignment", "window", "padding", "blocked")
        return {name: vars(self)[name] for name in names}

    @property
    def source(self) -> str:
        """Id of what keys and values are projected from."""
        return "inputs" if self.kind == "self" else "source_inputs"

    def __setattr__(self, name: str, value: object) -> Never:
        raise AttributeError(f"a Problem is immutable: cannot set {name}; use replace()")

    def __delattr__(self, name: str) -> Never:
        raise AttributeError(f"a Problem is immutable: cannot delete {name}")
