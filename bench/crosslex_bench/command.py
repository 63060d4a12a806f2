"""One way to make a command of a function: the same options for output, and one report."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import wraps
from inspect import Parameter, getdoc, signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from crosslex.errors import InputError
from crosslex_bench.engine.run_folder import NothingKept, RunFolder
from crosslex_bench.measure import versions
from crosslex_bench.pages import Block, Picture, Table, to_markdown

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Data = Annotated[
    Path,
    typer.Option(
        help="A folder with labelled.jsonl and unlabelled.jsonl, plain or .gz; the Multi-Domain "
        "Sentiment Dataset as its authors distribute it, unpacked; or hutto2014, "
        "fetched through pip.",
        show_default="the mdsd folder beside the checkout",
    ),
]
Domains = Annotated[str, typer.Option(help="Names of domains, separated by commas.")]
Seed = Annotated[int, typer.Option(help="Random seed.")]
Rounds = Annotated[
    int, typer.Option(help="Repetitions of each measurement; the median is reported.")
]

Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        "-o",
        help="Folder for intermediate results, report.md and results.json.",
        metavar="DIR",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Resume the run that was interrupted in DIR.")
]
Json = Annotated[bool, typer.Option("--json", help="Print the results as JSON.")]


@dataclass(frozen=True)
class Report:
    """The outcome of a command: a page, the numbers behind it, and what failed, if anything.

    Without numbers, those in the page's tables are the results.
    """

    title: str
    blocks: Sequence[Block]
    results: Any = None
    failure: str = ""

    def to_json(self) -> str:
        """Return the results as JSON."""
        results = self.results
        if results is None:
            results = [asdict(each) for each in self.blocks if isinstance(each, Table)]
        encoded = msgspec.json.encode(results, enc_hook=_encode)
        return msgspec.json.format(encoded, indent=2).decode()


def command(function: Callable[..., Report | None]) -> Callable[..., None]:
    """Return a command of the command line: the function's options and those for output.

    A function that takes a `folder` keeps its finished parts there, and can be resumed; one that
    takes a `command_line` is given the command as it was typed.
    """
    own = signature(function)
    parameters = {
        name: each
        for name, each in own.parameters.items()
        if name not in ("folder", "command_line")
    }
    shared = dict(signature(_output).parameters)
    if own.return_annotation is None:
        shared = {}
    elif "folder" not in own.parameters:
        shared = {name: each for name, each in shared.items() if name != "resume"}

    @wraps(function)
    def run(context: typer.Context, **given: Any) -> None:
        arguments = {name: given[name] for name in parameters}
        if "command_line" in own.parameters:
            arguments["command_line"] = str(context.obj)
        out, as_json = given.get("out"), given.get("as_json", False)
        folder: RunFolder = NothingKept()
        if out is not None and "out" not in parameters:
            settings = {"command": f"{function.__module__}.{function.__name__}", **versions()}
            folder = RunFolder.open(out, settings, resume=given.get("resume", False))
        if "folder" in own.parameters:
            arguments["folder"] = folder
        report = function(**arguments)
        if report is None:
            return
        if not isinstance(folder, NothingKept):
            _write(report, folder)
        typer.echo(report.to_json() if as_json else to_markdown(report.title, report.blocks))
        if report.failure:
            typer.echo(f"crosslex-bench: {report.failure}", err=True)
            raise typer.Exit(1)

    wrapper: Any = run
    paragraphs = (getdoc(function) or "").split("\n\n")
    wrapper.__doc__ = "\n\n".join(" ".join(each.split()) for each in paragraphs)
    options = [each for name, each in shared.items() if name not in parameters]
    context = Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)
    every = [
        each.replace(kind=Parameter.KEYWORD_ONLY)
        for each in (context, *parameters.values(), *options)
    ]
    wrapper.__signature__ = own.replace(parameters=every, return_annotation=None)
    wrapper.__annotations__ = {each.name: each.annotation for each in every}
    return run


def _output(*, out: Out = None, resume: Resume = False, as_json: Json = False) -> None:
    """Declare the options that every command has."""


def split_names(option: str, text: str, offered: Iterable[str] | None = None) -> list[str]:
    """Return names that were given with commas between them; `all` stands for all on offer.

    >>> split_names("--sets", "pairs, movies")
    ['pairs', 'movies']
    """
    known = None if offered is None else list(offered)
    names = [name.strip() for name in text.split(",")]
    if known is not None and names == ["all"]:
        return known
    for name in names:
        if not name or (known is not None and name not in known):
            choices = f"some of {', '.join(known)}" if known else "names with commas between them"
            raise InputError(f"{option}: found {text!r}; give {choices}")
    return names


def picture(name: str, figure: "Figure", caption: str) -> Picture:
    """Return a figure of matplotlib as a block of a page."""
    import io

    drawn = io.StringIO()
    figure.savefig(drawn, format="svg", metadata={"Date": None})
    return Picture(f"{name}.svg", caption, drawn.getvalue())


def _write(report: Report, folder: RunFolder) -> None:
    for block in report.blocks:
        if isinstance(block, Picture):
            folder.write_text(block.file, block.svg)
    folder.write_text("report.md", to_markdown(report.title, report.blocks))
    folder.write_text("results.json", report.to_json() + "\n")


def _encode(value: Any) -> Any:
    """Return an array or a number of numpy as JSON can hold it."""
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"cannot write {type(value)} as JSON")
