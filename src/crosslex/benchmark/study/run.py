"""A whole study: its cells, kept as they finish, its figure and its report."""

from collections.abc import Sequence
from pathlib import Path

from crosslex.benchmark.completing import complete_cells
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import UnlabeledText
from crosslex.benchmark.study.results import StudyResults, summarize_study
from crosslex.benchmark.study.rules import StudyRules, study_cells
from crosslex.benchmark.study.study import Study


def run_study(
    study: Study,
    dataset: Dataset,
    pairs: Sequence[Pair],
    folder: Path,
    *,
    unlabeled: UnlabeledText = "pair",
    seeds: int = 1,
    resume: bool = False,
    n_jobs: int = 1,
) -> StudyResults:
    """Compute every cell that is not there yet, write results.json, and return the results.

    Parameters
    ----------
    study
        One of `crosslex.benchmark.study.studies.STUDIES`, or a part of one, by `choose_study`.
    dataset, pairs, folder, resume, n_jobs
        As for `run_benchmark`.
    unlabeled
        Whose unlabeled text every method is given.
    seeds
        How many seeds; from three on, intervals speak of seeds as well as of documents.
    """
    rules = StudyRules(study.name, unlabeled)
    opened = BenchmarkFolder.resume if resume else BenchmarkFolder.start
    kept = opened(folder, rules.settings(dataset))
    keys = study_cells(study, pairs, seeds)
    cells = complete_cells(kept, dataset, keys, rules, task=f"study {study.name}", n_jobs=n_jobs)
    results = summarize_study(study, dataset, rules, cells, pairs=pairs, seeds=seeds)
    kept.write_text("results.json", results.to_json())
    return results
