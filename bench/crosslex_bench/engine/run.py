"""Trials run: cells that are there are read, the others computed and checkpointed."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from crosslex.progress import progress
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.compute import compute_cells
from crosslex_bench.engine.results import Results, Tuning, to_json
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.study import Study, list_trials
from crosslex_bench.engine.summary import summarize
from crosslex_bench.engine.trial import Cell, Trial, TrialLabel

_logger = logging.getLogger(__name__)


def run_trials(
    trials: Sequence[Trial],
    data: Any,
    folder: RunFolder,
    *,
    description: str = "benchmark",
    n_jobs: int = 1,
    share: bool = False,
) -> dict[TrialLabel, Cell]:
    """Return the cells of all trials; those that the folder lacks are computed.

    Trials that differ in nothing but their names are computed once.
    """
    cells = folder.read_cells(trials)
    missing = {trial.label: trial for trial in trials if trial.label not in cells}
    if share:
        for label, cell in folder.read_shared(missing.values()).items():
            folder.write_cell(missing.pop(label), cell)
            cells[label] = cell
    alike: dict[str, list[Trial]] = {}
    for trial in missing.values():
        alike.setdefault(folder.work(trial), []).append(trial)
    firsts = {found[0].label: found for found in alike.values()}
    _logger.info("%d of %d cells are there, %d to compute", len(cells), len(trials), len(firsts))
    with progress(description, total=len(trials)) as advance:
        advance(len(cells))
        computed = compute_cells([found[0] for found in alike.values()], data, n_jobs=n_jobs)
        for cell in computed:
            for trial in firsts[cell.label]:
                named = replace(cell, label=trial.label)
                folder.write_cell(trial, named)
                cells[trial.label] = named
                advance(1, note=f"{trial.label.method}, {trial.label.pair}")
                _logger.info("%s: %.1f %%", trial.label, 100 * cell.accuracy)
    return cells


def run_study(
    study: Study,
    data: Any,
    pairs: Sequence[Pair],
    folder: str | Path | RunFolder,
    *,
    rules: ClassificationRules | None = None,
    seeds: int = 1,
    tuning: Tuning | None = None,
    resume: bool = False,
    share: bool = False,
    n_jobs: int = 1,
) -> Results:
    """Return the results of a study, and write them to results.json.

    Parameters
    ----------
    study
        One of `crosslex_bench.studies.catalog.STUDIES`, some of its variants by `choose_study`,
        or a `Study` of your own.
    data
        Encoded domains.
    pairs
        From which domains to which.
    folder
        Where cells and results are written. One that is not empty is refused, unless it holds
        an earlier run with the same settings and `resume` is given.
    rules
        What every method is given; `ClassificationRules()` if None.
    seeds
        How many seeds each randomized method runs with; from three on, intervals reflect seeds
        as well as documents.
    tuning
        How the methods' settings were chosen, to be shown with the results.
    resume
        Whether to use the cells that an earlier run left in the folder.
    share
        Whether to take cells that runs in folders next to this one have computed already, with
        the same data, settings and versions; they are copied.
    n_jobs
        How many cells are computed at once, each in a process of its own; results do not
        depend on it. With more than one, a script must protect its entry point with
        `if __name__ == "__main__"`.
    """
    rules = rules or ClassificationRules()
    setup = rules.setup(data, pairs, seeds)
    if not isinstance(folder, RunFolder):
        settings = {"study": study.name, **setup.settings}
        folder = RunFolder.open(Path(folder), settings, resume=resume)
    trials = list_trials(study, pairs, seeds, rules)
    cells = run_trials(
        trials, data, folder, description=f"benchmark {study.name}", n_jobs=n_jobs, share=share
    )
    results = summarize(study, cells, pairs=pairs, setup=setup, tuning=tuning)
    folder.write_text("results.json", to_json(results))
    return results
