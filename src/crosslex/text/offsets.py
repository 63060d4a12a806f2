"""Where sentences are in a raw text: what analysis finds, as slices of what was written."""

import re
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
from crosslex.text.settings import Sentences, TextSettings
from crosslex.text.terms import terms_of
from crosslex.text.tokens import (
    ENDING,
    SENTENCE_END,
    SENTENCE_MARKS,
    clean,
    lower_case,
    tokens_of,
)

_DEFAULT = TextSettings()
_ENDS = frozenset((*SENTENCE_MARKS, SENTENCE_END))

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
    for sentences, ends in located_pieces(text, settings):
        yield from zip(sentences, ends, strict=True)


def located_pieces(
    text: str, settings: TextSettings = _DEFAULT
) -> Iterator[tuple[Sentences, list[int]]]:
    """Yield the sentences and their ends, as `located_sentences`, by pieces of a long text."""
    terms = terms_of(settings)
    if terms is not None:
        for sentences, ends in located_pieces(text, replace(settings, terms=frozenset())):
            yield [terms.join(words) for words in sentences], ends
        return
    if settings.analyzer is not None or settings.tokenizer is not None:
        sentences = [*sentences_of(text, settings)]
        yield sentences, [len(text)] * len(sentences)
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
            tokens = tokens_of(lower)
            parts = parts_of(tokens, lemmas)
            ends = [*_sentence_ends(lower, tokens, len(parts) - 1), len(plain)]
        found = [end for words, end in zip(parts, ends, strict=True) if words]
        raw_ends = _raw_ends(piece, plain, found)
        yield [*filter(None, parts)], [before + end for end in raw_ends] if before else raw_ends
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


def _sentence_ends(lower: str, tokens: list[str], number: int) -> list[int]:
    """Return where the tokens end that end sentences, given how many there are."""
    marks = [found.end() for found in ENDING.finditer(lower)]
    if len(marks) == number:  # mostly: no other token holds such a mark
        return marks
    ends, at = [], 0
    for token in tokens:
        if not token.isalnum():  # other tokens hold no mark
            at = lower.index(token, at) + len(token)
            if token[0] in _ENDS:
                ends.append(at)
    return ends


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
    if not length:
        return start
    for unit in _UNIT.finditer(raw, start):
        text, plain = unit[0], clean(unit[0])
        if len(plain) < length:
            length -= len(plain)
        elif plain == text:
            return unit.start() + length
        elif text[0] in "<&":
            return unit.end()
        else:
            beginnings = (size for size in range(len(text)) if clean(text[:size]) == plain[:length])
            return unit.start() + next(beginnings, len(text))
    return len(raw)
