"""Words of a model looked up as people type them, and their neighbors side by side per domain."""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, Any

from crosslex.checks import check_choice
from crosslex.errors import CrosslexWarning, InputError, UnknownWordError
from crosslex.results import ListResult, listed
from crosslex.text.settings import TextSettings

if TYPE_CHECKING:
    # The command line describes its options without loading numpy.
    from crosslex.vectors import DomainVectors

MIN_COUNT = 5
"""Uses below which a word says too little about a domain to be shown as a neighbor there."""
MOST_COSINES = 6
"""Pairs of domains whose cosines are all shown; of more, the lowest and the highest."""
FORMS_AS_TYPED = 2
"""Forms of a word before its analysis: as typed, and in lower case."""

_PART = re.compile(r"\w+")


@dataclass(frozen=True)
class Neighbor:
    """A word, how near it is, and how often it occurs in the domain where it was found."""

    word: str
    cosine: float
    occurrences: int


@dataclass(frozen=True)
class Neighborhood:
    """The neighbors of a domain's word among the words of the same or another domain.

    Parameters
    ----------
    domain, among
        Whose vector of the word was taken, and whose words were searched.
    occurrences
        How often the word occurs in the domain.
    neighbors
        The nearest first; None where the word has no vector in the domain.
    domain_weight
        How much of the word's vector is its own evidence in the domain, from 0 to 1; the rest is
        borrowed from the text of all domains. None where that is not known.
    neighbor_stability
        The share of its first ten neighbors that would stay if the texts were drawn anew.
    """

    domain: str
    among: str
    occurrences: int
    neighbors: tuple[Neighbor, ...] | None
    domain_weight: float | None = None
    neighbor_stability: float | None = None

    @property
    def place(self) -> str:
        """The domain, and whose words were searched if they are another's."""
        return self.domain if self.among == self.domain else f"{self.domain}, among {self.among}"


@dataclass(frozen=True)
class Likeness:
    """The cosine of a word's vectors in two domains."""

    domains: tuple[str, str]
    cosine: float


@dataclass(frozen=True, repr=False)
class Comparison(ListResult[Neighborhood]):
    """The neighbors of one word in several domains, side by side.

    Parameters
    ----------
    word
        The word, in the form that the domains know.
    domains
        Its neighbors, one entry per domain.
    likeness
        How alike its vectors are, one entry per pair of these domains that have the word.
    """

    word: str
    domains: tuple[Neighborhood, ...]
    likeness: tuple[Likeness, ...] = ()

    @property
    def entries(self) -> tuple[Neighborhood, ...]:
        """One neighborhood per domain."""
        return self.domains

    @property
    def columns(self) -> dict[str, tuple[tuple[str, float], ...] | None]:
        """Words and cosines of the neighbors by domain; None where the word has no vector."""
        return {
            each.domain: None
            if each.neighbors is None
            else tuple((near.word, near.cosine) for near in each.neighbors)
            for each in self.domains
        }

    @property
    def cosines(self) -> str:
        """The cosines of the word's vectors in a sentence; empty where one domain has the word.

        >>> Comparison("light", (), (Likeness(("books", "tools"), 0.625),)).cosines
        'cosine of its vectors: books and tools 0.62'
        """
        named = [(" and ".join(pair.domains), pair.cosine) for pair in self.likeness]
        told = ", ".join(f"{pair} {cosine:.2f}" for pair, cosine in named)
        if len(named) > MOST_COSINES:
            ranked = sorted(named, key=lambda each: each[1])
            ends = (f"{cosine:.2f} ({pair})" for pair, cosine in (ranked[0], ranked[-1]))
            told = f"between {' and '.join(ends)}"
        return told and f"cosine of its vectors: {told}"

    @property
    def verdict(self) -> str:
        """The word, and the cosines of its vectors."""
        return "; ".join(filter(None, (self.word, self.cosines)))

    def rows(self) -> list[tuple[str, ...]]:
        """Return a table with a heading: one column per domain, the nearest words first."""
        columns = [
            ["no vector"]
            if each.neighbors is None
            else [f"{near.cosine:5.2f} {near.word}" for near in each.neighbors]
            for each in self.domains
        ]
        return [tuple(each.place for each in self.domains), *zip_longest(*columns, fillvalue="")]

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per neighbor."""
        return [
            {
                "word": self.word,
                "domain": each.domain,
                "among": each.among,
                "rank": rank,
                "neighbor": near.word,
                "cosine": near.cosine,
                "occurrences": near.occurrences,
            }
            for each in self.domains
            for rank, near in enumerate(each.neighbors or (), start=1)
        ]


class WordLookup:
    """Looks words up in the vectors of several domains; `vectors_` has them by domain.

    >>> import numpy as np
    >>> from crosslex import DomainVectors
    >>> books = DomainVectors("books", ("light", "novel"), np.array([[1, 0], [3, 4]]))
    >>> kitchen = DomainVectors("kitchen", ("knife",), np.array([[0, 2]]))
    >>> print(WordLookup({"books": books, "kitchen": kitchen}).compare("light"))
    light
    books       kitchen
     0.60 novel no vector
    """

    vectors_: "dict[str, DomainVectors]"

    def __init__(self, vectors: "dict[str, DomainVectors]") -> None:
        self.vectors_ = vectors

    def compare(
        self, word: str, *, top: int = 10, min_count: int = MIN_COUNT, phrases: bool = False
    ) -> Comparison:
        """Return a word's neighbors side by side, one column per domain.

        The word may be typed as in a text: `Knives` finds `knife`. Neighbors that occur less
        than `min_count` times in their domain are left out, and so are two-word phrases unless
        asked for.
        """
        vectors = self._vectors()
        word = known_form(word, vectors)
        return self._found(word, [(name, name) for name in vectors], top, min_count, phrases)

    def neighbors(
        self,
        word: str,
        *,
        domain: str | None = None,
        among: str | None = None,
        top: int = 10,
        min_count: int = MIN_COUNT,
        phrases: bool = False,
    ) -> Comparison:
        """Return the words nearest to a word, in one domain or in each that has it.

        Parameters
        ----------
        word
            The word as typed: `Knives` finds `knife`.
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
        """
        vectors = self._vectors()
        for name, value in (("domain", domain), ("among", among)):
            if value is not None:
                check_choice(name, value, vectors)
        asked = list(vectors) if domain is None else [domain]
        word = known_form(word, vectors, asked)
        having = [(name, among or name) for name in asked if word in vectors[name].positions]
        return self._found(word, having, top, min_count, phrases)

    def _found(
        self,
        word: str,
        places: Iterable[tuple[str, str]],
        top: int,
        min_count: int,
        phrases: bool,
    ) -> Comparison:
        """Return a known word's neighbors; places are its domain, and whose words to search."""
        vectors, found = self.vectors_, []
        for name, among in places:
            here, there = vectors[name], vectors[among]
            if word not in here.positions:
                found.append(Neighborhood(name, among, 0, None))
                continue
            near = here.neighbors(word, top, among=there, min_count=min_count, phrases=phrases)
            neighbors = (Neighbor(other, cosine, there.count(other)) for other, cosine in near)
            known = here.domain_weight(word), here.stability(word)
            found.append(Neighborhood(name, among, here.count(word), tuple(neighbors), *known))
        having = [each.domain for each in found if each.neighbors is not None]
        likeness = (
            Likeness((a, b), vectors[a].similarity(word, word, across=vectors[b]))
            for a, b in combinations(having, 2)
        )
        return Comparison(word, tuple(found), tuple(likeness))

    def _vectors(self) -> "dict[str, DomainVectors]":
        if not hasattr(self, "vectors_"):
            raise InputError("the model has learned nothing yet; call fit first")
        return self.vectors_


