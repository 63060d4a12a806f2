"""The main table: methods compared on pairs, tuned first if wanted."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final

from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import ClassificationRules, UnlabeledText
from crosslex_bench.engine.results import PresetName, Results, Setup, to_json
from crosslex_bench.engine.run import run_study, run_trials
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.engine.study import (
    Method,
    Panel,
    Study,
    Variant,
    choose_names,
    every_contrast,
)
from crosslex_bench.methods import METHODS
from crosslex_bench.methods.names import METHOD_NAMES, MethodName
from crosslex_bench.studies.paper import SYSTEMS
from crosslex_bench.studies.tuning import tune

MAIN: Final = "main"


def run_benchmark(
    dataset: Dataset,
    pairs: Sequence[Pair],
    methods: Sequence[MethodName],
    folder: str | Path,
    *,
    unlabeled: UnlabeledText = "pair",
    preset: PresetName = "default",
    seeds: int = 1,
    validation: Sequence[str] = (),
    tune_on: Sequence[Pair] = (),
    resume: bool = False,
    share: bool = False,
    n_jobs: int = 1,
) -> Results:
    """Return every method's results on every pair, and write them to results.json.

    Parameters
    ----------
    dataset
        Encoded domains.
    pairs
        From which domains to which.
    methods
        Names of `crosslex_bench.methods.METHODS`.
    unlabeled
        Whose unlabeled text every method is given: the pair's own (the paper's rule), or that
        of all domains of the dataset.
    preset
        `default`: every method at its best. `paper`: the paper's protocol, with the same
        features, weighting and 500 NPMI pivots for all of its systems; see
        `crosslex_bench.studies.paper`.
    validation
        Domains that are for tuning, mentioned in the results.
    tune_on
        Validation pairs to choose every method's settings and the threshold rule on; what was
        chosen is written to tuning.json. Without them the given settings apply.
    folder, seeds, resume, share, n_jobs
        As for `run_study`.

    Examples
    --------
    >>> import tempfile
    >>> from crosslex_bench.data.datasets import encode_dataset
    >>> from crosslex_bench.data.reviews import Review
    >>> reviews = [
    ...     Review(f"a {word} {thing} and a {word} price", domain, label, split)
    ...     for domain, thing in (("books", "plot"), ("kitchen", "knife"))
    ...     for word, label in (("good", 1), ("bad", 0))
    ...     for split in ["train"] * 10 + ["test"] * 2
    ... ]
    >>> dataset = encode_dataset("tiny", reviews)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = run_benchmark(dataset, [Pair(("books",), "kitchen")], ["none"], Path(folder))
    >>> results.methods["none"].pairs["books->kitchen"].accuracy
    1.0
    """
    offered: Mapping[MethodName, Method] = METHODS if preset == "default" else SYSTEMS
    compared: dict[str, Method] = {name: offered[name] for name in methods}
    rules = ClassificationRules(unlabeled, preset, tuple(validation))
    setup = rules.setup(dataset, pairs, seeds)
    settings = {"study": MAIN, **setup.settings}
    if tune_on:
        settings["validation"] = ", ".join(validation)
    opened = RunFolder.open(Path(folder), settings, resume=resume)
    tuning, classifier = None, {}
    if tune_on:
        run = partial(
            run_trials, data=dataset, folder=opened, description="tune", n_jobs=n_jobs, share=share
        )
        tuning, compared = tune(compared, tune_on, rules, run)
        opened.write_text("tuning.json", to_json(tuning))
        classifier = {"threshold": tuning.threshold}
    study = Study(
        name=MAIN,
        title="Carrying a classifier across domains",
        methods=compared,
        panels=(Panel("methods", "all methods", (Variant("", classifier=classifier),)),),
        references={},
        contrasts=every_contrast(compared),
        preset=preset,
        note=_note(setup, compared),
    )
    return run_study(
        study,
        dataset,
        pairs,
        opened,
        rules=rules,
        seeds=seeds,
        tuning=tuning,
        share=share,
        n_jobs=n_jobs,
    )


def choose_methods(named: Sequence[str], preset: PresetName = "default") -> tuple[MethodName, ...]:
    """Return methods' names, checked; `all` stands for all that the preset has.

    >>> choose_methods(["none", "crosslex"])
    ('none', 'crosslex')
    """
    return choose_names("methods", named, METHOD_NAMES if preset == "default" else SYSTEMS)


def _note(setup: Setup, methods: Mapping[str, Method]) -> str:
    labels = "all source domains at once" if setup.multi_source else "one domain"
    text = "all domains" if setup.unlabeled == "all" else "its own domains alone"
    see = [name for name, each in methods.items() if getattr(each, "needs_target_labels", False)]
    hidden = f"all but {', '.join(see)}" if see else "all of them"
    note = (
        f"Labels of {labels} are used to classify test documents of another, from which nothing "
        f"was learned. Every method is given the unlabeled text of {text}; labels of the target "
        f"are hidden from {hidden}. Preset: {setup.preset}."
    )
    if setup.validation:
        note += f" Domains left out of the pairs, for tuning: {', '.join(setup.validation)}."
    return note
