"""Whether groups of a word's uses have different shares in the domains."""

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shifts.linkage import Labels

PERMUTATIONS = 999


def share_difference(
    groups: Labels, domains: Int64s, *, random_state: int = 0, permutations: int = PERMUTATIONS
) -> float:
    """Return how often the shares of some group differ as much between domains by chance.

    The p-value of the largest chi-square of a group against all others, with the documents'
    domains permuted; that of the largest accounts for there being several groups. Groups must
    have been found without knowing domains.

    Parameters
    ----------
    groups, domains
        Of each use, numbered from 0.

    Examples
    --------
    >>> share_difference(np.repeat([0, 1], 20), np.repeat([0, 1], 20))
    0.001
    """
    _, domains = np.unique(domains, return_inverse=True)
    generator = np.random.default_rng(random_state)
    # Rounding must not make a permutation that changes nothing differ from what was found.
    found = largest_chi_square(groups, domains) * (1 - 1e-9)
    reached = sum(
        largest_chi_square(groups, generator.permutation(domains)) >= found
        for _ in range(permutations)
    )
    return (1 + reached) / (1 + permutations)


def largest_chi_square(groups: Labels, domains: Int64s) -> float:
    """Return the largest chi-square of a group against all others by domain.

    >>> largest_chi_square(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]))
    4.0
    """
    n_groups, n_domains = int(groups.max()) + 1, int(domains.max()) + 1
    cells = np.bincount(groups * n_domains + domains, minlength=n_groups * n_domains)
    table: Float64s = cells.reshape(n_groups, n_domains).astype(np.float64)
    sizes, rest = table.sum(axis=1), len(groups) - table.sum(axis=1)
    expected = sizes[:, None] * table.sum(axis=0) / len(groups)
    # What the group has too many of, the others have too few of.
    of_group = ((table - expected) ** 2 / np.maximum(expected, 1e-12)).sum(axis=1)
    return float((of_group * len(groups) / np.maximum(rest, 1)).max())
