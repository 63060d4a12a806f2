"""`crosslex neighbors` and `crosslex compare`: what company a word keeps."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from crosslex.cli.options import (
    Debug,
    Json,
    ModelFolder,
    NeighborCount,
    Plot,
    Quiet,
    Top,
    Verbose,
    Word,
    with_default,
)
from crosslex.cli.words import Neighborhood, WordComparison
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen


@dataclass(frozen=True)
class Neighborhoods:
    """What `neighbors` found: one entry for each domain that has the word."""

    word: str
    neighborhoods: tuple[Neighborhood, ...]


def neighbors(
    model: ModelFolder,
    word: Word,
    domain: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=with_default("The word as this domain uses it.", "every domain"),
        ),
    ] = None,
    among: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help=with_default("Look among this domain's words.", "its own")
        ),
    ] = None,
    top: Top = 10,
    min_count: NeighborCount = 1,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Show the words nearest to a word, in one domain or in each."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen, give_json
    from crosslex.cli.words import find_neighbors, known_form

    learned = CrossDomainEmbedding.load(model)
    _check_domain(learned, "--domain", domain)
    _check_domain(learned, "--among", among)
    asked = list(learned.vectors_) if domain is None else [domain]
    word = known_form(learned, word, asked)
    found = Neighborhoods(
        word,
        tuple(
            find_neighbors(learned, word, name, among, top=top, min_count=min_count)
            for name in asked
            if word in learned.vectors_[name]
        ),
    )
    if as_json:
        give_json(found)
        return
    screen = Screen()
    for each in found.neighborhoods:
        where = each.domain if each.among == each.domain else f"{each.domain}, among {each.among}"
        screen.title(f"{word} in {where}", note=_times(each.occurrences))
        screen.table(
            ("neighbor", "cosine", "occurrences"),
            [(near.word, f"{near.cosine:.3f}", near.occurrences) for near in each.neighbors or ()],
        )


def compare(
    model: ModelFolder,
    word: Word,
    top: Top = 10,
    min_count: NeighborCount = 1,
    plot: Plot = None,
    as_json: Json = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    debug: Debug = False,
) -> None:
    """Show a word's neighbors in every domain, side by side."""
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen, give_json
    from crosslex.cli.words import compare_word
    from crosslex.shift.figure import check_figure, draw_comparison, save_figure
    from crosslex.vectors import Comparison

    if plot is not None:
        check_figure(plot)
    learned = CrossDomainEmbedding.load(model)
    found = compare_word(learned, word, top=top, min_count=min_count)
    if plot is not None:
        columns = {
            each.domain: None
            if each.neighbors is None
            else tuple((near.word, near.cosine) for near in each.neighbors)
            for each in found.domains
        }
        save_figure(draw_comparison(Comparison(found.word, columns)), plot)
    if as_json:
        give_json(found)
    else:
        show_comparison(Screen(), found)


def show_comparison(screen: "Screen", found: WordComparison) -> None:
    """Print a word's neighbors, one column a domain, and how alike the word's own vectors are."""
    from rich.text import Text

    from crosslex.cli.show import neighbor_cell

    screen.title(found.word)
    screen.side_by_side(
        [
            (
                f"{each.domain} ({each.occurrences:,})",
                [Text("no vector", "dim")]
                if each.neighbors is None
                else [neighbor_cell(near.word, near.cosine) for near in each.neighbors],
            )
            for each in found.domains
        ]
    )
    alike = [f"{' and '.join(pair.domains)} {pair.cosine:.2f}" for pair in found.likeness]
    if alike:
        screen.indented(f"its vectors' cosine: {', '.join(alike)}", style="dim")
        screen.line()


def _check_domain(model: "CrossDomainEmbedding", option: str, name: str | None) -> None:
    if name is not None and name not in model.vectors_:
        raise InputError(f"{option}: found {name!r}; choose one of {', '.join(model.vectors_)}")


def _times(occurrences: int) -> str:
    return f"{occurrences:,} occurrence{'s' if occurrences != 1 else ''}"