def known_form(
    word: str, vectors: "Mapping[str, DomainVectors]", domains: Sequence[str] | None = None
) -> str:
    """Return a word as the domains know it: as typed, in lower case, or analyzed as texts were.

    `Knives` finds `knife`. Stop words that are left out so are named in a warning. Where none of
    the domains has it (None asks all), the message of the UnknownWordError names other domains,
    parts of the word or near spellings.
    """
    asked = list(vectors) if domains is None else list(domains)
    settings = next((each.text_settings for each in vectors.values()), None)
    forms: list[str] = []
    for form in forms_of(word, settings):
        if any(form in vectors[name].positions for name in asked):
            # Words without spaces between them are taken apart by a segmenter, not by who typed.
            if " " in word.strip() and len(forms) == FORMS_AS_TYPED and settings is not None:
                _warn_of_stop_words(word, form, settings)
            return form
        forms.append(form)
    where = f"domain {asked[0]!r}" if len(asked) == 1 else "any domain"

    def hint() -> str:
        known = [name for name in vectors if any(form in vectors[name].positions for form in forms)]
        if known:
            return f"; it has one in {', '.join(known)}"
        if settings is not None and settings.stop_words_used.intersection(forms):
            return "; it is a stop word, and these have none"
        if settings is not None and settings.terms.intersection(forms):
            return "; it is a given term, but too rare in the texts to have one"
        words = dict.fromkeys(each for name in asked for each in vectors[name])
        told = ""
        parts = [
            next((each for each in forms_of(part, settings) if each in words), "")
            for part in _PART.findall(forms[1])
        ]
        if len(parts) > 1 and all(parts):
            told = f"; its parts have: {', '.join(map(repr, parts))}"
        near = get_close_matches(forms[1], words, n=3)
        return told + (f"; near spellings: {', '.join(map(repr, near))}" if near else "")

    raise UnknownWordError(f"{word!r} has no vector in {where}", hint)


def _warn_of_stop_words(word: str, form: str, settings: TextSettings) -> None:
    """Warn of a phrase of which only a word is looked up, as the others are stop words."""
    from crosslex.text.analysis import analyze

    lemmas = dict.fromkeys(lemma for sentence in analyze(word, settings) for lemma in sentence)
    dropped = [each for each in lemmas if each in settings.stop_words_used - {*form.split(" ")}]
    if dropped:
        are = "are stop words" if len(dropped) > 1 else "is a stop word"
        warnings.warn(
            f"{word!r} is looked up as {form!r}, since {listed(list(map(repr, dropped)))} {are}; "
            "for the phrase use concordance(matching=…)",
            CrosslexWarning,
            stacklevel=3,
        )


def forms_of(word: str, text_settings: TextSettings | None = None) -> Iterator[str]:
    """Yield the forms under which a word may be known: as typed, in lower case, analyzed.

    >>> list(forms_of("Sharp  Knives", TextSettings()))
    ['Sharp  Knives', 'sharp knives', 'sharp knife']
    """
    if not isinstance(word, str):
        raise InputError(f"word: found {word!r}; give a text")
    yield word
    yield " ".join(word.lower().split())
    if text_settings is None:
        return
    # Imported only where it is needed: most words are found as they are typed.
    from crosslex.text.analysis import analyze

    lemmas = [lemma for sentence in analyze(word, text_settings) for lemma in sentence]
    words = [lemma for lemma in lemmas if lemma not in text_settings.stop_words_used]
    joined = lemmas if text_settings.bigrams_first else words
    if len(words) == 1:
        yield words[0]
    elif text_settings.bigrams and len(joined) == 2:
        yield " ".join(joined)
