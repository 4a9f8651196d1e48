from pathlib import Path

import numpy as np
import pytest

from attention_gui import assets
from attention_gui.engine import AttentionError, check_gradients, compute
from attention_gui.scenario import examples, files


def test_the_examples_are_listed_by_name() -> None:
    assert set(examples.names()) >= {
        "dogs-chase-cats",
        "identical-keys",
        "left-padding",
        "one-head-by-hand",
        "two-heads",
    }
    assert list(examples.names()) == sorted(examples.names())
    assert examples.DEFAULT in examples.names()


@pytest.mark.parametrize("name", examples.names())
def test_every_example_is_complete_and_written_as_the_program_writes(name: str) -> None:
    text = assets.read_text("scenarios", name + files.SUFFIX)
    scenario = files.loads(text)
    assert files.dumps(scenario) == text
    assert scenario == examples.load(name)
    for words in (scenario.title, scenario.notes):
        assert not isinstance(words, str)
        assert set(words) == {"en", "ru"}
        assert all(words.values())
    assert scenario.tokens is not None
    assert check_gradients(scenario.problem).passed


def test_one_head_by_hand() -> None:
    result = compute(examples.load("one-head-by-hand").problem)
    assert result["raw_scores"][0, 0].tolist() == [[0, 6], [6, -4]]
    expected = {
        "scaled_scores": [[[0, 4.242641], [4.242641, -2.828427]]],
        "weights": [[[0.014166, 0.985834], [0.999151, 0.000849]]],
        "output": [[1.028332, 2.915004], [2.998303, -2.994908]],
        "grad_query": [[0.079000, -0.039500], [-0.014389, 0.007195]],
        "grad_key": [[-0.007195, 0.062847], [0.007195, -0.062847]],
        "grad_value": [[0.014166, 0.999151], [0.985834, 0.000849]],
    }
    for quantity_id, numbers in expected.items():
        np.testing.assert_allclose(result[quantity_id][0], numbers, atol=5e-7)
    assert result.loss == pytest.approx(-1.966576, abs=5e-7)
    np.testing.assert_allclose(
        result.value_terms_of(0, 0, 0), [[0.042498, -0.042498], [0.985834, 2.957502]], atol=5e-7
    )


def test_dogs_chase_cats() -> None:
    result = compute(examples.load("dogs-chase-cats").problem)
    assert result["raw_scores"][0, 0].tolist() == [[0, 4, 2], [1, 1, 2], [0, 2, 1]]
    weights = [[0.045, 0.768, 0.187], [0.248, 0.248, 0.503], [0.140, 0.576, 0.284]]
    np.testing.assert_allclose(result["weights"][0, 0], weights, atol=5e-4)
    output = [[0.277, 2.536], [1.000, 1.497], [0.564, 2.152]]
    np.testing.assert_allclose(result["output"][0], output, atol=5e-4)


def test_the_notes_of_the_other_examples_are_true() -> None:
    padded = compute(examples.load("left-padding").problem)
    assert padded["empty_rows"].tolist() == [[[True, False, False]]]
    assert padded["output"][0, 0].tolist() == [0, 0]
    assert padded["output"].max() < 9

    same = compute(examples.load("identical-keys").problem)
    assert same["weights"].tolist() == [[[[0.5, 0.5], [0.5, 0.5]]]]

    heads = compute(examples.load("two-heads").problem)["weights"][0]
    assert heads[0].argmax(axis=1).tolist() == [0, 0, 1, 2]
    assert heads[1].argmax(axis=1).tolist() == [1, 1, 1, 1]
    assert heads.max(axis=2).min() > 0.5


def test_an_unknown_example_is_refused_with_the_choices() -> None:
    with pytest.raises(AttentionError, match=r"dogs-chase-cats, .*two-heads") as refusal:
        examples.load("../scenarios/two-heads")
    assert refusal.value.code == "unknown-example"


def test_a_source_is_an_example_or_a_path(tmp_path: Path) -> None:
    dogs = examples.load("dogs-chase-cats")
    path = tmp_path / "dogs.attention.json"
    files.write(path, dogs)
    assert examples.find("example:dogs-chase-cats") == dogs
    assert examples.find(str(path)) == examples.find(path) == dogs
    with pytest.raises(AttentionError, match="no example 'cats'"):
        examples.find("example:cats")
