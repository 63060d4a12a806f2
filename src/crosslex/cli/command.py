"""One way to make a command of a function: shared options, one way to print."""

import os
from collections.abc import Callable, Iterator
from functools import partial, wraps
from inspect import Parameter, getdoc, signature
from typing import Annotated, Any, get_args

import typer

from crosslex.cli.options import OPTIONS, Group, flag
from crosslex.cli.output import Messages, Screen, to_json
from crosslex.errors import InputError
from crosslex.results import TableResult, records_csv

OUTPUT = "Output"


def table_csv(result: TableResult) -> str:
    """Return the records of a result as CSV."""
    return records_csv(result.records())


def command(
    to_csv: Callable[[Any], str] | None = None,
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Return a decorator that makes a command of a function.

    The function prints its result for people on the screen that is its first argument, and
    returns what `--json` prints; with `to_csv` there is `--csv` too. A function that returns
    None writes to standard output itself.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., None]:
        # Line breaks within a paragraph of the docstring are the source's, not the terminal's.
        paragraphs = (getdoc(function) or "").split("\n\n")
        help_text = "\n\n".join(" ".join(each.split()) for each in paragraphs)
        _, *own = signature(function).parameters.values()
        groups = {each.name: found for each in own if (found := _group(each))}
        options = [option for each in own for option in _options(each, function.__name__)]

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
            for name, group in groups.items():
                given = {each: arguments.pop(each) for each in group.names}
                arguments[name] = group.make(**given)
            screen = Screen(advice=not quiet, shown=not (as_json or as_csv))
            result = function(screen, **arguments)
            if as_json and result is not None:
                typer.echo(to_json(result))
            elif as_csv and to_csv is not None:
                typer.echo(to_csv(result), nl=False)

        options += signature(_output_options).parameters.values()
        wrapper: Any = run
        wrapper.__doc__ = help_text
        wrapper.__signature__ = signature(function).replace(
            parameters=[each for each in options if each.name != "as_csv" or to_csv is not None]
        )
        return run

    return decorate


def _group(parameter: Parameter) -> Group | None:
    return next((each for each in get_args(parameter.annotation) if isinstance(each, Group)), None)


def _options(parameter: Parameter, command: str) -> Iterator[Parameter]:
    """Yield the options that a parameter of a function stands for: itself, or those of a group."""
    group = _group(parameter)
    inside = signature(group.make).parameters if group else {}
    for each in [inside[name] for name in group.names] if group else [parameter]:
        declared = OPTIONS.get(f"{command}.{each.name}") or OPTIONS[each.name]
        yield each.replace(
            kind=Parameter.KEYWORD_ONLY, annotation=Annotated[each.annotation, declared]
        )


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
    as_json: Annotated[bool, flag("--json", "Print the result as JSON.", panel=OUTPUT)] = False,
    as_csv: Annotated[bool, flag("--csv", "Print the result as CSV.", panel=OUTPUT)] = False,
    verbose: Annotated[
        int, _flag("--verbose -v", "Log each step; -vv logs everything.", count=True)
    ] = 0,
    quiet: Annotated[bool, _flag("--quiet -q", "No progress bars, warnings or advice.")] = False,
    debug: Annotated[bool, _flag("--debug", "Show the traceback of an error.")] = False,
) -> None:
    """Declare the options that every command has, and `--csv`, which some have."""
