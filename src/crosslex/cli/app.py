"""The program `crosslex`: its commands, and what becomes of errors."""

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import typer

from crosslex import __version__
from crosslex.cli.adapt import adapt
from crosslex.cli.benchmark import benchmark
from crosslex.cli.demo import demo
from crosslex.cli.explore import explore
from crosslex.cli.learn import learn
from crosslex.cli.look import compare, neighbors
from crosslex.cli.manners import Manners
from crosslex.cli.model import export, info
from crosslex.cli.phrases import in_options, one_line
from crosslex.cli.predict import predict
from crosslex.cli.shifts import shifts
from crosslex.errors import CrosslexError

GOOD: Final = 0
OUR_FAULT: Final = 1
USERS_INPUT: Final = 2
INTERRUPTED: Final = 130
NOBODY_READS: Final = 141
"""As shells call it when a pipe's reader, such as `head`, has seen enough."""

# What BadParameter, which is public, has in common with all other mistakes in usage.
_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]

COMMANDS: tuple[Callable[..., None], ...] = (
    demo,
    learn,
    neighbors,
    compare,
    shifts,
    explore,
    export,
    adapt,
    predict,
    info,
    benchmark,
)

app = typer.Typer(
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Begin with [bold]crosslex demo[/bold]. Results go to standard output, all else to "
    "standard error. Exit codes: 0 good, 2 something to mend in what was given, 1 a fault of "
    "crosslex, 130 interrupted.",
)
for command in COMMANDS:
    app.command()(command)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"crosslex {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def crosslex(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            metavar="",
            help="Show the version.",
            callback=_print_version,
            is_eager=True,
        ),
    ] = False,
) -> None:
    """Learn word vectors that know their domain: one per word and domain, in one space."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return its exit code.

    Parameters
    ----------
    arguments
        What follows the program's name; None takes it from the command line.

    Examples
    --------
    >>> main(["--version"])
    crosslex ...
    0
    """
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            # A word that the terminal's encoding lacks must not end the program.
            reconfigure(errors="replace")
    manners = Manners()
    with manners.speaking():
        try:
            code = app(args=arguments, obj=manners, prog_name="crosslex", standalone_mode=False)
            sys.stdout.flush()
        except (BrokenPipeError, SystemExit) as error:
            # Click and rich both turn the first into the second.
            if not isinstance(error.__context__ or error, BrokenPipeError):
                raise
            # What is still in the buffer must not complain once more when Python ends.
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
            code = NOBODY_READS
        except Exception as error:
            if manners.debug:
                traceback.print_exception(error)
            code, message = _verdict(error)
            manners.complain(message)
        else:
            if code == INTERRUPTED:
                manners.complain("interrupted")
    return code if isinstance(code, int) else GOOD


def _verdict(error: Exception) -> tuple[int, str]:
    """Say whose fault an error is, as an exit code, and what it means, in one line."""
    if isinstance(error, typer.Abort):
        return INTERRUPTED, "interrupted"
    if isinstance(error, _USAGE_ERROR):
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "crosslex"
        return USERS_INPUT, f"{one_line(error.format_message())} (see {command} --help)"
    if isinstance(error, CrosslexError):
        return USERS_INPUT, in_options(one_line(str(error)))
    if isinstance(error, MemoryError):
        return USERS_INPUT, f"not enough memory ({one_line(str(error))}); give smaller sizes"
    found = one_line(f"{type(error).__name__}: {error}")
    return OUR_FAULT, f"a fault of crosslex, not yours ({found}); report it with what --debug shows"
