"""CrossDomainClassifier: its scores, and the habits of scikit-learn.

Of scikit-learn's own checks, those run here that need no table of numbers. All others call `fit`
with such a table, no domains, and sometimes no labels. What they look for is looked for below on
texts: fitting twice, the same result for any order or part of the texts, parameters and
attributes left alone, pickling, not fitted. Left out because they have no counterpart on texts:
not-a-number, infinite, complex, sparse, memory-mapped, Fortran-ordered and object input, the
number of features, one feature, one sample, weights of samples in `fit`, and array libraries.
"""

import pickle
from collections import Counter
from functools import cache
from random import Random

import numpy as np
import pytest
import sklearn
from scipy.special import expit
from sklearn.base import is_classifier
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV
from sklearn.utils import estimator_checks
from threadpoolctl import threadpool_info

from crosslex import Corpus, CrossDomainClassifier
from crosslex.classify import NoAdaptation
from crosslex.errors import CrosslexWarning, InputError
from generated_domains import TEXT_SETTINGS, generate_reviews

GIVEN = generate_reviews(size=40)
TEXTS, DOMAINS = GIVEN.texts.tolist(), GIVEN.domains.tolist()
FILMS, LABELS = TEXTS[:80], GIVEN.labels[:80].tolist()
Y = LABELS + [-1] * 80
UNSEEN = generate_reviews(["tools"], size=40, seed=1).texts.tolist()
SKEWED = (["bad"] * 3 + ["good"]) * 20 + [-1] * 80


def unfitted(method="none", **options) -> CrossDomainClassifier:
    return CrossDomainClassifier(method, "tools", text_settings=TEXT_SETTINGS, **options)


def fit(method="none", texts=TEXTS, y=Y, sample_domain=DOMAINS, **options):
    return unfitted(method, **options).fit(texts, y, sample_domain=sample_domain)


@cache
def fitted(method="none") -> CrossDomainClassifier:
    return fit(method)


class TestFit:
    def test_on_texts_is_the_same_as_on_corpora(self, tmp_path):
        from_corpora = unfitted("crosslex").fit(GIVEN.corpora(labeled=["films"]))
        fitted("crosslex").save(tmp_path / "texts")
        from_corpora.save(tmp_path / "corpora")
        for path in (tmp_path / "texts").iterdir():
            assert path.read_bytes() == (tmp_path / "corpora" / path.name).read_bytes()
        unseen = Corpus.from_texts(UNSEEN, name="unseen", text_settings=TEXT_SETTINGS)
        np.testing.assert_array_equal(
            from_corpora.decision_function(unseen), fitted("crosslex").decision_function(UNSEEN)
        )

    def test_learns_from_the_labels_of_all_sources_of_which_one_may_lack_a_class(self):
        books = generate_reviews(["books"], ("bad", "fair"), size=20)
        texts, labels = TEXTS + books.texts.tolist(), Y + books.labels.tolist()
        both = fit("none", texts, labels, DOMAINS + ["books"] * 40)
        assert both.sources_ == ("films", "books")
        assert both.classes_.tolist() == ["bad", "fair", "good"]
        np.testing.assert_allclose(both.label_shares_, [60 / 120, 20 / 120, 40 / 120])
        assert both.decision_function(UNSEEN).shape == (80, 3)

    def test_features_are_in_so_many_documents(self):
        holding = Counter(word for text in TEXTS for word in set(text.replace(".", "").split()))
        words = {feature for feature in fit(min_documents=60).features_ if " " not in feature}
        assert words == {word for word, count in holding.items() if count >= 60}


class TestScores:
    def test_without_adaptation_are_those_of_scikit_learn(self):
        documents = [fitted().fitted_.documents(texts) for texts in (FILMS, UNSEEN)]
        expected = LogisticRegression(C=NoAdaptation().C).fit(documents[0], LABELS)
        log_odds = fitted().fitted_.calibration.slope * expected.decision_function(documents[1])
        np.testing.assert_allclose(fitted().decision_function(UNSEEN), log_odds, atol=1e-3)
        probabilities = fitted().predict_proba(UNSEEN)
        np.testing.assert_allclose(probabilities[:, 1], expit(log_odds), atol=1e-3)
        np.testing.assert_allclose(probabilities.sum(axis=1), 1)
        np.testing.assert_array_equal(fitted().predict(UNSEEN) == "good", log_odds > 0)

    @pytest.mark.parametrize(
        ("options", "expected"),
        [
            ({}, [0.75, 0.25]),
            ({"method": "crosslex"}, [0.5, 0.5]),
            ({"method": "crosslex", "class_prior": {"bad": 0.1, "good": 0.9}}, [0.1, 0.9]),
        ],
    )
    def test_of_texts_without_known_words_are_the_shares_assumed(self, options, expected):
        classifier = fit(y=SKEWED, **options)
        with pytest.warns(CrosslexWarning, match="1 of 2 texts contain no word") as caught:
            probabilities = classifier.predict_proba(["zebra", UNSEEN[0]])
        assert [each.filename for each in caught] == [__file__]
        np.testing.assert_allclose(probabilities[0], expected)

    @pytest.mark.parametrize("nothing", [None, "-1"])
    def test_are_counted_on_texts_with_a_label_and_weighted(self, nothing):
        known = [label if index % 2 else nothing for index, label in enumerate(LABELS)]
        right = (fitted().predict(UNSEEN) == LABELS)[1::2]
        assert fitted().score(UNSEEN, np.array(known, object)) == pytest.approx(right.mean())
        weights = np.ones(80)
        weights[1::2] += 2 * ~right
        expected = right.sum() / weights[1::2].sum()
        assert fitted().score(UNSEEN, known, weights) == pytest.approx(expected)


