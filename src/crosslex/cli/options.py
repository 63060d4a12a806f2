"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from crosslex.cli.manners import Manners

TALK = "How to talk"
READ = "How to read"


def _verbose(context: typer.Context, times: int) -> int:
    if times:
        context.ensure_object(Manners).adjust(times)
    return times


def _quiet(context: typer.Context, asked: bool) -> bool:
    if asked:
        context.ensure_object(Manners).adjust(-1)
    return asked


def _debug(context: typer.Context, asked: bool) -> bool:
    context.ensure_object(Manners).debug = asked
    return asked


Json = Annotated[
    bool, typer.Option("--json", help="Print the result as JSON.", rich_help_panel=TALK)
]
Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        callback=_verbose,
        show_default=False,
        metavar="",
        help="Tell each step; -vv tells everything.",
        rich_help_panel=TALK,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet",
        "-q",
        callback=_quiet,
        help="No progress, no warnings, no advice.",
        rich_help_panel=TALK,
    ),
]
Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        callback=_debug,
        help="Show the traceback of an error.",
        rich_help_panel=TALK,
    ),
]

ModelFolder = Annotated[
    Path, typer.Argument(metavar="MODEL", help="Folder of a model.", show_default=False)
]
Word = Annotated[
    str,
    typer.Argument(
        metavar="WORD", help="A word, or two in quotes: 'not good'.", show_default=False
    ),
]
Top = Annotated[int, typer.Option("--top", "-n", min=1, metavar="N", help="How many to show.")]
NeighborCount = Annotated[
    int,
    typer.Option(
        min=1,
        metavar="N",
        help="Only neighbors that occur so often in the domain; the vectors of rare words are "
        "the least certain.",
    ),
]

Seed = Annotated[int, typer.Option(min=0, metavar="N", help="Seed of everything random.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        show_default="all cores",
        help="Processes that read and threads that learn; the result does not depend on it.",
    ),
]
