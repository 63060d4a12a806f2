"""Where sentences are in a raw text: what analysis finds, as slices of what was written."""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise

from crosslex.text.analysis import (
    Span,
    lemmatized,
    parts_of,
    pieces,
    sentences_of,
    token_lemmas,
)
from crosslex.text.settings import TextSettings
from crosslex.text.terms import terms_of
from crosslex.text.tokens import (
    ENDING,
    SENTENCE_END,
    SENTENCE_MARKS,
    clean,
    lower_case,
    token_pattern,
)

_DEFAULT = TextSettings()

# What becomes plain text on its own: a tag, a reference such as &amp;quot;, a space, a word.
_UNIT = re.compile(r"<[^<>]{0,1000}>|&(?:amp;)*#?\w{1,32};?|\s|[^\s<&]{1,200}|.")


def located_sentences(
    text: str, settings: TextSettings = _DEFAULT
) -> Iterator[tuple[list[str], int]]:
    """Yield the sentences that `analyze` returns, each with where it ends in the raw text.

    A sentence begins where the one before it ends. Your own tokenizer or analyzer does not report
    where sentences end: then each of them ends with the text, and is all of it.

    >>> list(located_sentences("It <b>cuts</b>. Well!"))
    [(['it', 'cut'], 15), (['well'], 21)]
    """
    terms = terms_of(settings)
    if terms is not None:
        for words, end in located_sentences(text, replace(settings, terms=frozenset())):
            yield terms.join(words), end
        return
    if settings.analyzer is not None or settings.tokenizer is not None:
        yield from ((words, len(text)) for words in sentences_of(text, settings))
        return
    lemmas = token_lemmas(settings)
    before = 0
    for piece in pieces(text):
        if settings.tokens == "whitespace":
            plain, lines = piece, piece.splitlines(keepends=True)
            parts, ends = lemmatized(map(str.split, lines), lemmas), [*accumulate(map(len, lines))]
        else:
            plain = clean(piece)
            lower = lower_case(plain, settings.language)
            parts = parts_of(lower, lemmas)
            ends = [*_sentence_ends(lower, len(parts) - 1), len(plain)]
        found = [(words, end) for words, end in zip(parts, ends, strict=True) if words]
        raw_ends = _raw_ends(piece, plain, [end for _, end in found])
        for (words, _), end in zip(found, raw_ends, strict=True):
            yield words, before + end
        before += len(piece)


def sentence_spans(start: int, ends: Sequence[int]) -> list[Span]:
    """Return where sentences begin and end, given their ends and where their text begins.

    >>> sentence_spans(2, [9, 12]), sentence_spans(2, [9, 9])
    ([(2, 9), (9, 12)], [(2, 9), (2, 9)])
    """
    return [(start if before == end else before, end) for before, end in pairwise([start, *ends])]


def raw_sentences(text: str, settings: TextSettings = _DEFAULT) -> list[str]:
    """Return the original sentences of a text, one for each that `analyze` returns.

    >>> raw_sentences("The knives weren't sharp. I <b>don't</b> recommend them!!!")
    ["The knives weren't sharp.", "I don't recommend them!!!"]
    """
    ends = [end for _, end in located_sentences(text, settings)]
    return [shown_text(text[start:end], settings) for start, end in sentence_spans(0, ends)]


def shown_text(sentence: str, settings: TextSettings = _DEFAULT) -> str:
    """Return a raw sentence on one line, without tags."""
    plain = sentence if settings.tokens == "whitespace" else clean(sentence)
    return " ".join(plain.split())


def _sentence_ends(lower: str, number: int) -> list[int]:
    """Return where the tokens end that end sentences, given how many there are."""
    marks = [found.end() for found in ENDING.finditer(lower)]
    if len(marks) == number:  # mostly: no other token holds such a mark
        return marks
    ends = {*SENTENCE_MARKS, SENTENCE_END}
    tokens = token_pattern(lower).finditer(lower)
    return [token.end() for token in tokens if lower[token.start()] in ends]


def _raw_ends(raw: str, plain: str, ends: Sequence[int]) -> list[int]:
    """Return where sentences end in a raw text, given where they end in its plain text.

    Each slice of the raw text becomes the same slice of the plain text; where that cannot be, all
    sentences end with the text.
    """
    if plain == raw:
        return [*ends]
    found = [0]
    for start, end in pairwise([0, *ends]):
        wanted, here = plain[start:end], found[-1]
        # Most marks are replaced one by one, so that nothing moves.
        there = here + len(wanted) if end < len(plain) else len(raw)
        if clean(raw[here:there]) != wanted:
            there = raw_position(raw, len(wanted), here)
            if clean(raw[here:there]) != wanted:
                return [len(raw)] * len(ends)
        found.append(there)
    return found[1:]


def raw_position(raw: str, length: int, start: int = 0) -> int:
    """Return the first place of a raw text up to which its plain text has so many characters.

    >>> raw_position("<b>A &amp; B</b>", 4), clean("<b>A &amp; B</b>")[:4]
    (10, ' A &')
    """
    for unit in _UNIT.finditer(raw, start):
        text, plain = unit[0], clean(unit[0])
        if len(plain) < length:
            length -= len(plain)
        elif plain == text:
            return unit.start() + length
        elif text[0] in "<&":
            return unit.end()
        else:
            sizes = [len(clean(text[:size])) for size in range(len(text))]
            return unit.start() + bisect_left(sizes, length)
    return len(raw)
