"""What the demo finds: typical, compared and changed words."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from crosslex.comparison import Comparison

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding
    from crosslex.corpus.sharded import AnyCorpus
    from crosslex.shifts import Shifts

EXAMPLE_WORDS = ("key", "scale", "note", "interval")
"""Words of the docstrings that mean one thing in music and others elsewhere."""

WORD_COUNT = 20
NEIGHBOR_COUNT = 10
"""Occurrences that a word, or a neighbor, needs for a vector that says enough."""

SHOWN_WORDS = 5
SHOWN_SHIFTS = 8


def typical_words(corpora: Sequence["AnyCorpus"], min_documents: int) -> dict[str, tuple[str, ...]]:
    """Return the words that distinguish each domain from the others."""
    from crosslex.counts.frequent_features import count_domains
    from crosslex.pivots.distinctive import distinctive_words

    found = distinctive_words(count_domains(corpora, min_documents=min_documents))
    typical = {}
    for domain in found.domains:
        ranked = found.top(domain, 10 * SHOWN_WORDS)
        # Single words only: bigrams mostly repeat the words they are made of.
        words = [word for word, _ in ranked if " " not in word]
        typical[domain] = tuple(words[:SHOWN_WORDS])
    return typical


def example_words(model: "CrossDomainEmbedding") -> tuple[str, ...]:
    """Return words whose use differs between domains."""
    from crosslex.datasets.docstrings import DOMAINS
    from crosslex.lookup import differing_words

    if set(model.vectors_) == set(DOMAINS):
        vectors = model.vectors_.values()
        return tuple(word for word in EXAMPLE_WORDS if any(word in each for each in vectors))
    return tuple(differing_words(model.vectors_, min_count=WORD_COUNT, top=len(EXAMPLE_WORDS)))


def compare(model: "CrossDomainEmbedding", words: Sequence[str]) -> tuple[Comparison, ...]:
    """Return the words' neighbors in the domains that use them often enough."""
    comparisons = []
    for word in words:
        found = model.compare(word, top=SHOWN_WORDS, min_count=NEIGHBOR_COUNT)
        domains = tuple(each for each in found.domains if each.occurrences >= WORD_COUNT)
        names = {each.domain for each in domains}
        likeness = tuple(pair for pair in found.likeness if names.issuperset(pair.domains))
        comparisons.append(replace(found, domains=domains, likeness=likeness))
    return tuple(comparisons)


def most_changed(model: "CrossDomainEmbedding", pair: "Shifts") -> "Shifts":
    """Return the words that change most between two domains, with their frequent neighbors."""

    def near(word: str, domain: str) -> tuple[tuple[str, float], ...]:
        if word not in model.vectors_[domain].positions:
            return ()
        [found] = model.neighbors(word, domain=domain, top=2, min_count=NEIGHBOR_COUNT)
        return tuple((each.word, each.cosine) for each in found.neighbors or ())

    first, second = pair.domains
    words = tuple(
        replace(shift, neighbors=(near(shift.word, first), near(shift.word, second)))
        for shift in pair[:SHOWN_SHIFTS]
    )
    return replace(pair, words=words)
