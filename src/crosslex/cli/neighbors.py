"""`crosslex neighbors` and `crosslex compare`: the words nearest to a word."""

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from rich.text import Text

from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, NeighborCount, Phrases, Plot, Top, Word, option
from crosslex.cli.output import Screen, plain
from crosslex.lookup import MIN_COUNT, Comparison, Neighborhood, WordLookup, known_form

MOSTLY_OWN = 0.5
"""Domain weight of a vector from which on nothing need be said about what it borrows."""
STEADY = 0.3
"""Share of neighbors that would stay from which on nothing need be said about it."""
MOST_COSINES = 6
"""Pairs of domains whose cosines are all printed; of more, the lowest and the highest."""


@dataclass(frozen=True)
class Neighborhoods:
    """What `neighbors` found: one entry per domain that has the word."""

    word: str
    neighborhoods: tuple[Neighborhood, ...]


def show_neighbors(screen: Screen, found: Neighborhoods) -> None:
    """Print the neighbors of a word, one table per domain."""
    for each in found.neighborhoods:
        where = each.domain if each.among == each.domain else f"{each.domain}, among {each.among}"
        times = f"{each.occurrences:,} occurrence{'s' if each.occurrences != 1 else ''}"
        screen.title(f"{found.word} in {where}", note=", ".join([times, *_cautions(each)]))
        screen.table(
            ("neighbor", "cosine", "occurrences"),
            [(near.word, f"{near.cosine:.3f}", near.occurrences) for near in each.neighbors or ()],
        )


@command(show_neighbors)
def neighbors(
    model: ModelFolder,
    word: Word,
    domain: Annotated[
        str | None,
        option(help="The word as this domain uses it.", default="every domain", metavar="NAME"),
    ] = None,
    among: Annotated[
        str | None,
        option(help="Search this domain's words.", default="the word's own", metavar="NAME"),
    ] = None,
    top: Top = 10,
    min_count: NeighborCount = MIN_COUNT,
    phrases: Phrases = False,
) -> Neighborhoods:
    """Show the words nearest to a word, in one domain or in each."""
    lookup = _read_vectors(model)
    found = lookup.neighbors(
        word, domain=domain, among=among, top=top, min_count=min_count, phrases=phrases
    )
    form = known_form(word, lookup.vectors_, [each.domain for each in found])
    return Neighborhoods(form, found)


def show_comparison(screen: Screen, found: Comparison) -> None:
    """Print a word's neighbors, one column per domain, and the cosines of its vectors."""
    screen.title(found.word)
    columns = []
    for each in found.domains:
        cells = [Text("no vector", "dim")]
        if each.neighbors is not None:
            # The cosine first, so that the numbers are aligned.
            cells = [
                Text.assemble((f"{near.cosine:.2f} ", "dim"), plain(near.word))
                for near in each.neighbors
            ]
        columns.append((f"{each.domain} ({each.occurrences:,})", cells))
    screen.side_by_side(columns)
    for each in found.domains:
        cautions = _cautions(each)
        if cautions:
            screen.indented(f"{each.domain}: {'; '.join(cautions)}", style="dim")
    pairs, between = found.likeness, ", "
    if len(pairs) > MOST_COSINES:
        ranked = sorted(pairs, key=lambda pair: pair.cosine)
        pairs, between = (ranked[0], ranked[-1]), " to "
    alike = [f"{' and '.join(pair.domains)} {pair.cosine:.2f}" for pair in pairs]
    if alike:
        screen.indented(f"cosine of its vectors: {between.join(alike)}", style="dim")


@command(show_comparison)
def compare(
    model: ModelFolder,
    word: Word,
    top: Top = 10,
    min_count: NeighborCount = MIN_COUNT,
    phrases: Phrases = False,
    plot: Plot = None,
) -> Comparison:
    """Show a word's neighbors in every domain, side by side."""
    if plot is not None:
        from crosslex.figures import check_figure

        check_figure(plot)
    lookup = _read_vectors(model)
    found = lookup.compare(word, top=top, min_count=min_count, phrases=phrases)
    if plot is not None:
        from crosslex.figures import draw_comparison, save_figure

        save_figure(draw_comparison(found), plot)
    return found


def _cautions(found: Neighborhood) -> list[str]:
    """Return what makes a word's neighbors in a domain less certain, if anything does."""
    cautions = []
    if found.domain_weight is not None and found.domain_weight <= MOSTLY_OWN:
        cautions.append(f"{1 - found.domain_weight:.0%} of its vector is borrowed from all domains")
    if found.neighbor_stability is not None and found.neighbor_stability < STEADY:
        stay = round(10 * found.neighbor_stability)
        cautions.append(f"with other texts about {stay} of 10 neighbors would be the same")
    return cautions


def _read_vectors(folder: Path) -> WordLookup:
    # Before numpy is imported. For so little work threads only spend time on waiting.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from crosslex.storage import SavedVectors

    return WordLookup(SavedVectors.read(folder).vectors())
