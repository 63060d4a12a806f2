"""How `crosslex learn` ends: what it found, what to try next, and whether the text sufficed."""

import warnings
from collections.abc import Iterable
from typing import TYPE_CHECKING

from crosslex.cli.reading import DomainSize
from crosslex.errors import CrosslexWarning

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.cli.show import Screen

TOO_LITTLE = 2_000
"""Tokens below which hardly a word occurs often enough to be known by its company."""

ENOUGH = 50_000
"""Tokens to aim at: the demo's smallest domain has somewhat more."""

SHOWN_WORDS = 10


def warn_of_little_text(domains: Iterable[DomainSize]) -> None:
    """Warn of domains whose vectors will say little, and say how much text is enough."""
    for domain in domains:
        if domain.tokens < TOO_LITTLE:
            warnings.warn(
                f"domain {domain.name!r} has only {domain.tokens:,} tokens, too few for its "
                f"vectors to say much; give {ENOUGH:,} or more",
                CrosslexWarning,
                stacklevel=2,
            )


def show_ending(screen: "Screen", model: "CrossDomainEmbedding", folder: str) -> None:
    """Print the words whose vectors differ most, and commands to go on with."""
    from crosslex.cli.words import differing_words

    words = differing_words(model, top=SHOWN_WORDS)
    screen.line()
    if words:
        screen.title(
            "Least alike between domains", note="a hint where to look; crosslex shifts tests it"
        )
        screen.indented(", ".join(words))
        screen.line()
    word = words[0] if words else model.vocabulary_.pivots[0]
    screen.commands(
        "Try next",
        [
            ["crosslex", "compare", folder, word],
            ["crosslex", "shifts", folder],
            ["crosslex", "explore", folder, "--out", "page.html"],
            ["crosslex", "export", folder, "--out", "vectors"],
        ],
    )
