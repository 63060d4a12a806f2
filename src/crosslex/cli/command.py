"""One way to make a command of a function: shared options for output, one way to print."""

import os
from collections.abc import Callable
from functools import partial, wraps
from inspect import getdoc, signature
from typing import Annotated, Any

import typer

from crosslex.cli.options import flag
from crosslex.cli.output import Messages, Screen, to_json
from crosslex.errors import InputError
from crosslex.results import TableResult, records_csv

OUTPUT = "Output"


def command(
    show: Callable[[Screen, Any], None] | None = None, to_csv: Callable[[Any], str] | None = None
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Return a decorator that makes a command of a function.

    The command has the function's options and those for output. `show` prints the result for
    people; without it, the function has printed it already. With `to_csv` there is `--csv` too.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., None]:
        # Line breaks within a paragraph of the docstring are the source's, not the terminal's.
        paragraphs = (getdoc(function) or "").split("\n\n")
        help_text = "\n\n".join(" ".join(each.split()) for each in paragraphs)

        @wraps(function)
        def run(
            *,
            as_json: bool,
            verbose: int,
            quiet: bool,
            debug: bool,
            as_csv: bool = False,
            **arguments: object,
        ) -> None:
            if as_json and as_csv:
                raise InputError("--json, --csv: found both; give one")
            result = function(**arguments)
            if show is None:
                return
            if as_json:
                typer.echo(to_json(result))
            elif to_csv is not None and as_csv:
                typer.echo(to_csv(result), nl=False)
            else:
                show(Screen(advice=not quiet), result)

        own, shared = signature(function), dict(signature(_output_options).parameters)
        if to_csv is None:
            del shared["as_csv"]
        wrapper: Any = run
        wrapper.__doc__ = help_text
        wrapper.__signature__ = own.replace(parameters=[*own.parameters.values(), *shared.values()])
        return run

    return decorate


def table_csv(result: TableResult) -> str:
    """Return the records of a result as CSV."""
    return records_csv(result.records())


def use_one_thread() -> None:
    """Keep BLAS from starting threads, which would only wait; call it before numpy is imported."""
    for library in ("OPENBLAS", "OMP"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def _tell(context: typer.Context, parameter: typer.CallbackParam, value: int) -> int:
    """Change what is written to standard error as soon as the option is read."""
    messages = context.ensure_object(Messages)
    if parameter.name == "debug":
        messages.debug = bool(value)
    elif value:
        messages.set_verbosity(-1 if parameter.name == "quiet" else value)
    return value


_flag = partial(flag, panel=OUTPUT, callback=_tell, show_default=False)


def _output_options(
    *,
    as_json: Annotated[
        bool, flag("--json", help="Print the result as JSON.", panel=OUTPUT)
    ] = False,
    verbose: Annotated[
        int, _flag("--verbose", "-v", help="Log each step; -vv logs everything.", count=True)
    ] = 0,
    quiet: Annotated[
        bool, _flag("--quiet", "-q", help="No progress bars, warnings or advice.")
    ] = False,
    debug: Annotated[bool, _flag("--debug", help="Show the traceback of an error.")] = False,
    as_csv: Annotated[bool, flag("--csv", help="Print the result as CSV.", panel=OUTPUT)] = False,
) -> None:
    """Declare the options that every command has, and `--csv`, which some have."""
