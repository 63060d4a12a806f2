"""The paper's way to learn: pivots tie the domains, a ranking objective moves the vectors."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np

from crosslex.arrays import Float32s
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.cooccurrences import Cooccurrences, count_cooccurrences
from crosslex.counts.domain_counts import DomainCounts
from crosslex.counts.instances import collect_instances
from crosslex.errors import InputError
from crosslex.learn.all_but_the_top import find_common_directions
from crosslex.learn.inference import infer_vector
from crosslex.learn.learned import LearnedVectors, word_counts
from crosslex.learn.settings import EmbeddingSettings
from crosslex.learn.trainers import train
from crosslex.learn.weighting import NEGATIVE_POWER
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.vocabulary import Vocabulary


@dataclass(frozen=True, eq=False)
class RankingFit:
    """Vectors of pivots and words, and the counts they were learned from.

    The reference trainer reads single co-occurrences, of which nothing is kept.
    """

    learned: LearnedVectors
    counts: tuple[Cooccurrences, ...]

    @classmethod
    def fit(
        cls,
        corpora: Sequence[AnyCorpus],
        counts: Sequence[DomainCounts],
        settings: EmbeddingSettings,
    ) -> tuple[Vocabulary, Self]:
        """Return a vocabulary with pivots, and what is learned with it."""
        vocabulary = choose_vocabulary(
            counts,
            score=settings.pivots,
            n_pivots=settings.n_pivots,
            scope=settings.scope,
            n_non_pivots=settings.n_non_pivots,
            min_domain_count=max(1, settings.min_count) if settings.scope == "paper" else 1,
        )
        if settings.trainer == "reference":
            instances = [
                collect_instances(
                    each, vocabulary.pivots, vocabulary.words(each.name), window=settings.window
                )
                for each in corpora
            ]
            return vocabulary, cls(_without_common(train(instances, settings), settings), ())
        pairs = tuple(_count(corpus, vocabulary, settings) for corpus in corpora)
        return vocabulary, cls(_without_common(train(pairs, settings), settings), pairs)

    def update(
        self, vocabulary: Vocabulary, corpus: AnyCorpus, settings: EmbeddingSettings
    ) -> Self:
        """Go on learning from the vectors there are, with the counts of a corpus added."""
        if not self.counts:
            raise InputError("trainer='reference' keeps no counts to update; fit it anew")
        if settings.dimension != self.learned.dimension:
            raise InputError(
                f"dimension: found {settings.dimension}, but the vectors that the update goes on "
                f"from have {self.learned.dimension}; fit it anew"
            )
        more = _count(corpus, vocabulary, settings)
        if corpus.name in self.learned.domains:
            together = tuple(
                each + more if each.domain == corpus.name else each for each in self.counts
            )
        elif more.counts.nnz:
            together = (*self.counts, more)
        else:
            raise InputError(
                f"domain {corpus.name!r}: in its text no word stands near a pivot of the model; "
                "is it of the same language?"
            )
        learned = train(together, settings, known=self.learned)
        return type(self)(_without_common(learned, settings), together)

    def infer(
        self, feature: str, corpus: Corpus, vocabulary: Vocabulary, settings: EmbeddingSettings
    ) -> Float32s:
        """Return a vector for a feature from the pivots that it stands near in a corpus."""
        learned, place = self.learned, self.learned.domains.index(corpus.name)
        pairs = count_cooccurrences(
            corpus, learned.pivots, [feature], context=settings.context, window=settings.window
        )
        weights = pairs.counts.toarray()[:, 0].astype(np.float64)
        if not weights.any():
            raise InputError(
                f"word: {feature!r} stands near no pivot in the {len(corpus)} texts; give more"
            )
        if settings.pair_weight == "normalized":
            total = np.asarray(self.counts[place].counts.sum(axis=1), np.float64)
            weights /= np.sqrt(np.maximum(total, 1) * weights.sum())
        frequency = word_counts(vocabulary, place) ** NEGATIVE_POWER
        pivots, words = learned.pivot_vectors[place], learned.word_vectors[place]
        vector = infer_vector(weights, pivots, words, frequency / frequency.sum())
        return vector if learned.common is None else learned.common.remove(vector)


def _count(corpus: AnyCorpus, vocabulary: Vocabulary, settings: EmbeddingSettings) -> Cooccurrences:
    return count_cooccurrences(
        corpus,
        vocabulary.pivots,
        vocabulary.words(corpus.name),
        context=settings.context,
        window=settings.window,
    )


def _without_common(learned: LearnedVectors, settings: EmbeddingSettings) -> LearnedVectors:
    """Return the vectors with the directions that are to be taken out of them, if any."""
    if settings.common_directions is None:
        return learned
    common = find_common_directions(learned.word_vectors, settings.common_directions)
    return replace(learned, common=common)
