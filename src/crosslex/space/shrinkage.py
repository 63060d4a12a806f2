"""The weight of a word's own domain in its vector; the rest is shrunk toward all text."""

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Float64s
from crosslex.space.smoothing import FrequencyClasses

LEAST_USES, LEAST_ELSEWHERE = 2, 10
"""Uses in each half of a domain, and in the other domains, from which a word can be compared."""
SUBJECT = 0.5
"""The part of what a domain's halves have in common against the others that is the domain's
subject, which moves all words alike, and not what single words mean. It was chosen by people's
judgments of word pairs in reviews of dvd and electronics: docs/words.md."""
RARELY = 0.1
"""Share of a word's uses in a domain below which all text is more and more the others' text:
there the part that is the subject counts, too, because what would be borrowed is their meaning."""


def domain_weights(
    halves: tuple[Float32s, Float32s],
    elsewhere: Float32s,
    classes: FrequencyClasses,
    compared: NDArray[np.bool_],
) -> Float64s:
    """Return the share of each word's vector that is its own, from 0 to 1.

    What both halves of a domain's documents have in common against the other domains is
    meaning, but for the domain's subject; what they do not have in common is noise. A vector that
    is shrunk towards the pooled one has the least squared error if its domain weight is
    meaning / (meaning + noise) (James and Stein, 1961). Both are means over words of like
    frequency, but a word that is less like itself elsewhere than such words are has more meaning
    of its own: as much more as its likeness says after it was shrunk towards theirs by how exactly
    it is measured.

    Parameters
    ----------
    halves
        Unit vectors of all words in documents of even and of odd numbers.
    elsewhere
        Their unit vectors in the other domains.
    classes
        How often they are used.
    compared
        Which of them are used often enough to be compared; the others have their class's share.
    """
    if not compared.any():
        return np.zeros(len(compared))
    first, second, others = (each[compared] for each in (*halves, elsewhere))
    known = FrequencyClasses(classes.here[compared], classes.elsewhere[compared])
    agreement = _products(first, second)
    likenesses = _products(first, others), _products(second, others)
    likeness = (likenesses[0] + likenesses[1]) / 2
    usual = known.smooth(likeness)
    # The product of (first - usual · others) and (second - usual · others).
    meaning = known.means(agreement - 2 * usual * likeness + usual**2)
    # Half of what the halves do not share: the mean of both has half the noise of either.
    noise = known.means((1 - agreement) / 2)
    usual_meaning = _without_subject(classes) * classes.look_up(meaning)
    # Words too rare to be compared have the noise of the rarest that can be, over their uses.
    rarer = np.minimum(classes.here / (2 * LEAST_USES), 1)
    shares = _share(rarer * usual_meaning, classes.look_up(noise))
    spread = known.smooth((likeness - usual) ** 2)
    error = known.smooth((likenesses[0] - likenesses[1]) ** 2 / 4)
    trust = np.maximum(1 - error / np.maximum(spread, 1e-12), 0)
    own_meaning = usual_meaning[compared] + 2 * usual * trust * (usual - likeness)
    shares[compared] = _share(own_meaning, known.look_up(noise))
    return shares


def _without_subject(classes: FrequencyClasses) -> Float64s:
    """Return the part that is meaning of what words like each have in common against the others.

    >>> _without_subject(FrequencyClasses(np.array([50, 5, 0]), np.array([50, 95, 100])))
    array([0.5 , 0.75, 1.  ])
    """
    here = classes.here / np.maximum(classes.here + classes.elsewhere, 1)
    return np.asarray(1 - SUBJECT * np.minimum(here / RARELY, 1))


def _products(first: Float32s, second: Float32s) -> Float64s:
    return np.asarray(np.einsum("ij,ij->i", first, second, dtype=np.float64))


def _share(meaning: Float64s, noise: Float64s) -> Float64s:
    # Where halves are equal, rounding may leave less than no noise.
    meaning, noise = np.maximum(meaning, 0), np.maximum(noise, 0)
    return np.asarray(meaning / np.maximum(meaning + noise, 1e-12))
