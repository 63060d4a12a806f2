"""Differences of mean uses: what is expected, what is small, and all permutations one by one."""

from itertools import combinations

import numpy as np
import pytest
from scipy.stats import gamma

from crosslex.shifts.difference import (
    baseline_effect,
    difference_p,
    expected_differences,
    permutation_moments,
    permutation_p,
    permutation_tails,
    residual_distances,
)
from crosslex.shifts.kernels import permuted_distances
from crosslex.shifts.uses import Uses, both_sides, use_vectors

WORDS, DIMENSION = 80, 4


def uses_around(means, size, rng, noise=0.7):
    """Uses of each word around a mean of its contexts before and after."""
    sums = np.repeat(means, size, axis=0)
    sums = (sums + noise * rng.normal(size=sums.shape)).astype(np.float32)
    starts = np.arange(0, len(sums) + 1, size)
    return Uses(use_vectors(sums), starts, np.arange(len(sums)))


def test_the_distance_is_that_between_domains_less_that_within() -> None:
    """If nothing is expected: means over all pairs of uses, one by one."""
    rng = np.random.default_rng(0)
    here, there = (
        both_sides(uses_around(np.ones((1, 8)), size, rng).vectors.astype(float)) for size in (6, 9)
    )
    between = np.mean([1 - a @ b for a in here for b in there])
    within = np.mean(
        [
            np.mean([1 - a @ b for place, a in enumerate(uses) for b in uses[place + 1 :]])
            for uses in (here, there)
        ]
    )
    means = (here.mean(axis=0)[None], there.mean(axis=0)[None])
    found = residual_distances(means, (np.array([6]), np.array([9])), np.zeros((1, 4)))
    assert found[0] == pytest.approx(between - within)


def test_a_word_has_no_say_in_what_is_expected_of_it() -> None:
    rng = np.random.default_rng(3)
    here, there = rng.normal(size=(2, WORDS, DIMENSION))
    sizes = (np.full(WORDS, 50), np.full(WORDS, 80))
    found = expected_differences((here, there), sizes)
    others = np.arange(WORDS) != 7
    weight = 50 * 80 / 130 / (50 * 80 / 130 + 300)
    inputs, gaps = np.hstack([(here + there) / 2, np.full((WORDS, 1), 100.0)]), here - there
    kept = inputs[others]
    fitted = np.linalg.solve(
        weight * kept.T @ kept + 0.3 * np.eye(DIMENSION + 1), weight * kept.T @ gaps[others]
    )
    alone = inputs[7] @ fitted
    assert found[7] == pytest.approx(alone, abs=1e-6)


def test_the_min_effect_is_the_median_over_halves() -> None:
    rng = np.random.default_rng(5)
    uses = uses_around(np.zeros((WORDS, 2 * DIMENSION)), 30, rng)
    # Each word differs between the halves in a direction of its own.
    along = np.repeat(rng.normal(size=(WORDS, 3 * DIMENSION)), 30, axis=0)
    half = ((uses.vectors * along).sum(axis=1) > 0).astype(np.int64)
    parts: list[list[np.ndarray]] = [[], []]
    for word in range(WORDS):
        own = half[uses.starts[word] : uses.starts[word + 1]]
        for side in (0, 1):
            parts[side].append(both_sides(uses.of(word)[own == side].astype(float)))
    means = tuple(np.array([each.mean(axis=0) for each in side]) for side in parts)
    sizes = tuple(np.array([len(each) for each in side]) for side in parts)
    every = residual_distances(means, sizes, expected_differences(means, sizes))
    # The fifty words with the most documents enter, and those with as many.
    known = np.minimum(*sizes)
    chosen = known >= np.sort(known)[-50]
    assert chosen.sum() < WORDS
    found = baseline_effect([uses], [half])
    assert found == pytest.approx(np.median(every[chosen]), abs=1e-5)
    assert found > 0


