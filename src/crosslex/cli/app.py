"""The program `crosslex`: its commands, exit codes and error messages."""

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Final

import typer

from crosslex import __version__
from crosslex.cli import INTERRUPTED, Interrupts
from crosslex.cli.changes import shifts, timeline
from crosslex.cli.classifiers import adapt, audit
from crosslex.cli.demo import demo
from crosslex.cli.learn import learn, phrases
from crosslex.cli.model import explore, export, info
from crosslex.cli.options import flag
from crosslex.cli.output import Messages, in_options, one_line
from crosslex.cli.predict import predict, refine, suggest
from crosslex.cli.words import compare, concordance, neighbors, senses
from crosslex.errors import CrosslexError

SUCCESS: Final = 0
INTERNAL_ERROR: Final = 1
BAD_INPUT: Final = 2
BROKEN_PIPE: Final = 141
"""As shells report it when the reader of a pipe, such as `head`, has closed it."""

_UNWRITABLE: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)

# The base class of all usage errors is not public; that of BadParameter is the same.
_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]

COMMANDS: dict[str, tuple[Callable[..., None], ...]] = {
    "Learn": (demo, learn, phrases, info),
    "Words": (neighbors, compare, senses, concordance),
    "Change": (shifts, timeline),
    "Share": (explore, export),
    "Classify": (adapt, predict, suggest, refine, audit),
}

app = typer.Typer(
    rich_markup_mode="rich",
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with [bold]crosslex demo[/bold]. Results go to standard output, everything else "
    "to standard error. Exit codes: 0 success, 2 something to fix in the input, 1 an error in "
    "crosslex, 130 interrupted.",
)
for panel, commands in COMMANDS.items():
    for command in commands:
        app.command(rich_help_panel=panel)(command)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"crosslex {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def crosslex(
    context: typer.Context,
    version: Annotated[
        bool,
        flag("--version", "Show the version.", callback=_print_version, is_eager=True),
    ] = False,
) -> None:
    """Learn word vectors that know their domain: one per word and domain, in one space."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


def main(arguments: Sequence[str] | None = None, interrupts: Interrupts | None = None) -> int:
    """Run the program with the arguments, or those of the command line; return its exit code.

    An error after an interrupt is taken for its consequence.

    >>> main(["--version"])
    crosslex ...
    0
    """
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            # The caller has closed it and does not want to see anything.
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            # A word that the terminal cannot encode must not end the program.
            reconfigure(errors="replace")
    messages = Messages()
    with messages.shown():
        try:
            code = app(args=arguments, obj=messages, prog_name="crosslex", standalone_mode=False)
            sys.stdout.flush()
        except (BrokenPipeError, SystemExit) as error:
            # Click and rich both turn the first into the second.
            if not isinstance(error.__context__ or error, BrokenPipeError):
                raise
            _discard_output()
            code = BROKEN_PIPE
        except Exception as error:
            if _is_of_output(error):
                _discard_output()
            if messages.debug:
                traceback.print_exception(error)
            code, message = _explain(error)
            if interrupts is not None and interrupts.seen:
                code, message = INTERRUPTED, "interrupted"
            messages.write("error", message)
        else:
            if code == INTERRUPTED:
                messages.write("error", "interrupted")
    return code if isinstance(code, int) else SUCCESS


def _is_of_output(error: Exception) -> bool:
    """Return whether an error came of writing to standard output, such as to a full disk."""
    return isinstance(error, OSError) and error.filename is None and error.errno in _UNWRITABLE


def _discard_output() -> None:
    """Let nothing more be written: Python would fail again at exit, when it flushes the rest."""
    sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115


def _explain(error: Exception) -> tuple[int, str]:
    """Return the exit code of an error, and a message of one line."""
    if isinstance(error, typer.Abort):
        return INTERRUPTED, "interrupted"
    if isinstance(error, _USAGE_ERROR):
        context = getattr(error, "ctx", None)
        command = context.command_path if context else "crosslex"
        return BAD_INPUT, f"{one_line(error.format_message())} (see {command} --help)"
    if isinstance(error, CrosslexError):
        return BAD_INPUT, in_options(one_line(str(error)))
    if isinstance(error, MemoryError):
        return BAD_INPUT, f"not enough memory ({one_line(str(error))}); give smaller sizes"
    if _is_of_output(error):
        return BAD_INPUT, f"standard output cannot be written ({getattr(error, 'strerror', error)})"
    if isinstance(error, OSError) and error.filename is not None:
        shown = one_line(str(error.filename))
        return BAD_INPUT, f"{shown}: {error.strerror or type(error).__name__}; check the path"
    found = f"an error in crosslex ({one_line(f'{type(error).__name__}: {error}')})"
    return INTERNAL_ERROR, f"{found}; please report it with the output of --debug"
