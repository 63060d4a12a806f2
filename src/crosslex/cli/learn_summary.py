"""What `crosslex learn` reports: sizes, pivots, and words to look at first."""

import warnings
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.cli.domain_files import DomainSize, domain_sizes
from crosslex.cli.output_folder import megabytes, size_on_disk
from crosslex.cli.screen import Screen
from crosslex.errors import CrosslexWarning

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.corpus import AnyCorpus

TOO_LITTLE = 2_000
"""Tokens below which hardly any word occurs often enough for a meaningful vector."""

ENOUGH = 50_000
"""Tokens to aim at: the demo's smallest domain has somewhat more."""

SHOWN_PIVOTS = 20
SHOWN_WORDS = 10


@dataclass(frozen=True)
class Learned:
    """What `learn` read, found and wrote."""

    model: str
    domains: tuple[DomainSize, ...]
    skipped: int
    vectors: dict[str, int]
    dimension: int
    pivots: tuple[str, ...]
    least_alike: tuple[str, ...]
    losses: tuple[float, ...]
    seconds: float


def summarize(
    model: "CrossDomainEmbedding",
    corpora: Sequence["AnyCorpus"],
    out: Path,
    skipped: int,
    seconds: float,
) -> Learned:
    """Return what was learned, and warn of domains with too little text."""
    from crosslex.lookup import differing_words

    domains = domain_sizes(corpora)
    for domain in domains:
        if domain.tokens < TOO_LITTLE:
            warnings.warn(
                f"domain {domain.name!r} has only {domain.tokens:,} tokens, too few for its "
                f"vectors to say much; give {ENOUGH:,} or more",
                CrosslexWarning,
                stacklevel=2,
            )
    return Learned(
        model=str(out),
        domains=domains,
        skipped=skipped,
        vectors={name: len(vectors) for name, vectors in model.vectors_.items()},
        dimension=model.dimension,
        pivots=model.vocabulary_.pivots,
        least_alike=tuple(differing_words(model.vectors_, top=SHOWN_WORDS)),
        losses=tuple(epoch.loss for epoch in model.learned_.curve),
        seconds=round(seconds, 2),
    )


def show_learned(screen: Screen, learned: Learned) -> None:
    """Print what was read and learned, and what to try next."""
    screen.table(
        ("domain", "documents", "sentences", "tokens", "words", "with a vector"),
        [(*astuple(domain), learned.vectors[domain.name]) for domain in learned.domains],
    )
    screen.list_words(
        f"{len(learned.pivots):,} pivots",
        learned.pivots,
        top=SHOWN_PIVOTS,
        note="words that tie the domains together",
    )
    screen.title(
        f"Saved to {learned.model}",
        note=f"{learned.dimension} dimensions, loss {learned.losses[0]:.2f} to "
        f"{min(learned.losses):.2f}, {megabytes(size_on_disk(Path(learned.model)))}, "
        f"{learned.seconds:.0f} s",
    )
    if screen.advice and learned.least_alike:
        screen.line()
        screen.title(
            "Least alike between domains", note="a hint where to look; crosslex shifts tests it"
        )
        screen.indented(", ".join(learned.least_alike), gap=0)
    screen.try_next(
        ["crosslex", "compare", learned.model, (learned.least_alike or learned.pivots)[0]],
        ["crosslex", "shifts", learned.model],
        ["crosslex", "explore", learned.model, "--out", "page.html"],
        ["crosslex", "export", learned.model, "--out", "vectors"],
    )
