"""Where a feature stands in a text that people read."""

import re
from itertools import pairwise

from crosslex.text.analysis import token_lemmas
from crosslex.text.settings import TextSettings
from crosslex.text.words import SENTENCE_END, TOKEN

Span = tuple[int, int]
"""Where a piece of text begins and where it ends."""

_DEFAULT = TextSettings()


def find_feature(feature: str, text: str, settings: TextSettings = _DEFAULT) -> list[Span]:
    """Return where the words of a feature stand in a text, in whatever form they have there.

    Your own tokenizer or analyzer cannot say where it found a word: then the feature is looked
    for as it is spelled.

    >>> find_feature("knife", "Knives? A knife's edge.")
    [(0, 6), (10, 17)]
    >>> find_feature("waste money", "A waste of MONEY!")
    [(2, 7), (11, 16)]
    """
    if settings.analyzer is not None or settings.tokenizer is not None:
        spelled = re.compile(rf"(?<!\w){re.escape(feature)}(?!\w)", re.IGNORECASE)
        return [found.span() for found in spelled.finditer(text)]
    words = _words(text, settings)
    if " " not in feature:
        return sorted({span for lemma, span in words if lemma == feature})
    found = set()
    for (first, here), (second, there) in pairwise(words):
        if f"{first} {second}" == feature:
            found |= {here, there}
    return sorted(found)


def _words(text: str, settings: TextSettings) -> list[tuple[str, Span]]:
    """Return the lemmas that `features` keeps, and the ends of sentences, which end bigrams too."""
    lower = text.lower()
    if len(lower) != len(text):
        # A few letters change their length in lower case, which moves all positions after them.
        return []
    lemmas, stop_words = token_lemmas(settings), settings.stop_words_used
    words = []
    for token in TOKEN.finditer(lower):
        found = lemmas[token[0]]
        lemmas_here = [SENTENCE_END] if found == SENTENCE_END else found.split()
        words += [(lemma, token.span()) for lemma in lemmas_here if lemma not in stop_words]
    return words
