"""A user's own method in place of a name: fitted, saved, tuned, and checked."""

from dataclasses import dataclass

import numpy as np
import pytest
from scipy.sparse import csr_array, diags_array
from sklearn.base import clone
from sklearn.svm import SVC, LinearSVC

from crosslex import CrossDomainClassifier
from crosslex.classify import (
    AdaptationMethod,
    AdaptationTask,
    LinearDecision,
    NoAdaptation,
    RepresentationMethod,
)
from crosslex.errors import InputError

TEXTS = ["a good plot", "a dull plot", "a good saw", "a dull saw"] * 20
DOMAINS, LABELS = ["films", "films", "tools", "tools"] * 20, [1, 0, -1, -1] * 20
NEW = ["a good saw", "a dull drill"]


@dataclass(kw_only=True, eq=False, repr=False)
class TrustedWords(RepresentationMethod):
    """Weigh words by how equally often documents of both domains contain them."""

    power: float = 1.0
    C: float = 3.0

    def learn(self, task):
        shares = [np.asarray((each.documents > 0).mean(axis=0)) for each in task.domains]
        ratio = np.minimum(*shares) / np.maximum(np.maximum(*shares), 1e-12)
        self.trust_ = ratio**self.power
        return self

    def transform(self, documents, domain):
        return csr_array(documents @ diags_array(self.trust_))


def fit(method, **options) -> CrossDomainClassifier:
    classifier = CrossDomainClassifier(method, target="tools", min_documents=1, **options)
    return classifier.fit(TEXTS, LABELS, sample_domain=DOMAINS)


@pytest.fixture(scope="module")
def fitted() -> CrossDomainClassifier:
    return fit(TrustedWords())


def test_is_loaded_without_its_code_and_must_be_given_to_fit_again(fitted, tmp_path):
    folder = tmp_path / "own"
    fitted.save(folder)
    loaded = CrossDomainClassifier.load(folder)
    assert (loaded.method, loaded.predict(NEW).tolist()) == ("TrustedWords", [1, 0])
    assert loaded.explain(NEW[0]) == fitted.explain(NEW[0])
    assert "method `TrustedWords`" in (folder / "README.md").read_text(encoding="utf-8")
    with pytest.raises(InputError, match=r"method: found .TrustedWords.; give one of.*an object"):
        clone(loaded).fit(TEXTS, LABELS, sample_domain=DOMAINS)
    again = clone(loaded).set_params(method=TrustedWords())
    again.fit(TEXTS, LABELS, sample_domain=DOMAINS)
    np.testing.assert_array_equal(again.decision_function(NEW), fitted.decision_function(NEW))


class Inverted(AdaptationMethod):
    """Predicts the contrary of what the source's classifier does; from binary documents."""

    weighting = "binary"
    stop_words = False

    def fit(self, task):
        decision = self.source_decision(task)
        self.decision_ = LinearDecision(-decision.weights, -decision.intercept)
        return self


def test_may_set_its_decision_by_itself(tmp_path):
    found = fit(Inverted())
    assert found.predict(NEW).tolist() == [0, 1]
    # Binary documents without stop words, as the class says; also where it is loaded.
    assert found.fitted_.weighting.name == "binary"
    assert "a" not in found.features_
    found.save(tmp_path / "inverted")
    loaded = CrossDomainClassifier.load(tmp_path / "inverted")
    np.testing.assert_array_equal(loaded.decision_function(NEW), found.decision_function(NEW))


class OwnClassifier(NoAdaptation):
    """Trains another classifier of scikit-learn than a logistic regression."""

    kind = LinearSVC

    def new_classifier(self, task):
        return self.kind(C=0.5, random_state=0)


class Curved(OwnClassifier):
    kind = SVC


def test_may_train_any_linear_classifier_and_no_other():
    classifier = fit(OwnClassifier())
    plots = [text for text in TEXTS if "plot" in text]
    films, unseen = (classifier.fitted_.documents(texts) for texts in (plots, NEW))
    expected = LinearSVC(C=0.5, random_state=0).fit(films, [1, 0] * 20).decision_function(unseen)
    found = classifier.decision_function(NEW) / classifier.fitted_.calibration.slope
    np.testing.assert_allclose(found, expected, atol=1e-6)
    with pytest.raises(InputError, match=r"^classifier: scores are no weighted sum"):
        fit(Curved())


class _Leaves(AdaptationMethod):
    """A method whose decision is what it is given."""

    randomized = False

    def __init__(self, decision: object = None) -> None:
        self.decision = decision

    def fit(self, task: AdaptationTask) -> "_Leaves":
        made = self.decision
        self.decision_ = made(task) if callable(made) else made
        return self


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (None, "fit left None as decision_"),
        ("linear", "fit left 'linear' as decision_"),
        (lambda task: LinearDecision(np.zeros((3, 9)), np.zeros(9)), "give finite weights"),
        (
            lambda task: LinearDecision(np.full((len(task.features), 2), np.nan), np.zeros(2)),
            "give finite weights",
        ),
    ],
)
def test_a_decision_that_cannot_be_used_is_refused(decision: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        fit(_Leaves(decision))
