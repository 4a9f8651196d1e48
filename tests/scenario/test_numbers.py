import contextlib
import math
import struct

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scenario_strategies import finite

from attention_gui.engine import AttentionError
from attention_gui.scenario.numbers import (
    DecimalSign,
    edit_text,
    format_matrix,
    format_number,
    parse,
)


def bits(number: float) -> bytes:
    return struct.pack("<d", number)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (" 2 ", 2.0),
        ("-3", -3.0),
        ("−3", -3.0),
        ("+4", 4.0),
        ("1e-3", 0.001),
        ("1E3", 1000.0),
        ("1e−3", 0.001),
        (".5", 0.5),
        (",5", 0.5),
        ("5.", 5.0),
        ("1/3", 1 / 3),
        ("-1/3", -1 / 3),
        ("−1 / 3", -1 / 3),
        ("0,5/2", 0.25),
        ("0,5", 0.5),
        ("1.1", 1.1),
        ("33,3", 33.3),
        ("1,500", 1.5),
        ("\u00a02\t", 2.0),
        ("1e-400", 0.0),
        ("sqrt(2)", math.sqrt(2)),
        ("SQRT( 2 )", math.sqrt(2)),
        ("√2", math.sqrt(2)),
        ("√ 2", math.sqrt(2)),
        ("−√2", -math.sqrt(2)),
        ("√(2)", math.sqrt(2)),
        ("√2,25", 1.5),
        ("√(1/4)", 0.5),
        ("sqrt(1 / 3)", math.sqrt(1 / 3)),
        ("2√3", 2 * math.sqrt(3)),
        ("2 · √3", 2 * math.sqrt(3)),
        ("-2*sqrt(3)", -2 * math.sqrt(3)),
        ("√2/2", math.sqrt(2) / 2),
        ("1/√2", 1 / math.sqrt(2)),
        ("1/sqrt(2)", 1 / math.sqrt(2)),
        ("2√3/√(1/3)", 2 * math.sqrt(3) / math.sqrt(1 / 3)),
        ("√0", 0.0),
    ],
)
def test_what_is_typed_is_read(text: str, number: float) -> None:
    assert bits(parse(text)) == bits(number)


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "wrong-type", "no number"),
        ("   ", "wrong-type", "no number"),
        ("nan", "non-finite-input", "not a finite number"),
        ("NaN", "non-finite-input", "not a finite number"),
        ("inf", "non-finite-input", "not a finite number"),
        ("−∞", "non-finite-input", "not a finite number"),
        ("-Infinity", "non-finite-input", "not a finite number"),
        ("1e999", "non-finite-input", "too large"),
        ("1e308/1e-308", "non-finite-input", "too large"),
        ("1/0", "non-finite-input", "divides by zero"),
        ("1,000.5", "wrong-type", "more than one decimal sign"),
        ("1.000,5", "wrong-type", "more than one decimal sign"),
        ("1,000,000", "wrong-type", "more than one decimal sign"),
        ("1_000", "wrong-type", "not a number"),
        ("1 000", "wrong-type", "not a number"),
        ("0x10", "wrong-type", "not a number"),
        ("٣", "wrong-type", "not a number"),
        ("２", "wrong-type", "not a number"),
        ("½", "wrong-type", "not a number"),
        ("2x", "wrong-type", "not a number"),
        ("1/-3", "wrong-type", "not a number"),
        ("1/2/3", "wrong-type", "not a number"),
        (".", "wrong-type", "not a number"),
        ("--1", "wrong-type", "not a number"),
        ("1e", "wrong-type", "not a number"),
        ("√", "wrong-type", "not a number"),
        ("sqrt", "wrong-type", "not a number"),
        ("sqrt(2", "wrong-type", "not a number"),
        ("sqrt 2", "wrong-type", "not a number"),
        ("sqrt()", "wrong-type", "not a number"),
        ("√√2", "wrong-type", "not a number"),
        ("1+√2", "wrong-type", "not a number"),
        ("2*3", "wrong-type", "not a number"),
        ("1/2√3", "wrong-type", "two ways"),
        ("√-2", "non-finite-input", "root of a negative"),
        ("sqrt(−1/3)", "non-finite-input", "root of a negative"),
        ("1/√0", "non-finite-input", "divides by zero"),
        ("√(1/0)", "non-finite-input", "divides by zero"),
        ("1e308√1e308", "non-finite-input", "too large"),
        ("True", "wrong-type", "not a number"),
    ],
)
def test_what_is_no_finite_number_is_refused(text: str, code: str, words: str) -> None:
    with pytest.raises(AttentionError, match=words) as refusal:
        parse(text)
    assert refusal.value.code == code


