"""What a model knows of two domains, and what of it shows best how a word differs."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.counting.examples import Examples
from crosslex.counting.sentence_sample import SentenceSample
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.shift.contexts import ContextVectors
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors, Neighbor


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a model knows of two domains that tells how words differ between them.

    `samples` are sentences of both domains as features, `examples` raw ones, which are analyzed
    by `text_settings`.
    """

    domains: tuple[str, str]
    vocabulary: Vocabulary
    samples: tuple[SentenceSample, SentenceSample]
    vectors: Mapping[str, DomainVectors]
    examples: tuple[Examples, Examples]
    text_settings: TextSettings

    def neighbors(self, word: str, limit: int) -> tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]:
        """Return so many neighbors of a word in each domain, none where it has no vector."""
        first, second = (
            tuple(vectors.neighbors(word, limit)) if limit and word in vectors else ()
            for vectors in (self.vectors[domain] for domain in self.domains)
        )
        return first, second

    def sentences(
        self, word: str, contexts: ContextVectors, direction: Float32s, limit: int
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return so many of each domain's sentences, those farthest along a direction first.

        It is the direction from the second domain's mean context of the word to the first's.
        """
        chosen = []
        for domain, sign in zip(self.examples, (1, -1), strict=True):
            sentences = domain[word] if limit else []
            scores = [
                sign * float(self._context(sentence, word, contexts) @ direction)
                for sentence in sentences
            ]
            best = np.argsort(-np.array(scores), kind="stable")[:limit]
            chosen.append(tuple(sentences[place] for place in best))
        return chosen[0], chosen[1]

    def _context(self, sentence: str, word: str, contexts: ContextVectors) -> Float64s:
        """Return the mean context of a word in a raw sentence, zero where it is not found."""
        total, found = np.zeros((2, contexts.vectors.shape[1])), 0
        number, stop_words = self.vocabulary.number, self.text_settings.stop_words_used
        length = len(word.split(" "))
        window = len(contexts.weights) - 1
        for words in analyze(sentence, self.text_settings):
            kept = [each for each in words if each not in stop_words]
            for first in range(len(kept) - length + 1):
                if " ".join(kept[first : first + length]) != word:
                    continue
                found += 1
                last = first + length - 1
                for other in range(max(0, first - window), min(len(kept), last + window + 1)):
                    row = contexts.vector_of[number.get(kept[other], -1)]
                    if first <= other <= last or kept[other] not in number or row < 0:
                        continue
                    distance = first - other if other < first else other - last
                    total[int(other > last)] += contexts.weights[distance] * contexts.vectors[row]
        return total.ravel() / max(1, found)
