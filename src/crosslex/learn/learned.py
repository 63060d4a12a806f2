"""What training hands on: the vectors of every domain, to look words up in."""

from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s, Int64s
from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.pivots.vocabulary import Role, Vocabulary
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors


@dataclass(frozen=True)
class Epoch:
    """The mean hinge of a (pivot, word, negative) triple after so many passes; 0 is the start.

    The training loss is the one met during the last of these passes; the trainer `exact` with a
    part held out measures it after that pass. The held-out loss is None where nothing was held out.
    """

    epoch: int
    training_loss: float
    heldout_loss: float | None

    @property
    def loss(self) -> float:
        """The held-out loss where there is one, else the training loss."""
        return self.training_loss if self.heldout_loss is None else self.heldout_loss


@dataclass(frozen=True, eq=False)
class LearnedVectors:
    """What a ranking trainer learns: pivot vectors and word vectors of every domain.

    `pivot_vectors` are domains × pivots × dimension; `words` and `word_vectors`, words ×
    dimension, have one entry per domain. `curve` tells how the loss fell; `common` is taken out
    of the word vectors before they are compared, if given.
    """

    domains: tuple[str, ...]
    pivots: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    pivot_vectors: Float32s
    word_vectors: tuple[Float32s, ...]
    curve: tuple[Epoch, ...]
    common: CommonDirections | None = None

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return int(self.pivot_vectors.shape[-1])


@dataclass(frozen=True, eq=False)
class SpaceVectors:
    """What the spectral trainer learns: the words of every domain in one space of contexts.

    `words`, `word_vectors`, words × dimension, `domain_weights` and `neighbor_stability` have one
    entry per domain. A domain weight, from 0 to 1, is how much of a vector is the word's own
    evidence in the domain; the rest is borrowed from all text. Neighbor stability is the share
    of a word's first ten neighbors that would stay if the texts were drawn anew.
    """

    domains: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    word_vectors: tuple[Float32s, ...]
    domain_weights: tuple[Float32s, ...]
    neighbor_stability: tuple[Float32s, ...]

    @property
    def dimension(self) -> int:
        """Length of the vectors."""
        return int(self.word_vectors[0].shape[1])


def domain_vectors(
    vocabulary: Vocabulary, learned: SpaceVectors | LearnedVectors, text_settings: TextSettings
) -> dict[str, DomainVectors]:
    """Return the vectors of each domain, by its name, to look words up in."""
    if isinstance(learned, LearnedVectors):
        return _ranked_vectors(vocabulary, learned, text_settings)
    return {
        domain: DomainVectors(
            domain,
            learned.words[place],
            learned.word_vectors[place],
            word_counts(vocabulary, place),
            text_settings,
            learned.domain_weights[place],
            learned.neighbor_stability[place],
        )
        for place, domain in enumerate(learned.domains)
    }


def _ranked_vectors(
    vocabulary: Vocabulary, learned: LearnedVectors, text_settings: TextSettings
) -> dict[str, DomainVectors]:
    """Return vectors without what they have in common, with those of pivots where they differ."""
    vectors = {}
    for place, domain in enumerate(learned.domains):
        words, matrix = learned.words[place], learned.word_vectors[place]
        counts = word_counts(vocabulary, place)
        if learned.common is not None:
            matrix = learned.common.remove(matrix)
        if not vocabulary.pivots_are_words:
            words = (*learned.pivots, *words)
            matrix = np.vstack([learned.pivot_vectors[place], matrix])
            of_pivots = [vocabulary.number[pivot] for pivot in learned.pivots]
            counts = np.concatenate([vocabulary.counts[place, of_pivots], counts])
        vectors[domain] = DomainVectors(domain, words, matrix, counts, text_settings)
    return vectors


def word_counts(vocabulary: Vocabulary, place: int) -> Int64s:
    """Return how often each word of a domain that has a word vector occurs there."""
    least = Role.PIVOT if vocabulary.pivots_are_words else Role.SHARED
    return np.asarray(vocabulary.counts[place][vocabulary.roles[place] >= least])
