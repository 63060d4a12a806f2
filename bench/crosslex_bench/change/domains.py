"""Rankings of words by change between real corpora, compared with annotations; quiet pairs."""

import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
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
from crosslex.shifts import score
from crosslex_bench.change.methods import METHODS, OURS, Task
from crosslex_bench.change.scoring import Kept, Scores, with_least
from crosslex_bench.command import Data, Report, Seed, split_names
from crosslex_bench.data.annotated_pairs import ALIKE, ANNOTATED, read_annotated
from crosslex_bench.data.judged_change import JudgedChange
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.statistics import (
    draw_items,
    interval_of,
    rank_correlations,
    show_interval,
)
from crosslex_bench.measure import machine
from crosslex_bench.pages import Block, Heading, Table
from crosslex_bench.places import CHANGE, MDSD

CUT = 40
MIN_COUNT = 10
FIRST = 20
STEPS = (0, 0.4, 0.5, 0.6, 1)

Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class Agreement:
    """Agreement of a ranking with annotations, and how far ours is above it."""

    ndcg: Interval
    rho: Interval
    ndcg_difference: Interval | None
    rho_difference: Interval | None
    seconds: float


def domains(
    folder: RunFolder,
    data: Annotated[Path, typer.Option(help="Folder of the annotations.")] = CHANGE,
    reviews: Data = MDSD,
    pairs: Annotated[str, typer.Option(help=f"Some of {', '.join(ANNOTATED)}.")] = "all",
    methods: Annotated[str, typer.Option(help="Some of the methods, with commas.")] = "all",
    sharpness: Annotated[
        str, typer.Option(help="Values of the score's constant to try, with commas.")
    ] = "",
    epochs: Annotated[int, typer.Option(help="Epochs of every skip-gram.")] = 5,
    seed: Seed = 0,
) -> Report:
    """Rank words of real pairs of corpora and compare with annotations: nDCG@40 and rho.

    Intervals are over words, from the same bootstrap draws for all methods. Below, the first
    twenty words of our lists with their annotations.
    """
    blocks: list[Block] = []
    found: dict[str, dict[str, Agreement]] = {}
    changes: list[Doubles] = []
    annotations: list[Doubles] = []
    for name in split_names("--pairs", pairs, ANNOTATED):
        judged = read_annotated(name, data, reviews)
        task = Task(judged, epochs, seed, MIN_COUNT)
        scores: dict[str, Scores] = {}
        works = {
            each: partial(METHODS[each], task)
            for each in split_names("--methods", methods, METHODS)
        }
        for value in split_names("--sharpness", sharpness) if sharpness else ():
            works[f"{OURS}, sharpness {value}"] = partial(_with_sharpness, float(value), task)
        for method, work in works.items():
            part = f"{name}, {method}, epochs {epochs}, seed {seed}"
            kept = folder.once(part, Kept, lambda work=work: Kept.of(work()))  # type: ignore[misc]
            scores[method] = kept.scores()
            print(f"{name}, {method}: done", file=sys.stderr, flush=True)
        found[name] = agreements(judged, scores)
        blocks += [Heading(f"{name}: {len(judged.words)} words"), _table(found[name])]
        if OURS in scores:
            blocks.append(_first(judged, scores[OURS].values))
            changes.append(scores[OURS].values)
            annotations.append(judged.graded)
    if len(found) > 1:
        blocks = [Heading("Mean of the pairs"), _means(found), *blocks]
    if changes:
        blocks.append(Heading("What a change means: annotations by our change, all pairs"))
        blocks.append(_by_change(np.concatenate(changes), np.concatenate(annotations)))
    return Report("Changes between annotated corpora", blocks, {"machine": machine(), **found})


def agreements(judged: JudgedChange, scores: Mapping[str, Scores]) -> dict[str, Agreement]:
    """Return the agreement of all methods with annotations, over the same draws of words."""
    drawn = draw_items(len(judged.words))
    gains, rhos = {}, {}
    for name, each in scores.items():
        values = with_least(each.values)
        gains[name] = np.array([ndcg(values[at], judged.graded[at]) for at in drawn])
        rhos[name] = rank_correlations(values, judged.graded, drawn)
    apart = {name: name != OURS and OURS in scores for name in scores}
    return {
        name: Agreement(
            interval_of(gains[name]),
            interval_of(rhos[name]),
            interval_of(gains[OURS] - gains[name]) if apart[name] else None,
            interval_of(rhos[OURS] - rhos[name]) if apart[name] else None,
            each.seconds,
        )
        for name, each in scores.items()
    }


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


def _with_sharpness(value: float, task: Task) -> Scores:
    with _changed(value):
        return METHODS[OURS](task)


@contextmanager
def _changed(value: float) -> Iterator[None]:
    before = score.SHARPNESS
    score.SHARPNESS = value
    try:
        yield
    finally:
        score.SHARPNESS = before


def _table(found: Mapping[str, Agreement]) -> Table:
    ours = "ours minus this"
    return Table(
        ("ranking", "nDCG@40", ours, "rho", ours, "CPU s"),
        tuple(
            (
                name,
                show_interval(each.ndcg),
                show_interval(each.ndcg_difference),
                show_interval(each.rho),
                show_interval(each.rho_difference),
                f"{each.seconds:.1f}",
            )
            for name, each in sorted(found.items(), key=lambda pair: -pair[1].ndcg.value)
        ),
    )


def _means(found: Mapping[str, Mapping[str, Agreement]]) -> Table:
    names = next(iter(found.values()))
    rows = [
        (
            name,
            fmean(each[name].ndcg.value for each in found.values()),
            fmean(each[name].rho.value for each in found.values()),
        )
        for name in names
    ]
    rows.sort(key=lambda row: -row[1])
    shown = tuple((name, f"{gain:.3f}", f"{rho:.3f}") for name, gain, rho in rows)
    return Table(("ranking", "nDCG@40", "rho"), shown)


def _first(judged: JudgedChange, values: Doubles) -> Table:
    best = np.argsort(-with_least(values), kind="stable")[:FIRST]
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
