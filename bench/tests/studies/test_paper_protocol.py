"""The paper's protocol: the same conditions for all systems, whatever else they do."""

from dataclasses import replace

import numpy as np
import pytest
from generated_reviews import generated_reviews
from sklearn.base import clone
from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS
from sklearn.linear_model import LogisticRegression

from crosslex import CrossDomainClassifier, TextSettings
from crosslex.classify.method import AdaptationMethod
from crosslex.errors import InputError
from crosslex_bench.data.datasets import encode_dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.training_changes import select_documents
from crosslex_bench.engine.classification import PRESETS, ClassificationRules
from crosslex_bench.engine.study import Column, Variant, every_contrast
from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.studies.catalog import STUDIES, choose_study
from crosslex_bench.studies.controls import OnSelectedFeatures, controls
from crosslex_bench.studies.main import choose_methods
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
def dataset():
    return encode_dataset("made", generated_reviews(domains=("films", "knives")))


def trial(method, dataset, **classifier):
    column = Column("x", "", method, Variant("", classifier=classifier))
    made = ClassificationRules(preset="paper")(column, PAIR, 0)
    return made.estimator.fit(made.task.training(dataset)), made


@pytest.mark.parametrize("stop_words", [False, True])
def test_all_systems_get_the_same_features_pivots_and_weights(dataset, stop_words):
    Captured.stop_words = stop_words
    trial(Captured(), dataset, n_pivots=5)
    task = Captured.task
    paper = TextSettings.paper()
    for domain in task.domains:
        assert domain.corpus.text_settings.stop_words == paper.stop_words
        assert domain.corpus.text_settings.bigrams_first
        assert set(domain.documents.data) == {1.0}
    occurrences = {
        name: sum(
            corpus.words[word] == name
            for corpus in (d.corpus for d in task.domains)
            for word in corpus.ids
        )
        for name in ("good", "week")
    }
    assert all((name in task.features) == (count >= 50) for name, count in occurrences.items())
    paper = Paper(n_pivots=5, n_non_pivots=2)
    chosen = paper.choose(paper.corpora(task)).pivots
    assert [task.features[pivot] for pivot in task.pivots] == list(chosen)


def test_test_texts_have_the_features_of_the_training_texts(dataset):
    fitted, made = trial(Captured(), dataset, n_pivots=5)
    assert len(fitted.predict(made.task.test(dataset))) == 30


def test_the_settings_are_the_papers():
    literal, text = SYSTEMS["crosslex-paper"], TextSettings.paper()
    assert (literal.n_pivots, literal.n_non_pivots, literal.min_count) == (500, 500, 50)
    assert (literal.dimension, literal.window) == (300, 10)
    assert SYSTEMS["glove"].dimension == 300
    assert text.stop_words == ENGLISH_STOP_WORDS
    assert PRESETS["paper"] == {
        "weighting": "binary",
        "pivots": "npmi",
        "n_pivots": 500,
        "min_count": 50,
        "min_documents": 1,
        "min_pivot_count": 50,
        "min_pivot_documents": 1,
        "threshold": "zero",
    }
    assert set(PRESETS["paper"]) <= set(CrossDomainClassifier().get_params())


def test_all_stands_for_the_systems_of_the_paper_and_the_released_program():
    assert choose_methods(["all"], "paper") == tuple(SYSTEMS)
    with pytest.raises(InputError, match="methods: found 'crosslex'"):
        choose_methods(["crosslex"], "paper")


def test_c_alone_is_tuned_over_nine_decades():
    for system in SYSTEMS.values():
        assert [each["C"] for each in candidates_of(system)] == list(STRENGTHS)
        assert all(set(each) == {"C"} for each in candidates_of(system))
    assert (min(STRENGTHS), max(STRENGTHS)) == pytest.approx((1e-6, 1e3))


def test_glove_is_in_psi_as_printed_and_learned_separately(dataset):
    system = SYSTEMS["glove"]
    assert (system.own, system.calibrated, system.sums, system.similarity) == (
        0, False, "separate", "cosine",
    )  # fmt: skip
    small = {"n_pivots": 5, "n_non_pivots": 2, "dimension": 6, "glove_epochs": 2}
    trial(Captured(), dataset, n_pivots=5)
    method = GloveInScore(**small)
    films, knives = method.corpora(Captured.task)
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


@pytest.mark.parametrize("name", ["sfa", "scl", "cs"])
def test_rivals_use_the_pivots_of_the_task(dataset, name):
    trial(Captured(), dataset, n_pivots=5)
    task = Captured.task
    others = np.setdiff1d(np.arange(len(task.features)), task.pivots)[:5]
    first, again, changed = (
        clone(SYSTEMS[name]).fit(replace(task, pivots=pivots)).decision_.weights
        for pivots in (task.pivots, task.pivots, others)
    )
    np.testing.assert_array_equal(first, again)
    assert not np.allclose(first, changed)


def test_no_adaptation_on_the_selected_features_is_a_classifier_of_these_alone(dataset):
    trial(Captured(), dataset, n_pivots=5)
    task = Captured.task
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


def test_controls_differ_from_the_papers_method_in_one_thing_each():
    found = controls(SYSTEMS)
    paper = SYSTEMS["crosslex-paper"].get_params()
    for name, changed in (
        ("the same with random vectors", {"vectors"}),
        ("the paper plus every feature's own weight", {"own"}),
        ("the paper plus own weights without a vector", {"identity"}),
    ):
        own = found[name].get_params()
        assert {key for key in paper if own[key] != paper[key]} == changed


def test_studies_by_the_protocol_have_its_systems():
    study = choose_study("dimension", preset="paper")
    assert study.methods == {
        name: SYSTEMS[name] for name in ("crosslex-paper", "crosslex-released", "glove")
    }
    assert study.preset == "paper"
    assert study.references == {"none": SYSTEMS["none"]}
    assert set(study.contrasts) == {("crosslex-paper", "glove"), ("crosslex-released", "glove")}
    assert choose_study("dimension").preset == "default"
    assert {name for name, each in STUDIES.items() if each.preset == "paper"} == {
        "claims", "controls",
    }  # fmt: skip
    with pytest.raises(InputError, match="none of the methods of study 'context'"):
        choose_study("context", preset="paper")


def test_the_papers_method_comes_first_in_comparisons():
    found = every_contrast(["none", "sfa", "crosslex-paper", "crosslex-released"])
    assert found[:3] == (
        ("crosslex-paper", "crosslex-released"),
        ("crosslex-paper", "sfa"),
        ("crosslex-paper", "none"),
    )
    assert every_contrast(["crosslex-paper", "crosslex"]) == (("crosslex", "crosslex-paper"),)
