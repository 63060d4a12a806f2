"""Class shares by label shift, and how alike texts are."""

from itertools import permutations, product

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from crosslex.auditing.label_shift import (
    BINS,
    SMOOTHING,
    estimate_share,
    find_label_shift,
    likeness,
)

RNG = np.random.default_rng(0)


def drawn(rng: np.random.Generator, share: float, size: int) -> tuple[np.ndarray, np.ndarray]:
    """Scores of two overlapping classes, and which are of the second."""
    of_class = rng.random(size) < share
    return rng.normal(1.5 * of_class), of_class


def test_the_share_is_the_most_likely_one():
    held_out, of_class = drawn(RNG, 0.3, 400)
    scores, _ = drawn(RNG, 0.7, 300)
    edges = np.quantile(held_out, np.arange(1, BINS) / BINS)
    bins = [-np.inf, *edges, np.inf]
    both = np.histogram(held_out, bins)[0] / 400
    own, others = (
        (np.histogram(held_out[rows], bins)[0] + SMOOTHING * both) / (rows.sum() + SMOOTHING)
        for rows in (of_class, ~of_class)
    )
    counts = np.histogram(scores, bins)[0]
    grid = np.linspace(0.001, 0.999, 999)[:, None]
    best = grid[(counts * np.log(grid * own + (1 - grid) * others)).sum(axis=1).argmax(), 0]
    assert estimate_share(held_out, of_class, scores)[0] == pytest.approx(best, abs=0.001)


@pytest.mark.parametrize(("here", "there"), [(0.5, 0.5), (0.1, 0.1), (0.1, 0.6)])
def test_the_error_is_that_of_repeated_draws(here, there):
    found = []
    for seed in range(200):
        rng = np.random.default_rng(seed)
        found.append(estimate_share(*drawn(rng, here, 800), drawn(rng, there, 600)[0]))
    shares, errors = np.array(found).T
    assert shares.mean() == pytest.approx(there, abs=0.04)
    assert errors.mean() == pytest.approx(shares.std(), rel=0.25)


def test_scores_that_are_all_the_same_say_nothing_of_the_share():
    share, error = estimate_share(np.ones(100), np.arange(100) < 30, np.ones(50))
    assert (share, error) == pytest.approx((0.5, 0.5))


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
    shares = [shift([0.92, 0.08], [0.5, 0.5], 400, seed)[0].shares[1] for seed in range(30)]
    assert np.mean(shares) == pytest.approx(0.5, abs=0.03)


def test_shares_that_may_be_the_sources_are_the_sources():
    same = 0
    for seed in range(20):
        found, codes = shift([0.8, 0.2], [0.8, 0.2], 600, seed)
        same += found.shares[1] == codes[0].mean()
    assert 16 <= same <= 20


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
