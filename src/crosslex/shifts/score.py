"""Change of a word between two domains: how far its similarities to shared words differ."""

from dataclasses import dataclass, replace

import numpy as np

from crosslex.arrays import Float64s, Int64s
from crosslex.shifts.difference import expected_differences
from crosslex.shifts.uses import Pair, Uses, both_sides, jackknife_errors
from crosslex.space.reliability import FrequencyClasses
from crosslex.vectors import unit_rows

SHARPNESS = 4.5
"""Weight of near words: a cosine c counts as exp(SHARPNESS · c). Less makes slightly better lists
of real corpora, more finds more planted changes: `crosslex-bench change score-constants`."""
MAX_ANCHORS = 5000
"""Most frequent shared words that each word is compared with."""
CHUNK = 512


@dataclass(frozen=True, eq=False)
class WordVectors:
    """Vectors of the same words in two domains, with what is known of their error.

    `shown` are the model's vectors, `errors` one standard error of each over documents, and
    `counts` how often each word occurs.
    """

    shown: Pair
    errors: Pair
    counts: tuple[Int64s, Int64s]


@dataclass(frozen=True, eq=False)
class Changes:
    """Changes of all words, and of what their standard errors are made."""

    values: Float64s
    _vector_errors: Float64s
    _uses: tuple[Uses, Uses]
    _expected: Float64s
    _anchors: Int64s

    def errors(self, words: Int64s) -> Float64s:
        """Return standard errors over documents.

        Vectors and uses come from the same documents, so their errors are added, not squared.
        """
        replicates = []
        for here, there in zip(
            *(uses.means_without(of_occurrences=True) for uses in self._uses), strict=True
        ):
            means = _moved((both_sides(here), both_sides(there)), self._expected)
            replicates.append(
                profile_correlations(
                    (means[0][words], means[1][words]), means, self._anchors, words=words
                )
            )
        return np.asarray((self._vector_errors[words] + jackknife_errors(np.array(replicates))) / 2)


def measure_changes(first: Uses, second: Uses, vectors: WordVectors) -> Changes:
    """Return the changes of all words between two domains, from 0 to 1.

    A word's change is 1 minus the mean of two correlations between the domains: of its
    similarities to all shared words by their vectors, near words counting more, and of its
    similarities to them by the means of their occurrences. From vectors and means the difference
    between the domains is taken that a ridge regression on all other words predicts, and from
    vectors the mean of all words.

    Parameters
    ----------
    first, second
        The uses of the same words in both domains.
    vectors
        Their vectors, and errors of these.
    """
    counts = np.minimum(*vectors.counts)
    anchors = np.argsort(-counts, kind="stable")[:MAX_ANCHORS]
    sizes = first.sizes, second.sizes
    shown = unit_rows(vectors.shown[0]), unit_rows(vectors.shown[1])
    shown = _centered(_moved(shown, expected_differences(shown, sizes)))
    here, there = (both_sides(uses.means(of_occurrences=True)) for uses in (first, second))
    expected = expected_differences((here, there), sizes)
    means = _moved((here, there), expected)
    of_vectors = profile_correlations(shown, shown, anchors, sharpness=SHARPNESS)
    of_uses = profile_correlations(means, means, anchors)
    errors = vector_errors(replace(vectors, shown=shown), anchors)
    values = np.clip(1 - (of_vectors + of_uses) / 2, 0, 1)
    return Changes(values, errors, (first, second), expected, anchors)


def _moved(rows: Pair, difference: Float64s) -> Pair:
    """Return vectors in two domains, moved toward each other by a difference in all."""
    return rows[0] - difference / 2, rows[1] + difference / 2


def _centered(rows: Pair) -> Pair:
    """Return vectors in two domains without the mean of all."""
    mean = (rows[0].mean(axis=0) + rows[1].mean(axis=0)) / 2
    return rows[0] - mean, rows[1] - mean


def profile_correlations(
    rows: Pair,
    all_rows: Pair,
    anchors: Int64s,
    *,
    sharpness: float = 0.0,
    words: Int64s | None = None,
) -> Float64s:
    """Return the correlation of each word's similarities to the anchors in two domains.

    Parameters
    ----------
    rows
        Vectors of the words in each domain.
    all_rows
        Vectors of all words in each domain.
    anchors
        Which of all words to compare with; the word itself is left out.
    sharpness
        A cosine c counts as exp(sharpness · c); 0 takes cosines as they are.
    words
        Which of all words the rows are; None for all of them, in order.

    Examples
    --------
    >>> here = np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]])
    >>> there = np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    >>> profile_correlations((here, there), (here, there), np.arange(3)).round(6).tolist()
    [-1.0, 0.0, 0.0]
    """
    words = np.arange(len(rows[0])) if words is None else words
    itself = np.full(len(all_rows[0]), -1, np.int64)
    itself[anchors] = np.arange(len(anchors))
    compared = [unit_rows(each[anchors]) for each in all_rows]
    found = np.empty(len(words))
    for start in range(0, len(words), CHUNK):
        chunk = slice(start, start + CHUNK)
        own = itself[words[chunk]]
        here, there = (
            _profiles(unit_rows(each[chunk]) @ anchor.T, own, sharpness)
            for each, anchor in zip(rows, compared, strict=True)
        )
        found[chunk] = np.einsum("ij,ij->i", here, there)
    return found


def _profiles(similarities: Float64s, own: Int64s, sharpness: float) -> Float64s:
    """Return centered similarities of unit length, 0 to the word itself."""
    if sharpness:
        similarities = np.exp(sharpness * similarities)
    rows = np.flatnonzero(own >= 0)
    similarities[rows, own[rows]] = 0
    others = similarities.shape[1] - (own >= 0)
    centered = similarities - (similarities.sum(axis=1) / np.maximum(others, 1))[:, None]
    centered[rows, own[rows]] = 0
    return unit_rows(centered)


def vector_errors(vectors: WordVectors, anchors: Int64s) -> Float64s:
    """Return standard errors of the correlations of the vectors' similarities.

    The effect of moving all vectors by one standard error, in each domain, averaged over words of
    similar frequency: one word's own halves say too little.
    """
    variance = np.zeros(len(vectors.shown[0]))
    for side in (0, 1):
        moved = []
        for sign in (1, -1):
            rows = list(vectors.shown)
            rows[side] = rows[side] + sign * vectors.errors[side]
            pair = (rows[0], rows[1])
            moved.append(profile_correlations(pair, pair, anchors, sharpness=SHARPNESS))
        variance += ((moved[0] - moved[1]) / 2) ** 2
    return np.sqrt(FrequencyClasses(*vectors.counts).smooth(variance))
