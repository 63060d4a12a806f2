"""Where a feature is used in a raw sentence, in whatever form it was written."""

import re
from collections.abc import Sequence
from math import inf

from crosslex.text.analysis import Span, find_feature, located_words, token_lemmas
from crosslex.text.offsets import raw_position
from crosslex.text.settings import TextSettings
from crosslex.text.tokens import clean, lower_case, token_pattern


class UseFinder:
    """Finds the uses of a feature in raw sentences, or those near another feature.

    Features are near if at most `within` - 1 words are between them. Your own tokenizer or
    analyzer does not report positions: then features are searched for as they are spelled.

    >>> UseFinder("waste money", TextSettings()).places("A <b>waste</b> of MONEY!")
    [(5, 23)]
    >>> UseFinder("knife", TextSettings(), near="edge", within=1).places("Knives? A knife's edge.")
    [(10, 17)]
    """

    def __init__(
        self, feature: str, settings: TextSettings, *, near: str | None = None, within: int = 10
    ) -> None:
        self._feature, self._near, self._within = feature, near, within
        self._settings = settings
        self._is_own = settings.analyzer is not None or settings.tokenizer is not None
        self._is_split = settings.tokens == "whitespace"
        # Tokens as they are, with nothing to join or to cut: a word is found at once.
        self._is_quick = not (self._is_split or settings.terms or settings.finds_words)
        self._lemmas = {} if self._is_own else token_lemmas(settings)
        self._dropped = frozenset() if settings.bigrams_first else settings.stop_words_used

    def places(self, sentence: str) -> list[Span]:
        """Return where each use begins and ends in a sentence."""
        plain = sentence if self._is_own or self._is_split else clean(sentence)
        found = self._find(self._feature, plain)
        if self._near is not None:
            others, words = self._find(self._near, plain), self._words(plain)
            found = [
                use
                for use in found
                if any(words_between(words, use, other) < self._within for other in others)
            ]
        return found if plain == sentence else [_in_raw(sentence, plain, span) for span in found]

    def _words(self, plain: str) -> list[Span]:
        """Return where each word of a sentence is; your own analyzer's are separated by spaces."""
        if self._is_own:
            return [word.span() for word in re.finditer(r"\S+", plain)]
        return [span for _, span in located_words(plain, self._settings)]

    def _find(self, feature: str, plain: str) -> list[Span]:
        if self._is_own:
            return find_feature(feature, plain, self._settings)
        words = feature.split(" ")
        if len(words) == 1 and self._is_quick:
            lower = lower_case(plain, self._settings.language)
            held = (
                (token, self._lemmas[token[0]]) for token in token_pattern(lower).finditer(lower)
            )
            return [
                token.span()
                for token, found in held
                if feature in found
                for _ in range(found.split().count(feature))
            ]
        located = located_words(plain, self._settings)
        kept = [word for word in located if word[0] not in self._dropped]
        runs = (kept[first : first + len(words)] for first in range(len(kept) - len(words) + 1))
        return [
            (run[0][1][0], run[-1][1][1]) for run in runs if [lemma for lemma, _ in run] == words
        ]


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
