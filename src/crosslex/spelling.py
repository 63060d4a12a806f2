"""Words as users type them: their analyzed forms, and suggestions for words that are missing."""

import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

import numpy as np
from numpy.typing import NDArray

from crosslex.errors import InputError
from crosslex.text.settings import TextSettings

_SPELLINGS = 3
_SPELLING_CANDIDATES = 200


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

    Of all words only those that share the most letters and pairs of letters are looked at closely,
    which takes milliseconds where looking at all takes seconds.

    >>> near_spellings("lightwieght", ("novel", "lightweight", "heavyweight"))
    ['lightweight']
    """
    if not words:
        return []
    word = normalized(word)
    wanted = _code_points(f"\n{word}\n")
    letters = np.unique(wanted)
    codes = np.zeros(sys.maxunicode + 1, np.intp)
    codes[letters] = np.arange(1, len(letters) + 1)
    size = len(letters) + 1
    pairs = np.zeros(size * size, np.uint8)
    pairs[codes[wanted[:-1]] * size + codes[wanted[1:]]] = 1
    text = codes.take(_code_points("\n".join(("", *words, ""))))
    shared = (text[1:] > 0) + pairs.take(text[:-1] * size + text[1:])
    lengths = np.fromiter(map(len, words), np.int64, len(words)) + 1
    starts = np.cumsum(lengths) - lengths
    likeness = np.add.reduceat(shared, starts, dtype=np.int64) / (lengths + len(wanted))
    nearest = np.argpartition(-likeness, min(_SPELLING_CANDIDATES, len(words)) - 1)
    close = [words[index] for index in nearest[:_SPELLING_CANDIDATES]]
    return get_close_matches(word, close, n=_SPELLINGS)


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
