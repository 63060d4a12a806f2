"""A TOML file with the options of a command."""

from collections.abc import Collection
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex.cli.options import option
from crosslex.errors import InputError

TABLES = ("domains", "unlabeled")
"""Options that are a table of names and paths in the file, NAME=PATH on the command line."""


def read_config(path: Path, known: Collection[str]) -> dict[str, Any]:
    """Return the options of a command from a TOML file, by the names of its parameters.

    Options are written as on the command line, without the leading dashes; domains have a
    table of their own.
    """
    import tomllib

    from crosslex.checks import did_you_mean

    try:
        with path.open("rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror}); check --config") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: not TOML ({error}); fix it") from None
    settings = {}
    for key, value in content.items():
        name = key.replace("-", "_")
        if name not in known:
            options = [other.replace("_", "-") for other in known]
            raise InputError(
                f"{path}: there is no option {key!r}{did_you_mean(key, options)}; see --help"
            )
        if name in TABLES:
            if not isinstance(value, dict) or not all(isinstance(p, str) for p in value.values()):
                raise InputError(
                    f'{path}: {key} must be a table with lines such as books = "books.txt"'
                )
            value = [f"{name}={place}" for name, place in value.items()]
        elif isinstance(value, dict | list):
            raise InputError(f"{path}: {key} is {value!r}; give one value")
        settings[name] = value
    return settings


def _use_config(context: typer.Context, path: Path | None) -> Path | None:
    if path is not None:
        own = {"config", "help", "as_json", "verbose", "quiet", "debug"}
        known = {str(parameter.name) for parameter in context.command.params} - own
        context.default_map = read_config(path, known)
    return path


Config = Annotated[
    Path | None,
    option(
        metavar="FILE",
        is_eager=True,
        callback=_use_config,
        help="TOML file with these options, and the domains in a table \\[domains]; options on the "
        "command line take precedence.",
    ),
]
