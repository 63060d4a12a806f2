"""`crosslex explore` and `crosslex export`: a model as an HTML page, or for other programs."""

import json
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Annotated, Literal

from crosslex.cli.command import command, use_one_thread
from crosslex.cli.options import ModelFolder, number, option
from crosslex.cli.output import Screen, megabytes
from crosslex.cli.paths import check_writable


@dataclass(frozen=True)
class Explored:
    """What `explore` wrote."""

    page: str
    bytes: int
    domains: tuple[str, ...]
    words: int
    tested: int
    sentences: int


def show_explored(screen: Screen, written: Explored) -> None:
    """Print where the page is, and warn of the texts in it."""
    screen.title(
        f"Wrote {written.page}",
        note=f"{written.words:,} words of {', '.join(written.domains)}, {megabytes(written.bytes)}",
    )
    if written.sentences and screen.advice:
        screen.line(
            f"It contains {written.sentences:,} sentences of your texts: share it only with "
            "people who may read them, or leave them out with --examples 0.",
            style="dim",
        )


@command(show_explored)
def explore(
    model: ModelFolder,
    out: Annotated[
        Path, option("--out", "-o", help="The page, such as page.html.", metavar="FILE")
    ],
    words: Annotated[int, number("How many words the page contains.")] = 5000,
    senses: Annotated[
        int, number("How many of the words that change most are shown with senses.", least=0)
    ] = 100,
    examples: Annotated[
        int | None,
        number(
            "Sentences per word and domain; 0 leaves all text out of the page.",
            default="3, fewer if many domains would make the page larger than 6 MB",
            least=0,
        ),
    ] = None,
    title: Annotated[
        str | None, option(help="Title of the page.", default="names the domains", metavar="TEXT")
    ] = None,
) -> Explored:
    """Write an HTML page that shows how domains use words."""
    check_writable(out)
    use_one_thread()
    from crosslex import CrossDomainEmbedding

    learned = CrossDomainEmbedding.load(model)
    page = learned.explore(out, words=words, senses=senses, examples=examples, title=title)
    return Explored(
        str(out),
        out.stat().st_size,
        tuple(learned.vectors_),
        len(page.words),
        page.tested,
        len(page.sentences),
    )


@dataclass(frozen=True)
class ExportedFile:
    """The vectors of one domain in a file of their own."""

    domain: str
    path: str
    words: int


@dataclass(frozen=True)
class Exported:
    """What `export` wrote."""

    folder: str
    format: str
    files: tuple[ExportedFile, ...]


def show_exported(screen: Screen, written: Exported) -> None:
    """Print the files that were written."""
    screen.table(("domain", "file", "words"), [astuple(file) for file in written.files])


@command(show_exported)
def export(
    model: ModelFolder,
    out: Annotated[Path, option("--out", "-o", help="Folder to write to.", metavar="DIR")],
    format: Annotated[
        Literal["word2vec", "word2vec-text", "npz"],
        option("--format", "-f", help="word2vec's binary or text format, or numpy's."),
    ] = "word2vec",
) -> Exported:
    """Write the vectors for other programs, one file per domain."""
    from crosslex.export import export as export_vectors
    from crosslex.storage import SavedVectors

    export_vectors(SavedVectors.read(model).vectors(), format, out)
    listed = json.loads((out / "export.json").read_bytes())["domains"]
    files = (
        ExportedFile(domain, str(out / entry["file"]), entry["words"])
        for domain, entry in listed.items()
    )
    return Exported(str(out), format, tuple(files))
