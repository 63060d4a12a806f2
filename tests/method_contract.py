"""What every adaptation method must do, whatever it does; each is fitted twice for all tests."""

import pickle
from collections.abc import Collection, Mapping
from functools import cache

import numpy as np
import pytest
from sklearn.base import clone

from crosslex import CrossDomainClassifier
from crosslex.classify.method import AdaptationMethod, fresh_method
from crosslex.errors import InputError
from generated_domains import TEXT_SETTINGS, generate_reviews

CLASSES = ("bad", "fair", "good")
GIVEN = generate_reviews(("films", "books", "garden", "tools"), CLASSES, size=40)
LABELS = np.where(GIVEN.domains == "garden", "-1", GIVEN.labels)
"""Of two sources, and of tools, the target; garden is a further domain."""
UNSEEN = generate_reviews(["tools"], CLASSES, size=50, seed=1)
SINGLE_PRECISION = 1e-6
"""How far sums in single precision may differ with the number of rows summed at once."""


class MethodContract:
    """Tests of all `methods`, by their names.

    The `weak` need not decide better than chance; only those `in_target` may look at labels of
    the target.
    """

    methods: Mapping[str, str | AdaptationMethod]
    weak: Collection[str] = ()
    nonlinear: Collection[str] = ()
    in_target: Collection[str] = ()

    def pytest_generate_tests(self, metafunc) -> None:
        metafunc.parametrize("name", self.methods)

    @classmethod
    def fit(cls, name, labels=LABELS, given=GIVEN, **options) -> CrossDomainClassifier:
        method = fresh_method(cls.methods[name])
        classifier = CrossDomainClassifier(method, "tools", text_settings=TEXT_SETTINGS, **options)
        return classifier.fit(given.texts, labels, sample_domain=given.domains)

    @classmethod
    @cache
    def fitted(cls, name) -> CrossDomainClassifier:
        return cls.fit(name)

    def test_is_unfitted_with_flat_settings_and_can_be_cloned_and_pickled(self, name):
        method = self.methods[name]
        method = fresh_method(method) if isinstance(method, str) else method
        settings = method.get_params()
        assert not [attribute for attribute in vars(method) if attribute.endswith("_")]
        assert not [setting for setting in settings if "__" in setting]
        for copy in (clone(method), pickle.loads(pickle.dumps(method))):
            assert copy.get_params() == settings

    def test_decides_better_than_chance_in_the_target(self, name):
        fitted = self.fitted(name)
        assert fitted.classes_.tolist() == [*CLASSES]
        assert fitted.sources_ == (() if name in self.in_target else ("films", "books"))
        scores = fitted.decision_function(UNSEEN.texts)
        assert scores.shape == (150, 3)
        assert np.isfinite(scores).all()
        assert scores.std(axis=0).min() > 0
        # Of 150 texts, 75 are right by chance once in 50,000 times.
        assert name in self.weak or fitted.score(UNSEEN.texts, UNSEEN.labels) > 0.5

    def test_is_the_same_again_whatever_the_labels_of_the_target(self, name):
        own = GIVEN.domains == "tools"
        permuted = LABELS.copy()
        permuted[own] = np.random.default_rng(0).permutation(permuted[own])
        # A method that says it is not randomized must not depend on the seed either.
        randomized = fresh_method(self.methods[name]).randomized
        again = self.fit(name, permuted, random_state=0 if randomized else 1)
        found, expected = (
            each.decision_function(UNSEEN.texts) for each in (again, self.fitted(name))
        )
        assert np.array_equal(found, expected) == (name not in self.in_target)

    def test_scores_do_not_depend_on_the_other_documents(self, name):
        ask = self.fitted(name).decision_function
        alone = [ask([text])[0] for text in UNSEEN.texts[:5]]
        np.testing.assert_allclose(ask(UNSEEN.texts[:5]), alone, rtol=SINGLE_PRECISION)

    def test_linear_decisions_can_be_saved_and_others_say_that_they_cannot(self, name, tmp_path):
        fitted = self.fitted(name)
        if name in self.nonlinear:
            with pytest.raises(InputError, match="its decision is not linear"):
                fitted.save(tmp_path / "classifier")
            return
        fitted.save(tmp_path / "classifier")
        loaded = CrossDomainClassifier.load(tmp_path / "classifier")
        found, expected = (each.decision_function(UNSEEN.texts) for each in (loaded, fitted))
        np.testing.assert_array_equal(found, expected)
