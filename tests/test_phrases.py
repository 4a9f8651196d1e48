"""Phrases and refusals in several languages: what is put in stays as it is."""

import pickle

import numpy as np
import pytest

from attention_gui.engine import AttentionError
from attention_gui.errors import shown
from attention_gui.phrases import REFUSAL, Phrase, one_of

GERMAN = {
    "row {0}, column {1}": "Spalte {1}, Zeile {0}",
    "{0} is wrong at {1}.": "Falsch bei {1}: {0}.",
    "{0} or {1}": "{0} oder {1}",
    "a very large {0}": "sehr groß ({0})",
}


def german(context: str, text: str) -> str:
    return GERMAN[text] if context == REFUSAL else f"<{context}: {text}>"


def test_phrases_within_phrases_are_translated_and_put_in_another_order() -> None:
    error = AttentionError(
        "wrong-type", "{0} is wrong at {1}.", "query", Phrase("row {0}, column {1}", 1, 2)
    )
    assert str(error) == error.message == "query is wrong at row 1, column 2."
    assert error.phrase.said(german) == "Falsch bei Spalte 2, Zeile 1: query."


def test_braces_in_what_is_put_in_are_left_alone() -> None:
    error = AttentionError("x", "{0} is wrong at {1}.", "{0} {", "{'a': {}}")
    assert error.message == "{0} { is wrong at {'a': {}}."
    assert error.phrase.said(german) == "Falsch bei {'a': {}}: {0} {."


def test_choices_are_listed_in_the_language() -> None:
    assert str(one_of(["a"])) == "a"
    assert str(one_of(["a", "b", "c"])) == "a or b or c"
    choices = one_of(["a", "b", "c"])
    assert isinstance(choices, Phrase)
    assert choices.said(german) == "a oder b oder c"


def test_another_context_is_asked_for_its_own_words() -> None:
    assert Phrase("weights", context="catalogue").said(german) == "<catalogue: weights>"


def test_a_number_too_long_to_print_is_named_in_the_language() -> None:
    phrase = shown(10**5000)
    assert isinstance(phrase, Phrase)
    assert (str(phrase), phrase.said(german)) == ("a very large int", "sehr groß (int)")


def test_what_is_put_in_is_kept_as_text() -> None:
    array = np.zeros(2)
    phrase = Phrase("row {0}, column {1}", array, 1)
    array[:] = 7
    assert str(phrase) == "row [0. 0.], column 1"


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_a_refusal_survives_pickling_in_every_language(protocol: int) -> None:
    place = Phrase("row {0}, column {1}", 1, 2)
    sent = AttentionError("wrong-type", "{0} is wrong at {1}.", "{query}", place)
    error = pickle.loads(pickle.dumps(sent, protocol))
    assert (error.code, error.message) == ("wrong-type", "{query} is wrong at row 1, column 2.")
    assert error.phrase.said(german) == "Falsch bei Spalte 2, Zeile 1: {query}."
