"""Words of a model, looked up as people type them."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations

import numpy as np

from crosslex.checks import check_choice, check_whole
from crosslex.comparison import MIN_COUNT, Comparison, Likeness, Neighbor, Neighborhood
from crosslex.errors import InputError, UnknownWordError
from crosslex.spelling import forms_of, missing_hint
from crosslex.vectors import DomainVectors


def known_form(
    word: str, vectors: Mapping[str, DomainVectors], domains: Sequence[str] | None = None
) -> str:
    """Return a word as the domains know it: as typed, in lower case, or analyzed as texts were.

    `Knives` finds `knife`. Where none of the domains has it (None asks all), the message of the
    UnknownWordError names other domains or near spellings.
    """
    asked = list(vectors) if domains is None else list(domains)
    settings = next((each.text_settings for each in vectors.values()), None)
    known = dict.fromkeys(word for domain in asked for word in vectors[domain])
    forms = []
    for form in forms_of(word, settings):
        if form in known:
            return form
        forms.append(form)
    where = f"domain {asked[0]!r}" if len(asked) == 1 else "any domain"
    holders = [
        name for name, other in vectors.items() if any(form in other.positions for form in forms)
    ]
    hint = partial(missing_hint, word, tuple(known), settings)
    if holders:
        hint = partial("; it has one in {}".format, ", ".join(holders))
    raise UnknownWordError(f"{word!r} has no vector in {where}", hint)


def find_neighbors(
    word: str,
    vectors: Mapping[str, DomainVectors],
    *,
    domain: str | None = None,
    among: str | None = None,
    top: int = 10,
    min_count: int = MIN_COUNT,
    phrases: bool = False,
) -> tuple[Neighborhood, ...]:
    """Return a word's neighbors in one domain, or in each domain that has it.

    Parameters
    ----------
    word
        The word as typed: see `known_form`.
    vectors
        The vectors of each domain, by its name.
    domain
        Whose vector of the word to take; None takes every domain's that has one.
    among
        Whose words to search; None searches the domain's own.
    top
        How many neighbors to find at most.
    min_count
        How often a neighbor must occur in the domain where it is found.
    phrases
        Whether two-word phrases may be neighbors too.

    Examples
    --------
    >>> books = DomainVectors("books", ("novel", "story"), np.array([[1, 0], [3, 4]]))
    >>> find_neighbors("Novel", {"books": books})[0].neighbors
    (Neighbor(word='story', cosine=0.6, occurrences=0),)
    """
    for name, value in (("domain", domain), ("among", among)):
        if value is not None:
            check_choice(name, value, vectors)
    asked = list(vectors) if domain is None else [domain]
    word = known_form(word, vectors, asked)
    return tuple(
        _neighborhood(word, vectors[name], vectors[among or name], top, min_count, phrases)
        for name in asked
        if word in vectors[name].positions
    )


def compare(
    word: str,
    vectors: Mapping[str, DomainVectors],
    *,
    top: int = 10,
    min_count: int = MIN_COUNT,
    phrases: bool = False,
) -> Comparison:
    """Return the neighbors of a word in every domain, and how alike its vectors are.

    `min_count` and `phrases` are those of `find_neighbors`.

    >>> books = DomainVectors("books", ("light", "novel"), np.array([[1, 0], [3, 4]]))
    >>> kitchen = DomainVectors("kitchen", ("knife",), np.array([[0, 2]]))
    >>> print(compare("light", {"books": books, "kitchen": kitchen}))
    light
    books       kitchen
     0.60 novel no vector
    """
    word = known_form(word, vectors)
    return Comparison(
        word,
        tuple(
            _neighborhood(word, each, each, top, min_count, phrases) for each in vectors.values()
        ),
        tuple(
            Likeness((a, b), vectors[a].similarity(word, word, across=vectors[b]))
            for a, b in combinations(vectors, 2)
            if word in vectors[a].positions and word in vectors[b].positions
        ),
    )


def differing_words(
    vectors: Mapping[str, DomainVectors], *, min_count: int = 20, top: int = 10
) -> list[str]:
    """Return words that two domains use often and whose vectors there are least alike.

    A hint where to look, not a measure of change: single words of letters alone, by the least
    cosine between any two domains that hold them so often.
    """
    least: dict[str, float] = {}
    for a, b in combinations(vectors.values(), 2):
        a, b = frequent_words(a, min_count), frequent_words(b, min_count)
        shared = [word for word in a if word in b.positions and word.isalpha()]
        if not shared:
            continue
        here = np.array([a[word] for word in shared], float)
        there = np.array([b[word] for word in shared], float)
        lengths = np.linalg.norm(here, axis=1) * np.linalg.norm(there, axis=1)
        cosines = (here * there).sum(axis=1) / np.where(lengths > 0, lengths, 1)
        for word, cosine in zip(shared, cosines.tolist(), strict=True):
            least[word] = min(cosine, least.get(word, 1.0))
    return sorted(least, key=least.__getitem__)[:top]


def frequent_words(vectors: DomainVectors, min_count: int) -> DomainVectors:
    """Return the vectors of the words that occur so often in the domain."""
    check_whole("min_count", min_count, least=1)
    if min_count == 1 or vectors.counts is None:
        return vectors
    return vectors.restricted(np.flatnonzero(vectors.counts >= min_count))


def _neighborhood(
    word: str, here: DomainVectors, there: DomainVectors, top: int, min_count: int, phrases: bool
) -> Neighborhood:
    if word not in here.positions:
        return Neighborhood(here.domain, there.domain, 0, None)
    near = here.neighbors(word, top, among=there, min_count=min_count, phrases=phrases)
    found = tuple(Neighbor(other, cosine, there.count(other)) for other, cosine in near)
    return Neighborhood(
        here.domain,
        there.domain,
        here.count(word),
        found,
        here.domain_weight(word),
        here.stability(word),
    )


class WordLookup:
    """Looks words up in the vectors of several domains; `vectors_` has them by domain."""

    vectors_: dict[str, DomainVectors]

    def compare(
        self, word: str, *, top: int = 10, min_count: int = MIN_COUNT, phrases: bool = False
    ) -> Comparison:
        """Return a word's neighbors side by side, one column per domain.

        The word may be typed as in a text: `Knives` finds `knife`. Neighbors that occur less
        than `min_count` times in their domain are left out, and so are two-word phrases unless
        asked for.
        """
        found = self._vectors()
        return compare(word, found, top=top, min_count=min_count, phrases=phrases)

    def neighbors(
        self,
        word: str,
        *,
        domain: str | None = None,
        among: str | None = None,
        top: int = 10,
        min_count: int = MIN_COUNT,
        phrases: bool = False,
    ) -> tuple[Neighborhood, ...]:
        """Return the words nearest to a word, in one domain or in each that has it.

        See `crosslex.lookup.find_neighbors`.
        """
        return find_neighbors(
            word,
            self._vectors(),
            domain=domain,
            among=among,
            top=top,
            min_count=min_count,
            phrases=phrases,
        )

    def _vectors(self) -> dict[str, DomainVectors]:
        if not hasattr(self, "vectors_"):
            raise InputError("the model has learned nothing yet; call fit first")
        return self.vectors_
