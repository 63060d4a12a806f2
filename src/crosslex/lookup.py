"""Words of a model looked up as people type them, with their neighbors per domain."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import combinations, zip_longest
from typing import TYPE_CHECKING, Any

from crosslex.checks import check_choice
from crosslex.errors import InputError, UnknownWordError
from crosslex.imports import import_optional
from crosslex.results import html_table, text_table
from crosslex.text.settings import TextSettings

if TYPE_CHECKING:
    # The command line describes its options without loading numpy.
    from crosslex.vectors import DomainVectors

MIN_COUNT = 5
"""Uses below which a word says too little about a domain to be shown as a neighbor there."""


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


@dataclass(frozen=True)
class Likeness:
    """The cosine of a word's vectors in two domains."""

    domains: tuple[str, str]
    cosine: float


@dataclass(frozen=True)
class Comparison:
    """The neighbors of one word in every domain, side by side.

    Parameters
    ----------
    word
        The word, in the form that the domains know.
    domains
        Its neighbors, one entry per domain.
    likeness
        How alike its vectors are, one entry per pair of domains that have the word.
    """

    word: str
    domains: tuple[Neighborhood, ...]
    likeness: tuple[Likeness, ...] = ()

    @property
    def columns(self) -> dict[str, tuple[tuple[str, float], ...] | None]:
        """Words and cosines of the neighbors by domain; None where the word has no vector."""
        return {
            each.domain: None
            if each.neighbors is None
            else tuple((near.word, near.cosine) for near in each.neighbors)
            for each in self.domains
        }

    def __str__(self) -> str:
        return f"{self.word}\n{text_table(self._rows())}"

    def _repr_html_(self) -> str:
        return html_table(self.word, self._rows())

    def to_frame(self) -> Any:
        """Return a pandas data frame, one row per neighbor: domain, rank, neighbor, cosine."""
        rows = [
            (domain, rank, word, cosine)
            for domain, column in self.columns.items()
            for rank, (word, cosine) in enumerate(column or (), start=1)
        ]
        names = ["domain", "rank", "neighbor", "cosine"]
        return import_optional("pandas", needed_for="to_frame").DataFrame(rows, columns=names)

    def _rows(self) -> list[tuple[str, ...]]:
        columns = [
            ["no vector"]
            if column is None
            else [f"{cosine:5.2f} {word}" for word, cosine in column]
            for column in self.columns.values()
        ]
        return [tuple(self.columns), *zip_longest(*columns, fillvalue="")]


def known_form(
    word: str, vectors: "Mapping[str, DomainVectors]", domains: Sequence[str] | None = None
) -> str:
    """Return a word as the domains know it: as typed, in lower case, or analyzed as texts were.

    `Knives` finds `knife`. Where none of the domains has it (None asks all), the message of the
    UnknownWordError names other domains or near spellings.
    """
    asked = list(vectors) if domains is None else list(domains)
    settings = next((each.text_settings for each in vectors.values()), None)
    forms = []
    for form in forms_of(word, settings):
        if any(form in vectors[name].positions for name in asked):
            return form
        forms.append(form)
    where = f"domain {asked[0]!r}" if len(asked) == 1 else "any domain"
    holders = [
        name for name, other in vectors.items() if any(form in other.positions for form in forms)
    ]

    def hint() -> str:
        if holders:
            return f"; it has one in {', '.join(holders)}"
        words = dict.fromkeys(each for name in asked for each in vectors[name])
        return missing_hint(word, tuple(words), settings)

    raise UnknownWordError(f"{word!r} has no vector in {where}", hint)


def forms_of(word: str, text_settings: TextSettings | None = None) -> Iterator[str]:
    """Yield the forms under which a word may be known: as typed, in lower case, analyzed.

    >>> list(forms_of("Sharp  Knives", TextSettings()))
    ['Sharp  Knives', 'sharp knives', 'sharp knife']
    """
    if not isinstance(word, str):
        raise InputError(f"word: found {word!r}; give a text")
    yield word
    yield " ".join(word.lower().split())
    if text_settings and (whole := _whole_feature(_lemmas(word, text_settings), text_settings)):
        yield whole


def missing_hint(word: str, words: Sequence[str], text_settings: TextSettings | None) -> str:
    """Return a suggestion for a word that is missing, as the end of a message.

    >>> missing_hint("foreign key constraint", ("foreign key", "constraint"), TextSettings())
    "; vectors are those of one word or two: ask for 'constraint' or 'foreign key'"
    >>> missing_hint("Foreing", ("foreign",), TextSettings())
    "; near spellings: 'foreign'"
    """
    if text_settings is not None:
        from crosslex.text.analysis import features

        lemmas = _lemmas(word, text_settings)
        pieces = dict.fromkeys(features(lemmas, text_settings))
        if _whole_feature(lemmas, text_settings) is None and len(pieces) > 1:
            known = set(words)
            found = " or ".join(repr(piece) for piece in pieces if piece in known)
            ask = f": ask for {found}" if found else ", and of these words none has one"
            return f"; vectors are those of one word or two{ask}"
    near = get_close_matches(" ".join(word.lower().split()), words, n=3)
    return f"; near spellings: {', '.join(map(repr, near))}" if near else ""


def _lemmas(word: str, text_settings: TextSettings) -> list[str]:
    # Imported only where it is needed: most words are found as they are typed.
    from crosslex.text.analysis import analyze

    return [lemma for sentence in analyze(word, text_settings) for lemma in sentence]


def _whole_feature(lemmas: Sequence[str], text_settings: TextSettings) -> str | None:
    """Return the one feature that covers all lemmas but stop words, if there is one."""
    words = [lemma for lemma in lemmas if lemma not in text_settings.stop_words_used]
    if len(words) == 1:
        return words[0]
    joined = lemmas if text_settings.bigrams_first else words
    return " ".join(joined) if text_settings.bigrams and len(joined) == 2 else None


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
        columns = (
            _neighborhood(word, each, each, top, min_count, phrases) for each in vectors.values()
        )
        likeness = (
            Likeness((a, b), vectors[a].similarity(word, word, across=vectors[b]))
            for a, b in combinations(vectors, 2)
            if word in vectors[a].positions and word in vectors[b].positions
        )
        return Comparison(word, tuple(columns), tuple(likeness))

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
        return tuple(
            _neighborhood(word, vectors[name], vectors[among or name], top, min_count, phrases)
            for name in asked
            if word in vectors[name].positions
        )

    def _vectors(self) -> "dict[str, DomainVectors]":
        if not hasattr(self, "vectors_"):
            raise InputError("the model has learned nothing yet; call fit first")
        return self.vectors_


def _neighborhood(
    word: str,
    here: "DomainVectors",
    there: "DomainVectors",
    top: int,
    min_count: int,
    phrases: bool,
) -> Neighborhood:
    if word not in here.positions:
        return Neighborhood(here.domain, there.domain, 0, None)
    near = here.neighbors(word, top, among=there, min_count=min_count, phrases=phrases)
    found = tuple(Neighbor(other, cosine, there.count(other)) for other, cosine in near)
    known = here.domain_weight(word), here.stability(word)
    return Neighborhood(here.domain, there.domain, here.count(word), found, *known)
