"""Steps planted among periods: which methods find the words that turn, and when."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.timeline import Turns
from crosslex.vectors import unit_rows
from crosslex_bench.change.planted import Seeds
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.datasets import read_domain
from crosslex_bench.data.planting import nearest_count, swap, with_common_words
from crosslex_bench.data.training_changes import select_documents
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.measure import machine, timed
from crosslex_bench.pages import Table
from crosslex_bench.peers.change_scores import aligned
from crosslex_bench.peers.text import number_texts, positions
from crosslex_bench.peers.vectors import SkipGramSettings, compass, skipgram
from crosslex_bench.places import MDSD

PERIODS = 8
PAIRS = 40
COUNTS = (200, 3000)
"""Uses of a planted word in all periods together."""

Doubles = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class PlantedSteps:
    """Periods of one text in random order, in which some words turn at a known step."""

    periods: tuple[Corpus, ...]
    words: tuple[str, ...]
    steps: NDArray[np.int64]


@dataclass(frozen=True)
class Result:
    """One method on one planted task.

    Ours finds the words that turn, peers those with the largest steps, as many as were planted.
    """

    found: float  # share of the planted words
    right: float  # share of these whose step is the planted one
    others: float | None  # share of the other words that turn; peers have no test
    cpu_seconds: float


def steps(
    folder: RunFolder,
    data: Data = MDSD,
    shares: Annotated[
        str, typer.Option(help="Shares of tokens that are swapped.")
    ] = "0,0.5,0.75,1",
    seeds: Seeds = "1,2,3",
    ours: Annotated[bool, typer.Option("--ours", help="Leave the peers out.")] = False,
) -> Report:
    """Find words that swap tokens with others from one of eight periods on, and when.

    Book reviews in random order; with a share of 0 nothing is planted. Means over seeds.
    """
    corpus = read_domain(data, "books")
    rows: list[tuple[str, ...]] = []
    for share in map(float, split_names("--shares", shares)):
        runs = []
        for seed in map(int, split_names("--seeds", seeds)):
            part = f"share {share:g}, seed {seed}{', ours' if ours else ''}"
            compute = partial(run_steps, corpus, share, seed, peers=not ours)
            runs.append(folder.once(part, dict[str, Result], compute))
            print(f"{part}: done", file=sys.stderr, flush=True)
        rows += [_row(share, name, [run[name] for run in runs]) for name in runs[0]]
    heads = ("share", "method", "found", "step right", "other words that turn", "CPU s")
    return Report("Planted steps", [Table(heads, tuple(rows))], {"machine": machine()})


def plant_steps(corpus: Corpus, share: float, seed: int, pairs: int = PAIRS) -> PlantedSteps:
    """Return periods of a corpus in random order, with pairs of words that swap tokens."""
    generator = np.random.default_rng(seed)
    order = generator.permutation(len(corpus))
    parts = with_common_words(
        *(
            select_documents(corpus, np.sort(part), f"period {number}")
            for number, part in enumerate(np.array_split(order, PERIODS), start=1)
        )
    )
    counts = np.array([np.bincount(each.ids, minlength=len(each.words)) for each in parts])
    stop_words = parts[0].text_settings.stop_words_used
    free = np.array([word.isalpha() and word not in stop_words for word in parts[0].words])
    total = counts.sum(axis=0, keepdims=True)
    free &= (total[0] >= COUNTS[0]) & (total[0] <= COUNTS[1]) & (counts.min(axis=0) >= 5)
    ids = [each.ids.copy() for each in parts]
    words: list[int] = []
    planted: list[int] = []
    for _ in range(pairs if share else 0):
        a = int(generator.choice(np.flatnonzero(free)))
        free[a] = False
        b = nearest_count(a, free, total, generator)
        free[b] = False
        step = int(generator.integers(1, PERIODS))
        for at in range(step, PERIODS):
            swap(ids[at], parts[at].ids, a, b, share, generator)
        words += [a, b]
        planted += [step, step]
    changed = tuple(replace(each, ids=new) for each, new in zip(parts, ids, strict=True))
    return PlantedSteps(changed, tuple(parts[0].words[w] for w in words), np.array(planted, int))


def run_steps(corpus: Corpus, share: float, seed: int, *, peers: bool) -> dict[str, Result]:
    """Return the results of ours and of the peers on one planted task."""
    task = plant_steps(corpus, share, seed)
    results = {"crosslex": _ours(task, seed)}
    if peers and share:
        texts = number_texts(task.periods, min_count=5, in_every_domain=True, stop_words=False)
        places = positions(texts, task.words)
        settings = SkipGramSettings(dimension=100, epochs=5, min_count=1, seed=seed + 1)
        apart, seconds = timed(lambda: [skipgram([text], settings)[0] for text in texts])
        turned = [aligned(each, apart[-1])[0] for each in apart[:-1]]
        turned.append(aligned(apart[-1], apart[-1])[1])
        results["skip-gram + Procrustes"] = judge_steps(turned, places, task.steps, seconds)
        frozen, seconds = timed(lambda: compass(texts, settings))
        results["compass"] = judge_steps(frozen, places, task.steps, seconds)
    return results


def _ours(task: PlantedSteps, seed: int) -> Result:
    def fit() -> Turns:
        model = CrossDomainEmbedding(ordered=True, max_examples=0, random_state=seed)
        found = model.fit(list(task.periods)).turns(top=None, min_count=1, neighbors=1)
        assert isinstance(found, Turns)  # not of groups
        return found

    found, seconds = timed(fit)
    names = [period.name for period in task.periods]
    turns = {turn.word: names.index(turn.period) for turn in found}
    hits = [word for word in task.words if word in turns]
    right = [
        turns[word] == step
        for word, step in zip(task.words, task.steps, strict=True)
        if word in turns
    ]
    others = (len(turns) - len(hits)) / max(found.tested - len(task.words), 1)
    return Result(
        len(hits) / max(len(task.words), 1), fmean(right) if right else 0.0, others, seconds
    )


def judge_steps(
    vectors: Sequence[Doubles],
    places: NDArray[np.int64],
    planted: NDArray[np.int64],
    seconds: float,
) -> Result:
    """Judge the largest step of each word: between the mean vectors before and after it."""
    units = np.stack([unit_rows(each) for each in vectors])
    sizes = np.stack(
        [
            1
            - (unit_rows(units[:at].mean(axis=0)) * unit_rows(units[at:].mean(axis=0))).sum(axis=1)
            for at in range(1, len(units))
        ]
    )
    best, largest = sizes.argmax(axis=0) + 1, sizes.max(axis=0)
    first = np.argsort(-largest, kind="stable")[: len(places)]
    hit = np.isin(places, first)
    right = best[places[hit]] == planted[hit]
    return Result(float(hit.mean()), float(right.mean()) if hit.any() else 0.0, None, seconds)


def _row(share: float, name: str, runs: Sequence[Result]) -> tuple[str, ...]:
    others = "" if runs[0].others is None else f"{fmean(each.others or 0 for each in runs):.1%}"
    planted = [
        f"{fmean(values):.0%}" for values in ([e.found for e in runs], [e.right for e in runs])
    ]
    shown = planted if share else ["", ""]
    return (f"{share:g}", name, *shown, others, f"{fmean(e.cpu_seconds for e in runs):.1f}")
