"""The neighbors of a word in every domain, and the cosines of its own vectors."""

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

from crosslex.errors import UnknownWordError

if TYPE_CHECKING:
    from crosslex import CrossDomainEmbedding, DomainVectors


@dataclass(frozen=True)
class Neighbor:
    """A word, its cosine, and how often it occurs in the domain where it was found."""

    word: str
    cosine: float
    occurrences: int


@dataclass(frozen=True)
class Neighborhood:
    """The neighbors of a domain's word among the words of the same or another domain.

    `neighbors` is None where the word has no vector in the domain.
    """

    domain: str
    among: str
    occurrences: int
    neighbors: tuple[Neighbor, ...] | None


@dataclass(frozen=True)
class Likeness:
    """The cosine of a word's vectors in two domains."""

    domains: tuple[str, str]
    cosine: float


@dataclass(frozen=True)
class WordComparison:
    """A word's neighbors in every domain, and the cosines of its vectors."""

    word: str
    domains: tuple[Neighborhood, ...]
    likeness: tuple[Likeness, ...]


def known_form(model: "CrossDomainEmbedding", word: str, domains: list[str]) -> str:
    """Return a word as the model writes it: as typed, or analyzed as its texts were.

    So `Knives` finds `knife`. Raises an `UnknownWordError` if none of the domains has it.
    """
    from crosslex.text import analyze, features
    from crosslex.vectors import near_spellings

    sentences = analyze(word, model.text_settings_)
    analyzed = features(sentences[0], model.text_settings_)[-1:] if len(sentences) == 1 else []
    forms = (word, " ".join(word.lower().split()), *analyzed)
    known = dict.fromkeys(word for domain in domains for word in model.vectors_[domain])
    for form in forms:
        if form in known:
            return form
    where = f"domain {domains[0]!r}" if len(domains) == 1 else "any domain"
    holders = [name for name, other in model.vectors_.items() if any(f in other for f in forms)]
    if holders:
        hint = f"; it has one in {', '.join(holders)}"
    else:
        near = near_spellings(word, tuple(known))
        hint = f"; near spellings: {', '.join(map(repr, near))}" if near else ""
    raise UnknownWordError(f"{word!r} has no vector in {where}{hint}")


def compare_word(
    model: "CrossDomainEmbedding", word: str, *, top: int, min_count: int
) -> WordComparison:
    """Return a word's neighbors in every domain, and the cosines of its vectors."""
    vectors = model.vectors_
    word = known_form(model, word, list(vectors))
    return WordComparison(
        word,
        tuple(find_neighbors(model, word, name, top=top, min_count=min_count) for name in vectors),
        tuple(
            Likeness((a, b), vectors[a].similarity(word, word, across=vectors[b]))
            for a, b in combinations(vectors, 2)
            if word in vectors[a] and word in vectors[b]
        ),
    )


def find_neighbors(
    model: "CrossDomainEmbedding",
    word: str,
    domain: str,
    among: str | None = None,
    *,
    top: int,
    min_count: int,
) -> Neighborhood:
    """Return the neighbors of a word in a domain, among that domain's words or another's.

    Parameters
    ----------
    model
        The model.
    word
        The word, in the form that the model knows.
    domain, among
        The domain of the word's vector, and the domain of its neighbors.
    top
        The maximum number of neighbors.
    min_count
        How often a neighbor must occur in the domain where it is found.
    """
    among = among or domain
    here, there = model.vectors_[domain], model.vectors_[among]
    if word not in here:
        return Neighborhood(domain, among, 0, None)
    # Among words of its own domain it may find itself, so one more is needed.
    near = here.neighbors(word, top + 1, among=frequent_words(there, min_count))
    others = [pair for pair in near if among != domain or pair[0] != word][:top]
    found = tuple(Neighbor(other, cosine, count_of(there, other)) for other, cosine in others)
    return Neighborhood(domain, among, count_of(here, word), found)


def frequent_words(vectors: "DomainVectors", min_count: int) -> "DomainVectors":
    """Return the vectors of the words that occur at least `min_count` times in the domain."""
    from crosslex import DomainVectors

    if min_count == 1 or vectors.counts is None:
        return vectors
    rows = (vectors.counts >= min_count).nonzero()[0]
    words = tuple(vectors.words[row] for row in rows)
    return DomainVectors(vectors.domain, words, vectors.vectors[rows], vectors.counts[rows])


def count_of(vectors: "DomainVectors", word: str) -> int:
    """Return how often a word that has a vector occurs in the domain."""
    return 0 if vectors.counts is None else int(vectors.counts[vectors.words.index(word)])


def differing_words(
    model: "CrossDomainEmbedding", *, min_count: int = 20, top: int = 10
) -> list[str]:
    """Return frequent words of two domains whose vectors there have the lowest cosine.

    A hint where to look, not a measure of change. Only single words of letters are returned.
    """
    import numpy as np

    least: dict[str, float] = {}
    for a, b in combinations(model.vectors_.values(), 2):
        a, b = frequent_words(a, min_count), frequent_words(b, min_count)
        shared = [word for word in a if word in b and word.isalpha()]
        if not shared:
            continue
        here = np.array([a[word] for word in shared], float)
        there = np.array([b[word] for word in shared], float)
        lengths = np.linalg.norm(here, axis=1) * np.linalg.norm(there, axis=1)
        cosines = (here * there).sum(axis=1) / np.where(lengths > 0, lengths, 1)
        for word, cosine in zip(shared, cosines.tolist(), strict=True):
            least[word] = min(cosine, least.get(word, 1.0))
    return sorted(least, key=least.__getitem__)[:top]
