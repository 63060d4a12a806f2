"""Positions of a feature in a sentence, in any inflected form."""

import re
from collections.abc import Sequence
from functools import lru_cache
from math import inf

from crosslex.text.analysis import join_terms, raw_position, terms_of
from crosslex.text.lemmas import run_words, token_lemmas
from crosslex.text.settings import TextSettings
from crosslex.text.tokens import SENTENCE_END, clean, lower_case, token_pattern

_SPLIT_TOKEN = re.compile(r"\S+|\n")
_DEFAULT = TextSettings()

Span = tuple[int, int]
"""Start and end of a piece of text, in characters."""


def find_feature(feature: str, plain: str, settings: TextSettings = _DEFAULT) -> list[Span]:
    """Return the positions of a feature's words in a plain text, in any inflected form.

    Your own tokenizer or analyzer does not report positions: then the feature is searched for
    as it is spelled.

    >>> find_feature("knife", "Knives? A knife's edge.")
    [(0, 6), (10, 17)]
    >>> find_feature("waste money", "A waste of MONEY!")
    [(2, 7), (11, 16)]
    """
    return sorted({span for use in _finder(feature, settings).find(plain) for span in use})


def located_words(plain: str, settings: TextSettings) -> list[tuple[str, Span]]:
    r"""Return the lemmas of a plain text, and the ends of its sentences, with where each is.

    Without those ends, they are the words that `analyze` returns, one after the other. Those of
    your own tokenizer or analyzer are taken to be between spaces.

    >>> located_words("It can't. Why?", TextSettings())[:4]
    [('it', (0, 2)), ('can', (3, 8)), ('not', (3, 8)), ('\n', (8, 9))]
    """
    if settings.has_own_words:
        return [(word[0], word.span()) for word in re.finditer(r"\S+", plain)]
    lower = lower_case(plain, settings.language)
    lemmas = token_lemmas(settings)
    segment = run_words(settings) if settings.finds_words else None
    is_split = settings.tokens == "whitespace"
    words: list[tuple[str, Span]] = []
    for token in _SPLIT_TOKEN.finditer(plain) if is_split else token_pattern(lower).finditer(lower):
        found = SENTENCE_END if token[0] == SENTENCE_END else lemmas[token[0]]
        if found == SENTENCE_END:
            words.append((SENTENCE_END, token.span()))
        elif segment is not None and not token[0].isascii():
            begin = token.start()
            for made, start, end in segment(token[0]):
                words += [(lemma, (begin + start, begin + end)) for lemma in made.split()]
        else:
            words += [(lemma, token.span()) for lemma in found.split()]
    terms = terms_of(settings)
    if not terms:
        return words
    joined = join_terms([word for word, _ in words], terms)
    return [(name, (words[first][1][0], words[end - 1][1][1])) for name, first, end in joined]


class UseFinder:
    """Finds the uses of a feature in sentences, or those near another feature.

    Features are near if at most `within` - 1 words are between them.

    >>> UseFinder("waste money", TextSettings()).places("A <b>waste</b> of MONEY!")
    [(5, 23)]
    >>> UseFinder("knife", TextSettings(), near="edge", within=1).places("Knives? A knife's edge.")
    [(10, 17)]
    """

    def __init__(
        self, feature: str, settings: TextSettings, *, near: str | None = None, within: int = 10
    ) -> None:
        self._feature, self._settings, self._within = feature, settings, within
        self._near = None if near is None else _finder(near, settings)
        self._is_own = settings.has_own_words
        self._dropped = frozenset() if settings.bigrams_first else settings.stop_words_used

    def places(self, sentence: str) -> list[Span]:
        """Return where each use begins and ends in a raw sentence."""
        is_plain = self._is_own or self._settings.tokens == "whitespace"
        plain = sentence if is_plain else clean(sentence)
        found = [(use[0][0], use[-1][1]) for use in self.find(plain)]
        if self._near is not None and found:
            others = [(use[0][0], use[-1][1]) for use in self._near.find(plain)]
            words = [span for _, span in located_words(plain, self._settings)]
            found = [
                use
                for use in found
                if any(words_between(words, use, other) < self._within for other in others)
            ]
        return found if plain == sentence else [_in_raw(sentence, plain, span) for span in found]

    def find(self, plain: str) -> list[list[Span]]:
        """Return for each use in a plain text where its words are."""
        if self._is_own:
            spelled = rf"(?<!\w){re.escape(self._feature)}(?!\w)"
            return [[found.span()] for found in re.finditer(spelled, plain, re.IGNORECASE)]
        wanted = self._feature.split(" ")
        words = [
            word for word in located_words(plain, self._settings) if word[0] not in self._dropped
        ]
        runs = (words[first : first + len(wanted)] for first in range(len(words)))
        return [[span for _, span in run] for run in runs if [lemma for lemma, _ in run] == wanted]


_finder = lru_cache(maxsize=8)(UseFinder)


def words_between(words: Sequence[Span], one: Span, other: Span) -> float:
    """Return how many words are between two places of a text; infinite if they are the same.

    >>> words_between([(0, 1), (2, 7), (8, 11), (12, 17)], (2, 7), (12, 17))
    1
    """
    if one == other:
        return inf
    (_, end), (start, _) = sorted([one, other])
    return sum(end <= first and last <= start for first, last in words)


def _in_raw(raw: str, plain: str, span: Span) -> Span:
    """Return where a place of the plain text is in the raw text."""
    start, end = span
    # Most marks are replaced one by one, so that nothing moves.
    word = raw[start:end]
    is_same = word == plain[start:end] or clean(word) == plain[start:end]
    if is_same and clean(raw[:start]) == plain[:start]:
        return span
    place = raw_position(raw, start), raw_position(raw, end)
    if clean(raw[slice(*place)]).strip() == plain[start:end]:
        return place
    # A mark that appears only after another was replaced, such as an escaped tag.
    spelled = plain[start:end]
    same = [found.start() for found in re.finditer(re.escape(spelled), raw)]
    before = plain[:start].count(spelled)
    return (same[before], same[before] + len(spelled)) if before < len(same) else (0, 0)
