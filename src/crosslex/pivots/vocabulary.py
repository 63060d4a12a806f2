"""Vocabulary: every chosen feature and its role in every domain."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Role(IntEnum):
    """What a feature is in one domain."""

    ABSENT = 0
    PIVOT = 1
    SHARED = 2
    SINGLE = 3


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Every chosen feature and its role in every domain.

    Parameters
    ----------
    domains
        The domains' names.
    features
        All features, the most frequent first.
    counts
        Domains × features: occurrences.
    roles
        Domains × features: a `Role` each.
    pivots
        The pivots, best first.
    pivots_are_words
        Whether a pivot also has a word vector of its own, so that pivots predict
        pivots too. The paper's do not.
    """

    domains: tuple[str, ...]
    features: tuple[str, ...]
    counts: NDArray[np.int64]
    roles: NDArray[np.int8]
    pivots: tuple[str, ...]
    pivots_are_words: bool

    def words(self, domain: str) -> tuple[str, ...]:
        """Return the features that get a word vector in the domain, the most frequent first."""
        roles = self.roles[self.domains.index(domain)]
        chosen = roles >= (Role.PIVOT if self.pivots_are_words else Role.SHARED)
        return tuple(self.features[index] for index in np.flatnonzero(chosen))

    def role(self, feature: str, domain: str) -> Role:
        """Return what a feature is in a domain."""
        if feature not in self.features:
            return Role.ABSENT
        return Role(self.roles[self.domains.index(domain), self.features.index(feature)])
