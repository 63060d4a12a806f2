"""`crosslex benchmark`: methods compared with each other on a dataset."""

import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from crosslex.benchmark.studies.names import TAGGING
from crosslex.cli.benchmark_options import (
    CellJobs,
    DatasetPath,
    ExcludedPairs,
    MethodList,
    MultiSource,
    PairList,
    Preset,
    ResultsOut,
    Resume,
    Seeds,
    StudyChoice,
    Tune,
    TunePairs,
    Unlabeled,
    ValidationList,
    VariantList,
)
from crosslex.cli.command import command
from crosslex.cli.options import split_names, useful_jobs
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.benchmark import Pair, Results

_NOT_REPEATED = ("resume", "jobs", "as_json", "verbose", "quiet", "debug")
_OF_TAGGING = ("dataset", "out", "study", "methods", "pairs", "seeds", *_NOT_REPEATED)


@command()
def benchmark(
    context: typer.Context,
    dataset: DatasetPath,
    out: ResultsOut,
    methods: MethodList = "all",
    study: StudyChoice = None,
    variants: VariantList = None,
    pairs: PairList = None,
    validation: ValidationList = None,
    tune: Tune = False,
    tune_pairs: TunePairs = "some",
    exclude_pairs: ExcludedPairs = None,
    seeds: Seeds = 1,
    unlabeled: Unlabeled = "pair",
    multi_source: MultiSource = False,
    preset: Preset = "default",
    jobs: CellJobs = None,
    resume: Resume = False,
) -> None:
    """Compare methods that carry a classifier to a domain without labels."""
    from crosslex.benchmark import (
        ClassificationRules,
        choose_methods,
        choose_pairs,
        choose_study,
        choose_validation,
        load_dataset,
        run_benchmark,
        run_study,
    )
    from crosslex.benchmark.studies.tuning import check_untouched

    if study == TAGGING:
        _tag(context, Path(dataset), out, methods, pairs, seeds, jobs, resume=resume)
        return
    jobs = useful_jobs(jobs)
    named = split_names("--methods", methods)
    if study is not None:
        some = None if methods == "all" else named
        values = _listed("--variants", variants)
        chosen_study = choose_study(study, some, values)
        if tune:
            raise InputError("--tune: studies vary the shipped settings; leave it out")
        if preset != "default":
            raise InputError("--preset: a study has its own features and pivots; leave it out")
    elif variants is not None:
        raise InputError("--variants: belongs to a study; name one with --study")
    else:
        chosen_methods = choose_methods(named)
    _prepare_output(context, out, resume=resume)
    data = load_dataset(dataset, n_jobs=jobs)
    domains = list(data.domains)
    left_out = choose_validation(domains, _listed("--validation", validation))
    chosen_pairs = choose_pairs(
        domains, left_out, named=_listed("--pairs", pairs), multi_source=multi_source
    )
    tune_on: list[Pair] = []
    if tune:
        tune_on = _validation_pairs(domains, left_out, exclude_pairs, every=tune_pairs == "all")
        check_untouched(chosen_pairs, left_out)
    if study is not None:
        rules = ClassificationRules(unlabeled)
        results = run_study(
            chosen_study,
            data,
            chosen_pairs,
            out,
            rules=rules,
            seeds=seeds,
            resume=resume,
            n_jobs=jobs,
        )
    else:
        results = run_benchmark(
            data,
            chosen_pairs,
            chosen_methods,
            out,
            unlabeled=unlabeled,
            preset=preset,
            seeds=seeds,
            validation=left_out,
            tune_on=tune_on,
            resume=resume,
            n_jobs=jobs,
        )
    _report(context, results, out)


