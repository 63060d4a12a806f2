"""Class shares by label shift, and how alike texts are."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from crosslex.auditing.label_shift import (
    SMOOTHING,
    _bins,
    estimate_shares,
    find_label_shift,
    likeness,
)

RNG = np.random.default_rng(0)


MEANS = np.array([[2.0, 0.0, 0.0], [0.8, 1.2, 0.0], [0.0, 0.0, 2.5]])
"""Of the scores of three classes, of which the first two are often taken for each other."""


def drawn(rng: np.random.Generator, shares: list[float], size: int) -> tuple:
    """Scores of texts of two or three classes, and their codes."""
    codes = rng.choice(len(shares), size, p=shares).astype(np.int32)
    return rng.normal(MEANS[codes, : len(shares)]), codes


def test_the_shares_are_the_most_likely_ones():
    (held_out, codes), (scores, _) = (drawn(RNG, [1 - s, s], 400) for s in (0.3, 0.7))
    bins, seen = _bins(held_out, scores)
    both = np.bincount(bins, minlength=len(seen)) / 400
    own = np.array(
        [
            np.bincount(bins[codes == code], minlength=len(seen)) + SMOOTHING * both
            for code in (0, 1)
        ]
    )
    own /= own.sum(axis=1, keepdims=True)
    grid = np.linspace(0.001, 0.999, 999)[:, None]
    best = grid[(seen * np.log(grid * own[1] + (1 - grid) * own[0])).sum(axis=1).argmax(), 0]
    assert estimate_shares(held_out, codes, scores)[0][1] == pytest.approx(best, abs=0.001)


SHIFTS = [
    ([0.5, 0.5], [0.5, 0.5]),
    ([0.1, 0.9], [0.1, 0.9]),
    ([0.45, 0.1, 0.45], [0.2, 0.7, 0.1]),
    ([0.3, 0.3, 0.4], [0.3, 0.3, 0.4]),
]


@pytest.mark.parametrize(("here", "there"), SHIFTS)
def test_shares_are_right_in_the_mean_and_errors_those_of_repeated_draws(here, there):
    found = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        found.append(estimate_shares(*drawn(rng, here, 1500), drawn(rng, there, 1200)[0]))
    shares, errors = np.transpose(found, (1, 0, 2))
    assert shares.mean(axis=0) == pytest.approx(there, abs=0.03)
    assert errors.mean(axis=0) == pytest.approx(shares.std(axis=0), rel=0.35)


def test_scores_that_are_all_the_same_say_nothing_of_the_shares():
    same, codes = np.ones((100, 2)), (np.arange(100) < 30).astype(np.int32)
    for scores in (same[:50], same[:50] * [0, 1]):  # the source has none of the second kind
        shares, errors = estimate_shares(same, codes, scores)
        assert (*shares, *errors) == pytest.approx((0.5,) * 4)


def documents(classes: np.ndarray, rng: np.random.Generator) -> csr_array:
    """Documents of words that their class prefers a little."""
    likely = np.full((3, 60), 0.1)
    for code in range(3):
        likely[code, 20 * code : 20 * code + 20] = 0.2
    return csr_array((rng.random((len(classes), 60)) < likely[classes]).astype(float))


def shift(here: list[float], there: list[float], size: int = 900, seed: int = 0):
    rng = np.random.default_rng(seed)
    codes = [rng.choice(len(here), size, p=shares).astype(np.int32) for shares in (here, there)]
    source, target = (documents(each, rng) for each in codes)
    return find_label_shift(source, codes[0], target, LogisticRegression()), codes


def test_changed_shares_are_found_and_texts_are_alike_all_the_same():
    found, _ = shift([0.8, 0.1, 0.1], [0.2, 0.3, 0.5])
    assert found.shares == pytest.approx([0.2, 0.3, 0.5], abs=0.1)
    assert found.likeness > 0.97


def test_the_share_of_a_rare_class_is_right_in_the_mean():
    shares = [shift([0.92, 0.08], [0.5, 0.5], 400, seed)[0].shares[1] for seed in range(15)]
    assert np.mean(shares) == pytest.approx(0.5, abs=0.05)


def test_shares_that_may_be_the_sources_are_the_sources():
    same = 0
    for seed in range(20):
        found, codes = shift([0.8, 0.2], [0.8, 0.2], 600, seed)
        same += found.shares[1] == codes[0].mean()
    assert same >= 16


def test_likeness_is_of_different_documents_alone():
    one, other = RNG.random((5, 4)), RNG.random((7, 4))
    of_one, of_other = (np.mean([a @ b for a, b in permutations(each, 2)]) for each in (one, other))
    across = np.mean([a @ b for a, b in product(one, other)])
    expected = min(1.0, across / np.sqrt(of_one * of_other))
    found = likeness([csr_array(one)], np.ones(1), csr_array(other))
    assert found == pytest.approx(expected)


def test_documents_of_one_distribution_are_alike_although_their_means_differ():
    rare = csr_array((RNG.random((400, 2000)) < 0.002).astype(float))
    means = rare[:200].mean(axis=0), rare[200:].mean(axis=0)
    assert means[0] @ means[1] / np.prod([np.linalg.norm(each) for each in means]) < 0.4
    assert likeness([rare[:200]], np.ones(1), rare[200:]) == pytest.approx(1, abs=0.2)


def test_empty_documents_are_like_nothing():
    assert likeness([csr_array((3, 2))], np.ones(1), csr_array(np.eye(2))) == 0
