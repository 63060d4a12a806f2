"""Sentences that show a word's difference best: those deepest on their own domain's side."""

import numpy as np
from numpy.typing import NDArray

from crosslex.counting import Examples
from crosslex.pivots import Vocabulary
from crosslex.shift.contexts import ContextVectors
from crosslex.text import TextSettings, analyze


def choose_examples(
    vocabulary: Vocabulary,
    feature: int,
    examples: tuple[Examples, Examples],
    text_settings: TextSettings,
    contexts: ContextVectors,
    direction: NDArray[np.float32],
    *,
    limit: int,
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return so many of each domain's sentences that lie farthest along a direction, best first.

    It is the direction from the second domain's mean context of the word to the first's.
    """
    word = vocabulary.features[feature]
    chosen = []
    for domain, sign in zip(examples, (1, -1), strict=True):
        sentences = domain[word] if limit else []
        scores = [
            sign * float(_context(sentence, word, vocabulary, text_settings, contexts) @ direction)
            for sentence in sentences
        ]
        best = np.argsort(-np.array(scores), kind="stable")[:limit]
        chosen.append(tuple(sentences[place] for place in best))
    return chosen[0], chosen[1]


def _context(
    sentence: str,
    word: str,
    vocabulary: Vocabulary,
    text_settings: TextSettings,
    contexts: ContextVectors,
) -> NDArray[np.float64]:
    """Return the mean context of a word in a raw sentence, zero where it is not found."""
    total, found = np.zeros((2, contexts.vectors.shape[1])), 0
    stop_words = text_settings.stop_words_used
    length = len(word.split(" "))
    window = len(contexts.weights) - 1
    for words in analyze(sentence, text_settings):
        kept = [each for each in words if each not in stop_words]
        for first in range(len(kept) - length + 1):
            if " ".join(kept[first : first + length]) != word:
                continue
            found += 1
            last = first + length - 1
            for other in range(max(0, first - window), min(len(kept), last + window + 1)):
                row = contexts.vector_of[vocabulary.number.get(kept[other], -1)]
                if first <= other <= last or kept[other] not in vocabulary.number or row < 0:
                    continue
                distance = first - other if other < first else other - last
                total[int(other > last)] += contexts.weights[distance] * contexts.vectors[row]
    return total.ravel() / max(1, found)
