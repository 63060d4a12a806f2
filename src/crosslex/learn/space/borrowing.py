"""How much of a word's vector in a domain is its own, and how much it borrows from all text."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

BANDS = 2.0 ** np.arange(1, 13)
"""Uses of a word at which its own share is estimated; in between it is interpolated."""
BANDWIDTH = 0.4
"""Of the kernel over the logarithm of uses."""
PSEUDO_WORDS = 3
"""What all words together weigh in a band: few words would say little by themselves."""


@dataclass(frozen=True, eq=False)
class Borrowing:
    """The share of a word's vector that is its own, by how often the word is used.

    Parameters
    ----------
    shares
        One per band, from 0 to 1.
    """

    shares: Doubles

    def own_shares(self, uses: NDArray[np.int64]) -> Doubles:
        """Return the share of each word; one that is never used borrows all of its vector."""
        found = np.interp(np.log(np.maximum(uses, 1)), np.log(BANDS), self.shares)
        return np.where(uses > 0, found, 0.0)


def estimate_borrowing(
    halves: tuple[Floats, Floats], elsewhere: Floats, uses: NDArray[np.int64]
) -> Borrowing:
    """Estimate shares from how words differ between documents, and from the other domains.

    What both halves of a domain's documents have in common against the other domains is
    meaning; what they do not have in common is noise. A vector that is shrunk towards the pooled
    one has the least squared error if its own share is meaning / (meaning + noise)
    (James and Stein, 1961), here for words of like frequency.

    Parameters
    ----------
    halves
        Unit vectors of the same words in documents of even and of odd numbers.
    elsewhere
        Their unit vectors in the other domains.
    uses
        How often each word is used in both halves together.
    """
    if not len(uses):
        return Borrowing(np.ones(len(BANDS)))
    first, second, others = (each.astype(np.float64) for each in (*halves, elsewhere))
    logs = np.log(uses)
    kernels = np.exp(-0.5 * ((logs - np.log(BANDS)[:, None]) / BANDWIDTH) ** 2)

    def by_band(values: Doubles) -> Doubles:
        sums = kernels @ values + PSEUDO_WORDS * values.mean()
        return np.asarray(sums / (kernels.sum(axis=1) + PSEUDO_WORDS))

    alike = by_band(((first + second) * others).sum(axis=1) / 2)
    expected = np.interp(logs, np.log(BANDS), alike)[:, None] * others
    meaning = by_band(((first - expected) * (second - expected)).sum(axis=1))
    # A quarter: the mean of both halves has half the noise of either.
    noise = by_band(((first - second) ** 2).sum(axis=1) / 4)
    meaning = np.maximum(meaning, 0)
    return Borrowing(meaning / np.maximum(meaning + noise, 1e-12))
