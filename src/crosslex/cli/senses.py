"""`crosslex senses`: the senses of a word, and their share in each domain."""

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, Word, number
from crosslex.cli.screen import Screen

if TYPE_CHECKING:
    from crosslex.shift import Sense


@dataclass(frozen=True)
class WordSenses:
    """The senses of one word, as `crosslex.shift.Senses` has them."""

    word: str
    domains: tuple[str, ...]
    senses: "tuple[Sense, ...]"


def show_senses(screen: Screen, found: WordSenses) -> None:
    """Print each sense with its share in every domain, and sentences that show it."""
    number = "one sense" if len(found.senses) == 1 else f"{len(found.senses)} senses"
    screen.title(found.word, note=f"{number} in {' and '.join(found.domains)}")
    screen.table(
        ("sense", "", *found.domains),
        [
            (
                ", ".join(sense.contexts),
                sense.kind if len(found.senses) > 1 else "",
                *(f"{each.value:.0%} ({each.low:.0%}–{each.high:.0%})" for each in sense.shares),
            )
            for sense in found.senses
        ],
    )
    for sense in found.senses:
        for domain, sentences in zip(found.domains, sense.examples, strict=True):
            for sentence in sentences[:1]:
                name = ", ".join(sense.contexts[:2])
                screen.indented(f"{name} | {domain}: {sentence}", style="dim", gap=0)
    screen.line()


@command(show_senses)
def senses(
    model: ModelFolder,
    word: Word,
    contexts: Annotated[int, number("How many context words to name a sense by.")] = 6,
    examples: Annotated[
        int, number("How many sentences to keep for each sense and domain.", least=0)
    ] = 3,
    seed: options.Seed = 0,
) -> WordSenses:
    """Show the senses of a word: groups of its uses, and their share in each domain."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from crosslex import CrossDomainEmbedding

    learned = CrossDomainEmbedding.load(model)
    found = learned.senses(word, contexts=contexts, examples=examples, random_state=seed)
    return WordSenses(found.word, found.domains, found.senses)
