"""CrossDomainClassifier keeps scikit-learn's habits.

Of scikit-learn's own checks, those run here that need no table of numbers. All others call `fit`
with such a table, no domains, and sometimes no labels. What they look for is looked for below on
texts: labels and their classes, fitting twice, the same result for any order or part of the
texts, parameters and attributes left alone, pickling, `y` that is missing, not fitted.
Left out because they have no counterpart on texts: not-a-number, infinite, complex, sparse,
memory-mapped, Fortran-ordered and object input, the number of features, one feature, one sample,
weights a sample in `fit`, a single class (refused here), and array libraries.
"""

import pickle
from inspect import signature

import numpy as np
import pytest
import sklearn
from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import (
    LogisticRegression,
    Perceptron,
    RidgeClassifier,
    SGDClassifier,
)
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler
from sklearn.svm import LinearSVC
from sklearn.utils import estimator_checks

from crosslex import CrossDomainClassifier, TextSettings

# The texts are too few for the 500 pivots of the paper's methods, which say so.
pytestmark = pytest.mark.filterwarnings(
    "ignore:(n_pivots|n_non_pivots|pivots=):crosslex.errors.CrosslexWarning"
)

FILMS = {0: ["dull", "trite", "awful", "poor"], 1: ["moving", "witty", "great", "superb"]}
TOOLS = {0: ["flimsy", "rusty", "awful", "poor"], 1: ["sturdy", "sharp", "great", "superb"]}


def write(words, labels, *, seed: int) -> list[str]:
    rng = np.random.default_rng(seed)
    return [
        " ".join(
            rng.choice(words[label if rng.random() < 0.8 else rng.choice([*words])])
            for _ in range(4)
        )
        for label in labels
    ]


LABELS = np.arange(60) % 2
TEXTS = write(FILMS, LABELS, seed=0) + write(TOOLS, LABELS, seed=1)
Y = np.concatenate([LABELS, np.full(60, -1)])
DOMAINS = np.repeat(["films", "tools"], 60)
UNSEEN = write(TOOLS, LABELS, seed=2)


def unfitted(**options) -> CrossDomainClassifier:
    parameters = {"method": "none", "target": "tools", "min_documents": 3} | options
    return CrossDomainClassifier(**parameters)


def fitted(**options) -> CrossDomainClassifier:
    return unfitted(**options).fit(TEXTS, Y, sample_domain=DOMAINS)


CHECKS = [
    "check_do_not_raise_errors_in_init_or_set_params",
    "check_estimator_cloneable",
    "check_estimator_repr",
    "check_estimators_partial_fit_n_features",
    "check_estimators_unfitted",
    "check_get_params_invariance",
    "check_mixin_order",
    "check_no_attributes_set_in_init",
    "check_non_transformer_estimators_n_iter",
    "check_parameters_default_constructible",
    "check_set_params",
    "check_valid_tag_types",
]


