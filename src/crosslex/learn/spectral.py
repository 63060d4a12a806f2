"""The default way to learn: one space of contexts, in which each domain's words are placed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, cast

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.contexts import ContextCounts, ContextShape, Projection, count_contexts
from crosslex.counts.domain_counts import DomainCounts
from crosslex.errors import InputError
from crosslex.learn.learned import SpaceVectors
from crosslex.learn.settings import EmbeddingSettings
from crosslex.pivots.choice import whole_vocabulary
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.space.learning import learn_space
from crosslex.space.placing import column_sums, expected_columns, place, tables_of
from crosslex.space.prior import Prior
from crosslex.space.prior_files import read_prior
from crosslex.text.settings import TextSettings

NEAR = 2
"""Positions on either side of a word that are told apart."""


@dataclass(frozen=True, eq=False)
class SpectralFit:
    """Word vectors, what places anything else beside them, and what they were learned from.

    `prior` has the pre-trained vectors of those of the words that it knew.
    """

    learned: SpaceVectors
    projection: Projection
    counts: tuple[ContextCounts, ...]
    prior: Mapping[str, Float32s] | None = None

    @classmethod
    def fit(
        cls,
        corpora: Sequence[AnyCorpus],
        counts: Sequence[DomainCounts],
        settings: EmbeddingSettings,
    ) -> tuple[Vocabulary, Self]:
        """Return a vocabulary of all words, and what is learned with it."""
        vocabulary = whole_vocabulary(counts)
        contexts = choose_contexts(vocabulary, corpora[0].text_settings, settings.n_contexts)
        counted = tuple(_count(corpus, vocabulary, contexts, settings) for corpus in corpora)
        prior = _known_to(settings.prior, counted[0].words)
        return vocabulary, cls._learn(counted, vocabulary, settings, prior)

    def update(
        self, vocabulary: Vocabulary, corpus: AnyCorpus, settings: EmbeddingSettings
    ) -> Self:
        """Learn anew with the counts of a corpus added; the contexts stay."""
        more = _count(corpus, vocabulary, self.projection.contexts, settings)
        if more.shape != self.projection.shape:
            raise InputError(
                f"window: found {settings.window}, but the model was counted with "
                f"{self.projection.shape.wide}; fit it anew"
            )
        known = [each.with_words(more.words) for each in self.counts]
        if corpus.name in self.learned.domains:
            together = [each + more if each.domain == corpus.name else each for each in known]
        elif more.total.nnz:
            together = [*known, more]
        else:
            raise InputError(
                f"domain {corpus.name!r}: in its text no word stands near a context of the model; "
                "is it of the same language?"
            )
        prior = self.prior
        if prior is not None and settings.prior is not None:
            new = [word for word in more.words if word not in prior]
            prior = {**prior, **(_known_to(settings.prior, new) or {})}
        return self._learn(tuple(together), vocabulary, settings, prior)

    def infer(self, feature: str, corpus: Corpus) -> Float32s:
        """Return a unit vector for a feature from the contexts that it has in a corpus."""
        contexts, shape = self.projection.contexts, self.projection.shape
        rows = count_contexts(corpus, [feature], contexts, shape=shape).total
        if not rows.nnz:
            raise InputError(
                f"word: {feature!r} stands near no context in the {len(corpus)} texts; give more"
            )
        [vector] = place([rows], self._expected(self._counts_of(corpus.name)), self.projection)
        # The prior's dimensions come last; these texts say nothing about them.
        return np.pad(vector, (0, self.learned.dimension - len(vector)))

    def own_vectors(self, domain: str, words: Sequence[str]) -> Float32s:
        """Return unit vectors of words from a domain's own text: nothing borrowed, no prior."""
        counts = self._counts_of(domain)
        row = {word: number for number, word in enumerate(counts.words)}
        rows = np.array([row[word] for word in words], np.intp)
        tables = [half[rows] for half in counts.halves]
        return place(tables, self._expected(counts), self.projection)

    def _counts_of(self, domain: str) -> ContextCounts:
        [counts] = (each for each in self.counts if each.domain == domain)
        return counts

    def _expected(self, counts: ContextCounts) -> Float64s:
        """Return how often each context is expected in a domain."""
        return expected_columns(column_sums(counts.halves), column_sums(tables_of(self.counts)))

    @classmethod
    def _learn(
        cls,
        counts: tuple[ContextCounts, ...],
        vocabulary: Vocabulary,
        settings: EmbeddingSettings,
        prior: Mapping[str, Float32s] | None,
    ) -> Self:
        space = learn_space(
            counts,
            dimension=settings.dimension,
            random_state=settings.random_state,
            prior=prior,
        )
        row = {word: number for number, word in enumerate(space.words)}
        words = tuple(vocabulary.words(domain) for domain in vocabulary.domains)
        rows = [np.array([row[word] for word in own], np.intp) for own in words]
        learned = SpaceVectors(
            domains=vocabulary.domains,
            words=words,
            word_vectors=tuple(
                vectors[own] for vectors, own in zip(space.vectors, rows, strict=True)
            ),
            domain_weights=tuple(
                shares[own].astype(np.float32)
                for shares, own in zip(space.domain_weights, rows, strict=True)
            ),
            neighbor_stability=tuple(
                shares[own].astype(np.float32)
                for shares, own in zip(space.neighbor_stability, rows, strict=True)
            ),
        )
        return cls(learned, space.projection, counts, prior)


def _known_to(prior: Prior | str | Path | None, words: Sequence[str]) -> dict[str, Float32s] | None:
    """Return the prior's vectors of those words that it has."""
    if prior is None:
        return None
    if isinstance(prior, str | Path):
        return read_prior(prior, frozenset(words))
    known = cast(Prior, prior)
    return {word: np.asarray(known[word], np.float32) for word in words if word in known}


def choose_contexts(
    vocabulary: Vocabulary, text_settings: TextSettings, size: int
) -> tuple[str, ...]:
    """Return the words that contexts are told by: stop words, then the most frequent words."""
    single = [feature for feature in vocabulary.features if " " not in feature]
    return (*sorted(text_settings.stop_words_used), *single)[:size]


def counted_words(vocabulary: Vocabulary, text_settings: TextSettings) -> tuple[str, ...]:
    """Return the words whose contexts are counted.

    Stop words get no vector, but what stands around them shapes the space.
    """
    return (*vocabulary.features, *sorted(text_settings.stop_words_used))


def _count(
    corpus: AnyCorpus, vocabulary: Vocabulary, contexts: Sequence[str], settings: EmbeddingSettings
) -> ContextCounts:
    words = counted_words(vocabulary, corpus.text_settings)
    shape = ContextShape(min(NEAR, settings.window), settings.window)
    return count_contexts(corpus, words, contexts, shape=shape)
