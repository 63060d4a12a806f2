"""`crosslex senses`: the senses of a word, and their share in each domain."""

import os
from typing import TYPE_CHECKING, Annotated, Any

from crosslex.cli import options
from crosslex.cli.command import command
from crosslex.cli.options import ModelFolder, Word, number
from crosslex.cli.output import Screen

if TYPE_CHECKING:
    from crosslex.senses import Senses

SIDE_BY_SIDE = 3
"""Domains that fit next to each other; more of them are rows."""


def show_senses(screen: Screen, found: "Senses") -> None:
    """Print each sense with its share in every domain, and sentences that show it."""
    screen.title(found.title)
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


@command(show_senses)
def senses(
    model: ModelFolder,
    word: Word,
    contexts: Annotated[int, number("How many context words to name a sense by.")] = 6,
    examples: Annotated[
        int, number("How many sentences to keep for each sense and domain.", least=0)
    ] = 3,
    seed: options.Seed = 0,
) -> Any:
    """Show the senses of a word: groups of its uses, and their share in each domain."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from crosslex import CrossDomainEmbedding

    learned = CrossDomainEmbedding.load(model)
    return learned.senses(word, contexts=contexts, examples=examples, random_state=seed)
