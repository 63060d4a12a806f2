"""The command line `crosslex-bench`: one command per question, imported when it is used."""

import logging
import shlex
import sys
import warnings
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final

import typer
from typer.core import TyperGroup

from crosslex.errors import CrosslexError, CrosslexWarning
from crosslex.progress import show_progress

INTERRUPTED: Final = 130
Place = str
"""A function, as module:name in this package."""

COMMANDS: Final[Mapping[str, Place | tuple[str, Mapping[str, Place]]]] = {
    "paper": "experiments:paper",
    "methods": "experiments:methods",
    "study": "experiments:study",
    "decisions": "decisions.decisions:decisions",
    "few-labels": "decisions.few_labels:few_labels",
    "encoders": "decisions.encoders:encoders",
    "audit": (
        "Other people's classifiers: the accuracy to expect, its causes, other tasks.",
        {
            "estimates": "audit.estimates:estimates",
            "planted": "audit.planted:planted",
            "tasks": "audit.other_tasks:other_tasks",
        },
    ),
    "words": (
        "Word vectors: agreement with people, rare words, stability.",
        {
            "agreement": "words.comparison:agreement",
            "renamed": "words.renamed:renamed",
            "stability": "words.stability:stability",
            "domain-weights": "words.comparison:domain_weights",
            "constants": "words.constants:constants",
        },
    ),
    "change": (
        "Changes of meaning that people judged: rankings, senses.",
        {
            "ranking": "change.rankings:ranking",
            "domains": "change.rankings:domains",
            "alike": "change.rankings:alike",
            "senses": "change.senses:senses",
            "senses-null": "change.senses:senses_null",
            "encoder": "change.encoder:encoder",
            "score-constants": "change.constants:score",
            "sense-constants": "change.constants:sense_groups",
        },
    ),
    "shifts": (
        "Planted changes of meaning, and false positives where there are none.",
        {
            "planted": "change.planted:planted",
            "null": "change.planted:null",
            "steps": "change.steps:steps",
            "thinned": "change.thinned:thinned",
        },
    ),
    "speed": (
        "CPU time of encoding, fitting and look-ups, with peers in the same run.",
        {
            "encoding": "speed.times:encoding",
            "fit": "speed.times:fit",
            "lookups": "speed.times:lookups",
        },
    ),
    "scale": (
        "Time and memory as text, domains and classes grow.",
        {
            "text": "speed.scale:text",
            "domains": "speed.scale:domains",
        },
    ),
    "faults": (
        "Mutated and hostile inputs, and runs that are killed.",
        {"fuzz": "faults.fuzz:fuzz", "kills": "faults.kills:kills"},
    ),
    "languages": "languages:languages",
    "selection": "selection:selection",
    "tables": "report.result_tables:write_tables",
    "keep": "report.result_tables:keep",
}


# The base class of all usage errors is not public; that of BadParameter is the same.
_USAGE_ERROR: Any = typer.BadParameter.__mro__[1]


class _Group(TyperGroup):
    """Commands whose modules are imported when they are used, or when help lists them."""

    places: Mapping[str, Place | tuple[str, Mapping[str, Place]]] = COMMANDS

    def list_commands(self, ctx: Any) -> list[str]:
        return list(self.places)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        place = self.places.get(cmd_name)
        if place is None:
            return None
        if isinstance(place, tuple):
            title, places = place
            inner = type("_Inner", (_Group,), {"places": places})
            return typer.main.get_command(_app(cmd_name, title, inner))
        from crosslex_bench.command import command

        module, _, name = place.partition(":")
        function = getattr(import_module(f"crosslex_bench.{module}"), name)
        alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        alone.command(cmd_name)(command(function))
        return typer.main.get_command(alone)


def _app(name: str, title: str, group: type[TyperGroup]) -> typer.Typer:
    app = typer.Typer(name=name, cls=group, help=title, add_completion=False, no_args_is_help=True)
    app.callback()(lambda: None)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code: 2 on bad input, 1 if a check failed."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    warnings.simplefilter("ignore")
    warnings.simplefilter("once", CrosslexWarning)
    show_progress(sys.stderr.isatty())
    app = _app("crosslex-bench", "Rivals, experiments and measurements of crosslex.", _Group)
    try:
        given = sys.argv[1:] if arguments is None else list(arguments)
        code = app(
            args=given,
            prog_name="crosslex-bench",
            standalone_mode=False,
            obj=shlex.join(["crosslex-bench", *given]),
        )
    except CrosslexError as error:
        print(f"crosslex-bench: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except _USAGE_ERROR as error:
        print(f"crosslex-bench: {error.format_message()}; see --help", file=sys.stderr)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        code = INTERRUPTED
    finally:
        show_progress(False)
    if code == INTERRUPTED:
        print("crosslex-bench: interrupted", file=sys.stderr)
    return code if isinstance(code, int) else 0
