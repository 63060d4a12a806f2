"""Planted changes of meaning: which methods find them."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score, roc_auc_score

from crosslex import CrossDomainEmbedding
from crosslex.shifts import Shifts
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.mdsd import read_domain
from crosslex_bench.data.planting import BANDS, Planted, plant, split
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.measure import machine, timed
from crosslex_bench.pages import Block, Heading, Table
from crosslex_bench.peers import change_scores
from crosslex_bench.peers.compass import compass, temporal_referencing
from crosslex_bench.peers.skipgram import SkipGramSettings, skipgram
from crosslex_bench.peers.text import number_texts, positions
from crosslex_bench.places import MDSD

OURS = "crosslex"
TASKS = {
    "A": "books split at random",
    "B1": "books against kitchen",
    "B2": "dvd against electronics",
}
PAIRS = {"B1": ("books", "kitchen"), "B2": ("dvd", "electronics")}
SEEDS = "1,2,3"
"""Settings were chosen on seeds 100 to 103."""
DIMENSION = 100
EPOCHS = 5
MIN_COUNT = 5

Share = Annotated[float, typer.Option(help="Share of tokens that are swapped.")]
Seeds = Annotated[str, typer.Option(help="Seeds, with commas.")]


@dataclass(frozen=True)
class Result:
    """One method on one planted task.

    Parameters
    ----------
    auc
        Area under the ROC curve over all words.
    band_auc
        The mean of the areas within frequency bands.
    precision
        Average precision over all words.
    cpu_seconds
        What the scores cost.
    """

    auc: float
    band_auc: float
    precision: float
    cpu_seconds: float


def judge(planted: Planted, scores: NDArray[np.float64], cpu_seconds: float) -> Result:
    """Measure one method's scores of the planted task's words."""
    bands = [planted.band == band for band in range(len(BANDS))]
    return Result(
        float(roc_auc_score(planted.changed, scores)),
        fmean(float(roc_auc_score(planted.changed[at], scores[at])) for at in bands),
        float(average_precision_score(planted.changed, scores)),
        cpu_seconds,
    )


def means(results: Sequence[Mapping[str, Result]]) -> dict[str, Result]:
    """Average each method's results over seeds."""
    return {
        name: Result(
            fmean(run[name].auc for run in results),
            fmean(run[name].band_auc for run in results),
            fmean(run[name].precision for run in results),
            fmean(run[name].cpu_seconds for run in results),
        )
        for name in results[0]
    }


def planted(
    folder: RunFolder,
    data: Data = MDSD,
    tasks: Annotated[str, typer.Option(help=f"Some of {', '.join(TASKS)}, with commas.")] = "all",
    seeds: Seeds = SEEDS,
    share: Share = 0.5,
    ours: Annotated[bool, typer.Option("--ours", help="Leave the peers out.")] = False,
) -> Report:
    """Find words that swapped tokens with others: AUC, its mean over frequency bands, AP, time.

    A: books split at random; B1: books against kitchen; B2: dvd against electronics.
    """
    blocks: list[Block] = []
    results = {}
    for task in split_names("--tasks", tasks, TASKS):
        runs = []
        for seed in map(int, split_names("--seeds", seeds)):
            part = f"{task}, seed {seed}, share {share:g}{', ours' if ours else ''}"
            compute = partial(_run, data, task, seed, share, peers=not ours)
            runs.append(folder.once(part, dict[str, Result], compute))
            print(f"{part}: done", file=sys.stderr, flush=True)
        results[task] = runs
        blocks += [Heading(f"{task}: {TASKS[task]}, {len(runs)} seeds"), _table(means(runs))]
    return Report("Planted changes", blocks, {"machine": machine(), "share": share, **results})


def _run(data: Path, task: str, seed: int, share: float, *, peers: bool) -> dict[str, Result]:
    if task == "A":
        domains = split(read_domain(data, "books"), seed)
    else:
        first, second = PAIRS[task]
        domains = read_domain(data, first), read_domain(data, second)
    return run_task(plant(*domains, share=share, seed=seed), seed, peers=peers)


def run_task(planted: Planted, seed: int, *, peers: bool = True) -> dict[str, Result]:
    """Judge ours on one planted task, and all peers."""
    model, learning = timed(
        lambda: CrossDomainEmbedding(random_state=seed).fit(list(planted.domains))
    )
    shifts, ranking = timed(
        lambda: model.shifts(top=None, neighbors=0, examples=0, random_state=seed)
    )
    ours = our_scores(planted, shifts)
    results = {
        OURS: judge(planted, ours, learning + ranking),
        f"{OURS}, ranking a learned model": judge(planted, ours, ranking),
    }
    if not peers:
        return results
    first, second = number_texts(
        planted.domains, min_count=MIN_COUNT, in_every_domain=True, stop_words=False
    )
    texts, judged = (first, second), positions((first, second), planted.words)

    def add(name: str, scores: NDArray[np.float64], seconds: float) -> None:
        results[name] = judge(planted, scores[judged], seconds)

    settings = SkipGramSettings(dimension=DIMENSION, epochs=EPOCHS, min_count=1, seed=seed + 1)
    apart, apart_seconds = timed(lambda: [skipgram([text], settings)[0] for text in texts])
    turned, seconds = timed(lambda: change_scores.procrustes_distance(*apart))
    add("skip-gram + Procrustes", turned, apart_seconds + seconds)
    apart_neighbors, seconds = timed(lambda: change_scores.lost_neighbors(apart[0], apart[1]))
    add("neighbor overlap", apart_neighbors, apart_seconds + seconds)
    tagged, seconds = timed(lambda: temporal_referencing(texts, judged, settings))
    add("temporal referencing", change_scores.cosine_distance(*tagged), seconds)
    frozen, frozen_seconds = timed(lambda: compass(texts, settings))
    raw = change_scores.cosine_distance(*frozen)
    add("compass", raw, frozen_seconds)
    counts = np.array([text.counts for text in texts])
    standardized = change_scores.among_like_frequency(raw, counts)
    add("compass among like frequency", standardized, frozen_seconds)
    add("PPMI rows", *timed(lambda: change_scores.information_distance(texts)))
    add("frequency difference", *timed(lambda: change_scores.frequency_difference(texts)))
    add("burstiness difference", *timed(lambda: change_scores.burstiness_difference(texts)))
    return results


def our_scores(planted: Planted, shifts: Shifts) -> NDArray[np.float64]:
    """Return the planted task's words' change; the lowest of all if a word was not tested."""
    scores = {shift.word: shift.change.value for shift in shifts}
    least = min(scores.values())
    return np.array([scores.get(word, least) for word in planted.words])


def _table(results: Mapping[str, Result]) -> Table:
    """Return one task's means as a table, the best first."""
    rows = (
        (
            name,
            *(f"{each:.3f}" for each in (found.auc, found.band_auc, found.precision)),
            f"{found.cpu_seconds:.1f}",
        )
        for name, found in sorted(results.items(), key=lambda pair: -pair[1].auc)
    )
    return Table(("", "AUC", "band mean", "AP", "CPU s"), tuple(rows))
