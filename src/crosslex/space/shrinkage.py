"""The weight of a word's own domain in its vector; the rest is shrunk toward all text."""

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s
from crosslex.space.smoothing import FrequencyClasses

MIN_USES, MIN_ELSEWHERE = 2, 10
"""Minimum uses in each half of a domain, and in the other domains, for a word to be compared."""
TOPIC_SHARE = 0.5
"""Share of the difference between domains that comes from the domain's topic, which moves all words
alike. Chosen by human similarity judgments in reviews of dvd and electronics:
`crosslex-bench words subject`."""
RARE_SHARE = 0.1
"""Below this share of a word's uses, all text is mostly other domains' text; the topic's share is
then gradually counted as the domain's own."""


def domain_weights(
    halves: tuple[Float32s, Float32s],
    elsewhere: Float32s,
    classes: FrequencyClasses,
    compared: NDArray[np.bool_],
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
    compared
        Which words are frequent enough to be compared; others get the weight of their frequency.
    """
    if not compared.any():
        return np.zeros(len(compared))
    first, second, others = (each[compared] for each in (*halves, elsewhere))
    known = FrequencyClasses(classes.here[compared], classes.elsewhere[compared])
    between_halves = _cosines(first, second)
    to_others = _cosines(first, others), _cosines(second, others)
    cosine = (to_others[0] + to_others[1]) / 2
    expected = known.smooth(cosine)
    # The product of (first - expected · others) and (second - expected · others).
    signal = known.means(between_halves - 2 * expected * cosine + expected**2)
    # Half of the variance between the halves: their mean has half the noise of either.
    noise = known.means((1 - between_halves) / 2)
    expected_signal = _without_topic(classes) * classes.look_up(signal)
    # Words too rare to be compared have the noise of the rarest that can be, over their uses.
    rarer = np.minimum(classes.here / (2 * MIN_USES), 1)
    weights = _weight(rarer * expected_signal, classes.look_up(noise))
    variance = known.smooth((cosine - expected) ** 2)
    error = known.smooth((to_others[0] - to_others[1]) ** 2 / 4)
    reliability = np.maximum(1 - error / np.maximum(variance, 1e-12), 0)
    own_signal = expected_signal[compared] + 2 * expected * reliability * (expected - cosine)
    weights[compared] = _weight(own_signal, known.look_up(noise))
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