def test_a_refusal_is_short_and_one_line_whatever_was_pasted() -> None:
    with pytest.raises(AttentionError) as refusal:
        parse("x\ny" * 1000)
    assert len(refusal.value.message) < 120
    assert "\n" not in refusal.value.message


@pytest.mark.parametrize(
    ("text", "decimal", "number"),
    [
        ("1,5", DecimalSign.COMMA, 1.5),
        ("1.5", DecimalSign.POINT, 1.5),
        ("√2,25/2", DecimalSign.COMMA, 0.75),
        ("1,5", DecimalSign.POINT, None),
        ("1,500", DecimalSign.POINT, None),
        ("1.500", DecimalSign.COMMA, None),
        ("1.000,5", DecimalSign.COMMA, None),
    ],
)
def test_by_setting_one_decimal_sign_is_read_and_the_other_refused(
    text: str, decimal: DecimalSign, number: float | None
) -> None:
    if number is not None:
        assert parse(text, decimal) == number
        return
    with pytest.raises(AttentionError, match=f"by your setting a {decimal} separates"):
        parse(text, decimal)


@given(finite, st.sampled_from(DecimalSign))
def test_the_text_for_editing_has_the_decimal_sign_of_the_setting(
    number: float, decimal: DecimalSign
) -> None:
    text = edit_text(number, decimal)
    assert bits(parse(text, decimal)) == bits(number)
    assert ("." in text) <= (decimal is not DecimalSign.COMMA)


@given(st.floats(0, 1e150), st.floats(1e-100, 1e150))
def test_roots_and_quotients_are_those_of_float64(one: float, other: float) -> None:
    a, b = edit_text(one), edit_text(other)
    assert bits(parse(f"√({a})")) == bits(parse(f"sqrt({a})")) == bits(math.sqrt(one))
    assert bits(parse(f"-{a}/√{b}")) == bits(-one / math.sqrt(other))
    assert bits(parse(f"{a}√{b}")) == bits(one * math.sqrt(other))


def test_long_nonsense_is_refused_at_once() -> None:
    for text in ("1" * 200_000 + "x", "√" * 200_000, "1/" * 100_000, "2√(" * 50_000):
        with pytest.raises(AttentionError):
            parse(text)


@given(finite)
@example(-0.0)
@example(5e-324)
@example(1.7976931348623157e308)
@example(1e-07)
@example(1e22)
def test_the_text_for_editing_reads_back_to_the_bit(number: float) -> None:
    text = edit_text(number)
    assert bits(parse(text)) == bits(number)
    assert bits(parse(text.replace("-", "−").replace(".", ","))) == bits(number)


@pytest.mark.parametrize(
    ("number", "text"), [(2.0, "2"), (0.1, "0.1"), (-1e-7, "-1e-07"), (-0.0, "-0"), (1e22, "1e+22")]
)
def test_the_text_for_editing_is_the_shortest(number: float, text: str) -> None:
    assert edit_text(number) == text
    assert edit_text(np.float64(number)) == text


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with contextlib.suppress(AttentionError):
        assert math.isfinite(parse(text))


@pytest.mark.parametrize(
    ("number", "digits", "text"),
    [
        (1.23456, 3, "1.235"),
        (-1.5, 1, "−1.5"),
        (-0.0001, 3, "0.000"),
        (-0.0, 0, "0"),
        (99999.0, 2, "99999.00"),
        (120000.0, 2, "1.20e5"),
        (-1e6, 3, "−1.000e6"),
        (1e308, 8, "1.000e308"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
        (math.nan, 3, "NaN"),
    ],
)
def test_numbers_for_display(number: float, digits: int, text: str) -> None:
    assert format_number(number, digits) == text


@given(st.lists(st.floats(width=64), min_size=1, max_size=6), st.integers(0, 6))
def test_a_matrix_shows_what_its_cells_show(numbers: list[float], digits: int) -> None:
    texts = format_matrix(np.array([numbers]), digits)
    assert texts == [[format_number(number, digits) for number in numbers]]


def test_a_matrix_without_cells_shows_nothing() -> None:
    assert format_matrix(np.zeros((0, 3)), 3) == []
    assert format_matrix(np.zeros((2, 0)), 3) == [[], []]
