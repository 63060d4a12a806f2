"""`crosslex benchmark`: methods measured against each other on a dataset."""

import json
import shlex
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from crosslex.cli.options import Debug, Json, Quiet, Verbose, useful_jobs, with_default
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.benchmark import Results
    from crosslex.benchmark.study.results import StudyResults
    from crosslex.cli.screen import Screen


_NOT_REPEATED = ("resume", "jobs", "as_json", "verbose", "quiet", "debug")
_OF_TAGGING = ("dataset", "out", "study", "methods", "pairs", "seeds", *_NOT_REPEATED)


def benchmark(
    context: typer.Context,
    dataset: Annotated[
        str,
        typer.Argument(
            metavar="DATASET",
            show_default=False,
            help="A folder with labelled.jsonl and unlabelled.jsonl; the Multi-Domain Sentiment "
            "Dataset as its authors distribute it, unpacked or as tar.gz; or hutto2014, fetched "
            "through pip.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="DIR", help="Folder for the results.", show_default=False
        ),
    ],
    methods: Annotated[
        str, typer.Option(metavar="A,B", help="Methods to compare, or all; of a study, its own.")
    ] = "all",
    study: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Vary one thing instead: dimension, lambda, pivots, context, pool, labels, steps "
            "or claims; or tagging: parts of speech, of a folder with pos.jsonl.",
            show_default=False,
        ),
    ] = None,
    variants: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help=with_default("Some of the study's values, for a quicker look.", "all"),
        ),
    ] = None,
    pairs: Annotated[
        str | None,
        typer.Option(
            metavar="'A->B,…'",
            help=with_default(
                "From which domains to which; several sources as 'A+B->C'.",
                "all ordered pairs of domains not for validation",
            ),
        ),
    ] = None,
    validation: Annotated[
        str | None,
        typer.Option(
            metavar="A,B",
            help=with_default(
                "Domains for tuning, left out of the pairs.", "music and video, where present"
            ),
        ),
    ] = None,
    tune: Annotated[
        bool,
        typer.Option(
            "--tune",
            metavar="",
            help="First choose every method's settings, and one threshold rule for all, on pairs "
            "whose targets are the validation domains.",
        ),
    ] = False,
    tune_pairs: Annotated[
        Literal["some", "all"],
        typer.Option(help="Validation pairs: one source a target, or all sources."),
    ] = "some",
    exclude_pairs: Annotated[
        str | None,
        typer.Option(
            metavar="'A->B,…'",
            help=with_default(
                "Pairs never tuned on.", "dvd->video where present, for they share reviews"
            ),
        ),
    ] = None,
    seeds: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many seeds each method runs with.")
    ] = 1,
    unlabeled: Annotated[
        Literal["pair", "all"],
        typer.Option(help="Whose unlabeled text every method is given: the pair's, or all."),
    ] = "pair",
    multi_source: Annotated[
        bool,
        typer.Option(
            "--multi-source", metavar="", help="Train on all other domains' labels at once."
        ),
    ] = False,
    preset: Annotated[
        Literal["default", "paper"],
        typer.Option(
            help="Features and pivots of every method: crosslex's, or binary features and NPMI "
            "pivots as in the paper."
        ),
    ] = "default",
    jobs: Annotated[
        int | None,
        typer.Option(
            min=1,
            metavar="N",
            help=with_default(
                "Processes, each with one method on one pair; the results do not depend on it.",
                "all cores",
            ),
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option("--resume", metavar="", help="Go on with what an earlier run left in DIR."),
    ] = False,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Compare methods that carry a classifier to a domain without labels."""
    from crosslex.benchmark import (
        Pair,
        Protocol,
        choose_methods,
        choose_pairs,
        choose_validation,
        load_dataset,
        run_benchmark,
    )
    from crosslex.benchmark.report import write_report
    from crosslex.benchmark.study.studies import choose_study
    from crosslex.benchmark.tuning.tuning import EXCLUDED, check_untouched, tuning_pairs
    from crosslex.cli.screen import Screen

    if study == "tagging":
        _check_untouched(context, _OF_TAGGING)
        _tag(context, Path(dataset), out, methods, pairs, seeds, resume=resume, as_json=as_json)
        return
    jobs = useful_jobs(jobs)
    if study is not None:
        some = None if methods == "all" else _listed("--methods", methods)
        values = None if variants is None else _listed("--variants", variants)
        chosen_study = choose_study(study, some, values)
        if tune:
            raise InputError("--tune: studies vary the shipped settings; leave it out")
        if preset != "default":
            raise InputError("--preset: a study has its own features and pivots; leave it out")
    elif variants is not None:
        raise InputError("--variants: belongs to a study; name one with --study")
    else:
        chosen = choose_methods(_listed("--methods", methods))
    _keep_for_this_run(context, out, resume=resume)
    data = load_dataset(dataset, n_jobs=jobs)
    names = list(data.domains)
    left_out = choose_validation(
        names, None if validation is None else _listed("--validation", validation)
    )
    chosen_pairs = choose_pairs(
        names,
        left_out,
        named=None if pairs is None else _listed("--pairs", pairs),
        multi_source=multi_source,
    )
    tune_on = []
    if tune:
        left_aside = (
            EXCLUDED if exclude_pairs is None else _listed("--exclude-pairs", exclude_pairs)
        )
        tune_on = tuning_pairs(
            names,
            left_out,
            excluded=[Pair.parse(text) for text in left_aside],
            every=tune_pairs == "all",
        )
        check_untouched(chosen_pairs, left_out)
    if study is not None:
        from crosslex.benchmark.study.report import write_study_report
        from crosslex.benchmark.study.run import run_study

        found = run_study(
            chosen_study,
            data,
            chosen_pairs,
            out,
            unlabeled=unlabeled,
            seeds=seeds,
            resume=resume,
            n_jobs=jobs,
        )
        write_study_report(found, out, _command(context))
        _print_study(found, out, as_json=as_json)
        return
    results = run_benchmark(
        data,
        chosen_pairs,
        chosen,
        out,
        protocol=Protocol(unlabeled, preset),
        seeds=seeds,
        validation=left_out,
        tune_on=tune_on,
        resume=resume,
        n_jobs=jobs,
    )
    write_report(results, out, _command(context))
    if as_json:
        typer.echo(json.dumps(json.loads(results.to_json()), indent=2))
    else:
        _show(Screen(), results, out)


def _print_study(results: "StudyResults", out: Path, *, as_json: bool) -> None:
    from crosslex.benchmark.study.report import contrast_table, point_table
    from crosslex.cli.screen import Screen

    if as_json:
        typer.echo(json.dumps(json.loads(results.to_json()), indent=2))
        return
    screen = Screen()
    for panel in results.study.panels:
        table = point_table(panel)
        screen.title(panel.axis, note="in percent")
        screen.table(table.headers, table.rows)
        if panel.contrasts:
            table = contrast_table(panel.contrasts)
            screen.table(table.headers, table.rows)
    screen.title(f"Saved to {out}", note="report.html, study.png, results.json and more")


def _tag(
    context: typer.Context,
    dataset: Path,
    out: Path,
    methods: str,
    pairs: str | None,
    seeds: int,
    *,
    resume: bool,
    as_json: bool,
) -> None:
    from crosslex.benchmark import choose_pairs
    from crosslex.benchmark.tagging.data import read_tagging_folder
    from crosslex.benchmark.tagging.report import gain_table, mean_table, write_tagging_report
    from crosslex.benchmark.tagging.run import check_methods, run_tagging
    from crosslex.cli.screen import Screen

    chosen = check_methods(_listed("--methods", methods))
    _keep_for_this_run(context, out, resume=resume)
    data = read_tagging_folder(dataset)
    named = None if pairs is None else _listed("--pairs", pairs)
    chosen_pairs = choose_pairs(data.genres, (), named=named)
    found = run_tagging(data, chosen_pairs, out, methods=chosen, seeds=seeds, resume=resume)
    write_tagging_report(found, out, _command(context))
    if as_json:
        typer.echo(json.dumps(json.loads(found.to_json()), indent=2))
        return
    screen = Screen()
    for title, table in (("Accuracy", mean_table(found)), ("Gains", gain_table(found))):
        screen.title(title, note=f"in percent, means of {len(found.pairs)} pairs")
        screen.table(table.headers, table.rows)
    screen.title(f"Saved to {out}", note="report.html, study.png, results.json and more")


def _keep_for_this_run(context: typer.Context, out: Path, *, resume: bool) -> None:
    """Refuse an output that holds something else, or that another run is writing."""
    from crosslex.benchmark.folder import check_folder
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints

    check_folder(out, resume=resume)
    # Cells are kept in the output itself: this is for its lock alone, held until the command ends.
    context.with_resource(open_checkpoints(checkpoint_folder(out), {}))


def _check_untouched(context: typer.Context, used: tuple[str, ...]) -> None:
    """Refuse options that would have no effect."""
    for parameter in context.command.params:
        name = str(parameter.name)
        if name not in used and context.params.get(name) != parameter.default:
            option = max(parameter.opts, key=len)
            raise InputError(f"{option}: the tagging study has no use for it; leave it out")


def _listed(option: str, text: str) -> list[str]:
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option}: found {text!r}; give names with commas between them")
    return names


def _command(context: typer.Context) -> str:
    """Write the command that makes the same results again."""
    words = ["crosslex", "benchmark"]
    for parameter in context.command.params:
        value = context.params.get(str(parameter.name))
        if value == parameter.default or parameter.name in _NOT_REPEATED:
            continue
        option = max(parameter.opts, key=len)
        words += [option] if option.startswith("-") else []
        words += [str(value)] if value is not True else []
    return shlex.join(words)


def _show(screen: "Screen", results: "Results", out: Path) -> None:
    from crosslex.benchmark.tables import (
        comparison_table,
        mean_table,
        pair_table,
        told_comparisons,
    )

    screen.title("Accuracy on every pair", note="in percent")
    for methods in _blocks(results):
        table = pair_table(results, methods)
        screen.table(table.headers, table.rows)
    means = mean_table(results)
    screen.title("Means", note="the best first")
    screen.table(means.headers, means.rows)
    if told := told_comparisons(results):
        table = comparison_table(told)
        screen.title("Differences of means", note="paired bootstrap; McNemar's test on each pair")
        screen.table(table.headers, table.rows)
    screen.title(f"Saved to {out}", note="report.html, results.json and more")


def _blocks(results: "Results") -> list[list[str]]:
    """Divide the methods into tables that fit the terminal."""
    names_width = 4 + max(map(len, results.pairs))
    room = shutil.get_terminal_size().columns - names_width
    blocks: list[list[str]] = [[]]
    for method in results.methods:
        taken = sum(len(name) + 2 for name in blocks[-1])
        if blocks[-1] and taken + len(method) + 2 > room:
            blocks.append([])
        blocks[-1].append(method)
    return blocks
