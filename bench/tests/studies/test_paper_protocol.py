"""The paper's protocol: the same conditions for all systems, whatever else they do."""

from collections import Counter

import numpy as np
import pytest
from generated_reviews import generated_reviews
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS
from sklearn.linear_model import LogisticRegression

from crosslex import TextSettings
from crosslex.classify.method import AdaptationMethod
from crosslex_bench.data.datasets import encode_dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.reviews import Review
from crosslex_bench.data.training_changes import select_documents
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.study import Column, Variant
from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.studies.ablations import OnSelectedFeatures
from crosslex_bench.studies.paper import STRENGTHS, SYSTEMS, GloveInScore
from crosslex_bench.studies.tuning import candidates_of

PAIR = Pair(("films",), "knives")


class Captured(AdaptationMethod):
    """Keeps the task it is given."""

    def fit(self, task):
        type(self).task = task
        self.decision_ = self.source_decision(task)
        return self


@pytest.fixture(scope="module")
def task():
    """The task that a method is given by the paper's protocol."""
    rare = [Review("a seldom word", "films")] * 3
    dataset = encode_dataset("made", generated_reviews(domains=("films", "knives")) + rare)
    column = Column("x", "", Captured(), Variant("", classifier={"n_pivots": 5}))
    made = ClassificationRules(preset="paper")(column, PAIR, 0)
    fitted = made.estimator.fit(made.task.training(dataset))
    assert len(fitted.predict(made.task.test(dataset))) == 30
    return Captured.task


def test_all_systems_get_the_same_features_pivots_and_weights(task):
    paper = TextSettings.paper()
    for domain in task.domains:
        assert domain.corpus.text_settings.stop_words == paper.stop_words == ENGLISH_STOP_WORDS
        assert domain.corpus.text_settings.bigrams_first
        assert set(domain.documents.data) == {1.0}
    occurrences = Counter(
        domain.corpus.words[word] for domain in task.domains for word in domain.corpus.ids
    )
    frequent = {word for word, count in occurrences.items() if count >= 50} - paper.stop_words
    assert 0 < len(frequent) < len(occurrences)
    assert {feature for feature in task.features if " " not in feature} == frequent
    paper = Paper(n_pivots=5, n_non_pivots=2)
    chosen = paper.choose(paper.corpora(task)).pivots
    assert [task.features[pivot] for pivot in task.pivots] == list(chosen)


def test_c_alone_is_tuned_over_nine_decades():
    for system in SYSTEMS.values():
        assert list(candidates_of(system)) == [{"C": strength} for strength in STRENGTHS]
    assert (min(STRENGTHS), max(STRENGTHS)) == pytest.approx((1e-6, 1e3))


def test_glove_is_in_psi_as_printed_and_learned_separately(task):
    system = SYSTEMS["glove"]
    assert (system.own, system.calibrated, system.sums, system.similarity) == (
        0, False, "separate", "cosine",
    )  # fmt: skip
    small = {"n_pivots": 5, "n_non_pivots": 2, "dimension": 6, "glove_epochs": 2}
    method = GloveInScore(**small)
    films, knives = method.corpora(task)
    vocabulary = method.choose([films, knives])
    both = method.learn([films, knives], vocabulary, 0)
    assert both.pivots.shape == (2, 5, 6)
    for words, name in zip(both.words, ("films", "knives"), strict=True):
        assert words.shape == (len(vocabulary.of_domain(name)), 6)
    assert both.pivots.any(axis=2).all()
    assert not np.allclose(both.pivots[0], both.pivots[1])
    # Of twice as much text of the target, the source's vectors know nothing.
    twice = select_documents(knives, np.repeat(np.arange(len(knives)), 2))
    again = method.learn([films, twice], vocabulary, 0)
    np.testing.assert_array_equal(both.pivots[0], again.pivots[0])
    np.testing.assert_array_equal(both.words[0], again.words[0])
    assert not np.allclose(both.pivots[1], again.pivots[1])


def test_no_adaptation_on_the_selected_features_is_a_classifier_of_these_alone(task):
    selection = Paper(n_pivots=5, n_non_pivots=2)
    decision = OnSelectedFeatures(selection=selection, C=0.3).fit(task).decision_
    chosen = set(selection.choose(selection.corpora(task)).features)
    known = np.array([feature in chosen for feature in task.features])
    assert 0 < known.sum() < len(known)
    [labeled] = task.source_labels
    expected = LogisticRegression(C=0.3, max_iter=5000).fit(
        labeled.documents[:, known], labeled.labels
    )
    found = decision.weights[:, 1] - decision.weights[:, 0]
    np.testing.assert_allclose(found[known], expected.coef_[0], atol=1e-6)
    assert not found[~known].any()
