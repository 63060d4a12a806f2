"""`crosslex neighbors`, `compare`, `senses` and `concordance`: what a model says about a word."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from rich.cells import cell_len
from rich.text import Text

from crosslex.cli.command import command, table_csv, use_one_thread
from crosslex.cli.output import Screen, without_controls
from crosslex.errors import InputError
from crosslex.lookup import MIN_COUNT, Comparison, Neighborhood, WordLookup
from crosslex.results import records_csv

if TYPE_CHECKING:
    from crosslex.corpus import Concordance
    from crosslex.senses import Senses
    from crosslex.storage import SavedVectors

MIN_DOMAIN_WEIGHT = 0.5
"""Domain weight of a vector from which on no caution is printed about what it borrows."""
MIN_STABILITY = 0.3
"""Share of neighbors that would stay from which on no caution is printed."""
SIDE_BY_SIDE = 3
"""Domains whose shares fit next to each other; more of them are rows."""
SHOWN_USES = 50
"""Uses that are printed; CSV and JSON have all."""
FEWEST_CHARACTERS = 30
"""Of context on either side of a word, however narrow the terminal is."""


def saved_vectors(folder: Path, *, texts: bool = False) -> "SavedVectors":
    """Return a saved model's vectors, with all that looking words up needs."""
    use_one_thread()
    from crosslex.storage import SavedVectors

    return SavedVectors.read(folder, texts=texts)


@command(table_csv)
def neighbors(
    screen: Screen,
    model: Path,
    word: str,
    domain: str | None = None,
    among: str | None = None,
    top: int = 10,
    min_count: int = MIN_COUNT,
    phrases: bool = False,
) -> Comparison:
    """Show the words nearest to a word, in one domain or in each."""
    found = WordLookup(saved_vectors(model).vectors()).neighbors(
        word, domain=domain, among=among, top=top, min_count=min_count, phrases=phrases
    )
    _show_neighbors(screen, found)
    return found


@command(table_csv)
def compare(
    screen: Screen,
    model: Path,
    word: str,
    top: int = 10,
    min_count: int = MIN_COUNT,
    phrases: bool = False,
    plot: Path | None = None,
) -> Comparison:
    """Show a word's neighbors in every domain, side by side."""
    lookup = WordLookup(saved_vectors(model).vectors())
    found = lookup.compare(word, top=top, min_count=min_count, phrases=phrases)
    if plot is not None:
        from crosslex.figures import draw_comparison, save_figure

        save_figure(draw_comparison(found), plot)
    _show_neighbors(screen, found)
    screen.wrote(plot)
    return found


def _show_neighbors(screen: Screen, found: Comparison) -> None:
    """Print a word's neighbors, one column per domain, and what makes them less certain."""
    screen.title(found.word)
    columns = []
    for each in found:
        head, cells = each.place, [Text("no vector", "dim")]
        if each.neighbors is not None:
            # The cosine first, so that the numbers are aligned.
            cells = [
                Text.assemble((f"{near.cosine:.2f} ", "dim"), without_controls(near.word))
                for near in each.neighbors
            ]
            head += f" ({each.occurrences:,})"
        columns.append((head, cells))
    screen.side_by_side(columns)
    for each in found:
        if cautions := _cautions(each):
            screen.indented(f"{each.domain}: {'; '.join(cautions)}", style="dim")
    if found.cosines:
        screen.indented(found.cosines, style="dim")


def _cautions(found: Neighborhood) -> list[str]:
    """Return what makes a word's neighbors in a domain less certain, if anything does."""
    cautions = []
    if found.domain_weight is not None and found.domain_weight <= MIN_DOMAIN_WEIGHT:
        cautions.append(f"{1 - found.domain_weight:.0%} of its vector is borrowed from all domains")
    if found.neighbor_stability is not None and found.neighbor_stability < MIN_STABILITY:
        stay = round(10 * found.neighbor_stability)
        cautions.append(f"with other texts about {stay} of 10 neighbors would be the same")
    return cautions


@command(table_csv)
def senses(screen: Screen, model: Path, word: str, seed: int = 0) -> Any:
    """Show the senses of a word: groups of its uses, and their share in each domain."""
    use_one_thread()
    from crosslex import CrossDomainEmbedding

    found = CrossDomainEmbedding.load(model).senses(word, random_state=seed)
    show_senses(screen, found)
    return found


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
        screen.table(("domain", *found.labels(3)), zip(found.domains, *shares, strict=True))
    else:
        rows = [
            (label, sense.kind if len(found) > 1 else "", *each)
            for label, sense, each in zip(found.labels(), found, shares, strict=True)
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


def _uses_csv(found: "Concordance") -> str:
    return records_csv(found.records(), ("domain", "document", "sense", "left", "keyword", "right"))


@command(_uses_csv)
def concordance(
    screen: Screen,
    model: Path,
    word: str,
    domain: str | None = None,
    sense: str | None = None,
    sort: Literal["left", "right"] | None = None,
    matching: str | None = None,
    near: str | None = None,
    within: int | None = None,
    top: int | None = None,
    seed: int = 0,
) -> Any:
    """Show every use of a word as it was written, with its document.

    The model keeps the texts, unless it was learned with --no-texts.
    """
    use_one_thread()
    asked: Any = {"domain": domain, "sort": sort, "matching": matching, "near": near}
    asked["within"] = within
    if sense is not None:
        from crosslex import CrossDomainEmbedding

        if sense != "all" and not sense.isdecimal():
            raise InputError(f"sense: found {sense!r}; give a number, or all")
        asked |= {"sense": sense if sense == "all" else int(sense), "random_state": seed}
        found = CrossDomainEmbedding.load(model).concordance(word, **asked)
    else:
        from crosslex.corpus import ConcordanceSettings, find_concordance

        saved = saved_vectors(model, texts=True)
        vectors = saved.vectors()
        settings = next(iter(vectors.values())).text_settings
        assert settings is not None
        number = saved.vocabulary.number
        found = find_concordance(
            word, saved.texts, vectors, number, settings, ConcordanceSettings(**asked)
        )
    found = found.limited(top)
    _show_uses(screen, found)
    return found


def _show_uses(screen: Screen, found: "Concordance") -> None:
    """Print the uses by domain, the word of each below that of the one before."""
    shown = found.limited(SHOWN_USES)
    screen.title(found.verdict)
    heads = [f"sense {use.sense}  {use.document}" if use.sense else use.document for use in shown]
    widest = max(map(cell_len, heads), default=0)
    words = max((cell_len(use.keyword) for use in shown), default=0)
    size = max(FEWEST_CHARACTERS, (screen.width - widest - words - 2) // 2)
    domain = None
    for use, head in zip(shown, heads, strict=True):
        if use.domain != domain:
            domain = use.domain
            screen.line()
            screen.title(domain)
        left = use.left[-size:]
        gap = " " * (2 + widest - cell_len(head) + max(0, size - cell_len(left)))
        screen.keyword_line(f"{head}{gap}{left}", use.keyword, use.right[:size])
    screen.line()
    if len(shown) < len(found):
        screen.indented(f"{len(shown)} of {len(found):,} are shown; --csv and --json give all")
