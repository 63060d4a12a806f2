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

import numpy as np
import pytest
import sklearn
from sklearn.base import clone, is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression, RidgeClassifier
from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import MaxAbsScaler
from sklearn.svm import LinearSVC
from sklearn.utils import estimator_checks

from crosslex import CrossDomainClassifier, TextSettings

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


@pytest.fixture(scope="module")
def default() -> CrossDomainClassifier:
    return fitted(method="crosslex")


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
    def test_that_need_no_numbers(self, name):
        if not hasattr(estimator_checks, name):
            pytest.skip(f"scikit-learn {sklearn.__version__} has no {name}")
        check = getattr(estimator_checks, name)
        check("CrossDomainClassifier", CrossDomainClassifier())

    def test_says_that_it_takes_texts(self):
        if not hasattr(sklearn.utils, "get_tags"):
            pytest.skip(f"scikit-learn {sklearn.__version__} has no get_tags")
        tags = sklearn.utils.get_tags(unfitted())
        assert tags.input_tags.string
        assert not tags.input_tags.two_d_array
        assert is_classifier(unfitted())
        assert tags.target_tags.required

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

    def test_order_and_parts_of_the_texts_do_not_matter(self, default):
        ask = default.decision_function
        expected = ask(UNSEEN)
        np.testing.assert_allclose(ask(UNSEEN[::-1])[::-1], expected, rtol=1e-9)
        in_parts = np.concatenate([ask(UNSEEN[start : start + 7]) for start in range(0, 60, 7)])
        np.testing.assert_allclose(in_parts, expected, rtol=1e-9)

    def test_classes_are_the_sorted_labels(self):
        for labels in ([5, 3], ["b", "a"], [2**40, 0]):
            y = [*(labels[code] for code in LABELS), *[-1] * 60]
            classifier = unfitted().fit(TEXTS, y, sample_domain=DOMAINS)
            np.testing.assert_array_equal(classifier.classes_, np.unique(labels))
            assert set(classifier.predict(UNSEEN)) == set(labels)

    def test_is_the_same_after_pickling(self, default):
        again = pickle.loads(pickle.dumps(default))
        np.testing.assert_array_equal(
            again.decision_function(UNSEEN), default.decision_function(UNSEEN)
        )


class TestParameters:
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
        grid = {"threshold": ["zero", "rate"], "classifier__C": [1.0]}
        classifier = unfitted(classifier=LogisticRegression())
        search = GridSearchCV(classifier, grid, cv=2, error_score="raise")
        search.fit(TEXTS, Y, sample_domain=DOMAINS)
        assert search.best_params_.keys() == grid.keys()
        assert search.cv_results_["mean_test_score"].min() > 0.6
        assert search.predict(UNSEEN).shape == (60,)
        assert search.best_estimator_.target_ == "tools"

    def test_cross_validation_of_labeled_texts(self):
        # scikit-learn's own measures know no -1, so the target's texts have labels here; they
        # are hidden in fitting all the same.
        y = np.concatenate([LABELS, LABELS])
        scores = cross_val_score(
            unfitted(), TEXTS, y, params={"sample_domain": DOMAINS}, cv=3, scoring="neg_log_loss"
        )
        assert scores.shape == (3,)
        assert (scores > -0.69).all()

    def test_cross_validated_scores_ignore_texts_without_a_label(self):
        params = {"sample_domain": DOMAINS}
        scores = cross_val_score(unfitted(), TEXTS, Y, params=params, cv=3)
        decided = cross_val_predict(unfitted(), TEXTS, Y, params=params, cv=3)
        assert np.mean(scores) == pytest.approx(np.mean(decided[:60] == LABELS), abs=0.02)


LINEAR = {
    "LinearSVC": LinearSVC(C=0.5, random_state=0),
    "RidgeClassifier": RidgeClassifier(),
    "pipeline": make_pipeline(MaxAbsScaler(), LogisticRegression()),
    "GridSearchCV": GridSearchCV(LogisticRegression(), {"C": [0.1, 1.0]}, cv=2),
}


class TestLinearClassifiers:
    @pytest.mark.parametrize("name", LINEAR)
    def test_decide_as_they_would_by_themselves(self, name):
        classifier = fitted(classifier=LINEAR[name])
        documents = [classifier.fitted_.documents(texts) for texts in (TEXTS[:60], UNSEEN)]
        expected = clone(LINEAR[name]).fit(documents[0], LABELS)
        np.testing.assert_allclose(
            classifier.decision_function(UNSEEN) / classifier.fitted_.calibration.slope,
            expected.decision_function(documents[1]),
            atol=1e-6,
        )
        np.testing.assert_array_equal(classifier.predict(UNSEEN), expected.predict(documents[1]))

    def test_serve_the_default_method(self):
        scores = fitted(method="crosslex", classifier=LinearSVC()).decision_function(UNSEEN)
        assert np.isfinite(scores).all()
        assert scores.std() > 0
