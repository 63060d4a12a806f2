"""Intervals of similarities of words of which a period has lost most uses."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean, median
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.datasets import fetch_speeches
from crosslex.results import Interval
from crosslex.timeline import Timeline
from crosslex_bench.change.planted import Seeds
from crosslex_bench.command import Report, split_names
from crosslex_bench.data.planting import with_common_words
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.measure import machine
from crosslex_bench.pages import Table

PERIODS = (1830, 1860, 1890, 1914, 1946, 1970, 1993)
WORDS = 250
MIN_USES = 60
"""Uses of a word in the last period and in at least three others, one of which is thinned."""
FILLER = "the"


@dataclass(frozen=True)
class Result:
    """The thinned words of one seed: their number, and what became of their intervals."""

    words: int
    contained: float  # share of the intervals that contain the similarity with all uses
    half_width: float  # median
    difference: float  # mean of |similarity - similarity with all uses|


def thinned(
    folder: RunFolder,
    kept: Annotated[str, typer.Option(help="Uses that a period keeps.")] = "12,20,40",
    seeds: Seeds = "1,2",
) -> Report:
    """Measure how often intervals of similarities contain those of frequent words.

    One period of each word loses all but some uses, drawn at random, on the presidents' addresses.
    """
    rows = []
    for uses in map(int, split_names("--kept", kept)):
        runs = []
        for seed in map(int, split_names("--seeds", seeds)):
            part = f"{uses} uses, seed {seed}"
            runs.append(folder.once(part, Result, partial(run_thinned, uses, seed)))
            print(f"{part}: done", file=sys.stderr, flush=True)
        shares = fmean(run.contained for run in runs)
        sizes = (fmean(getattr(run, name) for run in runs) for name in ("half_width", "difference"))
        words = sum(run.words for run in runs)
        rows.append((str(uses), str(words), f"{shares:.0%}", *(f"{each:.3f}" for each in sizes)))
    heads = ("uses left", "words", "contained", "median half width", "mean difference")
    return Report("Thinned words", [Table(heads, tuple(rows))], {"machine": machine()})


def run_thinned(kept: int, seed: int) -> Result:
    """Return the result of one drawing of words, periods and uses."""
    periods = with_common_words(
        *Corpus.read_periods(fetch_speeches(), over="year", periods=PERIODS)
    )
    generator = np.random.default_rng(seed)
    model = CrossDomainEmbedding(ordered=True, max_examples=0)
    full = model.fit(list(periods))
    chosen = choose_places(full, generator)
    alike = [_to_last(full, word, at) for word, at in chosen.items()]
    fewer = CrossDomainEmbedding(ordered=True, max_examples=0)
    fewer.fit(thin(periods, chosen, kept, generator))
    pairs = []
    for (word, at), known in zip(chosen.items(), alike, strict=True):
        found = _to_last(fewer, word, at)
        if found is not None and known is not None:
            pairs.append((known.value, found))
    return Result(
        len(pairs),
        fmean(found.low <= known <= found.high for known, found in pairs),
        median((found.high - found.low) / 2 for _, found in pairs),
        fmean(abs(found.value - known) for known, found in pairs),
    )


def choose_places(model: CrossDomainEmbedding, generator: np.random.Generator) -> dict[str, int]:
    """Return random words, and for each a period other than the last that uses it often."""
    vocabulary = model.vocabulary_
    often = vocabulary.counts >= MIN_USES
    enough = often[-1] & (often.sum(axis=0) >= 4)
    words = [vocabulary.features[at] for at in np.flatnonzero(enough)]
    words = [word for word in words if word.isalpha()]
    found = {}
    for word in generator.permutation(words)[:WORDS].tolist():
        places = np.flatnonzero(often[:-1, vocabulary.number[word]])
        found[word] = int(generator.choice(places))
    return found


def thin(
    periods: Sequence[Corpus], places: dict[str, int], kept: int, generator: np.random.Generator
) -> list[Corpus]:
    """Return periods in which words have only some uses left; others become a stop word."""
    number = {word: at for at, word in enumerate(periods[0].words)}
    ids: list[NDArray[np.int32]] = [each.ids.copy() for each in periods]
    for word, at in places.items():
        used = np.flatnonzero(ids[at] == number[word])
        lost = generator.permutation(used)[kept:]
        ids[at][lost] = number[FILLER]
    return [replace(each, ids=new) for each, new in zip(periods, ids, strict=True)]


def _to_last(model: CrossDomainEmbedding, word: str, at: int) -> Interval | None:
    found = model.timeline(word, top=1)
    assert isinstance(found, Timeline)  # not of groups
    return found.periods[at].to_last
