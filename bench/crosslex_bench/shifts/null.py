"""False positives on random halves of one domain, and the power of the test."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.shifts import Shifts
from crosslex_bench.command import Data, Report
from crosslex_bench.data.mdsd import read_domain
from crosslex_bench.data.planting import BANDS, plant, split, with_common_words
from crosslex_bench.measure import machine
from crosslex_bench.pages import Table
from crosslex_bench.places import MDSD
from crosslex_bench.shifts.planted import Seeds, Share

LEVEL = 0.05
NULL_TITLES = ("no change, any difference", "no change, more than the smallest change")
POWER_TITLES = ("planted", "not planted")


def null(data: Data = MDSD, seeds: Seeds = "11,12,13", share: Share = 0.5) -> Report:
    """Count words found to change where none did, and planted changes that are found.

    Books are split at random in two halves. Shares of words with p and with q of at most 0.05, by
    frequency band.
    """
    corpus = read_domain(data, "books")
    chosen = [int(seed) for seed in seeds.split(",")]
    rows: list[tuple[str, ...]] = []
    results: dict[str, list[Rates]] = {}
    for titles, measure in (
        (NULL_TITLES, partial(null_rates, corpus)),
        (POWER_TITLES, partial(power, corpus, share=share)),
    ):
        runs = [measure(seed) for seed in chosen]
        for title, rates in zip(titles, zip(*runs, strict=True), strict=True):
            named = zip((*map(str, chosen), "pooled"), (*rates, pool_rates(rates)), strict=True)
            for seed, run in named:
                rows += [
                    (
                        title,
                        seed,
                        f"{what} ≤ {LEVEL}",
                        *(f"{rate:.3f}" for rate in run.shares(hits)),
                    )
                    for what, hits in (("p", run.chance), ("q", run.found))
                ]
            results[title] = list(rates)
    bands = (f"{low}–{high}" for low, high in BANDS)
    table = Table(("", "seed", "", "all", *bands), tuple(rows))
    return Report(
        "False positives and power", [table], {"machine": machine(), "share": share, **results}
    )


@dataclass(frozen=True)
class Rates:
    """How many words there are, and how many have p and q of at most 0.05, in each band.

    Parameters
    ----------
    words
        In each frequency band, by the lesser count; the last holds all words above it too.
    chance, found
        Of these, how many have such a p, and such a q.
    """

    words: tuple[int, ...]
    chance: tuple[int, ...]
    found: tuple[int, ...]

    def shares(self, hits: tuple[int, ...]) -> tuple[float, ...]:
        """Return shares of the words: of all, then of each band."""
        return (
            sum(hits) / sum(self.words),
            *(hit / words for hit, words in zip(hits, self.words, strict=True)),
        )


def null_rates(corpus: Corpus, seed: int) -> tuple[Rates, Rates]:
    """Test all words of two random halves, in which no word has changed.

    Whether they differ at all, which p at most 0.05 must say of 5 %, and whether by more than the
    smallest change of interest, which it may say of fewer.
    """
    model = _model(with_common_words(*split(corpus, seed)), seed)
    return _rates(_shifts(model, seed, 0.0), None), _rates(_shifts(model, seed, None), None)


def power(corpus: Corpus, seed: int, share: float) -> tuple[Rates, Rates]:
    """Test the words planted in the same two halves, and those that are as they were."""
    planted = plant(*split(corpus, seed), share=share, seed=seed)
    words = {word for word, changed in zip(planted.words, planted.changed, strict=True) if changed}
    shifts = _shifts(_model(planted.domains, seed), seed, None)
    others = {shift.word for shift in shifts} - words
    return _rates(shifts, words), _rates(shifts, others)


def pool_rates(rates: Sequence[Rates]) -> Rates:
    """Take the words of all seeds together."""
    return Rates(
        *(
            tuple(map(sum, zip(*each, strict=True)))
            for each in zip(*((run.words, run.chance, run.found) for run in rates), strict=True)
        )
    )


def _model(domains: Sequence[Corpus], seed: int) -> CrossDomainEmbedding:
    return CrossDomainEmbedding(max_examples=0, random_state=seed).fit(list(domains))


def _shifts(model: CrossDomainEmbedding, seed: int, min_effect: float | None) -> Shifts:
    return model.shifts(top=None, min_effect=min_effect, neighbors=0, examples=0, random_state=seed)


def _rates(shifts: Shifts, words: set[str] | None) -> Rates:
    chosen = [shift for shift in shifts if words is None or shift.word in words]
    band = np.searchsorted([low for low, _ in BANDS], [min(s.counts) for s in chosen], side="right")
    p = np.array([shift.p for shift in chosen]) <= LEVEL
    q = np.array([shift.q for shift in chosen]) <= LEVEL
    places = [band == place + 1 for place in range(len(BANDS))]
    return Rates(
        tuple(int(at.sum()) for at in places),
        tuple(int(p[at].sum()) for at in places),
        tuple(int(q[at].sum()) for at in places),
    )