class TestChecksOfScikitLearn:
    @pytest.mark.parametrize("name", CHECKS)
    @pytest.mark.parametrize("method", ["crosslex", "none"])
    def test_that_need_no_numbers(self, name, method):
        if not hasattr(estimator_checks, name):
            pytest.skip(f"scikit-learn {sklearn.__version__} has no {name}")
        check = getattr(estimator_checks, name)
        check("CrossDomainClassifier", CrossDomainClassifier(method))

    def test_says_that_it_takes_texts(self):
        if not hasattr(sklearn.utils, "get_tags"):
            pytest.skip(f"scikit-learn {sklearn.__version__} has no get_tags")
        tags = sklearn.utils.get_tags(unfitted())
        assert tags.input_tags.string
        assert not tags.input_tags.two_d_array
        assert is_classifier(unfitted())
        assert tags.target_tags.required

    def test_names_arguments_as_others_do(self):
        assert list(signature(CrossDomainClassifier.fit).parameters)[1:3] == ["X", "y"]
        assert list(signature(CrossDomainClassifier.score).parameters)[1:3] == ["X", "y"]

    @pytest.mark.parametrize(
        "ask",
        [
            lambda given: given.predict(UNSEEN),
            lambda given: given.predict_proba(UNSEEN),
            lambda given: given.decision_function(UNSEEN),
            lambda given: given.score(UNSEEN, LABELS),
            lambda given: given.explain(UNSEEN[0]),
            lambda given: given.save("nowhere"),
        ],
    )
    def test_must_be_fitted_first(self, ask):
        with pytest.raises(NotFittedError):
            ask(unfitted())

    def test_fit_returns_itself_and_leaves_parameters_alone(self):
        classifier = unfitted(classifier=LogisticRegression(C=7), text_settings=TextSettings())
        before = classifier.get_params()
        held = {name: pickle.dumps(value) for name, value in before.items()}
        assert classifier.fit(TEXTS, Y, sample_domain=DOMAINS) is classifier
        after = classifier.get_params()
        assert after.keys() == before.keys()
        for name, value in after.items():
            assert value is before[name]
            assert pickle.dumps(value) == held[name]
        learned = set(vars(classifier)) - set(classifier.get_params(deep=False))
        assert all(name.endswith("_") and not name.startswith("_") for name in learned)

    @pytest.mark.parametrize("method", ["none", "crosslex"])
    def test_fitting_twice_is_fitting_once(self, method):
        once = fitted(method=method)
        expected = once.decision_function(UNSEEN)
        once.fit(TEXTS, Y, sample_domain=DOMAINS)
        np.testing.assert_array_equal(once.decision_function(UNSEEN), expected)

    def test_fitting_on_other_texts_forgets_the_first(self):
        classifier = unfitted(target=None)
        swapped = np.where(DOMAINS == "films", "tools", "films")
        classifier.fit(TEXTS, np.roll(Y, 60), sample_domain=swapped[::-1])
        classifier.fit(TEXTS, Y, sample_domain=DOMAINS)
        expected = fitted(target=None)
        assert (classifier.target_, classifier.sources_) == ("tools", ("films",))
        np.testing.assert_array_equal(
            classifier.decision_function(UNSEEN), expected.decision_function(UNSEEN)
        )

    def test_deciding_changes_nothing(self):
        classifier = fitted()
        before = pickle.dumps(vars(classifier))
        classifier.predict(UNSEEN)
        classifier.predict_proba(UNSEEN)
        classifier.explain(UNSEEN[0])
        assert pickle.dumps(vars(classifier)) == before

    @pytest.mark.parametrize("ask", ["decision_function", "predict_proba", "predict"])
    def test_order_and_parts_of_the_texts_do_not_matter(self, ask):
        method = getattr(fitted(method="crosslex"), ask)
        expected = method(UNSEEN)
        backwards = method(UNSEEN[::-1])[::-1]
        in_parts = np.concatenate([method(UNSEEN[start : start + 7]) for start in range(0, 60, 7)])
        if ask == "predict":
            np.testing.assert_array_equal(backwards, expected)
            np.testing.assert_array_equal(in_parts, expected)
        else:
            np.testing.assert_allclose(backwards, expected, rtol=1e-9)
            np.testing.assert_allclose(in_parts, expected, rtol=1e-9)

    def test_classes_are_the_sorted_labels(self):
        for labels in ([5, 3], ["b", "a"], [2**40, 0]):
            y = [*(labels[code] for code in LABELS), *[-1] * 60]
            classifier = unfitted().fit(TEXTS, y, sample_domain=DOMAINS)
            np.testing.assert_array_equal(classifier.classes_, np.unique(labels))
            assert set(classifier.predict(UNSEEN)) == set(labels)

    def test_arrays_lists_and_tuples_are_alike(self):
        expected = fitted().decision_function(UNSEEN)
        for kind in (np.array, tuple, lambda given: np.array(given, object)):
            found = unfitted().fit(kind(TEXTS), kind(Y), sample_domain=kind(DOMAINS))
            np.testing.assert_array_equal(found.decision_function(kind(UNSEEN)), expected)

    def test_columns_of_a_data_frame_are_alike(self):
        pandas = pytest.importorskip("pandas")
        index = np.arange(500, 620)
        frame = pandas.DataFrame({"text": TEXTS, "label": Y, "domain": DOMAINS}, index=index)
        found = unfitted().fit(frame["text"], frame["label"], sample_domain=frame["domain"])
        np.testing.assert_array_equal(
            found.decision_function(pandas.Series(UNSEEN, index=range(100, 160))),
            fitted().decision_function(UNSEEN),
        )

    def test_is_the_same_after_pickling(self):
        classifier = fitted(method="crosslex")
        again = pickle.loads(pickle.dumps(classifier))
        np.testing.assert_array_equal(
            again.decision_function(UNSEEN), classifier.decision_function(UNSEEN)
        )


class TestParameters:
    def test_are_those_of_the_constructor(self):
        names = list(signature(CrossDomainClassifier).parameters)
        assert sorted(unfitted().get_params(deep=False)) == sorted(names)

    def test_are_cloned_and_nothing_else(self):
        classifier = fitted(classifier=LinearSVC(random_state=0), n_pivots=2, threshold="rate")
        copy = clone(classifier)
        assert not hasattr(copy, "decision_")
        given, copied = classifier.get_params(), copy.get_params()
        assert copied.pop("classifier") is not given.pop("classifier")
        assert copied == given
        copy.fit(TEXTS, Y, sample_domain=DOMAINS)
        np.testing.assert_array_equal(
            copy.decision_function(UNSEEN), classifier.decision_function(UNSEEN)
        )

    def test_of_the_classifier_inside_can_be_set(self):
        classifier = unfitted(classifier=LogisticRegression())
        classifier.set_params(classifier__C=0.25, n_pivots=4)
        assert classifier.classifier.C == 0.25
        assert classifier.n_pivots == 4
        with pytest.raises(ValueError, match="strength"):
            classifier.set_params(strength=3)


