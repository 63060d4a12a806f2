"""The settings that experiments vary: weighting, pivots and the threshold."""

import numpy as np
import pytest

from crosslex import CrossDomainClassifier
from crosslex.errors import InputError
from crosslex_bench.engine.classification import BenchClassifier, matching_offset
from generated_domains import generate_reviews

GIVEN = generate_reviews(size=40)
CORPORA = GIVEN.corpora(labeled=["films"])


def fit(**settings: object) -> BenchClassifier:
    return BenchClassifier("crosslex", "tools", **settings).fit(CORPORA)  # type: ignore[arg-type]


def test_left_at_its_defaults_it_is_the_classifier_of_the_product() -> None:
    expected = CrossDomainClassifier("crosslex", "tools").fit(CORPORA)
    np.testing.assert_array_equal(fit().decision_function(CORPORA[1]),
                                  expected.decision_function(CORPORA[1]))  # fmt: skip


def test_rate_predicts_each_class_as_often_as_it_is_labeled_and_zero_moves_nothing() -> None:
    predicted = fit(threshold="rate").predict(CORPORA[1])
    assert (predicted == "good").mean() == pytest.approx(0.5, abs=0.05)
    np.testing.assert_array_equal(fit(threshold="zero").fitted_.calibration.offset, [0, 0])
    with pytest.raises(InputError, match="threshold: found 'best'"):
        fit(threshold="best")


def test_matching_offset_gives_every_class_its_share() -> None:
    rng = np.random.default_rng(0)
    for n_classes in (2, 3, 4, 6):
        scores = rng.normal(size=(200, n_classes)) @ rng.normal(size=(n_classes, n_classes))
        won = rng.multinomial(200 - n_classes, np.full(n_classes, 1 / n_classes)) + 1
        offset = matching_offset(scores, won / 200)
        found = np.bincount((scores - offset).argmax(axis=1), minlength=n_classes)
        np.testing.assert_allclose(found, won, atol=1)
