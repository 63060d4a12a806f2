"""The method of docs/own_method.md: a user's own, in place of a name."""

import contextlib
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import GridSearchCV

from crosslex import CrossDomainClassifier
from crosslex.classify.decision import LinearDecision
from crosslex.classify.method import AdaptationMethod
from crosslex.classify.task import AdaptationTask
from crosslex.errors import InputError

PAGE = Path(__file__).resolve().parents[2] / "docs" / "own_method.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
NEW = ["a good saw", "a dull drill"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("page")


@pytest.fixture(scope="module")
def page(folder) -> dict:
    """All names after the page's code has run in an empty folder."""
    names = {"__name__": "page"}
    with contextlib.chdir(folder):
        for block in BLOCKS:
            exec(compile(block, PAGE.name, "exec"), names)
    return names


def test_takes_at_most_forty_lines():
    assert len(BLOCKS[0].splitlines()) <= 40


def test_fits_predicts_and_explains(page):
    assert page["classifier"].predict(NEW).tolist() == [1, 0]
    assert page["classifier"].explain("good saw").contributions[0].feature == "good"


def test_is_loaded_where_its_code_is_unknown(page, folder):
    code = (
        "from crosslex import CrossDomainClassifier\n"
        "loaded = CrossDomainClassifier.load('classifier')\n"
        f"print(loaded.method, loaded.predict({NEW}), loaded.explain({NEW[0]!r}).label)"
    )
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, capture_output=True, text=True, check=True, cwd=folder)
    assert run.stdout == "TrustedWords [1 0] 1\n"
    loaded = page["loaded"]
    np.testing.assert_array_equal(
        loaded.decision_function(NEW), page["classifier"].decision_function(NEW)
    )


def test_is_named_in_the_card(page, folder):
    card = (folder / "classifier" / "README.md").read_text(encoding="utf-8")
    assert "method `TrustedWords`" in card


def test_runs_in_the_benchmark_with_the_others(page):
    assert set(page["results"].methods) == {"trusted", "none"}


def test_must_be_given_as_an_object_to_fit_a_loaded_classifier_again(page):
    given = page["texts"], page["labels"]
    with pytest.raises(InputError, match=r"method: found .TrustedWords.; give one of.*an object"):
        clone(page["loaded"]).fit(*given, sample_domain=page["domains"])
    again = clone(page["loaded"]).set_params(method=page["TrustedWords"](power=1.0))
    again.fit(*given, sample_domain=page["domains"])
    np.testing.assert_array_equal(
        again.decision_function(NEW), page["classifier"].decision_function(NEW)
    )


def test_is_left_as_it_was_by_fitting(page):
    method = page["classifier"].method
    assert vars(method) == {"power": 1.0, "C": 3.0}
    assert clone(page["classifier"]).method.power == 1.0


def test_takes_the_classifier_that_the_user_asks_for(page):
    given = page["texts"], page["labels"]
    classifier = clone(page["classifier"]).set_params(classifier=RidgeClassifier())
    classifier.fit(*given, sample_domain=page["domains"])
    assert classifier.predict(NEW).tolist() == [1, 0]


def test_settings_are_found_by_grid_search(page):
    classifier = clone(page["classifier"])
    search = GridSearchCV(classifier, {"method__power": [0.0, 1.0]}, cv=2, error_score="raise")
    search.fit(page["texts"], page["labels"], sample_domain=page["domains"])
    assert search.best_params_["method__power"] in (0.0, 1.0)


class Inverted(AdaptationMethod):
    """Predicts the contrary of what the source's classifier does; from binary documents."""

    weighting = "binary"
    stop_words = False

    def fit(self, task):
        decision = self.source_decision(task)
        self.decision_ = LinearDecision(-decision.weights, -decision.intercept)
        return self


def test_may_set_its_decision_by_itself(page, tmp_path):
    given = page["texts"], page["labels"]
    options = {"target": "tools", "min_documents": 1}
    found = CrossDomainClassifier(Inverted(), **options).fit(*given, sample_domain=page["domains"])
    assert found.predict(NEW).tolist() == [0, 1]
    # Binary documents without stop words, as the class says; also where it is loaded.
    assert found.weighting_.name == "binary"
    assert "a" not in found.features_
    found.save(tmp_path / "inverted")
    loaded = CrossDomainClassifier.load(tmp_path / "inverted")
    np.testing.assert_array_equal(loaded.decision_function(NEW), found.decision_function(NEW))


@pytest.mark.parametrize("wrong", [Inverted, RidgeClassifier(), None, 5, "Inverted"])
def test_anything_else_is_refused(page, wrong):
    with pytest.raises(InputError, match=r"^method: found .*AdaptationMethod"):
        clone(page["classifier"]).set_params(method=wrong).fit(
            page["texts"], page["labels"], sample_domain=page["domains"]
        )


class _Leaves(AdaptationMethod):
    """A method whose decision is what it is given."""

    randomized = False

    def __init__(self, decision: object = None) -> None:
        self.decision = decision

    def fit(self, task: AdaptationTask) -> "_Leaves":
        made = self.decision
        self.decision_ = made(task) if callable(made) else made
        return self


def fit_leaving(decision: object) -> CrossDomainClassifier:
    texts = ["a good plot", "a dull plot", "a good saw", "a dull saw"] * 20
    domains, labels = ["films", "films", "tools", "tools"] * 20, [1, 0, -1, -1] * 20
    classifier = CrossDomainClassifier(_Leaves(decision), "tools", min_documents=1)
    return classifier.fit(texts, labels, sample_domain=domains)


@pytest.mark.parametrize(
    ("decision", "message"),
    [
        (None, "fit left None as decision_"),
        ("linear", "fit left 'linear' as decision_"),
        (lambda task: LinearDecision(np.zeros((3, 9)), np.zeros(9)), "give features × classes"),
        (
            lambda task: LinearDecision(np.full((len(task.features), 2), np.nan), np.zeros(2)),
            "are not finite",
        ),
    ],
)
def test_a_decision_that_cannot_be_used_is_refused(decision: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        fit_leaving(decision)


def test_weights_of_another_precision_are_saved_and_loaded(tmp_path: Path) -> None:
    def single(task: AdaptationTask) -> LinearDecision:
        weights = np.ones((len(task.features), 2), np.float32)
        return LinearDecision(weights, np.array([0.0, 1.0], np.float32))

    fitted = fit_leaving(single)
    assert fitted.decision_.weights.dtype == np.float64
    fitted.save(tmp_path / "classifier")
    loaded = CrossDomainClassifier.load(tmp_path / "classifier")
    np.testing.assert_array_equal(loaded.decision_.intercept, [0.0, 1.0])
    assert loaded.predict(["a good saw"]) == fitted.predict(["a good saw"])
