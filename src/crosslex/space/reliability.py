"""Reliability of word vectors: domain weights, text weights, and neighbor stability.

All compare vectors from the even documents with vectors from the odd ones, and take means over
words of similar frequency, since a single word has too little evidence.
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np

from crosslex.arrays import Bools, Float32s, Float64s, Int64s
from crosslex.vectors import unit_rows

Halves = tuple[Float32s, Float32s]
"""Unit vectors of all words from documents of even and of odd numbers."""

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

    def select(self, chosen: Bools | Int64s) -> "FrequencyClasses":
        """Return the frequencies of some of the words."""
        return FrequencyClasses(self.here[chosen], self.elsewhere[chosen])

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


MIN_USES, MIN_ELSEWHERE = 2, 10
"""Minimum uses in each half of a domain, and in the other domains, for a word to be compared."""
TOPIC_SHARE = 0.5
"""Share of the difference between domains that comes from the domain's topic, which moves all words
alike. Chosen by human similarity judgments in reviews of dvd and electronics:
`crosslex-bench words constants`."""
RARE_SHARE = 0.1
"""Below this share of a word's uses, all text is mostly other domains' text; the topic's share is
then gradually counted as the domain's own."""


def domain_weights(
    halves: Halves, elsewhere: Float32s, classes: FrequencyClasses, known: Bools
) -> Float64s:
    """Return the weight of the domain's own evidence in each word's vector, from 0 to 1.

    The signal is the variance from the other domains that both halves of a domain's documents
    share, less the domain's topic; the noise is the variance between the halves. A vector shrunk
    toward the pooled one has the least squared error if its weight is signal / (signal + noise)
    (James and Stein, 1961). Both are means over words of similar frequency; a word whose cosine
    to the other domains is lower than expected at its frequency gets more signal, by as much as
    that difference is reliable.

    Parameters
    ----------
    halves
        Unit vectors of all words in documents of even and of odd numbers.
    elsewhere
        Their unit vectors in the other domains.
    classes
        The words' frequencies.
    known
        Which words are frequent enough in both halves to be compared; others get the weight of
        their frequency.
    """
    compared = known & (classes.elsewhere >= MIN_ELSEWHERE)
    weights = np.zeros(len(known))
    if compared.any():
        weights = _shrinkage_weights(halves, elsewhere, classes, compared)
    # A word of this domain alone has nothing to be shrunk toward; one that it lacks has no weight.
    weights[classes.elsewhere == 0] = 1
    weights[classes.here == 0] = 0
    return weights


def _shrinkage_weights(
    halves: Halves, elsewhere: Float32s, classes: FrequencyClasses, compared: Bools
) -> Float64s:
    first, second, others = (each[compared] for each in (*halves, elsewhere))
    of_compared = classes.select(compared)
    between_halves = _cosines(first, second)
    to_others = _cosines(first, others), _cosines(second, others)
    cosine = (to_others[0] + to_others[1]) / 2
    expected = of_compared.smooth(cosine)
    # The product of (first - expected · others) and (second - expected · others).
    signal = of_compared.means(between_halves - 2 * expected * cosine + expected**2)
    # Half of the variance between the halves: their mean has half the noise of either.
    noise = of_compared.means((1 - between_halves) / 2)
    expected_signal = _without_topic(classes) * classes.look_up(signal)
    # Words too rare to be compared have the noise of the rarest that can be, over their uses.
    rarer = np.minimum(classes.here / (2 * MIN_USES), 1)
    weights = _weight(rarer * expected_signal, classes.look_up(noise))
    variance = of_compared.smooth((cosine - expected) ** 2)
    error = of_compared.smooth((to_others[0] - to_others[1]) ** 2 / 4)
    reliability = np.maximum(1 - error / np.maximum(variance, 1e-12), 0)
    own_signal = expected_signal[compared] + 2 * expected * reliability * (expected - cosine)
    weights[compared] = _weight(own_signal, of_compared.look_up(noise))
    return weights


def _without_topic(classes: FrequencyClasses) -> Float64s:
    """Return the share of each word's signal that is not the domain's topic.

    >>> _without_topic(FrequencyClasses(np.array([50, 5, 0]), np.array([50, 95, 100])))
    array([0.5 , 0.75, 1.  ])
    """
    here = classes.here / np.maximum(classes.here + classes.elsewhere, 1)
    return np.asarray(1 - TOPIC_SHARE * np.minimum(here / RARE_SHARE, 1))


def _cosines(first: Float32s, second: Float32s) -> Float64s:
    return np.asarray(np.einsum("ij,ij->i", first, second, dtype=np.float64))


def _weight(signal: Float64s, noise: Float64s) -> Float64s:
    # If the halves are equal, rounding may leave a noise below zero.
    signal, noise = np.maximum(signal, 0), np.maximum(noise, 0)
    return np.asarray(signal / np.maximum(signal + noise, 1e-12))


