"""Raw text to sentences of lemmas, each a slice of what was written, and sentences to features."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate, pairwise
from typing import Any

from crosslex.errors import InputError
from crosslex.text.lemmas import token_lemmas
from crosslex.text.settings import TERM_SPACE, Sentences, TextSettings
from crosslex.text.tokens import (
    ENDING,
    SENTENCE_END,
    SENTENCE_MARKS,
    clean,
    lower_case,
    tokens_of,
)

LONGEST_PIECE = 2**20
"""Characters: its tokens take up to a hundred times as much."""

_DEFAULT = TextSettings()
_ENDS = frozenset((*SENTENCE_MARKS, SENTENCE_END))

# What becomes plain text on its own: a tag, a reference such as &amp;quot;, a space, a word.
_UNIT = re.compile(r"<[^<>]{0,1000}>|&(?:amp;)*#?\w{1,32};?|\s|[^\s<&]{1,200}|.")

Terms = dict[str, list[tuple[tuple[str, ...], str]]]
"""Lemmas and name of the terms that begin with a lemma, the longest first."""


def analyze(text: str, settings: TextSettings = _DEFAULT) -> Sentences:
    """Return the sentences of a text as lemmas, stop words kept.

    >>> analyze("The knives weren't sharp. I don't recommend them!!!")
    [['the', 'knife', 'be', 'not', 'sharp'], ['i', 'do', 'not', 'recommend', 'they']]
    """
    return [words for sentences, _ in located_pieces(text, settings) for words in sentences]


def located_pieces(
    text: str, settings: TextSettings = _DEFAULT
) -> Iterator[tuple[Sentences, list[int]]]:
    """Yield the sentences and where each ends in the raw text, by pieces of a long text.

    A sentence begins where the one before it ends. Your own tokenizer or analyzer does not report
    where sentences end: then each of them ends with the text, and is all of it.

    >>> list(located_pieces("It <b>cuts</b>. Well!"))
    [([['it', 'cut'], ['well']], [15, 21])]
    """
    terms = terms_of(settings)
    if terms:
        for sentences, ends in located_pieces(text, replace(settings, terms=frozenset())):
            yield [[name for name, _, _ in join_terms(each, terms)] for each in sentences], ends
        return
    if settings.has_own_words:
        sentences = _own_sentences(text, settings)
        yield sentences, [len(text)] * len(sentences)
        return
    lemmas = token_lemmas(settings)
    before = 0
    for piece in pieces(text):
        if settings.tokens == "whitespace":
            plain, lines = piece, piece.splitlines(keepends=True)
            parts = [_lemmatized(line.split(), lemmas) for line in lines]
            ends = [*accumulate(map(len, lines))]
        else:
            plain = clean(piece)
            lower = lower_case(plain, settings.language)
            tokens = tokens_of(lower)
            joined = " ".join(map(lemmas.__getitem__, tokens))
            parts = [part.split() for part in joined.split(SENTENCE_END)]
            ends = [*_sentence_ends(lower, tokens, len(parts) - 1), len(plain)]
        found = [end for words, end in zip(parts, ends, strict=True) if words]
        raw_ends = _raw_ends(piece, plain, found)
        yield [*filter(None, parts)], [before + end for end in raw_ends] if before else raw_ends
        before += len(piece)


def _own_sentences(text: str, settings: TextSettings) -> Sentences:
    """Return what the user's own functions find, without empty sentences."""
    if settings.analyzer is not None:
        found = checked_sentences(_analyzed(settings.analyzer(text)), "analyzer returned")
    elif settings.tokenizer is not None:
        lemmas = token_lemmas(settings)
        words = checked_sentences(settings.tokenizer(text), "tokenizer returned")
        found = [_lemmatized(sentence, lemmas) for sentence in words]
    return [sentence for sentence in found if sentence]


def _analyzed(found: Any) -> Any:
    """Return what an analyzer returned; of spaCy's documents, their sentences of lemmas."""
    if not hasattr(found, "has_annotation"):
        return found
    return [
        [
            "".join((token.lemma_ or token.text).lower().split())
            for token in sentence
            if not (token.is_space or token.is_punct)
        ]
        for sentence in (found.sents if found.has_annotation("SENT_START") else [found])
    ]


def _lemmatized(words: Iterable[str], lemmas: dict[str, str]) -> list[str]:
    return " ".join([lemmas[word] for word in words]).split()


def checked_sentences(sentences: Any, what: str) -> Sentences:
    """Return sentences that are lists of words; others are refused, after saying what they are."""
    listed = [_listed(each, what) for each in _listed(sentences, what)]
    for words in listed:
        for word in words:
            # A space marks bigrams, so a word cannot hold one.
            if not isinstance(word, str) or word.split() != [word]:
                raise InputError(
                    f"{what} the word {word!r:.40}: words must be strings without spaces"
                )
    return listed


def _listed(values: Any, what: str) -> list[Any]:
    if isinstance(values, str | bytes) or not isinstance(values, Iterable):
        raise InputError(f"{what} {values!r:.40}: give a list of sentences, each a list of words")
    return list(values)


@lru_cache(maxsize=8)
def terms_of(settings: TextSettings) -> Terms:
    """Return the terms of text settings by the lemma that they begin with."""
    plain = replace(settings, terms=frozenset())
    names: dict[tuple[str, ...], str] = {}
    # In order, so that of two terms with the same lemmas always the same one gives the name.
    for term in sorted(settings.terms):
        lemmas = tuple(lemma for sentence in analyze(term, plain) for lemma in sentence)
        if len(lemmas) < 2:
            raise InputError(f"terms: found {term!r}; each must be two words or more")
        names.setdefault(lemmas, term.replace(" ", TERM_SPACE))
    found: Terms = {}
    for lemmas in sorted(names, key=len, reverse=True):
        found.setdefault(lemmas[0], []).append((lemmas, names[lemmas]))
    return found


def join_terms(words: Sequence[str], terms: Terms) -> Iterator[tuple[str, int, int]]:
    """Yield words and terms, each with the places of its first word and after its last.

    >>> terms = {"cost": [(("cost", "of", "live"), "cost of living")]}
    >>> list(join_terms(["high", "cost", "of", "live"], terms))
    [('high', 0, 1), ('cost of living', 1, 4)]
    """
    place = 0
    while place < len(words):
        stop, name = place + 1, words[place]
        for lemmas, term in terms.get(name, ()):
            if tuple(words[place : place + len(lemmas)]) == lemmas:
                stop, name = place + len(lemmas), term
                break
        yield name, place, stop
        place = stop


def shown_text(sentence: str, settings: TextSettings) -> str:
    """Return a raw sentence on one line, without tags."""
    plain = sentence if settings.tokens == "whitespace" else clean(sentence)
    return " ".join(plain.split())


def pieces(text: str, longest: int = LONGEST_PIECE) -> Iterator[str]:
    r"""Yield a text in pieces that end with a paragraph, a line, a sentence or a word.

    A text of at most `longest` characters is one piece. What ends a piece is looked for in its
    second half, the best first; a word as long as that is cut.

    >>> list(pieces("A dull plot. A good cast.", longest=20))
    ['A dull plot. ', 'A good cast.']
    >>> list(pieces("x" * 5, longest=2))
    ['xx', 'xx', 'x']
    """
    start = 0
    while len(text) - start > longest:
        stop = start + longest
        for end in ("\n\n", "\n", ". ", " "):
            found = text.rfind(end, start + longest // 2, stop)
            if found >= 0:
                stop = found + len(end)
                break
        yield text[start:stop]
        start = stop
    yield text[start:] if start else text


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