class TestModelSelection:
    def test_grid_search_hands_each_split_its_domains(self):
        grid = {"n_pivots": [1, 2], "threshold": ["zero", "rate"]}
        search = GridSearchCV(unfitted(method="crosslex"), grid, cv=2, error_score="raise")
        search.fit(TEXTS, Y, sample_domain=DOMAINS)
        assert search.best_params_.keys() == grid.keys()
        assert search.cv_results_["mean_test_score"].min() > 0.6
        assert search.predict(UNSEEN).shape == (60,)
        assert search.best_estimator_.target_ == "tools"

    def test_grid_search_reaches_the_classifier_inside(self):
        search = GridSearchCV(
            unfitted(classifier=LogisticRegression()), {"classifier__C": [1e-6, 1.0]}, cv=2
        )
        search.fit(TEXTS, Y, sample_domain=DOMAINS)
        strengths = search.cv_results_["mean_test_score"]
        assert strengths[1] > 0.6

    @pytest.mark.parametrize("scoring", [None, "neg_log_loss"])
    def test_cross_validation_of_labeled_texts(self, scoring):
        # scikit-learn's own measures know no -1, so the target's texts have labels here; they
        # are hidden in fitting all the same.
        y = np.concatenate([LABELS, LABELS])
        scores = cross_val_score(
            unfitted(), TEXTS, y, params={"sample_domain": DOMAINS}, cv=3, scoring=scoring
        )
        assert scores.shape == (3,)
        assert (scores > (0.6 if scoring is None else -0.69)).all()

    def test_cross_validated_scores_ignore_texts_without_a_label(self):
        params = {"sample_domain": DOMAINS}
        scores = cross_val_score(unfitted(), TEXTS, Y, params=params, cv=3)
        decided = cross_val_predict(unfitted(), TEXTS, Y, params=params, cv=3)
        assert np.mean(scores) == pytest.approx(np.mean(decided[:60] == LABELS), abs=0.02)

    def test_metadata_routing(self):
        with sklearn.config_context(enable_metadata_routing=True):
            classifier = unfitted().set_fit_request(sample_domain=True)
            search = GridSearchCV(classifier, {"threshold": ["zero", "rate"]}, cv=2)
            search.fit(TEXTS, Y, sample_domain=DOMAINS)
        assert search.predict(UNSEEN).shape == (60,)


LINEAR = {
    "LinearSVC": LinearSVC(C=0.5, random_state=0),
    "RidgeClassifier": RidgeClassifier(),
    "SGDClassifier": SGDClassifier(random_state=0),
    "Perceptron": Perceptron(random_state=0),
    "LogisticRegression": LogisticRegression(solver="liblinear", random_state=0),
    "pipeline": make_pipeline(MaxAbsScaler(), LogisticRegression()),
    "GridSearchCV": GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=2),
}


class TestLinearClassifiers:
    @pytest.mark.parametrize("name", LINEAR)
    def test_decide_as_they_would_by_themselves(self, name):
        classifier = fitted(classifier=LINEAR[name])
        documents = [classifier._learned().documents(texts) for texts in (TEXTS[:60], UNSEEN)]
        expected = clone(LINEAR[name]).fit(documents[0], LABELS)
        np.testing.assert_allclose(
            classifier.decision_function(UNSEEN) / classifier.calibration_.slope,
            expected.decision_function(documents[1]),
            atol=1e-6,
        )
        np.testing.assert_array_equal(classifier.predict(UNSEEN), expected.predict(documents[1]))

    @pytest.mark.parametrize("method", ["crosslex", "in_domain", "paper"])
    def test_serve_every_method(self, method):
        classifier = unfitted(method=method, classifier=LinearSVC())
        # The paper's own setting takes no word that occurs fewer than 50 times.
        classifier.fit(TEXTS * 4, [*LABELS, *LABELS] * 4, sample_domain=[*DOMAINS] * 4)
        scores = classifier.decision_function(UNSEEN)
        assert np.isfinite(scores).all()
        assert scores.std() > 0

    def test_learn_three_classes(self):
        words = FILMS | {2: ["decent", "usual", "average"]}
        labels = np.arange(60) % 3
        texts = write(words, labels, seed=3) + TEXTS[60:]
        for classifier in (LinearSVC(), RidgeClassifier(), SGDClassifier(random_state=0)):
            found = unfitted(classifier=classifier).fit(
                texts, [*labels, *[-1] * 60], sample_domain=DOMAINS
            )
            assert found.predict(["average usual", "great superb"]).tolist() == [2, 1]