REFERENCE_WORDS = 400
"""Words whose similarities to all words are compared, evenly over the ranks of frequency."""


def text_weights(
    halves: Halves, classes: FrequencyClasses, compared: Bools, pretrained: Float32s
) -> Float64s:
    """Return the weight of the text in each word's vector, from 0 to 1; the rest is pre-trained.

    The weight is the reliability of a word's similarities to other words: their correlation
    between the halves, stepped up to the whole text (Spearman, 1910; Brown, 1910) and smoothed
    over words of similar frequency. It is 1 for words whose vector in `pretrained` is zero, and
    0 for all others if no words are `compared`.
    """
    known = np.asarray(pretrained.any(axis=1))
    if not known.any():
        return np.ones(len(known))
    weights = np.zeros(len(known))
    if compared.any():
        of_compared = classes.select(compared)
        reference = _evenly(of_compared.here, REFERENCE_WORDS)
        profiles = [_profiles(half[compared], reference) for half in halves]
        correlation = np.einsum("ij,ij->i", *profiles, dtype=np.float64)
        expected = np.clip(classes.look_up(of_compared.means(correlation)), 0, 1)
        weights = 2 * expected / (1 + expected)
    return np.where(known, weights, 1.0)


def _profiles(vectors: Float32s, reference: Int64s) -> Float32s:
    """Return each word's similarities to the reference words but itself, centered, of length 1."""
    similarities = vectors @ vectors[reference].T
    itself = (reference, np.arange(len(reference)))
    similarities[itself] = 0
    others = np.full(similarities.shape, 1, np.float32)
    others[itself] = 0
    means = similarities.sum(axis=1) / np.maximum(others.sum(axis=1), 1)
    return unit_rows(np.asarray((similarities - means[:, None]) * others, np.float32))


NEIGHBORS = 10
SAMPLE = 600
"""Words whose neighbors are looked up, evenly over the ranks of frequency."""
OWN_HALF = (1 + sqrt(0.5)) / 2
"""Weight of a word's own half in a mean of both halves: two such means differ by the variance of
vectors from two samples of all documents."""


def resample(halves: Halves) -> Halves:
    """Return unit vectors that differ as those from two samples of all documents would.

    The halves have twice that variance, so they are moved toward each other.
    """
    first, second = halves
    return (
        unit_rows(OWN_HALF * first + (1 - OWN_HALF) * second),
        unit_rows(OWN_HALF * second + (1 - OWN_HALF) * first),
    )


def neighbor_stability(samples: Halves, classes: FrequencyClasses, known: Bools) -> Float64s:
    """Return the share of each word's first ten neighbors that would stay, from 0 to 1.

    Counted for some words and averaged over words of similar frequency; a linear regression on
    the cosine of a word's two vectors gives its distance from that mean.

    Parameters
    ----------
    samples
        Vectors of the known words from two samples of the documents.
    classes
        The frequencies of all words.
    known
        Which words are in both samples and can be neighbors; the others have the mean of words
        of their frequency.
    """
    places = np.flatnonzero(known)
    if len(places) <= NEIGHBORS:
        return np.zeros(len(known))
    first, second = (unit_rows(each) for each in samples)
    sample = _evenly(classes.here[places], SAMPLE)
    kept = np.array(_overlaps(first, second, sample))
    cosine = np.einsum("ij,ij->i", first, second, dtype=np.float64)
    sampled = classes.select(places[sample])
    mean_kept, mean_cosine = sampled.means(kept), sampled.means(cosine[sample])
    centered = cosine[sample] - sampled.look_up(mean_cosine)
    covariance = centered @ (kept - sampled.look_up(mean_kept))
    slope = covariance / max(float(centered @ centered), 1e-12)
    found = classes.look_up(mean_kept)
    found[places] += slope * (cosine - classes.look_up(mean_cosine)[places])
    return np.clip(found, 0, 1)


def _overlaps(first: Float32s, second: Float32s, sample: Int64s) -> list[float]:
    """Return the share of first neighbors that some words have in both sets of vectors."""
    neighbors = []
    for vectors in (first, second):
        cosines = vectors[sample] @ vectors.T
        cosines[np.arange(len(sample)), sample] = -np.inf
        neighbors.append(np.argpartition(-cosines, NEIGHBORS, axis=1)[:, :NEIGHBORS])
    pairs = zip(*neighbors, strict=True)
    return [len(np.intersect1d(one, other)) / NEIGHBORS for one, other in pairs]


def _evenly(uses: Int64s, size: int) -> Int64s:
    """Return up to `size` words, evenly over the ranks of frequency."""
    by_uses = np.argsort(-uses, kind="stable")
    chosen = np.linspace(0, len(uses) - 1, min(size, len(uses)))
    return np.asarray(by_uses[chosen.astype(np.int64)])