def test_a_class_prior_is_refused_where_nothing_would_depend_on_it():
    for method in ("none", "in_domain"):
        with pytest.raises(InputError, match=r"class_prior: .* keeps the threshold"):
            fit(method, y=LABELS * 2, class_prior="pool")


def test_a_class_that_nearly_vanishes_from_the_pool_is_questioned():
    random, texts = Random(0), []
    for words in ("fine nice great", "dull poor", "plain usual"):
        texts += [" ".join(random.choices(words.split(), k=3)) for _ in range(40)]
    labels = np.repeat(["good", "bad", "fair", "-1"], (40, 40, 40, 80))
    classifier = CrossDomainClassifier(target="tools", min_documents=2, class_prior="pool")
    domains = ["films"] * 120 + ["tools"] * 80
    with pytest.warns(CrosslexWarning, match=r"% of the texts are assumed to be fair, of 33 % of"):
        classifier.fit(texts + texts[:80], labels, sample_domain=domains)
    assert classifier.class_prior_["fair"] < 1 / 30


class Watching(NoAdaptation):
    """A method that notes the number of BLAS threads while it is fitted."""

    def fit(self, task):
        SEEN.extend(threads())
        return super().fit(task)


SEEN: list[int] = []


def threads() -> list[int]:
    return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]


@pytest.mark.skipif(1 in threads(), reason="BLAS has one thread anyway")
def test_blas_has_one_thread_while_a_classifier_is_fitted_and_then_all_again():
    before = threads()
    fit(Watching())
    assert [1] * len(before) == SEEN
    assert threads() == before


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


class TestScikitLearn:
    @pytest.mark.parametrize("name", CHECKS)
    def test_checks_that_need_no_numbers(self, name):
        if not hasattr(estimator_checks, name):
            pytest.skip(f"scikit-learn {sklearn.__version__} has no {name}")
        getattr(estimator_checks, name)("CrossDomainClassifier", CrossDomainClassifier())

    def test_says_that_it_takes_texts(self):
        if not hasattr(sklearn.utils, "get_tags"):
            pytest.skip(f"scikit-learn {sklearn.__version__} has no get_tags")
        tags = sklearn.utils.get_tags(unfitted())
        assert (tags.input_tags.string, tags.input_tags.two_d_array) == (True, False)
        assert is_classifier(unfitted())
        assert tags.target_tags.required

    def test_must_be_fitted_first(self):
        for name in ("explain", "save", "suggest"):
            with pytest.raises(NotFittedError):
                getattr(unfitted(), name)(UNSEEN[0])

    def test_fit_returns_itself_and_leaves_parameters_alone(self):
        classifier = unfitted(NoAdaptation(C=7.0))
        before = pickle.dumps(classifier.get_params())
        assert classifier.fit(TEXTS, Y, sample_domain=DOMAINS) is classifier
        assert pickle.dumps(classifier.get_params()) == before
        learned = set(vars(classifier)) - set(classifier.get_params(deep=False))
        assert all(name.endswith("_") and not name.startswith("_") for name in learned)

    def test_deciding_changes_nothing_and_pickling_neither(self):
        before = pickle.dumps(vars(fitted()))
        expected = fitted().decision_function(UNSEEN)
        fitted().predict_proba(UNSEEN)
        fitted().explain(UNSEEN[0])
        assert pickle.dumps(vars(fitted())) == before
        again = pickle.loads(pickle.dumps(fitted()))
        np.testing.assert_array_equal(again.decision_function(UNSEEN), expected)

    def test_order_and_parts_of_the_texts_do_not_matter(self):
        ask = fitted("crosslex").decision_function
        expected = ask(UNSEEN)
        np.testing.assert_allclose(ask(UNSEEN[::-1])[::-1], expected, rtol=1e-9)
        in_parts = np.concatenate([ask(UNSEEN[start : start + 7]) for start in range(0, 80, 7)])
        np.testing.assert_allclose(in_parts, expected, rtol=1e-9)

    def test_grid_search_hands_each_split_its_domains(self):
        grid = {"min_documents": [5, 10], "method__C": [1.0]}
        search = GridSearchCV(unfitted(NoAdaptation()), grid, cv=2, error_score="raise")
        search.fit(TEXTS, np.array(Y, object).astype(str), sample_domain=np.array(DOMAINS))
        assert search.best_params_.keys() == grid.keys()
        assert search.cv_results_["mean_test_score"].min() > 0.6
        assert search.best_estimator_.target_ == "tools"
