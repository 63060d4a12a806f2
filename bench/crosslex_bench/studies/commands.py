"""`crosslex benchmark`: methods compared with each other on a dataset."""

import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from crosslex.checks import check_choice
from crosslex.cli.command import command
from crosslex.cli.options import split_names, useful_jobs
from crosslex.errors import InputError
from crosslex_bench.studies import options
from crosslex_bench.studies.names import STUDY_NAMES, TAGGING

if TYPE_CHECKING:
    from crosslex_bench import Results
    from crosslex_bench.report.pages import Table

_NOT_REPEATED = ("resume", "share", "jobs", "as_json", "verbose", "quiet", "debug")
_OF_TAGGING = ("dataset", "out", "study", "methods", "pairs", "seeds", *_NOT_REPEATED)


@command()
def benchmark(
    context: typer.Context,
    dataset: options.DatasetPath,
    out: options.ResultsOut,
    methods: options.MethodList = "all",
    study: options.StudyChoice = None,
    variants: options.VariantList = None,
    pairs: options.PairList = None,
    validation: options.ValidationList = None,
    tune: options.Tune = False,
    tune_pairs: options.TunePairs = "some",
    exclude_pairs: options.ExcludedPairs = None,
    seeds: options.Seeds = 1,
    unlabeled: options.Unlabeled = "pair",
    multi_source: options.MultiSource = False,
    preset: options.Preset = "default",
    jobs: options.CellJobs = None,
    resume: options.Resume = False,
    share: options.Share = False,
) -> None:
    """Compare methods that carry a classifier to a domain without labels."""
    from crosslex_bench import (
        ClassificationRules,
        Pair,
        choose_methods,
        choose_pairs,
        choose_study,
        choose_validation,
        load_dataset,
        run_benchmark,
        run_study,
    )
    from crosslex_bench.data.sentences import read_tagging_folder
    from crosslex_bench.studies.tagging.study import TaggingRules, tagging_study
    from crosslex_bench.studies.tuning import EXCLUDED, check_untouched, tuning_pairs

    jobs = useful_jobs(jobs)
    if study is not None:
        check_choice("study", study, (*STUDY_NAMES, TAGGING))
    named = split_names("--methods", methods)
    if study == TAGGING:
        for name, option, _ in _given(context):
            if name not in _OF_TAGGING:
                raise InputError(f"{option}: has no effect on the tagging study; leave it out")
        chosen_study = tagging_study(named)
    elif study is not None:
        some = None if methods == "all" else named
        chosen_study = choose_study(study, some, _listed("--variants", variants), preset)
        if tune:
            raise InputError("--tune: studies vary the shipped settings; leave it out")
    elif variants is not None:
        raise InputError("--variants: belongs to a study; name one with --study")
    elif not tune and (exclude_pairs is not None or tune_pairs != "some"):
        raise InputError("--tune-pairs, --exclude-pairs: belong to tuning; give --tune too")
    else:
        chosen_methods = choose_methods(named, preset)
    _prepare_output(context, out, resume=resume)
    data: Any
    rules: ClassificationRules | TaggingRules
    left_out: tuple[str, ...] = ()
    if study == TAGGING:
        data, rules = read_tagging_folder(Path(dataset)), TaggingRules()
        domains = list(data.genres)
    else:
        used = preset if study is None else chosen_study.preset
        data, rules = load_dataset(dataset, n_jobs=jobs), ClassificationRules(unlabeled, used)
        domains = list(data.domains)
        left_out = choose_validation(domains, _listed("--validation", validation))
    chosen_pairs = choose_pairs(
        domains, left_out, named=_listed("--pairs", pairs), multi_source=multi_source
    )
    tune_on: list[Pair] = []
    if tune:
        excluded = map(Pair.parse, _listed("--exclude-pairs", exclude_pairs) or EXCLUDED)
        every = tune_pairs == "all"
        tune_on = tuning_pairs(domains, left_out, excluded=list(excluded), every=every)
        check_untouched(chosen_pairs, left_out)
    if study is not None:
        results = run_study(
            chosen_study,
            data,
            chosen_pairs,
            out,
            rules=rules,
            seeds=seeds,
            resume=resume,
            share=share,
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
            share=share,
            n_jobs=jobs,
        )
    _report(context, results, out)


def _report(context: typer.Context, results: "Results", out: Path) -> None:
    """Write the report, and print the tables or, with `--json`, everything."""
    from crosslex.cli.output import Screen, to_json
    from crosslex_bench import write_report
    from crosslex_bench.report import tables

    write_report(results, out, _command_line(context))
    if context.params["as_json"]:
        typer.echo(to_json(results))
        return
    screen = Screen()

    def show(title: str, note: str, *found: "Table") -> None:
        screen.title(title, note=note)
        for table in found:
            screen.table(table.headers, table.rows)

    for panel in results.panels:
        if not panel.varied:
            groups = _that_fit(list(panel.methods), results.setup.pairs)
            by_pair = (tables.pair_table(panel, methods) for methods in groups)
            show(f"Accuracy on every pair: {panel.axis}", "in percent", *by_pair)
        show(f"Means: {panel.axis}", "in percent", tables.mean_table(panel))
        if contrasts := tables.main_contrasts(panel):
            gains = tables.contrast_table(contrasts, panel.digits)
            show("Differences of means", "paired bootstrap; McNemar's test per pair", gains)
    screen.title(f"Saved to {out}", note="report.html, results.json and more")


def _prepare_output(context: typer.Context, out: Path, *, resume: bool) -> None:
    """Refuse an output that holds something else, or that another run is writing."""
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.optional import import_optional
    from crosslex_bench.engine.checkpoints import check_folder

    # Needed at the end, but better missed at the beginning.
    import_optional("matplotlib", needed_for="the report's figure")
    check_folder(out, resume=resume)
    # Cells are checkpoints in the output itself: this is for its lock, held until the end.
    context.with_resource(open_checkpoints(checkpoint_folder(out), {}))


def _listed(option: str, text: str | None) -> list[str] | None:
    return None if text is None else split_names(option, text)


def _given(context: typer.Context) -> Iterator[tuple[str, str, Any]]:
    """Yield name, option and value of all parameters that do not have their default."""
    for parameter in context.command.params:
        name = str(parameter.name)
        if context.params.get(name) != parameter.default:
            yield name, max(parameter.opts, key=len), context.params.get(name)


def _command_line(context: typer.Context) -> str:
    """Return the command that makes the same results again."""
    words = ["crosslex", "benchmark"]
    for name, option, value in _given(context):
        if name not in _NOT_REPEATED:
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