def all_distances(points, n_first, offset=0.0):
    """The squared distance of means plus an offset for every choice of the first group."""
    found = []
    for chosen in combinations(range(len(points)), n_first):
        first = np.isin(np.arange(len(points)), chosen)
        gap = points[first].mean(axis=0) - points[~first].mean(axis=0) + offset
        found.append(gap @ gap)
    return np.array(found)


def p_values(first, second, *, margin=0.0, expected=0.0, resamples=200, random_state=0):
    """Test all words, of which the same difference is expected."""
    words = np.arange(len(first.sizes))
    dimension = first.vectors.shape[1] // 3
    return difference_p(
        first,
        second,
        words,
        expected=np.broadcast_to(np.asarray(expected, float), (len(words), dimension)),
        margin=margin,
        resamples=resamples,
        random_state=random_state,
    )


def uses(*words):
    """Words' uses, of which the test reads the part with both sides added up."""
    starts = np.cumsum([0, *map(len, words)])
    return Uses(np.tile(np.vstack(words), 3).astype(np.float32), starts, np.arange(starts[-1]))


@pytest.mark.parametrize("offset", [np.zeros(3), np.array([1.0, -0.5, 0.25])])
@pytest.mark.parametrize(("size", "n_first"), [(2, 1), (3, 1), (4, 2), (5, 4), (7, 3), (8, 4)])
def test_moments_are_those_of_all_permutations(size, n_first, offset):
    points = np.random.default_rng(size).normal(size=(size, 3)) ** 3
    centered = points - points.mean(axis=0)
    every = all_distances(points, n_first, offset)
    mean, variance, _ = permutation_moments(centered, n_first, offset)
    assert mean == pytest.approx(every.mean())
    assert variance == pytest.approx(every.var(), abs=1e-9)


def test_the_third_moment_with_an_offset_is_that_of_a_noncentral_chi_square():
    """Normal points in one dimension: the gap is normal too, with a variance that is known."""
    points = np.random.default_rng(0).normal(size=(4000, 1))
    variance = points.var() * 4 / 4000
    *_, skewness = permutation_moments(points - points.mean(axis=0), 2000, np.array([0.05]))
    shift = 0.05**2 / variance
    expected = (8 + 24 * shift) / (2 + 4 * shift) ** 1.5
    assert skewness == pytest.approx(expected, rel=0.01)


