"""The main table: methods compared on pairs, tuned first if wanted."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.results import Results, Setup, to_json
from crosslex_bench.engine.run import run_study, run_trials
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.study import Methods, Panel, Study, Variant, every_contrast
from crosslex_bench.studies.tuning import tune

MAIN: Final = "main"


def run_benchmark(
    dataset: Dataset,
    pairs: Sequence[Pair],
    methods: Methods,
    out: Path,
    *,
    rules: ClassificationRules,
    seeds: int = 1,
    tune_on: Sequence[Pair] = (),
    resume: bool = False,
    n_jobs: int = 1,
) -> Results:
    """Return every method's results on every pair, and write them to results.json.

    On the pairs `tune_on`, every method's settings and the threshold rule are chosen first; what
    was chosen is written to tuning.json. Without them the given settings apply.
    """
    setup = rules.setup(dataset, pairs, seeds)
    settings = {"study": MAIN, **setup.settings}
    if tune_on:
        settings["validation"] = ", ".join(rules.validation)
    folder = RunFolder.open(out, settings, resume=resume)
    tuning, classifier = None, {}
    if tune_on:
        run = partial(run_trials, data=dataset, folder=folder, description="tune", n_jobs=n_jobs)
        tuning, methods = tune(methods, tune_on, rules, run)
        folder.write_text("tuning.json", to_json(tuning))
        classifier = {"threshold": tuning.threshold}
    study = Study(
        name=MAIN,
        title="Carrying a classifier across domains",
        methods=methods,
        panels=(Panel("methods", "all methods", (Variant("", classifier=classifier),)),),
        references={},
        contrasts=every_contrast(methods),
        preset=rules.preset,
        note=_note(setup, methods),
    )
    return run_study(
        study, dataset, pairs, folder, rules=rules, seeds=seeds, tuning=tuning, n_jobs=n_jobs
    )


def _note(setup: Setup, methods: Methods) -> str:
    labels = "all source domains at once" if setup.multi_source else "one domain"
    text = "all domains" if setup.unlabeled == "all" else "its own domains alone"
    see = [name for name, each in methods.items() if each.needs_target_labels]
    hidden = f"all but {', '.join(see)}" if see else "all of them"
    note = (
        f"Labels of {labels} are used to classify test documents of another, from which nothing "
        f"was learned. Every method is given the unlabeled text of {text}; labels of the target "
        f"are hidden from {hidden}. Preset: {setup.preset}."
    )
    if setup.validation:
        note += f" Domains left out of the pairs, for tuning: {', '.join(setup.validation)}."
    return note
