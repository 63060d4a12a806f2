"""What a model knows of some domains, and what of it shows best how a word differs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.comparison import MIN_COUNT
from crosslex.counts.samples import Examples, SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.shifts.contexts import ContextVectors, use_vectors
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors, Neighbor


@dataclass(frozen=True, eq=False)
class Evidence:
    """What a model knows of some domains that tells how words differ between them.

    `samples` are sentences of each as features, `examples` raw ones, which are analyzed
    by `text_settings`. `own_vectors` returns vectors of words from the text of one domain alone;
    it is None where that is what `vectors` are.
    """

    domains: tuple[str, ...]
    vocabulary: Vocabulary
    samples: tuple[SentenceSample, ...]
    vectors: Mapping[str, DomainVectors]
    examples: tuple[Examples, ...]
    text_settings: TextSettings
    own_vectors: Callable[[str, Sequence[str]], Float32s] | None

    def neighbors(self, word: str, limit: int) -> tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]:
        """Return so many neighbors of a word in each domain, none where it has no vector."""
        first, second = (
            tuple(vectors.neighbors(word, limit, min_count=MIN_COUNT))
            if limit and word in vectors.positions
            else ()
            for vectors in (self.vectors[domain] for domain in self.domains)
        )
        return first, second

    def sentences(
        self, word: str, contexts: ContextVectors, direction: Float64s, limit: int
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return so many of each domain's sentences, those farthest along a direction first.

        It is the direction from the second domain's mean use of the word to the first's.
        """
        chosen = []
        for domain, sign in zip(self.examples, (1, -1), strict=True):
            # Manuals and reviews repeat themselves; each sentence is shown once.
            sentences = list(dict.fromkeys(domain[word])) if limit else []
            uses = sentence_uses(sentences, word, contexts, self.vocabulary, self.text_settings)
            best = np.argsort(-sign * (uses @ direction), kind="stable")[:limit]
            chosen.append(tuple(sentences[place] for place in best))
        return chosen[0], chosen[1]

    def word_vectors(self, words: Sequence[str]) -> tuple[Float64s, Float64s]:
        """Return vectors of words in both domains, zeros where a word has none.

        They borrow nothing from other domains, because what is borrowed hides changes.
        """
        first, second = (self._vectors_of(words, domain) for domain in self.domains)
        return first, second

    def _vectors_of(self, words: Sequence[str], domain: str) -> Float64s:
        if self.own_vectors is not None:
            return np.asarray(self.own_vectors(domain, words), np.float64)
        vectors = self.vectors[domain]
        row = {word: place for place, word in enumerate(vectors.words)}
        found = np.zeros((len(words), vectors.vectors.shape[1]))
        known = [place for place, word in enumerate(words) if word in row]
        rows = [row[words[place]] for place in known]
        found[known] = vectors.vectors[rows]
        return found


def sentence_uses(
    sentences: Sequence[str],
    word: str,
    contexts: ContextVectors,
    vocabulary: Vocabulary,
    text_settings: TextSettings,
) -> Float32s:
    """Return the vector of a word's use in each raw sentence, zeros where it is not found."""
    totals = [_context(each, word, contexts, vocabulary, text_settings) for each in sentences]
    size = 2 * contexts.vectors.shape[1]
    return use_vectors(np.array(totals, np.float32).reshape(len(sentences), size))


def _context(
    sentence: str,
    word: str,
    contexts: ContextVectors,
    vocabulary: Vocabulary,
    text_settings: TextSettings,
) -> Float64s:
    """Return the sums of what stands before and after a word in a raw sentence."""
    total = np.zeros((2, contexts.vectors.shape[1]))
    number, stop_words = vocabulary.number, text_settings.stop_words_used
    length = len(word.split(" "))
    window = len(contexts.weights) - 1
    for words in analyze(sentence, text_settings):
        kept = [each for each in words if each not in stop_words]
        for first in range(len(kept) - length + 1):
            if " ".join(kept[first : first + length]) != word:
                continue
            last = first + length - 1
            for other in range(max(0, first - window), min(len(kept), last + window + 1)):
                row = contexts.vector_of[number.get(kept[other], -1)]
                if first <= other <= last or kept[other] not in number or row < 0:
                    continue
                distance = first - other if other < first else other - last
                total[int(other > last)] += contexts.weights[distance] * contexts.vectors[row]
    return total.ravel()
