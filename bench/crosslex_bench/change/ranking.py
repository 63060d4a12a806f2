"""Rankings of words by change of meaning, compared with people's judgments."""

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from crosslex_bench.change.methods import METHODS, OURS, Task
from crosslex_bench.change.scoring import Kept, Scores, rank_all, ranking_table
from crosslex_bench.command import Report, Seed, split_names
from crosslex_bench.data.judged_change import SIDES, TITLES, read_judged
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.measure import machine
from crosslex_bench.pages import Block, Heading
from crosslex_bench.places import CHANGE

ChangeData = Annotated[
    Path,
    typer.Option(
        help="Folder of dwug_en and semcor.", show_default="the change folder beside the checkout"
    ),
]
Sets = Annotated[str, typer.Option(help="dwug_en, semcor, or both with a comma.")]
BOTH = ",".join(SIDES)


def ranking(
    folder: RunFolder,
    data: ChangeData = CHANGE,
    sets: Sets = BOTH,
    methods: Annotated[str, typer.Option(help="Some of the methods, with commas.")] = "all",
    epochs: Annotated[int, typer.Option(help="Epochs of every skip-gram.")] = 30,
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
        task = Task(judged, epochs, seed)
        scores: dict[str, Scores] = {}
        works = {each: partial(METHODS[each], task) for each in _chosen(methods)}
        for method, work in works.items():
            part = f"{name}, {method}, epochs {epochs}, seed {seed}"
            kept = folder.once(part, Kept, lambda work=work: Kept.of(work()))  # type: ignore[misc]
            scores[method] = kept.scores()
            print(f"{name}, {method}: done", file=sys.stderr, flush=True)
        changed = int(judged.binary.sum())
        found = rank_all(judged, scores, OURS)
        title = f"{TITLES[name]}: {len(judged.words)} words, of which {changed} changed"
        blocks += [Heading(title), ranking_table(found)]
        results[name] = found
    return Report("Changes that people judged", blocks, {"machine": machine(), "rankings": results})


def _chosen(methods: str) -> list[str]:
    return split_names("--methods", methods, METHODS)
