"""`crosslex neighbors`, `compare` and `senses`: what a model says about a word."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from rich.text import Text

from crosslex.cli.command import command, table_csv, use_one_thread
from crosslex.cli.options import (
    ModelFolder,
    NeighborCount,
    Phrases,
    Plot,
    Seed,
    Top,
    Word,
    number,
    option,
)
from crosslex.cli.output import Screen, plain
from crosslex.lookup import MIN_COUNT, Comparison, Neighborhood, WordLookup

if TYPE_CHECKING:
    from crosslex.senses import Senses
    from crosslex.storage import SavedVectors

MIN_DOMAIN_WEIGHT = 0.5
"""Domain weight of a vector from which on nothing need be said about what it borrows."""
MIN_STABILITY = 0.3
"""Share of neighbors that would stay from which on nothing need be said about it."""
SIDE_BY_SIDE = 3
"""Domains whose shares fit next to each other; more of them are rows."""


def read_vectors(folder: Path) -> "SavedVectors":
    """Return a saved model's vectors, with all that looking words up needs."""
    use_one_thread()
    from crosslex.storage import SavedVectors

    return SavedVectors.read(folder)


def show_neighbors(screen: Screen, found: Comparison) -> None:
    """Print the neighbors of a word, one table per domain."""
    for each in found:
        times = f"{each.occurrences:,} occurrence{'s' if each.occurrences != 1 else ''}"
        screen.title(f"{found.word} in {each.place}", note=", ".join([times, *_cautions(each)]))
        screen.table(
            ("neighbor", "cosine", "occurrences"),
            [(near.word, f"{near.cosine:.3f}", near.occurrences) for near in each.neighbors or ()],
        )


@command(show_neighbors, table_csv)
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
) -> Comparison:
    """Show the words nearest to a word, in one domain or in each."""
    return WordLookup(read_vectors(model).vectors()).neighbors(
        word, domain=domain, among=among, top=top, min_count=min_count, phrases=phrases
    )


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
    if found.cosines:
        screen.indented(found.cosines, style="dim")


@command(show_comparison, table_csv)
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
        from crosslex.figures import check_figure, draw_comparison, save_figure

        check_figure(plot)
    lookup = WordLookup(read_vectors(model).vectors())
    found = lookup.compare(word, top=top, min_count=min_count, phrases=phrases)
    if plot is not None:
        save_figure(draw_comparison(found), plot)
    return found


def _cautions(found: Neighborhood) -> list[str]:
    """Return what makes a word's neighbors in a domain less certain, if anything does."""
    cautions = []
    if found.domain_weight is not None and found.domain_weight <= MIN_DOMAIN_WEIGHT:
        cautions.append(f"{1 - found.domain_weight:.0%} of its vector is borrowed from all domains")
    if found.neighbor_stability is not None and found.neighbor_stability < MIN_STABILITY:
        stay = round(10 * found.neighbor_stability)
        cautions.append(f"with other texts about {stay} of 10 neighbors would be the same")
    return cautions


def show_senses(screen: Screen, found: "Senses") -> None:
    """Print each sense with its share in every domain, and sentences that show it."""
    screen.title(found.verdict)
    if found.note:
        screen.indented(found.note)
    many = len(found.domains) > SIDE_BY_SIDE
    shares = [
        [f"{each.value:.0%} ({each.low:.0%}–{each.high:.0%})" for each in sense.shares]
        for sense in found
    ]
    if many:
        labels = (sense.label(3) for sense in found)
        screen.table(("domain", *labels), zip(found.domains, *shares, strict=True))
    else:
        kinds = [sense.kind if len(found) > 1 else "" for sense in found]
        rows = [
            (sense.label(), kind, *each)
            for sense, kind, each in zip(found, kinds, shares, strict=True)
        ]
        screen.table((found.heading, "", *found.domains), rows)
    for sense in found:
        typical = max(sense.shares, key=lambda share: share.value)
        for domain, share, sentences in zip(
            found.domains, sense.shares, sense.examples, strict=True
        ):
            # Of many domains, the one that uses the sense most.
            for sentence in sentences[: share is typical or not many]:
                screen.indented(f"{sense.label(2)} | {domain}: {sentence}", style="dim", gap=0)
    screen.line()


@command(show_senses, table_csv)
def senses(
    model: ModelFolder,
    word: Word,
    contexts: Annotated[int, number("How many context words to name a sense by.")] = 6,
    examples: Annotated[
        int, number("How many sentences to keep for each sense and domain.", least=0)
    ] = 3,
    seed: Seed = 0,
) -> Any:
    """Show the senses of a word: groups of its uses, and their share in each domain."""
    use_one_thread()
    from crosslex import CrossDomainEmbedding

    learned = CrossDomainEmbedding.load(model)
    return learned.senses(word, contexts=contexts, examples=examples, random_state=seed)
