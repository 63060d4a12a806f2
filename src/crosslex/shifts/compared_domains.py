"""The parts of a model that comparing words between domains needs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.counts.samples import Examples, SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.lookup import MIN_COUNT
from crosslex.shifts.uses import ContextVectors, sentence_uses
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors, Neighbor


@dataclass(frozen=True, eq=False)
class ComparedDomains:
    """The texts and vectors of the domains that are compared.

    `samples` are sentences of each domain as feature numbers, `examples` raw sentences, which
    are analyzed by `text_settings`. `own_vectors` returns vectors of words from the text of one
    domain alone.
    """

    domains: tuple[str, ...]
    vocabulary: Vocabulary
    samples: tuple[SentenceSample, ...]
    vectors: Mapping[str, DomainVectors]
    examples: tuple[Examples, ...]
    text_settings: TextSettings
    own_vectors: Callable[[str, Sequence[str]], Float32s]

    def neighbors(self, word: str, limit: int) -> tuple[tuple[Neighbor, ...], tuple[Neighbor, ...]]:
        """Return up to `limit` neighbors of a word in each domain, none where it has no vector."""
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
        """Return up to `limit` sentences of each domain, the farthest along a direction first.

        The direction is from the second domain's mean use of the word to the first's.
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
        """Return vectors of words in both domains, each from the domain's own text alone.

        They are not shrunk toward other domains, because shrinkage hides changes.
        """
        first, second = (self.own_vectors(domain, words) for domain in self.domains)
        return first.astype(np.float64), second.astype(np.float64)
