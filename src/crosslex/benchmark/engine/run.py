"""Trials run: cells that are there are read, the others computed and checkpointed."""

import logging
from collections.abc import Mapping, Sequence
from typing import Any

from crosslex.benchmark.data.pairs import Pair
from crosslex.benchmark.engine.checkpoints import RunFolder
from crosslex.benchmark.engine.results import Results, Setup, Tuning, to_json
from crosslex.benchmark.engine.study import MakeTrial, Study, list_trials
from crosslex.benchmark.engine.summary import TokensOf, summarize
from crosslex.benchmark.engine.trial import Cell, Trial, TrialLabel
from crosslex.benchmark.engine.workers import compute_cells
from crosslex.progress import progress

_logger = logging.getLogger(__name__)


def run_trials(
    trials: Sequence[Trial],
    data: Any,
    folder: RunFolder,
    *,
    description: str = "benchmark",
    n_jobs: int = 1,
) -> dict[TrialLabel, Cell]:
    """Return the cells of all trials; those that the folder lacks are computed.

    Parameters
    ----------
    trials
        What to run.
    data
        What the trials' tasks choose from.
    folder
        Where finished cells are.
    description
        What the progress bar calls it.
    n_jobs
        Processes.
    """
    cells = folder.read_cells(trials)
    missing = {trial.label: trial for trial in trials if trial.label not in cells}
    _logger.info("%d of %d cells are there, %d to compute", len(cells), len(trials), len(missing))
    with progress(description, total=len(trials)) as advance:
        advance(len(cells))
        for cell in compute_cells(list(missing.values()), data, n_jobs=n_jobs):
            folder.write_cell(missing[cell.label], cell)
            cells[cell.label] = cell
            advance(1, note=f"{cell.label.method}, {cell.label.pair}")
            _logger.info("%s: %.1f %%", cell.label, 100 * cell.accuracy)
    return cells


def run_all(
    study: Study,
    data: Any,
    pairs: Sequence[Pair],
    folder: RunFolder,
    make: MakeTrial,
    setup: Setup,
    *,
    tuning: Tuning | None = None,
    tokens: Mapping[str, TokensOf] | None = None,
    n_jobs: int = 1,
) -> Results:
    """Return the results of a study, and write them to results.json in its folder.

    Parameters
    ----------
    study
        What to compare.
    data, folder, n_jobs
        As for `run_trials`.
    pairs
        From which domains to which.
    make
        Makes the trial of a column on a pair with a seed.
    setup, tuning, tokens
        As for `summarize`.
    """
    trials = list_trials(study, pairs, setup.seeds, make)
    cells = run_trials(trials, data, folder, description=f"benchmark {study.name}", n_jobs=n_jobs)
    results = summarize(study, cells, pairs=pairs, setup=setup, tuning=tuning, tokens=tokens)
    folder.write_text("results.json", to_json(results))
    return results
