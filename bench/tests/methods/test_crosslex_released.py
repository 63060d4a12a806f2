from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.classify.decision import LinearDecision
from crosslex.corpus.corpus import Corpus
from crosslex.errors import CrosslexWarning
from crosslex_bench.methods.crosslex_released import (
    ExpandedDecision,
    Groups,
    Released,
    collect_first,
    one_sentence_each,
    train_released,
)

SMALL = Released(n_pivots=6, n_non_pivots=5, min_count=20, dimension=7, epochs=2, pivots="npmi-sum")


def corpus_of(*texts: str) -> Corpus:
    return one_sentence_each(Corpus.from_texts(texts, name="films"))


class TestGroups:
    TEXTS = ("good plot cast good music", "good plot plot", "cast music", "bad cast good tune")

    def instances(self):
        words = ("cast", "music", "plot", "tune")
        return collect_first(corpus_of(*self.TEXTS), ("good", "bad"), words, 2)

    def test_hold_the_words_near_the_first_occurrence_once(self):
        found = Groups.of(self.instances(), 5, np.random.default_rng(0))
        near = [
            (found.pivots[group], found.positives[slice(*found.positive_offsets[group:][:2])])
            for group in range(len(found.pivots))
        ]
        # In the first text, music is near the second "good" alone.
        assert [(pivot, words.tolist()) for pivot, words in near] == [
            (0, [0, 2]),
            (0, [2]),
            (0, [0, 3]),
            (1, [0]),
        ]

    def test_draw_only_words_that_the_text_lacks(self):
        instances = self.instances()
        found = Groups.of(instances, 5, np.random.default_rng(0))
        lacking = [{3}, {0, 1, 3}, {1, 2}, {1, 2}]
        for group, words in enumerate(lacking):
            drawn = found.negatives[slice(*found.negative_offsets[group:][:2])]
            assert 0 < len(drawn) <= 5 * np.diff(found.positive_offsets)[group]
            assert set(drawn.tolist()) <= words


def test_training_takes_one_adagrad_step_per_triple():
    rng = np.random.default_rng(1)
    groups = tuple(
        Groups(
            np.array([0, 1], np.int32),
            np.array([0, 2, 3]),
            np.array([0, 1, 2], np.int32),
            np.array([0, 2, 3]),
            np.array([3, 2, 0], np.int32),
        )
        for _ in range(2)
    )
    pivots = rng.normal(size=(2, 2, 5)).astype(np.float32)
    words = tuple(rng.normal(size=(4, 5)).astype(np.float32) for _ in range(2))
    c, w = pivots.astype(float), [each.astype(float) for each in words]
    c2, w2 = np.zeros_like(c), [np.zeros_like(each) for each in w]
    rights = 0
    for _ in range(3):
        for own, other in ((0, 1), (1, 0)):
            for pivot, near, far in ((0, (0, 1), (3, 2)), (1, (2,), (0,))):
                for p in near:
                    for n in far:
                        pull = 0.5 * (c[own, pivot] - c[other, pivot])
                        wrong = c[own, pivot] @ (w[own][p] - w[own][n]) < 1
                        rights += not wrong
                        slope = pull + (w[own][n] - w[own][p] if wrong else 0)
                        moves = [(c[own], c2[own], pivot, slope)]
                        if wrong:
                            before = c[own, pivot].copy()
                            moves += [(w[own], w2[own], p, -before), (w[own], w2[own], n, before)]
                        for vectors, squares, row, gradient in moves:
                            vectors[row] -= 0.2 * gradient / np.sqrt(1 + squares[row])
                            squares[row] += gradient**2
    train_released(groups, pivots, words, regularization=0.5, learning_rate=0.2, epochs=3)
    assert rights > 0
    np.testing.assert_allclose(pivots, c, atol=1e-4)
    for found, expected in zip(words, w, strict=True):
        np.testing.assert_allclose(found, expected, atol=1e-4)


def test_documents_are_expanded_by_what_has_a_positive_cosine_with_their_mean():
    vectors = np.array([[3, 0], [0, 1], [0, 0], [0, 0]], np.float32)
    candidates = np.array([[0.6, 0.8], [-1, 0], [0, 1]], np.float32)
    weights = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 4.0], [0.0, 8.0]])
    decision = ExpandedDecision(
        vectors, np.array([0, 2, 3], np.int32), candidates, LinearDecision(weights, np.zeros(2))
    )
    # Mean (3, 1) / √10; cosines 2.6, -3 and 1 over √10, together √(2.6² + 3² + 1²) = √16.76 long.
    expected = 1 + 2 + (2.6 * 1 + 1 * 8) / np.sqrt(16.76)
    found = decision.scores(csr_array([[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]]))
    assert found[0] == pytest.approx([0, expected], rel=1e-6)
    assert found[1].tolist() == [0, 4]  # no vector, nothing to add


def test_candidates_are_non_pivots_of_the_source_and_pivots_of_the_target(binary_pair):
    decision = SMALL.fit(binary_pair).decision_
    vocabulary = SMALL.choose(SMALL.corpora(binary_pair))
    names = {binary_pair.features[feature] for feature in decision.added}
    assert names == {*vocabulary.pivots, *vocabulary.of_domain("films")}
    target = SMALL.learn_vectors(binary_pair).of_domain[1]
    for place, feature in enumerate(decision.added):
        if binary_pair.features[feature] in vocabulary.pivots:
            unit = target[feature] / np.linalg.norm(target[feature])
            np.testing.assert_allclose(decision.candidates[place], unit, atol=1e-6)
    own = {*vocabulary.pivots, *vocabulary.of_domain("tools")}
    known = decision.vectors.any(axis=1)
    assert {word for word, has in zip(binary_pair.features, known, strict=True) if has} == own


def test_a_name_that_no_text_holds_is_replaced_by_membership_with_a_warning(binary_pair):
    named = replace(SMALL, pivots="npmi-name")
    with pytest.warns(CrosslexWarning, match="no text of films, tools holds the domain's name"):
        found = named.choose(named.corpora(binary_pair))
    assert found.pivots == SMALL.choose(SMALL.corpora(binary_pair)).pivots
