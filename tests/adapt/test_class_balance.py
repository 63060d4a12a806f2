import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex.adapt.class_balance import hold_near, matching_offset, predicted_shares
from crosslex.adapt.decision import LinearDecision

RNG = np.random.default_rng(0)
DOCUMENTS = csr_array(RNG.normal(size=(400, 6)))


def decision_of(n_classes: int, seed: int, push: float = 0.0) -> LinearDecision:
    """Return random weights, with the first class pushed ahead."""
    weights = np.random.default_rng(seed).normal(size=(6, n_classes))
    return LinearDecision(weights, push * np.eye(n_classes)[0])


def test_matching_offset_gives_every_class_its_share():
    for n_classes in (2, 3, 4, 6):
        scores = RNG.normal(size=(200, n_classes)) @ RNG.normal(size=(n_classes, n_classes))
        won = RNG.multinomial(200 - n_classes, np.full(n_classes, 1 / n_classes)) + 1
        offset = matching_offset(scores, won / 200)
        found = np.bincount((scores - offset).argmax(axis=1), minlength=n_classes)
        np.testing.assert_allclose(found, won, atol=1)


@pytest.mark.parametrize("n_classes", [2, 3])
def test_a_decision_that_went_astray_is_brought_back_to_the_leeway(n_classes):
    other, astray = decision_of(n_classes, 1), decision_of(n_classes, 2, push=3.0)
    held = hold_near(astray, other, DOCUMENTS, 0.1)
    wanted = predicted_shares(other.scores(DOCUMENTS))
    before = predicted_shares(astray.scores(DOCUMENTS))
    after = predicted_shares(held.scores(DOCUMENTS))
    assert np.abs(before - wanted).max() > 0.2
    # Just as far as it may, one document more or less.
    assert np.abs(after - wanted).max() == pytest.approx(0.1, abs=2 / 400)
    np.testing.assert_array_equal(held.weights, astray.weights)


def test_a_decision_within_the_leeway_stays_as_it_is():
    one = decision_of(3, 1)
    assert hold_near(one, one, DOCUMENTS, 0.0) is one
    assert hold_near(one, decision_of(3, 2, push=9.0), DOCUMENTS, 1.0) is one


def test_without_documents_nothing_moves():
    one = decision_of(2, 1)
    assert hold_near(one, decision_of(2, 2, push=9.0), DOCUMENTS[:0], 0.0) is one


def test_documents_all_alike_never_give_a_class_that_neither_chose():
    alike = csr_array(np.ones((30, 6)))
    one, other = (LinearDecision(np.zeros((6, 3)), np.eye(3)[code]) for code in (2, 1))
    held = hold_near(one, other, alike, 0.08)
    assert predicted_shares(held.scores(alike))[0] == 0
