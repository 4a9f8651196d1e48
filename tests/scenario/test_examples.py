from pathlib import Path

import numpy as np
import pytest

from attention_gui import assets
from attention_gui.engine import AttentionError, check_gradients, compute
from attention_gui.scenario import examples, files
from attention_gui.scenario.edits import SetKeyValueHeads, ToDirect, apply


def test_the_examples_are_listed_by_name() -> None:
    assert set(examples.names()) >= {
        "causal-window",
        "cross-attention",
        "dogs-chase-cats",
        "dogs-chase-cats-projected",
        "grouped-heads",
        "identical-keys",
        "left-padding",
        "no-projection",
        "one-head-by-hand",
        "two-heads",
    }
    assert list(examples.names()) == sorted(examples.names())


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


def test_from_embeddings() -> None:
    scenario, typed = (
        examples.load(name) for name in ("dogs-chase-cats-projected", "dogs-chase-cats")
    )
    assert scenario.inputs.tolist() == [[[1, 0, 1, 0], [0, 1, 0, 1], [1, 0, 0, 1]]]
    assert scenario.w_query.tolist() == [[1, 0], [0, 1], [1, 0], [0, 0]]
    assert scenario.w_key.tolist() == [[0, 1], [1, 0], [0, 0], [1, 1]]
    assert scenario.w_value.tolist() == [[1, 0], [0, 2], [1, 1], [0, 1]]
    assert (scenario.labels, scenario.upstream.tolist()) == (typed.labels, typed.upstream.tolist())
    direct = apply(scenario, ToDirect())
    assert direct.same_mathematics(typed)
    result = compute(scenario.problem)
    assert result["query"][0, 0].tolist() == [2, 0]
    assert result["key"][0, 0].tolist() == [0, 1]
    assert result["value"][0, 0].tolist() == [2, 1]
    assert set(check_gradients(scenario.problem).inputs) >= {
        "inputs",
        "w_query",
        "w_key",
        "w_value",
    }


def test_why_two_projections() -> None:
    scenario = examples.load("no-projection")
    assert scenario.query.tolist() == scenario.key.tolist() == scenario.value.tolist()
    result = compute(scenario.problem)
    scores = result["raw_scores"][0, 0]
    assert scores.tolist() == scores.T.tolist() == [[2, 0, 1], [0, 2, 1], [1, 1, 2]]
    assert scores.argmax(axis=1).tolist() == [0, 1, 2]
    weights = [[0.506, 0.186, 0.307], [0.186, 0.506, 0.307], [0.274, 0.274, 0.452]]
    np.testing.assert_allclose(result["weights"][0, 0], weights, atol=5e-4)
    denominators = np.exp(result["scaled_scores"][0, 0]).sum(axis=1)
    np.testing.assert_allclose(denominators, [5.367, 5.367, 6.016], atol=5e-4)


def test_cross_attention_reads_another_sequence() -> None:
    scenario = examples.load("cross-attention")
    assert (scenario.labels, scenario.source_labels) == (("chat", "dort"), ("the", "cat", "sleeps"))
    result = compute(scenario.problem)
    assert result["raw_scores"][0, 0].tolist() == [[0, 4, 0], [0, 2, 4]]
    weights = [[0.053, 0.894, 0.053], [0.045, 0.187, 0.768]]
    np.testing.assert_allclose(result["weights"][0, 0], weights, atol=5e-4)
    assert result["output"].shape == (1, 2, 2)


def test_heads_that_share_keys_and_values() -> None:
    scenario = examples.load("grouped-heads")
    assert (scenario.heads, scenario.n_groups) == (4, 2)
    result = compute(scenario.problem)
    weights = result["weights"][0]
    favourites = [scenario.labels[index] for index in (0, 1, 1, 2)]
    assert favourites == ["the", "cat", "cat", "sat"]
    assert (weights.argmax(axis=2) == [[0], [1], [1], [2]]).all()
    assert weights.max(axis=2).min() > 0.5
    apart = compute(apply(scenario, SetKeyValueHeads(4)).problem)
    np.testing.assert_array_equal(apart["output"], result["output"])
    for quantity_id in ("grad_key", "grad_value"):
        readers = apart[quantity_id].reshape(3, 2, 2, 2).sum(axis=2)
        np.testing.assert_allclose(result[quantity_id].reshape(3, 2, 2), readers, atol=1e-12)


def test_a_causal_window_is_a_moving_average() -> None:
    result = compute(examples.load("causal-window").problem)
    assert set(result["scaled_scores"].ravel().tolist()) == {1.0}
    np.testing.assert_allclose(result["output"][0, :, 0], [1, 1.5, 2, 3, 4], rtol=1e-15)
    allowed = np.abs(np.subtract.outer(range(5), range(5))) < 3
    assert ((result["weights"][0, 0] > 0) == np.tril(allowed)).all()


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
