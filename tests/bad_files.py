"""Scenario files that are refused: name, content, error code, words of the message."""

import json
from typing import Any

__all__ = ["BAD_FILES", "content"]


def content(**changes: Any) -> str:
    """Return a good file with changes; ``...`` removes a key."""
    document: dict[str, Any] = {
        "format": "attention-scenario",
        "version": 1,
        "direct": {"query": [[1, 2], [3, 4]], "key": [[1, 2], [3, 4]], "value": [[1], [2]]},
    }
    document |= changes
    return json.dumps({key: value for key, value in document.items() if value is not ...})


def _direct(**changes: Any) -> str:
    direct = {"query": [[1, 2], [3, 4]], "key": [[1, 2], [3, 4]], "value": [[1], [2]]} | changes
    return content(direct={key: value for key, value in direct.items() if value is not ...})


def _literal(literal: str, key: str = "query") -> str:
    return _direct(**{key: [[1, 2], [3, "HERE"]]}).replace('"HERE"', literal)


_INPUTS = {"inputs": [[1]], "w_query": [[1]], "w_key": [[1]], "w_value": [[1]]}

BAD_FILES: list[tuple[str, str | bytes, str, str]] = [
    ("empty", "", "not-json", "line 1"),
    ("no-json", "{'format'", "not-json", "line 1"),
    ("rest-after-json", content() + "x", "not-json", "Extra data"),
    ("latin-1", content(title="?").replace("?", "é").encode("latin-1"), "not-json", "UTF-8"),
    ("utf-16", content().encode("utf-16"), "not-json", "UTF-8"),
    ("deep", "[" * 100_000 + "]" * 100_000, "not-json", "too deep"),
    ("deep-view", content(view={"v": "?"}).replace('"?"', "[" * 300 + "]" * 300), "not-json",
     "deeper than 100"),
    ("list", "[1, 2]", "not-a-scenario", "attention-scenario"),
    ("number", "1", "not-a-scenario", "attention-scenario"),
    ("no-format", content(format=...), "not-a-scenario", "attention-scenario"),
    ("other-format", content(format="attention-result"), "not-a-scenario", "attention-scenario"),
    ("no-version", content(version=...), "unsupported-version", "missing"),
    ("version-2", content(version=2), "unsupported-version", "2"),
    ("version-true", content(version=True), "unsupported-version", "True"),
    ("version-text", content(version="1"), "unsupported-version", "'1'"),
    ("unknown-key", content(colour="red"), "unknown-key", "^colour "),
    ("unknown-mask", content(mask={"foo": True}), "unknown-key", r"^mask\.foo "),
    ("unknown-matrix", _direct(queries=[[1]]), "unknown-key", r"^direct\.queries "),
    ("unknown-language", content(title={"de": "Katzen"}), "unknown-key", r"^title\.de "),
    ("unknown-in-array", _direct(query={"shape": [0], "data": [], "dtype": "f8"}), "unknown-key",
     r"^direct\.query\.dtype "),
    ("repeated-key", content().replace('"version": 1', '"version": 1, "version": 1'), "wrong-type",
     "'version' is given more than once"),
    ("repeated-inside", _direct().replace('"key":', '"query":'), "wrong-type",
     "'query' is given more than once"),
    ("neither", content(direct=...), "wrong-type", "neither"),
    ("both", content(projected=_INPUTS), "wrong-type", "both"),
    ("direct-list", content(direct=[1]), "wrong-type", "^direct must be an object"),
    ("no-key", _direct(key=...), "wrong-type", r"^direct\.key is missing"),
    ("ragged", _direct(query=[[1, 2], [3]]), "wrong-type", r"^direct\.query row 1 has size 1"),
    ("ragged-batch", _direct(query=[[[1, 2]], [[3, 4], [5, 6]]]), "wrong-type",
     r"^direct\.query batch 1 has size 2×2"),
    ("ragged-first", _direct(query=[[[1, 2]], []]), "wrong-type", r"^direct\.query batch 1 "),
    ("row-of-rows", _direct(query=[[1, 2], 3]), "wrong-type", r"^direct\.query row 1 must be a l"),
    ("list-in-row", _direct(query=[[1, 2], [3, [4]]]), "wrong-type",
     r"^direct\.query row 1 column 1 .* a list"),
    ("text-number", _direct(key=[[1, 2], ["3", 4]]), "wrong-type",
     r"^direct\.key row 1 column 0 .* text"),
    ("boolean-number", _direct(key=[[[1, True]]]), "wrong-type",
     r"^direct\.key batch 0 row 0 column 1 .* a boolean"),
    ("null-number", _direct(value=[[None], [1]]), "wrong-type", r"^direct\.value row 0 .* null"),
    ("matrix-text", _direct(value="[[1]]"), "wrong-type", r"^direct\.value must be a matrix"),
    ("matrix-number", _direct(value=5), "wrong-type", r"^direct\.value must be a matrix"),
    ("no-shape", _direct(value={"data": []}), "wrong-type", r"^direct\.value\.shape is missing"),
    ("shape-text", _direct(value={"shape": "2", "data": []}), "wrong-type", "shape must be a list"),
    ("data-nested", _direct(value={"shape": [1, 1], "data": [[1]]}), "wrong-type",
     r"^direct\.value\.data entry 0 "),
    ("data-text", _direct(value={"shape": [1, 1], "data": "1"}), "wrong-type", "flat list"),
    ("data-short", _direct(value={"shape": [2, 1], "data": [1]}), "wrong-type",
     "data has 1 entries, but its shape 2×1 asks for 2"),
    ("shape-negative", _direct(value={"shape": [-1, -1], "data": [1]}), "wrong-type", "entry 0"),
    ("shape-huge", _direct(value={"shape": [0, 10**12, 1], "data": []}), "wrong-type", "entry 1"),
    ("shape-fraction", _direct(value={"shape": [1.0, 1], "data": [1]}), "wrong-type", "entry 0"),
    ("title-number", content(title=5), "wrong-type", "^title must be text"),
    ("title-language", content(title={"en": 5}), "wrong-type", r"^title\.en must be text"),
    ("title-surrogate", content(title="\ud800"), "wrong-type", "^title holds half a character"),
    ("tokens-text", content(tokens="ab"), "wrong-type", "^tokens must be a list"),
    ("tokens-number", content(tokens=["a", 2]), "wrong-type", "^tokens entry 1 must be text"),
    ("heads-text", content(heads="2"), "wrong-type", "^heads must be an integer"),
    ("heads-fraction", content(heads=2.0), "wrong-type", "^heads must be an integer"),
    ("heads-true", content(heads=True), "wrong-type", "^heads must be an integer"),
    ("kind", content(kind="other"), "wrong-type", "^kind must be self or cross"),
    ("scale-true", content(scale=True), "wrong-type", "^scale must be"),
    ("scale-null", content(scale=None), "wrong-type", "^scale must be"),
    ("empty-rows", content(empty_rows="skip"), "wrong-type", "^empty_rows must be zero or nan"),
    ("empty-rows-list", content(empty_rows=["zero"]), "wrong-type", "^empty_rows must be"),
    ("mask-list", content(mask=[True]), "wrong-type", "^mask must be an object"),
    ("causal-number", content(mask={"causal": 1}), "wrong-type", r"^mask\.causal must be true or"),
    ("alignment", content(mask={"alignment": "left"}), "wrong-type", r"^mask\.alignment must be"),
    ("padding-numbers", content(mask={"padding": [0, 1]}), "wrong-type",
     r"^mask\.padding entry 0 must be true or false"),
    ("window-zero", content(mask={"window": 0}), "wrong-type", r"^mask\.window must be at least 1"),
    ("upstream-text", content(upstream="zeros"), "wrong-type", "^upstream must be ones"),
    ("view-list", content(view=[]), "wrong-type", "^view must be an object"),
    ("w-output-text", content(w_output="x"), "wrong-type", "^w_output must be a matrix"),
    ("projected-missing", content(direct=..., projected={"inputs": [[1]]}), "wrong-type",
     r"^projected\.w_query is missing"),
    ("nan", _literal("NaN"), "non-finite-input", r"^direct\.query row 1 column 1 is NaN"),
    ("infinity", _literal("-Infinity", "key"), "non-finite-input", r"^direct\.key row 1 column 1 "),
    ("too-large-number", _literal("1e999"), "non-finite-input", r"^direct\.query row 1 column 1 "),
    ("too-large-integer", _literal("9" * 350), "non-finite-input", "row 1 column 1 is infinite"),
    ("endless-integer", _literal("9" * 10_000), "non-finite-input", "row 1 column 1 is infinite"),
    ("nan-in-data", _direct(value={"shape": [1, 1], "data": [float("nan")]}), "non-finite-input",
     r"^direct\.value\.data entry 0 is NaN"),
    ("nan-in-view", content(view={"zoom": [1, float("nan")]}), "non-finite-input",
     r"^view\.zoom entry 1 "),
    ("rank-1", _direct(query=[1, 2]), "input-rank", "query has rank 1"),
    ("rank-4", _direct(query=[[[[1, 2]]]]), "input-rank", "query has rank 4"),
    ("rank-70", _direct(query=json.loads("[" * 70 + "1" + "]" * 70)), "input-rank", "rank 70"),
    ("shape-rank-0", _direct(query={"shape": [], "data": [1]}), "input-rank", "rank 0"),
    ("batches", _direct(query=[[[1, 2], [3, 4]]] * 2), "batch-mismatch", "2"),
    ("tokens-differ", _direct(value=[[1]]), "token-mismatch", "1"),
    ("queries-differ", _direct(query=[[1, 2]]), "token-mismatch", "1"),
    ("no-tokens", _direct(query={"shape": [0, 2], "data": []}), "empty-token-axis", "query"),
    ("no-width", _direct(query=[[], []]), "empty-feature-width", "query"),
    ("widths-differ", _direct(key=[[1], [2]]), "query-key-width-mismatch", "2"),
    ("heads-7", content(heads=7), "head-divisibility", "1"),
    ("heads-0", content(heads=0), "head-divisibility", "0"),
    ("groups", content(heads=7, key_value_heads=2), "head-divisibility", "2 .* 7; 1, 7 would"),
    ("padding-shape", content(mask={"padding": [True]}), "mask-shape", "2"),
    ("upstream-shape", content(upstream=[[1, 1]]), "upstream-shape", "upstream"),
    ("labels", content(tokens=["a"]), "token-labels", "1 labels for 2 tokens"),
    ("scale-zero", content(scale=0), "scale", "0"),
    ("scale-negative", content(scale=-1.5), "scale", "-1.5"),
    ("scale-infinite", content(scale=float("inf")), "scale", "inf"),
    ("scale-integer", content(scale=10**350), "scale", "scale"),
    ("scale-text", content(scale="sqrt"), "scale", "sqrt"),
    ("projected", content(direct=..., projected=_INPUTS), "unsupported", "^projected "),
    ("cross", content(kind="cross"), "unsupported", "^kind cross "),
    ("source-tokens", content(source_tokens=["a", "b"]), "unsupported", "^source_tokens "),
    ("w-output", content(w_output=[[1]]), "unsupported", "^w_output "),
    ("bias", content(bias=[[[1, 1], [1, 1]]]), "unsupported", "^bias "),
    ("window", content(mask={"window": 2}), "unsupported", r"^mask\.window "),
    ("blocked", content(mask={"blocked": [[[[True]]]]}), "unsupported", r"^mask\.blocked "),
    ("shared-heads", content(heads=2, key_value_heads=1), "unsupported", "^key_value_heads "),
]  # fmt: skip
