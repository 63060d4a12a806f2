"""Means over words of similar frequency: a kernel smoother, in a domain and in the others."""

from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float64s, Int64s

CENTERS = 2.0 ** np.arange(1, 13)
"""Frequencies at which means are taken; in between they are interpolated."""
BANDWIDTH = 0.4
"""Of the Gaussian kernel over the logarithm of frequency."""
PSEUDO_WORDS = 3
"""Weight of the wider class's mean in a narrower one, in words: few words are shrunk toward it."""


@dataclass(frozen=True, eq=False)
class FrequencyClasses:
    """The frequencies of words in a domain and in the others.

    Parameters
    ----------
    here, elsewhere
        Number of uses of each word.

    Examples
    --------
    >>> classes = FrequencyClasses(np.array([8, 8, 2048]), np.array([64, 64, 64]))
    >>> table = classes.means(np.array([1.0, 2.0, 9.0]))
    >>> classes.look_up(table).round(1).tolist()  # shrunk toward the mean of all, 4
    [2.4, 2.4, 6.2]
    """

    here: Int64s
    elsewhere: Int64s

    def means(self, values: Float64s) -> Float64s:
        """Return the mean of the words' values at every pair of centers.

        Few words are shrunk toward all words of similar frequency here, and these toward all.
        """
        here, elsewhere = _kernels(self.here), _kernels(self.elsewhere)
        by_here = here @ values + PSEUDO_WORDS * values.mean()
        by_here /= here.sum(axis=1) + PSEUDO_WORDS
        sums = (here * values) @ elsewhere.T + PSEUDO_WORDS * by_here[:, None]
        return np.asarray(sums / (here @ elsewhere.T + PSEUDO_WORDS))

    def look_up(self, table: Float64s) -> Float64s:
        """Return the value of a table of means for each word, interpolated."""
        row, down = _place(self.here)
        column, right = _place(self.elsewhere)
        above = table[row, column] * (1 - right) + table[row, column + 1] * right
        below = table[row + 1, column] * (1 - right) + table[row + 1, column + 1] * right
        return np.asarray(above * (1 - down) + below * down)

    def smooth(self, values: Float64s) -> Float64s:
        """Return for each word the mean value of words of similar frequency."""
        return self.look_up(self.means(values))


def _kernels(uses: Int64s) -> Float64s:
    distances = np.log(np.maximum(uses, 1)) - np.log(CENTERS)[:, None]
    return np.asarray(np.exp(-0.5 * (distances / BANDWIDTH) ** 2))


def _place(uses: Int64s) -> tuple[Int64s, Float64s]:
    """Return the center below each frequency and the distance from it to the next, from 0 to 1."""
    last = len(CENTERS) - 1
    place = np.interp(np.log(np.maximum(uses, 1)), np.log(CENTERS), np.arange(last + 1))
    below = np.minimum(place.astype(np.int64), last - 1)
    return below, place - below
