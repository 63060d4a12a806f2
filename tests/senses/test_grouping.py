"""Groups of uses: how they are put together, and the evidence that there are several."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import chi2_contingency

from crosslex.senses.grouping import (
    average_linkage,
    chance_agreement,
    cluster_halves,
    contingency,
    dissolve_uncertain,
    group_uses,
    largest_chi_squares,
    share_difference_p,
    sides_agreement,
)
from crosslex.shifts.uses import both_sides, use_vectors
from crosslex.vectors import unit_rows


def sided_uses(centers, noise, seed, sizes):
    """Uses whose two sides lie around the center of their group, each by itself."""
    random = np.random.default_rng(seed)
    center = np.repeat(np.hstack([centers, centers]), sizes, axis=0)
    return use_vectors(center + noise * random.normal(size=center.shape))


def one_domain(uses):
    return np.zeros(len(uses), np.int64)


def linked_slowly(uses, most):
    """Average linkage as it is defined: the mean distance over all pairs, again at every step."""
    groups = [[place] for place in range(len(uses))]
    while len(groups) > most:
        distance = {
            (a, b): np.mean([1 - uses[i] @ uses[j] for i in groups[a] for j in groups[b]])
            for a in range(len(groups))
            for b in range(a)
        }
        a, b = min(distance, key=distance.get)
        groups[b] += groups.pop(a)
    return {frozenset(group) for group in groups}


def members(labels):
    return {frozenset(np.flatnonzero(labels == group).tolist()) for group in set(labels)}


def test_groups_are_those_of_average_linkage():
    uses = unit_rows(np.random.default_rng(0).normal(size=(24, 4)))
    assert members(average_linkage(1 - uses @ uses.T, 5)) == linked_slowly(uses, 5)


def test_each_halving_has_every_use_once_in_each_pair_of_halves():
    uses = unit_rows(np.random.default_rng(2).normal(size=(21, 4)))
    halves = cluster_halves(uses, 3, halvings=4, random_state=0)
    assert ((halves[::2] >= 0) ^ (halves[1::2] >= 0)).all()
    for half in halves:
        rows = np.flatnonzero(half >= 0)
        assert members(half[rows]) == linked_slowly(uses[rows], 3)


def test_three_clouds_are_three_groups():
    uses = sided_uses(3 * np.eye(5)[:3], 0.4, 1, (20, 60, 35))
    found = group_uses(uses, one_domain(uses))
    assert np.bincount(found.labels)[:3].tolist() == pytest.approx([60, 35, 20], abs=6)
    assert len(set(found.labels[20:80])) <= 2
    assert found.confirmed
    assert found.kappa > 0.5


def unrelated_sides(random):
    """Uses with sides of one of two clear kinds, of which one tells nothing of the other."""
    kinds = 3 * np.eye(8)[random.integers(2, size=(2, 120)) * 4]
    return use_vectors(np.hstack(list(kinds + 0.5 * random.normal(size=kinds.shape))))


def test_sides_that_know_nothing_of_each_other_are_no_senses():
    random = np.random.default_rng(3)
    halves = np.arange(120) % 2
    found = [group_uses(unrelated_sides(random), halves) for _ in range(10)]
    several = [each for each in found if each.labels.max() > 0]
    assert not any(each.confirmed for each in several)
    # Where the domains are alike, p is at most 0.01 one time in a hundred.
    assert len(several) <= 1
    assert np.mean([each.kappa for each in found]) < 0.1


def test_groups_whose_shares_surely_differ_are_shown_but_not_confirmed():
    random = np.random.default_rng(3)
    uses = unrelated_sides(random)
    # Each domain has its own kind of words before the word; those after it are of any kind.
    domains = (uses[:, 0] < uses[:, 4]).astype(np.int64)
    found = group_uses(uses, domains)
    assert found.kappa < 0.1
    assert found.p <= 0.01
    assert found.labels.max() > 0
    assert not found.confirmed


def faint_uses(seed):
    """A frequent kind of uses and a rare one, whose sides agree but somewhat."""
    return sided_uses(np.eye(12)[:2], 0.45, seed, (150, 30))


def test_a_faint_group_is_a_sense_if_one_domain_alone_has_it():
    rare = np.arange(180) >= 150
    apart, alike = rare.astype(np.int64), np.arange(180) % 2
    found = [[group_uses(faint_uses(seed), each) for each in (apart, alike)] for seed in range(5)]
    assert all(with_domain.p <= 0.05 for with_domain, _ in found)
    several = np.sum([[each.labels.max() > 0 for each in pair] for pair in found], axis=0)
    assert several[0] > several[1]


def test_uses_without_contexts_are_in_the_largest_group():
    uses = np.vstack([sided_uses(np.eye(3)[:2], 0.1, 2, (25, 20)), np.zeros((2, 9))])
    groups = group_uses(uses, one_domain(uses)).labels
    assert groups.max() >= 1
    assert groups[-2:].tolist() == [0, 0]


def agreement_of(uses, most):
    halves = cluster_halves(both_sides(uses), most, halvings=5, random_state=0)
    groups = average_linkage(1 - both_sides(uses) @ both_sides(uses).T, most)
    kappa, z = sides_agreement(uses, halves, groups)
    assert len(kappa) == len(z) == most + 1
    return kappa[-1], z[-1]


def test_agreement_is_between_chance_and_certainty():
    kappa, z = agreement_of(sided_uses(np.eye(4)[:2], 0.05, 4, (40, 40)), 2)
    assert kappa == pytest.approx(1)
    assert z > 5
    _, by_chance = agreement_of(sided_uses(np.zeros((1, 4)), 1.0, 5, (80,)), 2)
    assert abs(by_chance) < 3


def test_agreement_on_each_of_two_groups_is_that_on_both():
    uses = sided_uses(np.eye(4)[:2], 0.3, 4, (40, 20))
    halves = cluster_halves(both_sides(uses), 4, halvings=5, random_state=0)
    kappa, z = sides_agreement(uses, halves, np.repeat([0, 1], (40, 20)))
    assert kappa == pytest.approx(np.full(3, kappa[0]))
    assert z == pytest.approx(np.full(3, z[0]))


def test_a_group_on_which_the_sides_do_not_agree_is_dissolved():
    clear = sided_uses(np.eye(9)[:2], 0.2, 1, (60, 40))
    # A third kind of words is before the word or after it, never on both sides.
    random = np.random.default_rng(2)
    one_sided = np.zeros((16, 18))
    one_sided[np.arange(16), np.arange(16) % 2 * 9 + 2] = 1
    one_sided[np.arange(16), 9 - np.arange(16) % 2 * 9 + random.integers(2, size=16)] = 0.5
    uses = np.vstack([clear, use_vectors(one_sided + 0.05 * random.normal(size=(16, 18)))])
    halves = cluster_halves(both_sides(uses), 3, halvings=5, random_state=0)
    groups = np.repeat([0, 1, 2], (60, 40, 16))
    before, _ = sides_agreement(uses, halves, groups)
    found, kappa, _ = dissolve_uncertain(groups, uses, halves)
    assert found.max() == 1
    assert found[:100].tolist() == groups[:100].tolist()
    assert kappa > before[-1]


def test_groups_on_which_the_sides_agree_are_all_kept():
    uses = sided_uses(np.eye(9)[:3], 0.2, 1, (60, 40, 16))
    halves = cluster_halves(both_sides(uses), 3, halvings=5, random_state=0)
    groups = np.repeat([0, 1, 2], (60, 40, 16))
    found, kappa, _ = dissolve_uncertain(groups, uses, halves)
    assert found.tolist() == groups.tolist()
    assert kappa > 0.8


def test_chance_agreement_is_that_of_all_permutations():
    random = np.random.default_rng(6)
    first, second = random.integers(3, size=(2, 7))
    every = [np.sum(first == np.array(order)) for order in permutations(second)]
    assert chance_agreement(first, second) == pytest.approx((np.mean(every), np.var(every)))


def test_the_largest_chi_square_is_that_of_one_group_against_all_others():
    random = np.random.default_rng(8)
    groups, domains = random.integers(4, size=60), random.integers(3, size=60)
    every = [
        chi2_contingency(
            [np.bincount(domains[(groups == group) == own], minlength=3) for own in (True, False)],
            correction=False,
        ).statistic
        for group in range(4)
    ]
    assert largest_chi_squares(contingency(groups, domains)[None]) == pytest.approx([max(every)])


def test_p_is_the_share_of_permutations_that_differ_as_much():
    groups, domains = np.array([0, 0, 0, 1, 1, 1]), np.array([0, 0, 0, 0, 1, 1])
    tables = [contingency(groups, np.array(drawn)) for drawn in permutations(domains)]
    every = largest_chi_squares(np.array(tables))
    exact = np.mean(every >= largest_chi_squares(contingency(groups, domains)[None]) - 1e-9)
    assert share_difference_p(groups, domains, permutations=4999) == pytest.approx(exact, abs=0.02)


def test_domains_drawn_at_random_differ_one_time_in_twenty():
    random = np.random.default_rng(9)
    groups = np.repeat([0, 1, 2], (60, 20, 8))
    found = [
        share_difference_p(groups, random.integers(2, size=88), random_state=draw, permutations=199)
        for draw in range(200)
    ]
    assert 0.01 <= np.mean(np.array(found) <= 0.05) <= 0.09
