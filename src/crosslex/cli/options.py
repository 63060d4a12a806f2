"""Options that several commands share."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from crosslex.cli.manners import Manners

TALK = "How to talk"
READ = "How to read"


def with_default(meaning: str, default: str) -> str:
    """Say what an option means and, in the same style as others', what it is if not given."""
    return f"{meaning} [dim]\\[default: {default}][/dim]"


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
    bool,
    typer.Option("--json", metavar="", help="Print the result as JSON.", rich_help_panel=TALK),
]
Verbose = Annotated[
    int,
    typer.Option(
        "--verbose",
        "-v",
        count=True,
        metavar="",
        show_default=False,
        callback=_verbose,
        help="Tell each step; -vv tells everything.",
        rich_help_panel=TALK,
    ),
]
Quiet = Annotated[
    bool,
    typer.Option(
        "--quiet",
        "-q",
        metavar="",
        callback=_quiet,
        help="No progress, no warnings, no advice.",
        rich_help_panel=TALK,
    ),
]
Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        metavar="",
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
        help="How often a neighbor must occur in the domain; the vectors of rare words are the "
        "least certain.",
    ),
]

Plot = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Draw the result too, as .png, .svg or .pdf by the file's ending.",
        show_default=False,
    ),
]

Seed = Annotated[int, typer.Option(min=0, metavar="N", help="Seed of everything random.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        metavar="N",
        help=with_default(
            "Processes that read and threads that learn; the result does not depend on it.",
            "all cores",
        ),
    ),
]

TextColumn = Annotated[
    str, typer.Option(metavar="NAME", help="Column of the text.", rich_help_panel=READ)
]
LabelColumn = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=with_default("Column of the label.", "label, where there is one"),
        rich_help_panel=READ,
    ),
]
DomainColumn = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help="Column that names the domain, where one PATH holds many.",
        show_default=False,
        rich_help_panel=READ,
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        metavar="FORMAT",
        help=with_default("The files' format, such as jsonl.gz.", "by their ending"),
        rich_help_panel=READ,
    ),
]
OnError = Annotated[
    Literal["stop", "skip"],
    typer.Option(help="What to do about a line that cannot be read.", rich_help_panel=READ),
]
