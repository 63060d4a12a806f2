"""One way to make a command of a function: shared options for output, one way to print."""

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeVar, overload

import typer

from crosslex.cli.options import Debug, Json, Quiet, Verbose

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

    from crosslex.cli.screen import Screen

Result = TypeVar("Result", bound="DataclassInstance")


@overload
def command() -> Callable[[Callable[..., None]], Callable[..., None]]: ...


@overload
def command(
    show: "Callable[[Screen, Result], None]",
) -> Callable[[Callable[..., Result]], Callable[..., None]]: ...


def command(
    show: "Callable[[Screen, Any], None] | None" = None,
) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Return a decorator that makes a command of a function.

    The command has the function's options and those for output: `--json`, `--verbose`,
    `--quiet`, `--debug`.

    Parameters
    ----------
    show
        Prints the function's result for people; with `--json` it is printed as JSON instead.
        None: the function has printed it already.
    """

    def decorate(function: Callable[..., Any]) -> Callable[..., None]:
        @wraps(function)
        def run(
            *, as_json: bool, verbose: int, quiet: bool, debug: bool, **arguments: object
        ) -> None:
            result = function(**arguments)
            if show is None:
                return
            # Imported late: `--help` needs none of it.
            from crosslex.cli.screen import Screen, to_json

            if as_json:
                typer.echo(to_json(result))
            else:
                show(Screen(advice=not quiet), result)

        own = signature(function)
        shared = signature(_output_options).parameters.values()
        wrapper: Any = run
        wrapper.__signature__ = own.replace(parameters=[*own.parameters.values(), *shared])
        return run

    return decorate


def _output_options(
    *, as_json: Json = False, verbose: Verbose = 0, quiet: Quiet = False, debug: Debug = False
) -> None:
    """Declare the options that every command has."""
