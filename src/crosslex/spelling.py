"""Words as users type them: their analyzed forms, and suggestions for words that are missing."""

from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from heapq import nlargest
from itertools import pairwise

from crosslex.errors import InputError
from crosslex.text.settings import TextSettings

_SPELLINGS = 3
_CANDIDATES = 200


def forms_of(word: str, text_settings: TextSettings | None = None) -> Iterator[str]:
    """Yield the forms under which a word may be known: as typed, in lower case, analyzed.

    >>> from crosslex.text.settings import TextSettings
    >>> list(forms_of("Sharp  Knives", TextSettings()))
    ['Sharp  Knives', 'sharp knives', 'sharp knife']
    """
    if not isinstance(word, str):
        raise InputError(f"word: found {word!r}; give a text")
    yield word
    yield normalized(word)
    if text_settings is not None:
        whole = _whole_feature(_lemmas(word, text_settings), text_settings)
        if whole is not None:
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
    return spelling_hint(word, words)


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


def normalized(word: str) -> str:
    """Return a word in lower case, with single spaces."""
    return " ".join(word.lower().split())


def spelling_hint(word: str, words: Sequence[str]) -> str:
    """Return the words spelled most like this one, as the end of a message.

    >>> spelling_hint("lightwieght", ("novel", "lightweight"))
    "; near spellings: 'lightweight'"
    """
    near = near_spellings(word, words)
    return f"; near spellings: {', '.join(map(repr, near))}" if near else ""


def near_spellings(word: str, words: Sequence[str]) -> list[str]:
    """Return the words spelled most like this one, the nearest first.

    Of all words only those that share the most pairs of letters are compared closely, which takes
    a small part of the time.

    >>> near_spellings("lightwieght", ("novel", "lightweight", "heavyweight"))
    ['lightweight']
    """
    word = normalized(word)
    wanted = _letter_pairs(word)

    def overlap(other: str) -> float:
        pairs = _letter_pairs(other)
        return len(wanted & pairs) / (len(wanted) + len(pairs))

    return get_close_matches(word, nlargest(_CANDIDATES, words, key=overlap), n=_SPELLINGS)


def _letter_pairs(word: str) -> set[str]:
    return set(map("".join, pairwise(f" {word} ")))
