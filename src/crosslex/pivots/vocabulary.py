"""Vocabulary: every chosen feature and its role in every domain."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_choice


class Role(IntEnum):
    """What a feature is in one domain."""

    ABSENT = 0
    PIVOT = 1
    SHARED = 2
    SINGLE = 3


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """Every chosen feature and its role in every domain.

    Features come the most frequent first, those that joined later last; pivots the best first.
    Counts and roles are domains × features. With `pivots_are_words`, a pivot also has a word
    vector of its own, so that pivots predict pivots too. The paper's do not.
    """

    domains: tuple[str, ...]
    features: tuple[str, ...]
    counts: NDArray[np.int64]
    roles: NDArray[np.int8]
    pivots: tuple[str, ...]
    pivots_are_words: bool

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of each feature."""
        return {feature: index for index, feature in enumerate(self.features)}

    def words(self, domain: str) -> tuple[str, ...]:
        """Return the features that get a word vector in the domain, the most frequent first."""
        roles = self.roles[self._row(domain)]
        chosen = roles >= (Role.PIVOT if self.pivots_are_words else Role.SHARED)
        return tuple(self.features[index] for index in np.flatnonzero(chosen))

    def role(self, feature: str, domain: str) -> Role:
        """Return what a feature is in a domain."""
        row = self._row(domain)
        if feature not in self.number:
            return Role.ABSENT
        return Role(self.roles[row, self.number[feature]])

    def _row(self, domain: str) -> int:
        check_choice("domain", domain, self.domains)
        return self.domains.index(domain)

    def with_counts(
        self, domain: str, features: Sequence[str], counts: NDArray[np.int64]
    ) -> "Vocabulary":
        """Return the vocabulary after more text of a known domain, or the first of a new one.

        A known domain keeps its words. A new one brings the given features; pivots stay.
        """
        count_of = dict(zip(features, counts.tolist(), strict=True))
        if domain in self.domains:
            more = np.array([count_of.get(feature, 0) for feature in self.features], np.int64)
            total = self.counts.copy()
            total[self.domains.index(domain)] += more
            return replace(self, counts=total)
        known = set(self.features)
        new = [feature for feature in features if feature not in known]
        merged = (*self.features, *new)
        table = np.pad(self.counts, ((0, 1), (0, len(new))))
        table[-1] = [count_of.get(feature, 0) for feature in merged]
        # Text that a known domain was given later does not bring it new words.
        present = np.pad(self.roles != Role.ABSENT, ((0, 1), (0, len(new))))
        present[-1] = table[-1] > 0
        pivots = set(self.pivots)
        chosen = np.array([feature in pivots for feature in merged], bool)
        return replace(
            self,
            domains=(*self.domains, domain),
            features=merged,
            counts=table,
            roles=assign_roles(present.astype(np.int64), chosen),
        )


def assign_roles(counts: NDArray[np.int64], is_pivot: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Return the role of every feature in every domain, where all features have vectors.

    >>> assign_roles(np.array([[2, 1, 3], [2, 0, 1]]), np.array([True, False, False]))
    array([[1, 3, 2],
           [1, 0, 2]], dtype=int8)
    """
    present = counts > 0
    roles = np.where(present, Role.SHARED, Role.ABSENT)
    roles[present & (present.sum(axis=0) == 1)] = Role.SINGLE
    roles[:, is_pivot] = Role.PIVOT
    return roles.astype(np.int8)