def _tag(
    context: typer.Context,
    dataset: Path,
    out: Path,
    methods: str,
    pairs: str | None,
    seeds: int,
    jobs: int | None,
    *,
    resume: bool,
) -> None:
    from crosslex.benchmark import choose_pairs, run_study
    from crosslex.benchmark.data.sentences import read_tagging_folder
    from crosslex.benchmark.studies.tagging.study import TaggingRules, tagging_study

    for parameter in context.command.params:
        name = str(parameter.name)
        if name not in _OF_TAGGING and context.params.get(name) != parameter.default:
            option = max(parameter.opts, key=len)
            raise InputError(f"{option}: has no effect on the tagging study; leave it out")
    study = tagging_study(split_names("--methods", methods))
    _prepare_output(context, out, resume=resume)
    data = read_tagging_folder(dataset)
    results = run_study(
        study,
        data,
        choose_pairs(data.genres, (), named=_listed("--pairs", pairs)),
        out,
        rules=TaggingRules(),
        seeds=seeds,
        resume=resume,
        n_jobs=useful_jobs(jobs),
    )
    _report(context, results, out)


def _report(context: typer.Context, results: "Results", out: Path) -> None:
    """Write the report, and print the tables or, with `--json`, everything."""
    from crosslex.benchmark import write_report
    from crosslex.benchmark.report import tables
    from crosslex.cli.screen import Screen, to_json

    write_report(results, out, _command_line(context))
    if context.params["as_json"]:
        typer.echo(to_json(results))
        return
    screen = Screen()
    for panel in results.panels:
        if not panel.varied:
            screen.title(f"Accuracy on every pair: {panel.axis}", note="in percent")
            for methods in _that_fit(list(panel.methods), results.setup.pairs):
                table = tables.pair_table(panel, methods)
                screen.table(table.headers, table.rows)
        table = tables.mean_table(panel)
        screen.title(f"Means: {panel.axis}", note="in percent")
        screen.table(table.headers, table.rows)
        if contrasts := tables.main_contrasts(panel):
            table = tables.contrast_table(contrasts, panel.digits)
            screen.title("Differences of means", note="paired bootstrap; McNemar's test per pair")
            screen.table(table.headers, table.rows)
    screen.title(f"Saved to {out}", note="report.html, results.json and more")


def _validation_pairs(
    domains: list[str], validation: tuple[str, ...], excluded: str | None, *, every: bool
) -> "list[Pair]":
    from crosslex.benchmark import Pair
    from crosslex.benchmark.studies.tuning import EXCLUDED, tuning_pairs

    named = _listed("--exclude-pairs", excluded)
    pairs = [Pair.parse(text) for text in (EXCLUDED if named is None else named)]
    return tuning_pairs(domains, validation, excluded=pairs, every=every)


def _prepare_output(context: typer.Context, out: Path, *, resume: bool) -> None:
    """Refuse an output that holds something else, or that another run is writing."""
    from crosslex.benchmark.engine.checkpoints import check_folder
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.optional import import_optional

    # Needed at the end, but better missed at the beginning.
    import_optional("matplotlib", needed_for="the report's figure")
    check_folder(out, resume=resume)
    # Cells are checkpoints in the output itself: this is for its lock, held until the end.
    context.with_resource(open_checkpoints(checkpoint_folder(out), {}))


def _listed(option: str, text: str | None) -> list[str] | None:
    return None if text is None else split_names(option, text)


def _command_line(context: typer.Context) -> str:
    """Return the command that makes the same results again."""
    words = ["crosslex", "benchmark"]
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        if value == parameter.default or parameter.name in _NOT_REPEATED:
            continue
        option = max(parameter.opts, key=len)
        words += [option] if option.startswith("-") else []
        words += [str(value)] if value is not True else []
    return shlex.join(words)


def _that_fit(methods: list[str], pairs: tuple[str, ...]) -> list[list[str]]:
    """Divide methods into groups whose columns fit the terminal."""
    room = shutil.get_terminal_size().columns - 4 - max(map(len, pairs))
    groups: list[list[str]] = [[]]
    for method in methods:
        taken = sum(len(name) + 2 for name in groups[-1])
        if groups[-1] and taken + len(method) + 2 > room:
            groups.append([])
        groups[-1].append(method)
    return groups
