"""The groups of a word's uses, and whether there is evidence for more than one."""

from dataclasses import dataclass
from math import ceil

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shifts.agreement import Agreement, sides_agreement
from crosslex.shifts.contexts import both_sides
from crosslex.shifts.halves import apart, group_halves
from crosslex.shifts.linkage import Labels, dissolve_small, link
from crosslex.shifts.share_test import share_difference

MOST_GROUPS = 6
GROUPS_OF_HALF = 8
"""Groups in each random half of the documents; further ones hold what is like nothing else."""
HALVINGS = 10
SMALLEST = 5
"""Uses that make a group at least; a word with fewer than two such groups has one."""
SMALLEST_SHARE = 0.03
"""Of a word's uses that make a group at least."""
LEAST_AGREEMENT = 0.3
"""Kappa from which groups are taken for senses by their contexts alone; below, most are shades
of topic."""
CLEARLY = 3.0
"""Standard deviations above chance that the agreement must lie besides."""
SOME_AGREEMENT = 0.1
"""Kappa that is enough where shares differ between domains."""
SOMEWHAT = 2.0
"""Standard deviations above chance that are enough there."""
LARGEST_P = 0.05
"""From which on shares do not differ."""
SURELY = 0.01
"""p up to which shares differ so surely that groups are shown even if their sides do not agree."""


@dataclass(frozen=True, eq=False)
class Grouping:
    """The group of each use, numbered from the largest on, and the evidence for the groups.

    `p` is how often their shares would differ as much between domains by chance. `confirmed` says
    whether the groups may be called senses; if not, it is their shares alone that differ. Where
    there is but one group, the evidence is that for more groups, which was not enough.
    """

    labels: Labels
    agreement: Agreement
    p: float
    confirmed: bool = True


def group_uses(uses: Float64s, domains: Int64s, *, random_state: int = 0) -> Grouping:
    """Return groups of a word's uses, whose vectors are those of `Uses`; one if no more are clear.

    Uses are joined that are in one group in most random halves of the documents; small groups are
    dissolved. There is more than one group if both sides of the word clearly agree on it, if
    they agree somewhat and the groups have different shares in the domains, or, unconfirmed, if
    the shares surely differ.

    Parameters
    ----------
    uses
        Of all domains.
    domains
        The number of each use's domain.
    """
    both = both_sides(uses)
    placed = np.flatnonzero((both * both).sum(axis=1) > 0)
    labels = np.zeros(len(uses), np.int64)
    if len(placed) < 2 * SMALLEST:
        return Grouping(labels, Agreement(0.0, 0.0), 1.0)
    halves = group_halves(
        both[placed], GROUPS_OF_HALF, halvings=HALVINGS, random_state=random_state
    )
    linked = link(apart(halves), min(MOST_GROUPS, len(placed) // SMALLEST))
    smallest = max(SMALLEST, ceil(SMALLEST_SHARE * len(placed)))
    found = dissolve_small(linked, both[placed], smallest)
    if not found.any():
        return Grouping(labels, Agreement(0.0, 0.0), 1.0)
    agreement = sides_agreement(uses[placed], halves)
    p = share_difference(found, domains[placed], random_state=random_state)
    confirmed = are_senses(agreement, p)
    if not confirmed and p > SURELY:
        return Grouping(labels, agreement, p)
    labels[placed] = found
    return Grouping(labels, agreement, p, confirmed)


def are_senses(agreement: Agreement, p: float) -> bool:
    """Say whether the evidence is enough to call groups senses.

    >>> are_senses(Agreement(0.35, 4.0), p=0.5), are_senses(Agreement(0.1, 4.0), p=0.5)
    (True, False)
    >>> are_senses(Agreement(0.15, 2.5), p=0.01), are_senses(Agreement(0.15, 1.5), p=0.01)
    (True, False)
    >>> are_senses(Agreement(0.05, 2.5), p=0.01)
    False
    """
    by_contexts = agreement.kappa >= LEAST_AGREEMENT and agreement.deviations >= CLEARLY
    somewhat = agreement.kappa >= SOME_AGREEMENT and agreement.deviations >= SOMEWHAT
    return by_contexts or (somewhat and p <= LARGEST_P)
