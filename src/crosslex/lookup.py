"""Words of a model looked up as people type them, with their neighbors per domain."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import combinations
from typing import TYPE_CHECKING

from crosslex.checks import check_choice
from crosslex.comparison import Comparison, Likeness, Neighbor, Neighborhood
from crosslex.errors import InputError, UnknownWordError
from crosslex.text.settings import TextSettings

if TYPE_CHECKING:
    # The command line describes its options without loading numpy.
    from crosslex.vectors import DomainVectors

MIN_COUNT = 5
"""Uses below which a word says too little about a domain to be shown as a neighbor there."""


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
        found = (
            _neighborhood(word, each, each, top, min_count, phrases) for each in vectors.values()
        )
        return self._compared(word, found)

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
        found = (
            _neighborhood(word, vectors[name], vectors[among or name], top, min_count, phrases)
            for name in asked
            if word in vectors[name].positions
        )
        return self._compared(word, found)

    def _compared(self, word: str, found: Iterable[Neighborhood]) -> Comparison:
        shown, vectors = tuple(found), self.vectors_
        having = [each.domain for each in shown if each.neighbors is not None]
        likeness = (
            Likeness((a, b), vectors[a].similarity(word, word, across=vectors[b]))
            for a, b in combinations(having, 2)
        )
        return Comparison(word, shown, tuple(likeness))

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
