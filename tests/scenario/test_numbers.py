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
    LARGE,
    DecimalSign,
    NumberFormat,
    edit_text,
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
        (1e308, 8, "1.00000000e308"),
        (123456.0, 0, "1e5"),
        (0.5, 0, "0"),
        (-2.51, 0, "−3"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
        (math.nan, 3, "NaN"),
    ],
)
def test_numbers_for_display(number: float, digits: int, text: str) -> None:
    assert NumberFormat(digits).text(number) == text


@given(st.lists(st.floats(width=64), min_size=1, max_size=6), st.integers(0, 6))
def test_a_matrix_shows_what_its_cells_show(numbers: list[float], digits: int) -> None:
    shown, values = NumberFormat(digits), np.array(numbers)
    assert shown.longest(values) == max(len(shown.text(number)) for number in numbers)
    usual = values[np.abs(values) < LARGE]
    room = max(1, shown.longest(usual))
    assert shown.aligned(usual, room) == "".join(shown.text(n).rjust(room) for n in usual)


def test_a_matrix_without_cells_shows_nothing() -> None:
    assert NumberFormat(3).longest(np.zeros((0, 3))) == 0
    assert NumberFormat(3).aligned(np.zeros(0), 5) == ""


COMMA = NumberFormat(3, DecimalSign.COMMA)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (-1.5, "−1,500"),
        (120000.0, "1,200e5"),
        (math.inf, "∞"),
        (math.nan, "NaN"),
    ],
)
def test_a_decimal_comma_is_displayed_everywhere(number: float, text: str) -> None:
    assert COMMA.text(number) == text
    assert COMMA.longest(np.array([number, 0.25])) == max(len(text), len("0,250"))


def test_a_decimal_comma_is_displayed_in_every_cell() -> None:
    assert COMMA.aligned(np.array([-1.5, 0.25]), 7) == " −1,500  0,250"


@given(st.floats(width=64), st.integers(0, 8))
def test_a_comma_changes_the_sign_and_nothing_else(number: float, digits: int) -> None:
    point = NumberFormat(digits)
    comma = NumberFormat(digits, DecimalSign.COMMA)
    for shown in ("text", "short", "exact"):
        assert getattr(comma, shown)(number) == getattr(point, shown)(number).replace(".", ",")


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.2, "0.2"), (0.1999, "0.200"), (3.0, "3"), (2.9999, "3.000"), (-0.0, "0"), (1e5, "1.000e5"),
     (0.0625, "0.062"), (120.0, "120")],
)  # fmt: skip
def test_zeros_at_the_end_tell_that_something_was_rounded(number: float, text: str) -> None:
    assert NumberFormat(3).short(number) == text


def test_a_whole_number_keeps_its_zeros_without_decimals() -> None:
    assert NumberFormat(0).short(120.0) == "120"


def test_thousands_are_not_set_apart_by_the_decimal_sign() -> None:
    assert NumberFormat(3).count(1234567) == "1,234,567"
    assert COMMA.count(1234567) == "1\N{NO-BREAK SPACE}234\N{NO-BREAK SPACE}567"


@given(st.floats(-1e300, 1e300), st.integers(0, 8))
def test_the_rounded_number_is_the_one_displayed(number: float, digits: int) -> None:
    shown = NumberFormat(digits)
    assert float(shown.rounded(number)) == float(shown.text(number).replace("−", "-"))
