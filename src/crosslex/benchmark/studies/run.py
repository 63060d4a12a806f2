"""A study of classifiers run from beginning to end."""

from collections.abc import Sequence
from pathlib import Path

from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.data.pairs import Pair
from crosslex.benchmark.engine.checkpoints import RunFolder
from crosslex.benchmark.engine.classification import ClassificationRules, UnlabeledText
from crosslex.benchmark.engine.results import Results
from crosslex.benchmark.engine.run import run_all
from crosslex.benchmark.engine.study import Study


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
) -> Results:
    """Return the results of a study, and write them to results.json.

    Parameters
    ----------
    study
        One of `crosslex.benchmark.STUDIES`, some of its variants by `choose_study`, or a
        `Study` of your own.
    dataset, pairs, folder, unlabeled, resume, n_jobs
        As for `run_benchmark`.
    seeds
        How many seeds; from three on, intervals reflect seeds as well as documents.
    """
    rules = ClassificationRules(unlabeled)
    settings = {**rules.settings(dataset), "study": study.name}
    opened = RunFolder.open(folder, settings, resume=resume)
    setup = rules.setup(dataset, pairs, seeds)
    return run_all(study, dataset, pairs, opened, rules, setup, n_jobs=n_jobs)
