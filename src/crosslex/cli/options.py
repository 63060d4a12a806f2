"""Options that several commands share, and one way to declare an option."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_args

import typer

from crosslex.cli.messages import Messages
from crosslex.corpus.names import FormatName, OnError
from crosslex.errors import InputError

OUTPUT = "Output"
READING = "Reading files"


def option(
    *names: str,
    help: str,
    default: str | None = None,
    metavar: str | None = None,
    least: int | None = None,
    panel: str | None = None,
    callback: Callable[..., Any] | None = None,
) -> Any:
    """Declare an option, with the names of `typer.Option` made short.

    `default` says in words what holds if it is not given; `panel` is the title under which
    `--help` lists it.
    """
    in_words = "" if default is None else f" [dim]\\[default: {default}][/dim]"
    return typer.Option(
        *names,
        help=help + in_words,
        metavar=metavar,
        min=least,
        rich_help_panel=panel,
        callback=callback,
    )


def argument(metavar: str, help: str) -> Any:
    """Declare an argument that must be given."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def flag(
    *names: str, help: str, panel: str | None = None, callback: Callable[..., Any] | None = None
) -> Any:
    """Declare an option that has no value."""
    return option(*names, help=help, metavar="", panel=panel, callback=callback)


def useful_jobs(asked: int | None) -> int:
    """Return how many processes to start: as many as asked, but no more than there are cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(asked or cores or 1, cores or 1)


def listed(names: object) -> str:
    """Return the names of a `Literal` type for a help text.

    >>> listed(OnError)
    'stop, skip'
    """
    return ", ".join(get_args(names))


def split_names(option: str, text: str) -> list[str]:
    """Split names at their commas.

    >>> split_names("--methods", "none, crosslex")
    ['none', 'crosslex']
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f"{option}: found {text!r}; give names with commas between them")
    return names


def _verbose(context: typer.Context, times: int) -> int:
    if times:
        context.ensure_object(Messages).set_verbosity(times)
    return times


def _quiet(context: typer.Context, asked: bool) -> bool:
    if asked:
        context.ensure_object(Messages).set_verbosity(-1)
    return asked


def _debug(context: typer.Context, asked: bool) -> bool:
    context.ensure_object(Messages).debug = asked
    return asked


Json = Annotated[bool, flag("--json", help="Print the result as JSON.", panel=OUTPUT)]
Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        metavar="",
        show_default=False,
        callback=_verbose,
        help="Log each step; -vv logs everything.",
        rich_help_panel=OUTPUT,
    ),
]
Quiet = Annotated[
    bool,
    flag(
        "--quiet", "-q", help="No progress bars, warnings or advice.", panel=OUTPUT, callback=_quiet
    ),
]
Debug = Annotated[
    bool,
    flag("--debug", help="Show the traceback of an error.", panel=OUTPUT, callback=_debug),
]

ModelFolder = Annotated[Path, argument("MODEL", "Folder of a model.")]
Word = Annotated[str, argument("WORD", "A word, or two in quotes: 'not good'.")]
Top = Annotated[int, option("--top", "-n", help="How many to show.", metavar="N", least=1)]
NeighborCount = Annotated[
    int,
    option(
        help="How often a neighbor must occur in the domain: vectors of rare words are the least "
        "certain.",
        metavar="N",
        least=1,
    ),
]
Plot = Annotated[
    Path | None,
    option(
        help="Also draw the result, as .png, .svg or .pdf; needs pip install 'crosslex\\[plot]'.",
        metavar="FILE",
    ),
]
Seed = Annotated[int, option(help="Seed of everything random.", metavar="N", least=0)]
Jobs = Annotated[
    int | None,
    option(
        help="Processes that read and threads that learn; the result does not depend on it.",
        default="all cores",
        metavar="N",
        least=1,
    ),
]

TextColumn = Annotated[str, option(help="Column of the text.", metavar="NAME", panel=READING)]
LabelColumn = Annotated[
    str | None,
    option(
        help="Column of the label.",
        default="label, if there is one",
        metavar="NAME",
        panel=READING,
    ),
]
DomainColumn = Annotated[
    str | None,
    option(
        help="Column that names the domain, if one PATH holds many.", metavar="NAME", panel=READING
    ),
]
Format = Annotated[
    str | None,
    option(
        help=f"Format of the files: {listed(FormatName)}, each also .gz.",
        default="the ending of their names",
        metavar="FORMAT",
        panel=READING,
    ),
]
OnErrorOption = Annotated[
    OnError,
    option(help="What to do with a line that cannot be read.", panel=READING),
]