def test_permuted_distances_agree_with_a_plain_twin():
    """The same splitmix64 draws, written with Python's own integers."""
    points = np.random.default_rng(2).normal(size=(9, 4))
    centered = (points - points.mean(axis=0)).astype(np.float32)
    n_first, seed, mask = 6, 11, 2**64 - 1
    offset = np.array([0.3, -0.1, 0.0, 0.2], np.float32)
    state = (seed * 0xD1342543DE82EF95 + 0x632BE59BD9B4E019) & mask
    order, expected = list(range(9)), []
    for _ in range(20):
        for place in range(3):
            state = (state + 0x9E3779B97F4A7C15) & mask
            bits = state
            bits = ((bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9) & mask
            bits = ((bits ^ (bits >> 27)) * 0x94D049BB133111EB) & mask
            bits ^= bits >> 31
            other = place + int((bits >> 11) / 2**53 * (9 - place))
            order[place], order[other] = order[other], order[place]
        drawn = np.isin(np.arange(9), order[:3])
        # The smaller group is the second one.
        gap = centered[~drawn].mean(axis=0) - centered[drawn].mean(axis=0) + offset
        expected.append(float(gap @ gap))
    found = np.empty(20)
    assert permuted_distances(centered, n_first, seed, offset, np.inf, 1, found) == 20
    assert found == pytest.approx(expected, rel=1e-4)
    third = np.sort(expected)[-3]
    few = np.empty(20)
    drawn = permuted_distances(centered, n_first, seed, offset, third * 0.999, 2, few)
    assert drawn == 1 + np.flatnonzero(np.array(expected) >= third * 0.999)[1]
    assert few[:drawn] == pytest.approx(expected[:drawn], rel=1e-4)


def test_the_mean_p_of_many_seeds_is_near_that_of_all_permutations():
    points = np.random.default_rng(3).normal(size=(10, 3))
    gap = points[:5].mean(axis=0) - points[5:].mean(axis=0)
    exact = (all_distances(points, 5) >= gap @ gap - 1e-9).mean()
    found = [
        p_values(uses(points[:5]), uses(points[5:]), random_state=seed)[0] for seed in range(300)
    ]
    assert np.mean(found) == pytest.approx(exact, rel=0.15)


@pytest.mark.parametrize(
    ("drawn", "reached", "tail", "expected"),
    [
        (40, 10, 0.3, 10 / 40),  # the tenth that reaches came as the fortieth draw
        (199, 7, 0.03, 8 / 200),  # all were drawn: the given labels count as a permutation
        (199, 2, 0.004, 0.004),  # too few reach: the tail decides
        (199, 2, 0.2, 6 / 200),  # but what was drawn says that p is no larger than this
    ],
)
def test_p_is_counted_or_else_that_of_the_tail(drawn, reached, tail, expected):
    assert permutation_p(drawn, reached, tail, resamples=max(drawn, 199)) == expected


def test_a_far_distance_has_the_tail_of_a_gamma_distribution():
    """Pearson III with skewness 2 / √k is a gamma distribution of shape k."""
    moments = np.array([[4.0, 4.0, 1.0], [1.0, 0.0, 0.0]])
    tails = permutation_tails(np.array([20.0, 1.0]), moments)
    assert tails == pytest.approx([gamma.sf(20.0, 4), 1.0], rel=1e-6)


def test_chance_is_rarely_taken_for_a_difference():
    random = np.random.default_rng(6)
    words = 600
    groups = [[random.standard_t(4, size=(12, 5)) for _ in range(words)] for _ in range(2)]
    found = p_values(uses(*groups[0]), uses(*groups[1]))
    assert 0.03 < (found <= 0.05).mean() < 0.075


def test_one_context_in_every_document_is_no_difference():
    words = np.random.default_rng(7).normal(size=(20, 100))
    first = uses(*(np.repeat(word[None], 10, axis=0) for word in words))
    second = uses(*(np.repeat(word[None], 900, axis=0) for word in words))
    found = p_values(first, second, resamples=99)
    np.testing.assert_array_equal(found, 1)


def shifted_words(length, words=600, documents=40, dimension=6):
    """Words whose mean uses lie so far apart, each in a direction of its own."""
    random = np.random.default_rng(8)
    first, second = [], []
    for _ in range(words):
        way = random.normal(size=dimension)
        spread = random.uniform(0.5, 1.5, size=dimension)
        first.append(random.normal(size=(documents, dimension)) * spread)
        second.append(random.normal(size=(documents, dimension)) * spread)
        first[-1] += length * way / np.linalg.norm(way)
    return uses(*first), uses(*second)


def test_a_change_of_just_the_margin_is_called_larger_at_most_one_time_in_twenty():
    margin = 0.2
    at_margin = p_values(*shifted_words(np.sqrt(2 * margin)), margin=margin)
    assert 0.01 < (at_margin <= 0.05).mean() < 0.06
    below = p_values(*shifted_words(0.0), margin=margin)
    assert (below <= 0.05).mean() < 0.005
    above = p_values(*shifted_words(2 * np.sqrt(2 * margin)), margin=margin)
    assert (above <= 0.05).mean() > 0.5


def test_a_difference_that_is_expected_is_none():
    random = np.random.default_rng(9)
    drift = np.array([0.5, 0.0, -0.5])
    groups = [[random.normal(size=(30, 3)) for _ in range(300)] for _ in range(2)]
    first, second = uses(*(each + drift for each in groups[0])), uses(*groups[1])
    assert (p_values(first, second) <= 0.05).mean() > 0.5
    assert 0.02 < (p_values(first, second, expected=drift) <= 0.05).mean() < 0.09
