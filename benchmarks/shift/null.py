"""False positives on random halves of one domain, and the power of the test."""

from dataclasses import dataclass
from statistics import fmean

import numpy as np

from benchmarks.shift.planting import BANDS, plant, split, with_common_words
from crosslex import CrossDomainEmbedding
from crosslex.corpus.corpus import Corpus
from crosslex.shift import Shifts

LEVEL = 0.05


@dataclass(frozen=True)
class Rates:
    """The share of words with p at most 0.05, in all and by frequency band.

    Parameters
    ----------
    all
        Over all words.
    bands
        Within each band, by the lesser count; the last holds all words above it too.
    found
        The share that is left at a false discovery rate of 0.05.
    """

    all: float
    bands: tuple[float, ...]
    found: float


def null_rates(corpus: Corpus, seed: int) -> Rates:
    """Test all words of two random halves, in which no word has changed."""
    first, second = with_common_words(*split(corpus, seed))
    return _rates(_shifts((first, second), seed), None)


def power(corpus: Corpus, seed: int, share: float) -> Rates:
    """Test the words planted in the same two halves."""
    planted = plant(*split(corpus, seed), share=share, seed=seed)
    words = {word for word, changed in zip(planted.words, planted.changed, strict=True) if changed}
    return _rates(_shifts(planted.domains, seed), words)


def mean_rates(rates: list[Rates]) -> Rates:
    """Average rates over seeds."""
    return Rates(
        fmean(each.all for each in rates),
        tuple(float(band) for band in np.mean([each.bands for each in rates], axis=0)),
        fmean(each.found for each in rates),
    )


def _shifts(domains: tuple[Corpus, Corpus], seed: int) -> Shifts:
    model = CrossDomainEmbedding(max_examples=0, random_state=seed).fit(list(domains))
    return model.shifts(top=None, neighbors=0, examples=0, random_state=seed)


def _rates(shifts: Shifts, words: set[str] | None) -> Rates:
    chosen = [shift for shift in shifts if words is None or shift.word in words]
    band = np.searchsorted([low for low, _ in BANDS], [min(s.counts) for s in chosen], side="right")
    p = np.array([shift.change.p for shift in chosen])
    q = np.array([shift.change.q for shift in chosen])
    by_band = [float((p[band == place + 1] <= LEVEL).mean()) for place in range(len(BANDS))]
    return Rates(float((p <= LEVEL).mean()), tuple(by_band), float((q <= LEVEL).mean()))
