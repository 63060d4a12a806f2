"""Pre-trained vectors and their weights, against closed forms."""

import numpy as np
import pytest

from crosslex.errors import InputError
from crosslex.space.pretrained import append_pretrained, pretrained_vectors, text_weights
from crosslex.space.smoothing import FrequencyClasses
from crosslex.vectors import unit_rows


def test_vectors_are_centered_and_of_unit_length_and_zero_where_unknown() -> None:
    pretrained = {"a": [3.0, 0.0], "b": [0.0, 3.0], "c": [0.0, 0.0]}
    found = pretrained_vectors(pretrained, ["a", "x", "b", "c"], 8)
    expected = np.array([[2.0, -1.0], [0, 0], [-1.0, 2.0], [-1.0, -1.0]])
    np.testing.assert_allclose(found, unit_rows(expected), atol=1e-6)


def test_of_wide_vectors_the_principal_components_are_kept() -> None:
    rng = np.random.default_rng(0)
    # Words differ along three of twenty dimensions; the rest is all but constant.
    table = rng.standard_normal((50, 20)) * np.repeat([1.0, 1e-4], [3, 17]) + 5
    words = [f"word{i}" for i in range(50)]
    found = pretrained_vectors(dict(zip(words, table, strict=True)), words, 10)
    assert found.shape == (50, 5)
    whole = unit_rows(table - table.mean(axis=0))
    np.testing.assert_allclose(found @ found.T, whole @ whole.T, atol=1e-3)


def test_gensims_vectors_are_a_prior() -> None:
    gensim = pytest.importorskip("gensim.models")
    table = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)
    keyed = gensim.KeyedVectors(4)
    keyed.add_vectors(["a", "b", "c"], table)
    words = ["c", "x", "a", "b"]
    plain = dict(zip(["a", "b", "c"], table, strict=True))
    np.testing.assert_array_equal(
        pretrained_vectors(keyed, words, 8), pretrained_vectors(plain, words, 8)
    )


@pytest.mark.parametrize(
    ("pretrained", "message"),
    [
        ({"other": [1.0]}, "has none of the words"),
        ({"a": [1.0, 2.0], "b": [1.0]}, "the vector of 'b' is not a row of 2"),
        ({"a": [1.0], "b": [np.nan]}, "the vector of 'b' is not a row of 1 finite"),
    ],
)
def test_vectors_that_cannot_be_used_are_refused(
    pretrained: dict[str, list[float]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        pretrained_vectors(pretrained, ["a", "b"], 10)


def test_cosines_are_weighted_means_of_those_of_text_and_pretrained() -> None:
    rng = np.random.default_rng(0)
    vectors, pretrained = rng.standard_normal((2, 2, 6)).astype(np.float32)
    pretrained = unit_rows(pretrained)
    found = append_pretrained(vectors, pretrained, np.array([0.64, 0.25]))
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-5)
    unit = unit_rows(vectors)
    # √(.64 · .25) = .4 and √(.36 · .75) = .5196
    expected = 0.4 * unit[0] @ unit[1] + np.sqrt(0.27) * pretrained[0] @ pretrained[1]
    assert found[0] @ found[1] == pytest.approx(expected, rel=1e-5)


def test_a_word_not_pretrained_keeps_its_length_and_its_neighbors() -> None:
    vectors = np.eye(3, dtype=np.float32)
    pretrained = np.zeros((3, 2), np.float32)
    found = append_pretrained(vectors, pretrained, np.ones(3))
    np.testing.assert_array_equal(found, np.hstack([vectors, pretrained]))


@pytest.mark.parametrize("noise", [0.5, 1.0, 2.0])
def test_weights_are_the_correlation_that_twice_the_text_would_have(noise: float) -> None:
    """Similarities of four times as many documents, split the same way, tell the truth."""
    rng = np.random.default_rng(0)
    meaning = rng.standard_normal((1500, 30))
    quarters = [meaning + noise * np.sqrt(2) * rng.standard_normal((1500, 30)) for _ in range(4)]
    classes = FrequencyClasses(np.full(1500, 64), np.full(1500, 64))
    everyone = np.ones(1500, bool)
    found = text_weights((quarters[0], quarters[1]), classes, everyone)
    doubled = ((quarters[0] + quarters[1]) / 2, (quarters[2] + quarters[3]) / 2)
    first, second = (each @ each[:400].T for each in doubled)
    correlations = [
        np.corrcoef(np.delete(one, word), np.delete(other, word))[0, 1]
        if word < 400
        else np.corrcoef(one, other)[0, 1]
        for word, (one, other) in enumerate(zip(first, second, strict=True))
    ]
    assert found[0] == pytest.approx(np.mean(correlations), abs=0.06)
    assert np.ptp(found) < 1e-12


def test_words_that_no_half_knows_have_no_weight_of_text() -> None:
    vectors = np.zeros((3, 4), np.float32)
    classes = FrequencyClasses(np.zeros(3, int), np.zeros(3, int))
    found = text_weights((vectors, vectors), classes, np.zeros(3, bool))
    np.testing.assert_array_equal(found, [0, 0, 0])
