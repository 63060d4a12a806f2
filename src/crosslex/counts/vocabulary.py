"""Vocabulary: the features of all domains, and which domain has which."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from crosslex.arrays import Bools, Int64s
from crosslex.checks import check_choice
from crosslex.errors import InputError

if TYPE_CHECKING:
    # Looking a word up does not load the compiled counting.
    from crosslex.counts.features import FeatureCounts


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The features of all domains, the most frequent first.

    `counts` are the occurrences, domains × features; `present` says which features have a vector
    in which domain.
    """

    domains: tuple[str, ...]
    features: tuple[str, ...]
    counts: Int64s
    present: Bools

    @classmethod
    def of(cls, counts: Sequence["FeatureCounts"]) -> "Vocabulary":
        """Return all features as words of each domain in which they occur.

        The counts are over the same features, as `count_domains` returns them. Every domain must
        share a feature with another.
        """
        occurrences = np.array([domain.occurrences for domain in counts])
        present = occurrences > 0
        names = tuple(domain.domain for domain in counts)
        vocabulary = cls(names, counts[0].features, occurrences, present)
        if not vocabulary.shared.any(axis=1).all():
            listed = " and ".join(repr(domain.domain) for domain in counts)
            raise InputError(
                f"domains {listed} share no feature; are they of one language, and is there enough "
                "text of each?"
            )
        return vocabulary

    @cached_property
    def shared(self) -> Bools:
        """Which of each domain's features another domain has, too."""
        return np.asarray(self.present & (self.present.sum(axis=0) > 1))

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of each feature."""
        return {feature: index for index, feature in enumerate(self.features)}

    def words(self, domain: str) -> tuple[str, ...]:
        """Return the features that have a vector in the domain, the most frequent first."""
        check_choice("domain", domain, self.domains)
        chosen = np.flatnonzero(self.present[self.domains.index(domain)])
        return tuple(self.features[index] for index in chosen)

    def word_counts(self, domain: str) -> Int64s:
        """Return how often each of the domain's words occurs there."""
        row = self.domains.index(domain)
        return np.asarray(self.counts[row][self.present[row]])
