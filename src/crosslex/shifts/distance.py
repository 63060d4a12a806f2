"""How far apart a word's uses lie in two domains, beyond what other words lead to expect."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float64s, Int64s
from crosslex.counts.samples import SentenceSample
from crosslex.shifts.change import GROUPS, HALF_WEIGHT
from crosslex.shifts.contexts import ContextVectors, Uses, both_sides
from crosslex.shifts.drift import Pair, fit_prediction
from crosslex.vectors import unit_rows

USUAL = 0.5
"""Share of words that stay below the smallest change of interest between halves of a domain."""
WELL_KNOWN = 100
"""Documents in each half from which a word has a say in what is usual there."""
FEW_KNOWN = 50
"""Words that have a say even if they are in fewer documents."""

Sizes = tuple[Int64s, Int64s]


@dataclass(frozen=True, eq=False)
class UseDistances:
    """How far apart words' uses lie in two domains, beyond what is expected and beyond chance.

    Between two domains all words drift. `expected` is the difference of each word's mean uses
    that all other words lead to expect, and its `value` half the squared length of the rest, less
    what chance adds to it. On the scale of the mean cosine distance of a use here and a use
    there, less that of two uses of one domain.
    """

    values: Float64s
    expected: Float64s
    _uses: tuple[Uses, Uses]

    def errors(self, words: Int64s) -> Float64s:
        """Return standard errors over documents, by leaving out a tenth of them at a time."""
        first, second = (uses.means_without(words, groups=GROUPS) for uses in self._uses)
        replicates = np.array(
            [
                distances_beyond((both_sides(m), both_sides(k)), (n, o), self.expected[words])
                for (m, n), (k, o) in zip(first, second, strict=True)
            ]
        )
        spread = replicates - replicates.mean(axis=0)
        return np.asarray(np.sqrt((GROUPS - 1) / GROUPS * (spread**2).sum(axis=0)))


def measure_distances(first: Uses, second: Uses) -> UseDistances:
    """Return how far apart the uses of all words lie in two domains."""
    means = (both_sides(first.means()), both_sides(second.means()))
    sizes = (first.sizes, second.sizes)
    expected = expected_differences(means, sizes)
    return UseDistances(distances_beyond(means, sizes, expected), expected, (first, second))


def expected_differences(means: Pair, sizes: Sizes) -> Float64s:
    """Return the difference of each word's two mean uses that all other words lead to expect.

    A ridge regression on the middle of the two, from which the word itself is left out.
    """
    here, there = (size.astype(np.float64) for size in sizes)
    evidence = here * there / np.maximum(here + there, 1)
    gaps, middles = means[0] - means[1], (means[0] + means[1]) / 2
    fitted = fit_prediction(middles, gaps, evidence / (evidence + HALF_WEIGHT))
    return np.asarray(gaps - fitted.residuals(middles, gaps, np.arange(len(gaps))))


def distances_beyond(means: Pair, sizes: Sizes, expected: Float64s) -> Float64s:
    """Return half the squared distances of mean uses beyond what is expected, without bias.

    Uses have unit length, so a mean's own length tells how much they vary.
    """
    gap = means[0] - means[1] - expected
    chance = np.zeros(len(gap))
    for mean, size in zip(means, sizes, strict=True):
        chance += (1 - (mean * mean).sum(axis=1)) / np.maximum(size - 1, 1)
    return np.asarray(((gap * gap).sum(axis=1) - chance) / 2)


def smallest_change(
    uses: Sequence[Uses], samples: Sequence[SentenceSample], contexts: ContextVectors
) -> float:
    """Return what half of the well-known words stay below between two halves of one domain.

    The halves are by topic, so that their words do differ; those of all domains have a say.
    """
    shown, known = [], []
    for domain, sample in zip(uses, samples, strict=True):
        half = topic_halves(sample, contexts)[domain.documents]
        sums, sizes = domain.sums(domain.vectors, np.arange(len(domain.sizes)), half, 2)
        means = both_sides(sums.astype(np.float64)) / np.maximum(sizes, 1)[:, :, None]
        pair, counts = (means[:, 0], means[:, 1]), (sizes[:, 0], sizes[:, 1])
        shown.append(distances_beyond(pair, counts, expected_differences(pair, counts)))
        known.append(sizes.min(axis=1))
    distances, documents = np.concatenate(shown), np.concatenate(known)
    enough = np.sort(documents)[-min(FEW_KNOWN, len(documents))]
    chosen = documents >= max(2, min(WELL_KNOWN, enough))
    return max(0.0, float(np.quantile(distances[chosen], USUAL))) if chosen.any() else 0.0


def topic_halves(sample: SentenceSample, contexts: ContextVectors) -> Int64s:
    """Return the half of each document, 0 or 1: at the median of their main direction.

    Documents that the sample does not have are in neither: -1.
    """
    sampled, of_sentence = np.unique(sample.documents, return_inverse=True)
    documents = np.repeat(of_sentence, np.diff(sample.sentence_offsets))
    known = sample.unigrams >= 0
    known[known] = contexts.vector_of[sample.unigrams[known]] >= 0
    held = csr_array(
        (
            np.ones(int(known.sum()), np.float32),
            (documents[known], contexts.vector_of[sample.unigrams[known]]),
        ),
        (len(sampled), len(contexts.vectors)),
    )
    placed = unit_rows(np.asarray(held @ contexts.vectors, np.float64))
    placed = placed - placed.mean(axis=0)
    main = np.linalg.eigh(placed.T @ placed)[1][:, -1]
    # The sign of an eigenvector is arbitrary.
    along = placed @ (main * np.sign(main[np.abs(main).argmax()]))
    halves = np.full(int(sampled.max(initial=-1)) + 1, -1, np.int64)
    halves[sampled] = along > np.median(along)
    return halves
