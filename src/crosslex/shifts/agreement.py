"""Whether what stands before a word and what stands after it tell the same group of its uses."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s
from crosslex.shifts.contexts import both_sides
from crosslex.shifts.halves import Half
from crosslex.shifts.linkage import Labels, dissolve_small, group_means
from crosslex.vectors import unit_rows

SMALLEST_OF_HALF = 2
"""Uses that make a group in half of the documents."""


@dataclass(frozen=True)
class Agreement:
    """How far what stands before a word and what stands after it tell the same group.

    `kappa` is 0 by chance and 1 if they always do (Cohen, 1960); `deviations` says how many
    standard deviations that is above chance.
    """

    kappa: float
    deviations: float


def sides_agreement(uses: Float64s, halves: Sequence[Half]) -> Agreement:
    """Return how far both sides of uses agree on the groups of a half that they are not in.

    Each side is put to the group that it is nearer to than usual. In text without senses the two
    sides know nothing of each other. The two halves of a halving stand next to each other.
    """
    dimension = uses.shape[1] // 3
    both = both_sides(uses)
    sides = unit_rows(uses[:, :dimension]), unit_rows(uses[:, dimension : 2 * dimension])
    known = np.logical_and(*((side * side).sum(axis=1) > 0 for side in sides))
    agreed = expected = judged = variance = 0.0
    for half in halves:
        held = ~half.chosen & known
        groups = dissolve_small(half.groups, both[half.chosen], SMALLEST_OF_HALF)
        if held.sum() < 2 or groups.max() == 0:
            continue
        means = group_means(both[half.chosen], groups)
        first, second = (
            (side[held] @ means.T - (side[half.chosen] @ means.T).mean(axis=0)).argmax(axis=1)
            for side in sides
        )
        by_chance, spread = chance_agreement(first, second, len(means))
        agreed += float((first == second).sum())
        expected += by_chance
        variance += spread
        judged += len(first)
    if judged - expected <= 0 or variance <= 0:
        return Agreement(0.0, 0.0)
    # Halvings are of the same uses: as many as there are tell no more than one, at worst.
    deviations = (agreed - expected) / np.sqrt(len(halves) / 2 * variance)
    return Agreement((agreed - expected) / (judged - expected), float(deviations))


def chance_agreement(first: Labels, second: Labels, size: int) -> tuple[float, float]:
    """Return the mean and variance of how many labels agree if one side's are permuted.

    >>> chance_agreement(np.array([0, 0, 1]), np.array([0, 1, 1]), 2)
    (1.333..., 0.888...)
    """
    n = len(first)
    here, there = (np.bincount(side, minlength=size).astype(float) for side in (first, second))
    both = here * there
    # Sum over pairs of groups of the covariances of a contingency table with fixed margins.
    variance = both.sum() * n - (both * (here + there)).sum() + both.sum() ** 2 / n
    return float(both.sum() / n), float(variance / (n * (n - 1)))
