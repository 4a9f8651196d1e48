"""What users' files and scripts are refused for, in Russian: the same numbers, no English left."""

import errno
import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
import translations
from bad_files import BAD_FILES, content

from attention_gui import whole_files
from attention_gui.engine import AttentionError, Problem
from attention_gui.scenario import edits, examples, files, tables
from attention_gui.scenario.edit import apply
from attention_gui.scenario.typed_numbers import DecimalSign, parse

RUSSIAN = {
    (context, source): russian
    for context, source, russian, _ in translations.messages(translations.ts_file("ru"))
}
ENGLISH_WORDS = re.compile(
    r"\b(is|are|the|has|holds?|at|of|must|but|instead|need|needs|cannot|there|and|or|not|no|a|in"
    r"|row|column|entry|batch|head|number|line|char|missing)\b"
)
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
"""What was given, which is the same in every language."""
M = [[1.0, 2.0], [3.0, 4.0]]


def russian(context: str, text: str) -> str:
    return RUSSIAN[context, text]


def refusal(deed: Callable[[], object]) -> AttentionError:
    with pytest.raises(AttentionError) as caught:
        deed()
    return caught.value


def numbers(text: str) -> Counter[str]:
    return Counter(re.findall(r"\d+(?:[.,]\d+)*", text))


def said(error: AttentionError) -> str:
    """Return a refusal in Russian, after comparing it with the English one."""
    text = error.phrase.said(russian)
    assert re.search("[а-яё]", text), text
    assert numbers(text) == numbers(error.message), (text, error.message)
    words = ENGLISH_WORDS.search(QUOTED.sub("", text))
    assert words is None, text
    assert "\n" not in text
    return text


@pytest.mark.parametrize(("text", "code"), [(text, code) for _, text, code, _ in BAD_FILES],
                         ids=[name for name, *_ in BAD_FILES])  # fmt: skip
def test_a_file_is_refused_in_russian(text: str | bytes, code: str) -> None:
    error = refusal(lambda: files.loads(text))
    assert error.code == code
    said(error)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{'format'", "Это не JSON: нужно имя свойства в двойных кавычках: строка 1, столбец 2"),
        ('["\\q"]', "Это не JSON: недопустимая последовательность с \\: строка 1"),
        ('["', "Это не JSON: строка в кавычках не закрыта, начало: строка 1"),
        (content(heads="x"), "heads: ожидается целое число, а дано: текст."),
        (content(tokens=["a", 1]), "tokens, элемент 1: ожидается текст, а дано: число."),
        (content(direct={"query": [[1, 2], [3, None]], "key": M, "value": M}),
         "direct.query, строка 1, столбец 1: ожидается число, а дано: null."),
        (content(direct={"query": [[1, 2], [3]], "key": M, "value": M}),
         "direct.query, строка 1: размер 1, но direct.query, строка 0: размер 2."),
        (content(empty_rows="x"), "empty_rows: ожидается zero или nan или uniform."),
        (content(version=...), "version: нет; эта программа читает 1."),
    ],
)  # fmt: skip
def test_the_place_in_a_file_is_named_in_russian(text: str, words: str) -> None:
    assert said(refusal(lambda: files.loads(text))).startswith(words)


@pytest.mark.parametrize(
    ("number", "sign", "words"),
    [
        ("", DecimalSign.EITHER, "Числа нет."),
        ("five", DecimalSign.EITHER, "'five' — не число."),
        ("nan", DecimalSign.EITHER, "'nan' — не конечное число."),
        ("1e999", DecimalSign.EITHER, "'1e999' не помещается в float64."),
        ("1/0", DecimalSign.EITHER, "'1/0' — деление на ноль."),
        ("√-2", DecimalSign.EITHER, "В '√-2' корень из отрицательного числа."),
        ("1,5", DecimalSign.POINT, "В '1,5' есть запятая; по вашей настройке десятичный знак —"
         " точка, а разряды не отделяются."),
    ],
)  # fmt: skip
def test_a_typed_number_is_refused_in_russian(number: str, sign: DecimalSign, words: str) -> None:
    assert said(refusal(lambda: parse(number, sign))) == words


def test_a_copied_table_is_refused_in_russian_with_the_place() -> None:
    cells = tables.from_text("1\t2\n3\t{x}\n")
    error = refusal(lambda: tables.numbers(cells, DecimalSign.EITHER))
    assert error.message == "Row 2, column 2 of what was copied: '{x}' is not a number."
    assert said(error) == "Скопированное, строка 2, столбец 2: '{x}' — не число."
    said(refusal(lambda: tables.numbers([["1", "2"], ["3"]], DecimalSign.EITHER)))
    said(refusal(lambda: tables.from_text("1" * 1_000_001)))


@pytest.mark.parametrize(
    "changes",
    [
        {"heads": 3}, {"heads": 2, "key_value_heads": 3}, {"query": [[1, "x"], [2, 3]]},
        {"query": [[True, 1], [1, 1]]}, {"key": [[1, float("nan")], [1, 2]]}, {"query": [1]},
        {"key": [[1], [2, 3]]}, {"value": [["a"]]}, {"scale": 10**5000}, {"kind": "x"},
        {"query": None}, {"inputs": M}, {"mask": 1}, {"mask": {"window": 0}},
        {"mask": {"padding": [1, 0]}}, {"mask": {"padding": [True]}}, {"mask": {"odd": 1}},
        {"bias": [[1]]}, {"upstream": [[1]]}, {"query": [[[1, 2]]] * 2}, {"value": [[1]]},
        {"bias": [[[1, float("inf")], [1, 2]]]}, {"value": [[], []]}, {"key": [[1j, 1], [1, 1]]},
    ],
    ids=",".join,
)  # fmt: skip
def test_a_problem_is_refused_in_russian(changes: dict[str, object]) -> None:
    given = {"query": M, "key": M, "value": M} | changes
    said(refusal(lambda: Problem(**given)))  # type: ignore[arg-type] # they are wrong on purpose


def test_edits_are_refused_in_russian() -> None:
    scenario = examples.load("dogs-chase-cats")
    for edit in (
        edits.RemoveBias(), edits.RemoveOutputProjection(), edits.SetHeads(7),
        edits.SetKeyValueHeads(5), edits.AddToken(99), edits.ToggleBlocked(0, 0, 99, 0),
        edits.ToggleBlocked(0, 0, 0, 99), edits.SetBlock("query", 0, 3, 3, [[1, 2], [3, 4]]),
        edits.AddFeature("output_feature", 0),
    ):  # fmt: skip
        said(refusal(lambda edit=edit: apply(scenario, edit)))  # type: ignore[misc]


@pytest.mark.parametrize(
    ("path", "words"),
    [("none", "нет такого файла или папки"), (".", "это папка"), ("a\0b", "нулевой байт"),
     ("file/within", "это не папка"), ("x" * 300, "имя файла слишком длинное")],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_told_of_in_russian(
    path: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    error = refusal(lambda: files.read(f"{tmp_path}/{path}"))
    assert words in said(error)


def test_causes_that_the_system_gives_are_known_by_its_words() -> None:
    known = {str(cause) for cause in whole_files._CAUSES}
    for number in (errno.ENOENT, errno.EACCES, errno.EISDIR, errno.ENOTDIR, errno.ENOSPC,
                   errno.EROFS, errno.ENAMETOOLONG, errno.EPERM, errno.EIO):  # fmt: skip
        assert os.strerror(number) in known
    assert whole_files.cause(OSError(5, "odd {0}")) == "odd {0}"
