"""Rankings of words by change of meaning, compared with judgments of people and annotations."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex.results import Interval
from crosslex_bench.change.methods import METHODS, OURS, Scores, Task
from crosslex_bench.command import Data, Report, Seed, split_names
from crosslex_bench.data.annotated_pairs import (
    ALIKE,
    ANNOTATED,
    SIDES,
    TITLES,
    JudgedChange,
    read_annotated,
    read_judged,
)
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.statistics import (
    areas,
    draw_items,
    interval_of,
    rank_correlations,
    show_interval,
)
from crosslex_bench.measure import machine
from crosslex_bench.pages import Block, Heading, Table
from crosslex_bench.places import CHANGE, MDSD

JUDGED_MIN_COUNT = 3
"""Uses in each domain; the texts that people judged are small."""
MIN_COUNT = 10
CUT = 40
FIRST = 20
STEPS = (0, 0.4, 0.5, 0.6, 1)

Doubles = NDArray[np.float64]
Measure = Callable[[Doubles], Doubles]
"""From scores of all words to the agreement in every draw of words."""

ChangeData = Annotated[
    Path,
    typer.Option(
        help="Folder of dwug_en, semcor and domains.",
        show_default="the change folder beside the checkout",
    ),
]
Sets = Annotated[str, typer.Option(help="dwug_en, semcor, or both with a comma.")]
BOTH = ",".join(SIDES)
Methods = Annotated[str, typer.Option(help="Some of the methods, with commas.")]
Epochs = Annotated[int, typer.Option(help="Epochs of every skip-gram.")]


@dataclass(frozen=True)
class Ranking:
    """A method on one set: agreement by each measure, and how far ours is above it.

    Words that it could not score count as the least changed; `differences` are empty for ours.
    """

    agreement: dict[str, Interval]
    differences: dict[str, Interval]
    words: int
    seconds: float


def ranking(
    folder: RunFolder,
    data: ChangeData = CHANGE,
    sets: Sets = BOTH,
    methods: Methods = "all",
    epochs: Epochs = 30,
    seed: Seed = 0,
) -> Report:
    """Rank words by change of meaning and compare with people (DWUG EN, SemCor).

    Spearman's rho with graded change, AUC for binary change, CPU seconds. Intervals are over
    words, from the same bootstrap draws for all methods.
    """
    blocks: list[Block] = []
    results = {}
    for name in split_names("--sets", sets, SIDES):
        judged = read_judged(name, data)
        scores = score_all(folder, Task(judged, epochs, seed, JUDGED_MIN_COUNT), methods)
        drawn = draw_items(len(judged.words))
        measures = {
            "rho": partial(rank_correlations, gold=judged.graded, drawn=drawn),
            "AUC": partial(areas, positive=judged.binary, drawn=drawn),
        }
        results[name] = rank_all(scores, measures)
        changed = int(judged.binary.sum())
        title = f"{TITLES[name]}: {len(judged.words)} words, of which {changed} changed"
        blocks += [Heading(title), ranking_table(results[name])]
    return Report("Changes that people judged", blocks, {"machine": machine(), "rankings": results})


def domains(
    folder: RunFolder,
    data: ChangeData = CHANGE,
    reviews: Data = MDSD,
    pairs: Annotated[str, typer.Option(help=f"Some of {', '.join(ANNOTATED)}.")] = "all",
    methods: Methods = "all",
    epochs: Epochs = 5,
    seed: Seed = 0,
) -> Report:
    """Rank words of real pairs of corpora and compare with annotations: nDCG@40 and rho.

    Intervals are over words, from the same bootstrap draws for all methods. Below, the first
    twenty words of our lists with their annotations.
    """
    blocks: list[Block] = []
    found: dict[str, dict[str, Ranking]] = {}
    ours: list[tuple[Doubles, Doubles]] = []
    for name in split_names("--pairs", pairs, ANNOTATED):
        judged = read_annotated(name, data, reviews)
        scores = score_all(folder, Task(judged, epochs, seed, MIN_COUNT), methods)
        drawn = draw_items(len(judged.words))
        measures = {
            f"nDCG@{CUT}": partial(ndcgs, gains=judged.graded, drawn=drawn),
            "rho": partial(rank_correlations, gold=judged.graded, drawn=drawn),
        }
        found[name] = rank_all(scores, measures)
        blocks += [Heading(f"{name}: {len(judged.words)} words"), ranking_table(found[name])]
        if OURS in scores:
            ours.append((np.array(scores[OURS].values, np.float64), judged.graded))
            blocks.append(_first(judged, scores[OURS].ranked))
    if len(found) > 1:
        blocks = [Heading("Mean of the pairs"), _means(list(found.values())), *blocks]
    if ours:
        blocks.append(Heading("What a change means: annotations by our change, all pairs"))
        blocks.append(_by_change(*map(np.concatenate, zip(*ours, strict=True))))
    return Report("Changes between annotated corpora", blocks, {"machine": machine(), **found})


def alike(reviews: Data = MDSD, seed: Seed = 0) -> Report:
    """Count the words that are said to differ where hardly any does: two Bibles, two parties."""
    rows = []
    for name, read in ALIKE.items():
        model = CrossDomainEmbedding(random_state=seed).fit(list(read(reviews)))
        shifts = model.shifts(random_state=seed)
        share = f"{shifts.different / shifts.tested:.2%}"
        words = ", ".join(shift.word for shift in shifts[:FIRST])
        rows.append((name, str(shifts.tested), str(shifts.different), share, words))
    table = Table(("pair", "words tested", "different", "share", "words"), tuple(rows))
    return Report("Corpora that use words alike", [table])


def score_all(folder: RunFolder, task: Task, methods: str) -> dict[str, Scores]:
    """Return the scores of all methods; those that the folder has are not computed again."""
    scores = {}
    for method in split_names("--methods", methods, METHODS):
        part = f"{task.judged.name}, {method}, epochs {task.epochs}, seed {task.seed}"
        scores[method] = folder.once(part, Scores, partial(METHODS[method], task))
        print(f"{part}: done", file=sys.stderr, flush=True)
    return scores


def rank_all(
    scores: Mapping[str, Scores], measures: Mapping[str, Measure], ours: str = OURS
) -> dict[str, Ranking]:
    """Judge all methods by measures that have the same draws of words."""
    figures = {
        name: {title: measure(each.ranked) for title, measure in measures.items()}
        for name, each in scores.items()
    }
    return {
        name: Ranking(
            {title: interval_of(values) for title, values in figures[name].items()},
            {
                title: interval_of(figures[ours][title] - values)
                for title, values in figures[name].items()
                if ours in figures and name != ours
            },
            sum(value is not None for value in each.values),
            each.seconds,
        )
        for name, each in scores.items()
    }


def ndcgs(scores: Doubles, gains: Doubles, drawn: NDArray[np.int64]) -> Doubles:
    """Return the nDCG in every draw."""
    return np.array([ndcg(scores[at], gains[at]) for at in drawn])


def ndcg(scores: Doubles, gains: Doubles, cut: int = CUT) -> float:
    """Return the normalized discounted cumulative gain of the first words of a ranking.

    Järvelin, Kekäläinen: Cumulated Gain-Based Evaluation of IR Techniques, 2002.

    >>> ndcg(np.array([3.0, 2.0, 1.0]), np.array([0.0, 2.0, 1.0]), cut=2)
    0.4796...
    """
    discounts = 1 / np.log2(np.arange(2, min(cut, len(gains)) + 2))
    first = gains[np.argsort(-scores, kind="stable")][: len(discounts)]
    best = np.sort(gains)[::-1][: len(discounts)]
    return float(first @ discounts) / max(float(best @ discounts), 1e-12)


def ranking_table(found: Mapping[str, Ranking]) -> Table:
    """Return rankings as a table, the best by the first measure first."""
    titles = list(next(iter(found.values())).agreement)
    heads = [head for title in titles for head in (title, "ours minus this")]
    rows = []
    for name, each in sorted(found.items(), key=lambda pair: -pair[1].agreement[titles[0]].value):
        shown = [
            show_interval(interval)
            for title in titles
            for interval in (each.agreement[title], each.differences.get(title))
        ]
        rows.append((name, *shown, str(each.words), f"{each.seconds:.1f}"))
    return Table(("ranking", *heads, "words", "CPU s"), tuple(rows))


def _means(pairs: Sequence[Mapping[str, Ranking]]) -> Table:
    titles = list(next(iter(pairs[0].values())).agreement)
    means = {
        name: [fmean(each[name].agreement[title].value for each in pairs) for title in titles]
        for name in pairs[0]
    }
    best = sorted(means, key=lambda name: -means[name][0])
    rows = ((name, *(f"{mean:.3f}" for mean in means[name])) for name in best)
    return Table(("ranking", *titles), tuple(rows))


def _first(judged: JudgedChange, values: Doubles) -> Table:
    best = np.argsort(-values, kind="stable")[:FIRST]
    shown = (f"{judged.words[place]} ({judged.graded[place]:.0f})" for place in best)
    return Table(
        (f"first {FIRST} annotated words of our list, with their scores",), ((", ".join(shown),),)
    )


def _by_change(values: Doubles, gains: Doubles) -> Table:
    rows = []
    for low, high in pairwise(STEPS):
        within = (values >= low) & ((values < high) | (high == STEPS[-1]))
        if not within.any():
            continue
        changed, other = (float((gains[within] >= least).mean()) for least in (1, 2))
        rows.append((f"{low} to {high}", str(int(within.sum())), f"{changed:.0%}", f"{other:.0%}"))
    heads = ("change", "words", "another sense or an additional one", "another sense")
    return Table(heads, tuple(rows))
