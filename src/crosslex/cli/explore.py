"""`crosslex explore`: a model as a page to look at."""

import logging
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.options import Debug, Json, ModelFolder, Quiet, Verbose, with_default
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.shift.result import Shifts

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Explored:
    """What `explore` wrote."""

    page: str
    bytes: int
    domains: tuple[str, ...]
    words: int
    tested: int
    sentences: int


def explore(
    model: ModelFolder,
    out: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="The page, such as page.html.", show_default=False
        ),
    ],
    words: Annotated[
        int, typer.Option(min=1, metavar="N", help="How many words the page holds.")
    ] = 5000,
    examples: Annotated[
        int | None,
        typer.Option(
            min=0,
            metavar="N",
            help=with_default(
                "Sentences shown of a word and domain; 0 keeps the texts out of the page.",
                "3, fewer where many domains would make it larger than 6 MB",
            ),
        ),
    ] = None,
    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help=with_default("What stands at its top.", "names the domains")
        ),
    ] = None,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Write a page on which to look at how words change between domains."""
    from crosslex.cli.output import check_writable, megabytes
    from crosslex.cli.show import Screen, give_json
    from crosslex.explore.page import check_place

    check_place(out)
    check_writable(out)

    # Not before it is known where the page can go: a mistake should not wait for scikit-learn.
    from crosslex import CrossDomainEmbedding
    from crosslex.explore import gather, write_page

    learned = CrossDomainEmbedding.load(model)
    _logger.info("rank the words by change of meaning")
    shifts = find_shifts(learned)
    _logger.info("gather what the page shows")
    data = gather(learned, shifts, words=words, examples=examples, title=title)
    _logger.info("write the page to %s", out)
    write_page(out, data)
    written = Explored(
        str(out),
        out.stat().st_size,
        tuple(learned.vectors_),
        len(data.words),
        sum(pair.tested for pair in shifts),
        len(data.sentences),
    )
    if as_json:
        give_json(written)
        return
    screen = Screen()
    screen.title(
        f"Wrote {written.page}",
        note=f"{written.words:,} words of {', '.join(written.domains)}, {megabytes(written.bytes)}",
    )
    if written.sentences and not quiet:
        screen.line(
            f"It holds {written.sentences:,} sentences of the texts: share it with those who may "
            "read them, or leave them out with --examples 0.",
            style="dim",
        )


def find_shifts(model: "CrossDomainEmbedding") -> "tuple[Shifts, ...]":
    """Rank the words of every pair of domains by change of meaning.

    A pair that shares too few words to compare stays on the page, with none tested.
    """
    from crosslex.shift import Shifts

    found = []
    for pair in combinations(model.vectors_, 2):
        try:
            found.append(model.shifts(domains=pair, top=None, neighbors=0, n_jobs=-1))
        except InputError as error:
            _logger.info("%s and %s: %s", *pair, error)
            found.append(Shifts(pair, (), 0))
    return tuple(found)
