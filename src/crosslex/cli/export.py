"""`crosslex explore` and `crosslex export`: a model as an HTML page, or for other programs."""

from dataclasses import astuple
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from crosslex.cli.command import command, use_one_thread
from crosslex.cli.options import ModelFolder, number, option
from crosslex.cli.output import Screen, megabytes
from crosslex.cli.paths import check_writable

if TYPE_CHECKING:
    from crosslex.explore import WrittenPage
    from crosslex.export import Exported


def show_explored(screen: Screen, written: "WrittenPage") -> None:
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
            default="all that the model keeps, fewer if the page would be larger than 6 MB",
            least=0,
        ),
    ] = None,
    title: Annotated[
        str | None, option(help="Title of the page.", default="names the domains", metavar="TEXT")
    ] = None,
) -> Any:
    """Write an HTML page that shows how domains use words."""
    check_writable(out)
    use_one_thread()
    from crosslex import CrossDomainEmbedding

    learned = CrossDomainEmbedding.load(model)
    return learned.explore(out, words=words, senses=senses, examples=examples, title=title)


def show_exported(screen: Screen, written: "Exported") -> None:
    """Print the files that were written."""
    screen.table(("domain", "file", "words"), [astuple(file) for file in written.files])


@command(show_exported)
def export(
    model: ModelFolder,
    out: Annotated[Path, option("--out", "-o", help="Folder to write to.", metavar="DIR")],
    format: Annotated[
        Literal["word2vec", "word2vec-text"],
        option("--format", "-f", help="word2vec's binary or text format."),
    ] = "word2vec",
) -> Any:
    """Write the vectors for other programs, one file per domain."""
    from crosslex.export import export as export_vectors
    from crosslex.storage import SavedVectors

    return export_vectors(SavedVectors.read(model).vectors(), format, out)
