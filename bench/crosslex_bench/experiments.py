"""The commands `paper`, `methods` and `study`: experiments on classifiers across domains."""

from inspect import signature
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from crosslex_bench.command import Data, Report, Resume, split_names
from crosslex_bench.data.datasets import load_dataset
from crosslex_bench.data.pairs import Pair, choose_pairs, choose_validation
from crosslex_bench.engine.classification import ClassificationRules
from crosslex_bench.engine.results import Results
from crosslex_bench.engine.run import run_study
from crosslex_bench.engine.run_folder import RunFolder, check_folder
from crosslex_bench.engine.study import Methods, choose_names
from crosslex_bench.engine.trial import PresetName
from crosslex_bench.measure import cores
from crosslex_bench.methods.registry import METHODS
from crosslex_bench.pages import Block, Heading
from crosslex_bench.places import MDSD
from crosslex_bench.report import tables
from crosslex_bench.report.report import write_report
from crosslex_bench.studies.catalog import STUDIES, choose_study
from crosslex_bench.studies.main import run_benchmark
from crosslex_bench.studies.paper import SYSTEMS
from crosslex_bench.studies.tuning import check_untouched, tuning_pairs

OutFolder = Annotated[
    Path, typer.Option("--out", "-o", help="Folder for cells, report and results.", metavar="DIR")
]
MethodNames = Annotated[
    str, typer.Option(help="Methods to compare, separated by commas; or all.", metavar="A,B")
]
Pairs = Annotated[
    str | None,
    typer.Option(
        help="Sources and target of each task; several sources as 'A+B->C'.",
        show_default="all ordered pairs of domains not for validation",
        metavar="'A->B,…'",
    ),
]
Tune = Annotated[
    bool,
    typer.Option(
        "--tune",
        help="First choose every method's settings, and one threshold rule for all, on pairs "
        "whose targets are the validation domains.",
    ),
]
Validation = Annotated[
    str | None,
    typer.Option(
        help="Domains for tuning only.",
        show_default="music and video, where present",
        metavar="A,B",
    ),
]
Seeds = Annotated[int, typer.Option(help="Number of seeds for each randomized method.", min=1)]
Unlabeled = Annotated[
    Literal["pair", "all"],
    typer.Option(help="Unlabeled text that methods see: the pair's, or that of all domains."),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        help="Number of processes; results do not depend on it.",
        show_default="all cores",
        min=1,
    ),
]


def paper(command_line: str, **options: Any) -> Report:
    """Make the paper's main table by its own protocol.

    Its seven systems and the authors' released program, with the same features, binary weighting
    and 500 NPMI pivots, each with an L2 logistic regression. C is as chosen on music and video;
    --tune chooses it again. The report also judges the paper's claims; those on dimension, λ and
    smaller ones need the studies in folders next to DIR.

    The kept table: crosslex-bench paper --tune --seeds 3 --out results/paper
    """
    return _main_table(command_line, "paper", **options)


def methods(command_line: str, **options: Any) -> Report:
    """Compare all methods, each at its best.

    The kept table: crosslex-bench methods --tune --seeds 3 --out results/main
    """
    return _main_table(command_line, "default", **options)


def _main_table(
    command_line: str,
    preset: PresetName,
    out: OutFolder,
    data: Data = MDSD,
    methods: MethodNames = "all",
    pairs: Pairs = None,
    validation: Validation = None,
    tune: Tune = False,
    seeds: Seeds = 1,
    unlabeled: Unlabeled = "pair",
    multi_source: Annotated[
        bool, typer.Option("--multi-source", help="Train on all other domains' labels at once.")
    ] = False,
    jobs: Jobs = None,
    resume: Resume = False,
) -> Report:
    offered: Methods = METHODS if preset == "default" else SYSTEMS
    names = choose_names("methods", split_names("--methods", methods), offered)
    check_folder(out, resume=resume)
    n_jobs = jobs or cores()
    dataset = load_dataset(data, n_jobs=n_jobs)
    domains = list(dataset.domains)
    left_out = choose_validation(domains, _listed("--validation", validation))
    chosen_pairs = choose_pairs(
        domains, left_out, named=_listed("--pairs", pairs), multi_source=multi_source
    )
    tune_on: list[Pair] = []
    if tune:
        tune_on = tuning_pairs(domains, left_out)
        check_untouched(chosen_pairs, left_out)
    results = run_benchmark(
        dataset,
        chosen_pairs,
        {name: offered[name] for name in names},
        out,
        rules=ClassificationRules(unlabeled, preset, left_out),
        seeds=seeds,
        tune_on=tune_on,
        resume=resume,
        n_jobs=n_jobs,
    )
    return _report(results, out, command_line)


def _declare_options(command: Any, *without: str) -> None:
    """Give a command the options of `_main_table`, but some."""
    own = signature(_main_table)
    kept = [each for each in own.parameters.values() if each.name not in ("preset", *without)]
    command.__signature__ = own.replace(parameters=kept)


_declare_options(methods)
_declare_options(paper, "unlabeled", "multi_source")


def study(
    command_line: str,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help=f"Setting to vary: {', '.join(STUDIES)}.",
            show_default=False,
        ),
    ],
    out: OutFolder,
    data: Data = MDSD,
    methods: MethodNames = "all",
    variants: Annotated[
        str,
        typer.Option(
            help="Some of the study's values, for a quicker run.",
            metavar="A,B",
        ),
    ] = "all",
    pairs: Pairs = None,
    preset: Annotated[
        PresetName,
        typer.Option(help="Methods at their best, or the systems of the paper's protocol."),
    ] = "default",
    seeds: Seeds = 1,
    unlabeled: Unlabeled = "pair",
    jobs: Jobs = None,
    resume: Resume = False,
) -> Report:
    """Vary one setting with all others fixed, and plot the accuracy."""
    some = None if methods == "all" else split_names("--methods", methods)
    shown = None if variants == "all" else split_names("--variants", variants)
    chosen = choose_study(name, some, shown, preset)
    check_folder(out, resume=resume)
    n_jobs = jobs or cores()
    dataset = load_dataset(data, n_jobs=n_jobs)
    domains = list(dataset.domains)
    left_out = choose_validation(domains, None)
    chosen_pairs = choose_pairs(domains, left_out, named=_listed("--pairs", pairs))
    rules = ClassificationRules(unlabeled, chosen.preset)
    settings = {"study": name, **rules.setup(dataset, chosen_pairs, seeds).settings}
    folder = RunFolder.open(out, settings, resume=resume)
    results = run_study(
        chosen, dataset, chosen_pairs, folder, rules=rules, seeds=seeds, n_jobs=n_jobs
    )
    return _report(results, out, command_line)


def _report(results: Results, out: Path, command_line: str) -> Report:
    """Write the report of an experiment; return its tables to be printed."""
    write_report(results, out, command_line)
    blocks: list[Block] = []
    for panel in results.panels:
        blocks.append(Heading(panel.axis))
        if not panel.varied:
            blocks.append(tables.pair_table(panel))
        blocks.append(tables.mean_table(panel))
        if contrasts := tables.main_contrasts(panel):
            blocks.append(tables.contrast_table(contrasts))
    return Report(f"{results.title}: {out}/report.md", blocks, results)


def _listed(option: str, text: str | None) -> list[str] | None:
    return None if text is None else split_names(option, text)
