"""Every text has a translation, and what is compiled is what is written."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import translations

from attention_gui import assets
from attention_gui.arguments import parse_arguments
from attention_gui.engine import AttentionError
from attention_gui.phrases import REFUSAL
from attention_gui.scenario import examples
from attention_gui.wording import ENGLISH, LANGUAGES

OTHERS = [code for code in LANGUAGES if code != ENGLISH]


def placeholders(text: str) -> list[str]:
    return sorted(re.findall(r"\{\d*\}", text))


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated(code: str) -> None:
    messages = list(translations.messages(translations.ts_file(code)))
    assert len(messages) > 300
    for context, source, translation, is_finished in messages:
        assert translation.strip(), (context, source)
        assert is_finished, (context, source)


@pytest.mark.parametrize("code", OTHERS)
def test_the_translation_is_up_to_date_with_the_sources(code: str, tmp_path: Path) -> None:
    fresh = tmp_path / translations.ts_file(code).name
    translations.update(fresh)
    wanted = {(context, source) for context, source, *_ in translations.messages(fresh)}
    there = {
        (context, source)
        for context, source, *_ in translations.messages(translations.ts_file(code))
    }
    assert there == wanted, "run python tests/translations.py"


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_translation_is_up_to_date(code: str, tmp_path: Path) -> None:
    fresh = tmp_path / "fresh.qm"
    translations.compile_to(fresh, translations.ts_file(code))
    compiled = assets.read_bytes("translations", f"attention_gui_{code}.qm")
    assert compiled == fresh.read_bytes(), "run python tests/translations.py"


@pytest.mark.parametrize("code", OTHERS)
def test_placeholders_keys_and_marks_agree(code: str) -> None:
    for _, source, translation, _ in translations.messages(translations.ts_file(code)):
        assert placeholders(source) == placeholders(translation), source
        assert source.count("\t") == translation.count("\t"), source
        assert translation.count("\n") in (source.count("\n"), 1), source
        assert source.endswith("…") == translation.endswith("…"), source
        assert ("&" in source) == ("&" in translation), source
        for sign in "✓✗∂Σα":
            assert (sign in source) == (sign in translation), source


def test_no_context_is_lost() -> None:
    """A text is found again only under the class that asks for it."""
    for code in OTHERS:
        for context, source, *_ in translations.messages(translations.ts_file(code)):
            assert re.fullmatch(r"\w+", context), source


def called_texts(tree: ast.Module) -> Iterator[str]:
    """Yield every text that a source wants to be translated, wherever the call stands."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
        arguments = {"tr": node.args[:1], "translate": node.args[1:2]}.get(name, [])
        for argument in arguments:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def test_no_text_escapes_the_tool_that_collects_them() -> None:
    """The tool does not see into formatted strings, nor texts that are put together."""
    (code,) = OTHERS
    collected = {source for _, source, *_ in translations.messages(translations.ts_file(code))}
    for path in sorted((translations.ROOT / "attention_gui").rglob("*.py")):
        for text in called_texts(ast.parse(path.read_text(encoding="utf-8"))):
            assert text in collected, (path.name, text)


def test_the_templates_of_refusals_are_literals() -> None:
    """What is put together elsewhere would be said in English."""
    for path in translations.sources():
        if path.name not in ("errors.py", "phrases.py"):  # they take what others give them
            assert None not in translations.templates(path), path


def test_every_refusal_of_the_window_is_collected() -> None:
    (code,) = OTHERS
    collected = {
        source
        for context, source, *_ in translations.messages(translations.ts_file(code))
        if context == REFUSAL
    }
    assert len(collected) > 150
    for path in translations.sources():
        if path.relative_to(translations.PACKAGE).as_posix() not in translations.BEFORE_THE_WINDOW:
            assert set(translations.templates(path)) - {None} <= collected, path


@pytest.mark.parametrize(
    "call",
    ["AttentionError(code, f'{a} is wrong')", "AttentionError(code, text, a)",
     "errors.AttentionError(code, 'a' + 'b')", "Phrase(NAMES[a])", "Phrase(f'row {a}', a)",
     "AttentionError(code)"],
)  # fmt: skip
def test_a_template_that_is_no_literal_is_found(call: str, tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text(f"raise {call}\n", "utf-8")
    assert list(translations.templates(source)) == [None]


def test_every_example_has_its_texts_in_every_language() -> None:
    for name in examples.names():
        scenario = examples.load(name)
        for text in (scenario.title, scenario.notes):
            assert not isinstance(text, str), name
            assert set(LANGUAGES) <= set(text), name


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_command_line_offers_every_language(code: str) -> None:
    assert parse_arguments(["render", "x", "--out", "y", "--lang", code]).lang == code


def test_the_command_line_refuses_other_languages() -> None:
    with pytest.raises(AttentionError) as refused:
        parse_arguments(["render", "x", "--out", "y", "--lang", "tlh"])
    assert refused.value.code == "usage"


VERBS = "asks|differs|divides|does|has|holds|is|separates|shows"
COUNTED = re.compile(
    rf"(?<!×)(?<!× )\{{\d*\}} (?:(?:key/value|more|source) )?(?!(?:{VERBS})\b)[a-z]+s\b"
)
"""A noun in the plural behind a number that is put in, but not behind a size such as 1 × 3."""

NEVER_ONE = {
    "More than {0} bytes are in {1}.": "a limit",
    "view is nested deeper than {0} levels.": "a limit",
    "There is room for at most {0} rows and columns, not for {1}.": "a limit",
    "{0} values of {1} are more than {2}.": "more than one is allowed",
    "{0} has width {1}, which {2} heads do not divide; head counts that would work: {3}.":
        "1 divides every number",
    "{0} has width {1}, which {2} key/value heads do not divide; "
    "key/value head counts that would work: {3}.": "1 divides every number",
    "heads is {0}, which {1} key/value heads do not divide; "
    "key/value head counts that would work: {2}.": "1 divides every number",
    "Split into {0} heads": "one has a text of its own",
    "Share {0} key/value heads among {1} heads": "one has a text of its own",
    "Attention outweighs its projections from n = 2d = {0} tokens": "an even number",
    "scale, from {0} to {1} times 1/√dₖ": "the upper end of a slider",
}  # fmt: skip
"""Texts with a plural behind a number, and why the number is never 1."""


def test_no_text_counts_one_in_the_plural() -> None:
    """What is put in may be 1: "tokens: 1" is right for every number, "1 tokens" is not."""
    found = set()
    for path in translations.sources():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        texts = {*called_texts(tree), *translations.templates(path)} - {None}
        found |= {text for text in texts if COUNTED.search(text)}
    assert found == NEVER_ONE.keys()
