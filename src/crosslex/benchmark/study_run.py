"""A whole study: its cells, kept as they finish, its figure and its report."""

from collections.abc import Sequence
from pathlib import Path

from crosslex.benchmark.completing import complete_cells
from crosslex.benchmark.datasets import Dataset
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import UnlabeledText
from crosslex.benchmark.studies import STUDIES
from crosslex.benchmark.study_results import StudyResults, summarize_study
from crosslex.benchmark.study_rules import StudyRules, study_cells
from crosslex.corpus.options import did_you_mean
from crosslex.errors import InputError


def run_study(
    name: str,
    dataset: Dataset,
    pairs: Sequence[Pair],
    folder: Path,
    *,
    methods: list[str] | None = None,
    variants: list[str] | None = None,
    unlabeled: UnlabeledText = "pair",
    seeds: int = 1,
    resume: bool = False,
    n_jobs: int = 1,
) -> StudyResults:
    """Compute every cell that is not there yet, write results.json, and return the results.

    Parameters
    ----------
    name
        One of `crosslex.benchmark.studies.STUDIES`.
    dataset, pairs, folder, resume, n_jobs
        As for `run_benchmark`.
    methods, variants
        Some of the study's methods and variants, for a quicker look; None takes all.
    unlabeled
        Whose unlabeled text every method is given.
    seeds
        How many seeds; from three on, intervals speak of seeds as well as of documents.
    """
    if name not in STUDIES:
        near = did_you_mean(name, list(STUDIES))
        raise InputError(f"study: there is no {name!r}{near}; choose one of {', '.join(STUDIES)}")
    study = STUDIES[name].restricted(methods, variants)
    rules = StudyRules(name, unlabeled)
    opened = BenchmarkFolder.resume if resume else BenchmarkFolder.start
    kept = opened(folder, rules.settings(dataset))
    keys = study_cells(study, pairs, seeds)
    cells = complete_cells(kept, dataset, keys, rules, task=f"study {name}", n_jobs=n_jobs)
    results = summarize_study(study, dataset, rules, cells, pairs=pairs, seeds=seeds)
    kept.write_text("results.json", results.to_json())
    return results
