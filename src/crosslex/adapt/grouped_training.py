"""Training as in the program that the paper's authors released: groups of fixed negatives."""

from dataclasses import dataclass

import numpy as np

from crosslex.adapt.kernels import train_groups
from crosslex.arrays import Float32s, Int32s, Int64s
from crosslex.counts.instances import Instances
from crosslex.learn.weighting import negative_distribution

_ATTEMPTS = 100


@dataclass(frozen=True, eq=False)
class Groups:
    """For every pivot of every document: the words near it, and words that the document lacks."""

    pivots: Int32s
    positive_offsets: Int64s
    positives: Int32s
    negative_offsets: Int64s
    negatives: Int32s

    @classmethod
    def of(cls, instances: Instances, negatives: int, rng: np.random.Generator) -> "Groups":
        """Return each near word once, and `negatives` times as many drawn, but those it has.

        A group whose negatives all stand in the document draws again.
        """
        n_pivots, n_words = len(instances.pivots), len(instances.words)
        group_of_pair = instances.document.astype(np.int64) * n_pivots + instances.pivot
        pairs = np.unique(group_of_pair * n_words + instances.word)
        groups, first, sizes = np.unique(pairs // n_words, return_index=True, return_counts=True)
        drawn = draw_negatives(instances, groups // n_pivots, negatives * sizes, rng)
        return cls(
            (groups % n_pivots).astype(np.int32),
            np.append(first, len(pairs)).astype(np.int64),
            (pairs % n_words).astype(np.int32),
            np.concatenate([[0], np.cumsum([len(each) for each in drawn])]).astype(np.int64),
            np.concatenate([np.empty(0, np.int32), *drawn]),
        )


def draw_negatives(
    instances: Instances, documents: Int64s, sizes: Int64s, rng: np.random.Generator
) -> list[Int32s]:
    """Return what is left of so many draws for each document without the words it has."""
    n_words = len(instances.words)
    lengths = np.diff(instances.document_offsets)
    held = np.repeat(np.arange(len(lengths)), lengths) * n_words + instances.document_words
    probabilities = negative_distribution(instances.word_counts).astype(np.float64)
    probabilities /= probabilities.sum()
    found = [np.empty(0, np.int32)] * len(documents)
    missing = np.arange(len(documents))
    for _ in range(_ATTEMPTS):
        drawn = rng.choice(n_words, size=int(sizes[missing].sum()), p=probabilities)
        outside = ~np.isin(np.repeat(documents[missing], sizes[missing]) * n_words + drawn, held)
        bounds = np.cumsum(sizes[missing])[:-1]
        parts = zip(np.split(drawn, bounds), np.split(outside, bounds), strict=True)
        for place, (words, kept) in zip(missing, parts, strict=True):
            found[place] = words[kept].astype(np.int32)
        missing = np.array([place for place in missing if len(found[place]) == 0], np.intp)
        if len(missing) == 0:
            break
    return found


def train_released(
    groups: tuple[Groups, ...],
    pivots: Float32s,
    words: tuple[Float32s, ...],
    *,
    regularization: float,
    learning_rate: float,
    epochs: int,
) -> None:
    """Move the vectors of all domains in place, one domain after the other in every pass.

    Each triple of a pivot, a positive and a negative is a step of its own; λ pulls the pivot
    towards the mean of the other domains' in all of them.
    """
    pivot_squares = np.zeros_like(pivots)
    word_squares = [np.zeros_like(each) for each in words]
    for _ in range(epochs):
        for domain, own in enumerate(groups):
            others = np.delete(pivots, domain, axis=0).mean(axis=0)
            train_groups(
                own.pivots,
                own.positive_offsets,
                own.positives,
                own.negative_offsets,
                own.negatives,
                np.float32(regularization),
                np.float32(learning_rate),
                pivots[domain],
                others,
                words[domain],
                pivot_squares[domain],
                word_squares[domain],
            )
