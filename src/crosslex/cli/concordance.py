"""`crosslex concordance`: every use of a word as it was written, the word aligned."""

from typing import TYPE_CHECKING, Annotated, Any, Literal

from rich.cells import cell_len

from crosslex.cli.command import command, use_one_thread
from crosslex.cli.options import ModelFolder, Seed, Word, number, option
from crosslex.cli.output import Screen
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.corpus import Concordance, Use

SHOWN = 50
"""Uses that are printed; CSV and JSON have all."""
FEWEST_CHARACTERS = 30
"""Of context on either side of a word, however narrow the terminal is."""


def show_concordance(screen: Screen, found: "Concordance") -> None:
    """Print the uses by domain, the word of each below that of the one before."""
    shown = found.uses[:SHOWN]
    screen.title(found.verdict)
    head = [_head(use) for use in shown]
    widest = max(map(cell_len, head), default=0)
    words = max((cell_len(use.keyword) for use in shown), default=0)
    size = max(FEWEST_CHARACTERS, (screen.width - widest - words - 2) // 2)
    domain = None
    for use, start in zip(shown, head, strict=True):
        if use.domain != domain:
            domain = use.domain
            screen.line()
            screen.title(domain)
        left = use.left[-size:]
        gap = " " * (2 + widest - cell_len(start) + max(0, size - cell_len(left)))
        screen.keyword_line(f"{start}{gap}{left}", use.keyword, use.right[:size])
    screen.line()
    if len(shown) < len(found):
        screen.indented(f"{len(shown)} of {len(found):,} are shown; --csv and --json give all")


def _head(use: "Use") -> str:
    return use.document if use.sense is None else f"{use.document}  sense {use.sense}"


def concordance_csv(found: "Concordance") -> str:
    """Return one line per use."""
    from crosslex.results import records_csv

    return records_csv(found.records(), ("domain", "document", "sense", "left", "keyword", "right"))


@command(show_concordance, concordance_csv)
def concordance(
    model: ModelFolder,
    word: Word,
    domain: Annotated[
        str | None,
        option(help="Uses of one domain or period.", default="every domain", metavar="NAME"),
    ] = None,
    sense: Annotated[
        str | None,
        option(
            help="Uses of one sense, numbered as senses lists them; all numbers each use.",
            metavar="N",
        ),
    ] = None,
    sort: Annotated[
        Literal["left", "right"] | None,
        option(help="Sort by the words before or after.", default="order of the texts"),
    ] = None,
    matching: Annotated[
        str | None,
        option(help="Only sentences that match this regular expression.", metavar="REGEX"),
    ] = None,
    near: Annotated[
        str | None, option(help="Only uses near this word in the sentence.", metavar="WORD")
    ] = None,
    within: Annotated[int, number("How many words away it may be.")] = 10,
    top: Annotated[int | None, number("How many uses to give.", "all; the screen shows 50")] = None,
    seed: Seed = 0,
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
        from crosslex.storage import SavedVectors

        saved = SavedVectors.read(model, texts=True)
        vectors = saved.vectors()
        settings = next(iter(vectors.values())).text_settings
        assert settings is not None
        number = saved.vocabulary.number
        found = find_concordance(
            word, saved.texts, vectors, number, settings, ConcordanceSettings(**asked)
        )
    return found.limited(top)
