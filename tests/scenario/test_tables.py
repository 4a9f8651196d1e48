"""What spreadsheets put on the clipboard, and what they find there."""

import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from scenario_strategies import finite

from attention_gui.engine import AttentionError
from attention_gui.scenario.numbers import DecimalSign, edit_text
from attention_gui.scenario.tables import from_html, from_text, numbers, to_html, to_text

EITHER = DecimalSign.EITHER

CALC = """<!DOCTYPE html><html><head><style>td { color: red }</style></head><body>
<table cellspacing="0" border="0"><colgroup width="85"></colgroup>
<tr><td height="17" align="right" sdval="0.333333333333333" sdnum="1031;">0,33</td>
<td align="right" sdval="2" sdnum="1031;"><font face="X">2</font></td></tr>
<tr><td>−3</td><td><b>1/4</b><br></td></tr></table></body></html>"""

EXCEL = """<html xmlns:x="urn:schemas-microsoft-com:office:excel"><body>
<!--StartFragment--><table><col width=64><tr height=20>
<td class=xl65 align=right x:num="0.12345678">0.12</td><td align=right x:num>1.5</td>
<tr><td>&#8722;2&nbsp;</td><td>1e3<!--EndFragment--></table></body></html>"""

SHEETS = """<meta charset='utf-8'><google-sheets-html-origin><table><tbody>
<tr><td data-sheets-value='{"1":3,"3":0.12345}'>0.12</td>
<td data-sheets-value='{"1":2,"2":"7"}'>7</td></tr></tbody></table>"""


def test_lines_of_any_kind_and_a_last_line_end_are_no_cells_of_their_own() -> None:
    assert from_text("x1\ty1\r\nx2\ty2\r\n") == [["x1", "y1"], ["x2", "y2"]]
    assert from_text("1\t2\n3\t4") == [["1", "2"], ["3", "4"]]
    assert from_text("1\r2\r") == [["1"], ["2"]]
    assert from_text("1\t2\0") == [["1", "2"]]
    assert from_text('"a\tb\n""c"""\t2') == [['a\tb\n"c"', "2"]]
    assert from_text("1\n\n2\n") == [["1"], [""], ["2"]]
    assert from_text("") == []


def test_decimal_commas_stay_decimals() -> None:
    block = numbers(from_text("0,5\t1.1\t33,3\n"), EITHER)
    np.testing.assert_array_equal(block, [[0.5, 1.1, 33.3]])


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (CALC, [["0.333333333333333", "2"], ["−3", "1/4"]]),
        (EXCEL, [["0.12345678", "1.5"], ["−2", "1e3"]]),
        (SHEETS, [["0.12345", "7"]]),
        ("<p>no table</p>", []),
        ("<table></table>", []),
        ("<table><tr><td colspan=2>5</td><td>6</td></tr></table>", [["5", "", "6"]]),
        ("<table><tr><td>1<table><tr><td>2</td></tr></table></td><td>3</td></tr></table>",
         [["12", "3"]]),
        ("<table><tr><td>1</td></tr></table><table><tr><td>2</td></tr></table>", [["1"]]),
        ("<td>8</td>", []),
        ("<table><td>8", [["8"]]),
    ],
)  # fmt: skip
def test_tables_of_spreadsheets_are_read(text: str, cells: list[list[str]]) -> None:
    assert from_html(text) == cells


def test_the_number_behind_a_cell_has_the_decimal_sign_of_the_setting() -> None:
    cells = from_html(CALC, DecimalSign.COMMA)
    assert cells[0] == ["0,333333333333333", "2"]
    assert numbers(cells, DecimalSign.COMMA)[0, 0] == 0.333333333333333


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ([["1", "2"], ["3", "x1"]], "Row 2, column 2 of what was copied: 'x1' is not a number"),
        ([["1", ""]], "Row 1, column 2 of what was copied: There is no number"),
        ([["nan"]], "Row 1, column 1 .* not a finite number"),
        ([["1e999"]], "too large for float64"),
        ([["1", "2"], ["3"]], "width: 2 in row 1 and 1 in row 2"),
        ([], "no number to paste"),
    ],
)
def test_a_refusal_names_the_cell(cells: list[list[str]], words: str) -> None:
    with pytest.raises(AttentionError, match=words):
        numbers(cells, EITHER)


_blocks = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=5), elements=finite)


@given(_blocks, st.sampled_from(DecimalSign))
def test_numbers_survive_the_clipboard_to_the_bit(block: np.ndarray, decimal: DecimalSign) -> None:
    cells = [[edit_text(value, decimal) for value in row] for row in block.tolist()]
    for found in (from_text(to_text(cells)), from_html(to_html(cells), decimal)):
        assert found == cells
        assert numbers(found, decimal).tobytes() == block.tobytes()
    assert to_text(cells).count("\n") == len(block)


_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


@given(st.lists(st.lists(_texts, min_size=2, max_size=2), min_size=1, max_size=4))
def test_what_a_spreadsheet_quotes_is_read_as_it_was(cells: list[list[str]]) -> None:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter="\t", quoting=csv.QUOTE_ALL).writerows(cells)
    assert from_text(text.getvalue()) == cells


@given(_texts.filter(lambda text: text.strip() == text and " ".join(text.split()) == text))
def test_html_holds_any_text(text: str) -> None:
    assert from_html(to_html([[text, "1"]])) == [[text, "1"]]


@given(st.text(st.sampled_from("<>/table trd\"'=&1;,.x:num-!"), max_size=60))
def test_any_html_is_read_or_refused(text: str) -> None:
    for row in from_html(text):
        assert row
    for row in from_html("<table><tr><td>" + text):
        assert row


def test_a_number_too_large_for_json_is_none_of_ours() -> None:
    huge = "1" + "0" * 400
    text = f"<table><td data-sheets-value='{{\"3\":{huge}}}'>5</td></table>"
    with pytest.raises(AttentionError, match="not a finite number"):
        numbers(from_html(text), EITHER)
