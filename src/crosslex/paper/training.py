"""Training: mini-batches of 50 instances, AdaGrad, every vector drawn from N(0, 1).

The paper leaves AdaGrad's learning rate open (0.1 here, by the loss on instances that were left
out) and says only that training converged in less than 100 epochs: here it has converged once two
passes in a row lower the loss by less than 1 %. An epoch sees every co-occurrence once, in a new
random order, with k new negatives. A mini-batch of 50 instances counts positives and negatives
alike: 8 pairs with 5 negatives each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s, Int32s, Int64s
from crosslex.errors import InputError
from crosslex.paper.instances import Instances
from crosslex.paper.kernels import LANES, update_batches
from crosslex.paper.objective import pull_of
from crosslex.progress import progress

MAX_EPOCHS = 99
LEARNING_RATE = 0.1
BATCH_SIZE = 50
ROUND = 16
"""Mini-batches of the largest domain before the other domains have their turn."""

Start = Literal["normal", "small"]
"""Coordinates start from N(0, 1), or from N(0, 1/n)."""
DomainWeights = Literal["size"]


@dataclass(frozen=True, eq=False)
class TrainedVectors:
    """C_d and W_d of every domain d, and the mean hinge of every epoch.

    `pivots` is domains × pivots × n; `words` has one matrix of non-pivots × n per domain.
    """

    pivots: Float32s
    words: tuple[Float32s, ...]
    losses: tuple[float, ...] = ()


def initial_vectors(
    n_pivots: int,
    n_words: Sequence[int],
    *,
    dimension: int = 300,
    start: Start = "normal",
    random_state: int = 0,
) -> TrainedVectors:
    """Return "random vectors sampled from a zero mean and unit variance Gaussian"."""
    scale = np.float32(1.0 if start == "normal" else dimension**-0.5)

    def draw(size: int, *seed: int) -> Float32s:
        generator = np.random.default_rng([random_state, *seed])
        return generator.standard_normal((size, dimension), dtype=np.float32) * scale

    return TrainedVectors(
        np.stack([draw(n_pivots, domain, 2) for domain in range(len(n_words))]),
        tuple(draw(size, domain, 3) for domain, size in enumerate(n_words)),
    )


def train(
    data: Sequence[Instances],
    *,
    dimension: int = 300,
    regularization: float = 1.0,
    negatives: int = 5,
    epochs: int | None = None,
    tolerance: float | None = 0.01,
    learning_rate: float = LEARNING_RATE,
    batch_size: int = BATCH_SIZE,
    start: Start = "normal",
    domain_weights: DomainWeights | None = None,
    random_state: int = 0,
) -> TrainedVectors:
    """Return the vectors that minimize Eq. overall.

    The domains take turns every few mini-batches on one thread, so that each pulls at pivots of
    the others that are up to date. As in the printed gradients, λ(c_S - c_T) is added for every
    (c, w, w*), whether or not its hinge is active.

    Parameters
    ----------
    data
        One per domain, all with the same pivots.
    dimension, regularization, negatives
        n, λ and k.
    epochs
        The largest number of epochs; None is 99.
    tolerance
        Stop once two epochs in a row lower the loss by less than this share; None never does.
    learning_rate, batch_size
        AdaGrad's η, and the instances of a mini-batch.
    start
        The scale of the random start.
    domain_weights
        None adds the losses as they are; `size` weighs each by its number of non-pivot
        occurrences (the paper's footnote), which for AdaGrad is the same as dividing its λ.
    random_state
        Seed of everything random.
    """
    _check(data)
    sizes = len(data[0].pivots), [len(domain.words) for domain in data]
    state = _State.of(
        initial_vectors(*sizes, dimension=dimension, start=start, random_state=random_state)
    )
    positives = max(1, batch_size // (1 + negatives))
    pulls = [pull_of(regularization / each, len(data)) for each in _weights(data, domain_weights)]
    domains = [
        _Domain(index, each, state, pull, positives, negatives)
        for index, (each, pull) in enumerate(zip(data, pulls, strict=True))
    ]
    batches = [-(-len(each.word) // positives) for each in data]
    rounds = max(1, -(-max(batches) // ROUND))
    losses: list[float] = []
    most = epochs or MAX_EPOCHS
    with progress("learn", total=most * rounds) as advance:
        for epoch in range(1, most + 1):
            for index, domain in enumerate(domains):
                domain.shuffle([random_state, index, epoch])
            loss, hinges = 0.0, 0
            for turn in range(rounds):
                for domain, size in zip(domains, batches, strict=True):
                    first, last = (size * bound // rounds for bound in (turn, turn + 1))
                    more = domain.update(slice(first * positives, last * positives), learning_rate)
                    loss, hinges = loss + more[0], hinges + more[1]
                advance(1, note=f"loss {loss / max(1, hinges):.4f}")
            losses.append(loss / max(1, hinges))
            if converged(losses, tolerance):
                break
    return TrainedVectors(
        np.ascontiguousarray(state.pivots[..., :dimension]),
        tuple(np.ascontiguousarray(words[:, :dimension]) for words in state.words),
        tuple(losses),
    )


def converged(losses: Sequence[float], tolerance: float | None) -> bool:
    """Say whether two epochs in a row have lowered the loss by less than a share of it.

    >>> converged([1.0, 0.5, 0.499, 0.4985], 0.01), converged([1.0, 0.5, 0.499], 0.01)
    (True, False)
    """
    if tolerance is None or len(losses) < 3:
        return False
    return all(before - after < tolerance * before for before, after in pairwise(losses[-3:]))


def negative_distribution(word_counts: Int64s) -> Float32s:
    """Return p(w) raised to the 3/4-th power and normalized.

    >>> negative_distribution(np.array([1, 16])).round(3)
    array([0.111, 0.889], dtype=float32)
    """
    # A domain without text has no distribution; any will do, since it has no instances either.
    counts = word_counts if word_counts.any() else np.ones_like(word_counts)
    powered = counts.astype(np.float64) ** 0.75
    return np.asarray(powered / powered.sum(), np.float32)


@dataclass(frozen=True, eq=False)
class AliasTable:
    """A distribution over n outcomes as n fair columns of at most two outcomes each.

    Column i yields i if 32 random bits are below `cuts[i]`, else `aliases[i]`.

    References
    ----------
    M. D. Vose. *A Linear Algorithm for Generating Random Numbers with a Given Distribution*. IEEE
    Transactions on Software Engineering 17, 1991.
    """

    cuts: NDArray[np.uint32]
    aliases: Int32s

    @classmethod
    def of(cls, probabilities: NDArray[np.floating[Any]]) -> "AliasTable":
        """Return the table of a distribution; the probabilities need not add up to 1."""
        size = len(probabilities)
        share = (probabilities.astype(np.float64) * (size / probabilities.sum())).tolist()
        aliases = list(range(size))
        cut = [1.0] * size
        small = [index for index in range(size) if share[index] < 1]
        large = [index for index in range(size) if share[index] >= 1]
        while small and large:
            poor, rich = small.pop(), large[-1]
            cut[poor] = share[poor]
            aliases[poor] = rich
            share[rich] -= 1 - share[poor]
            if share[rich] < 1:
                small.append(large.pop())
        bits = np.minimum(np.array(cut) * 2.0**32, 2.0**32 - 1)
        return cls(bits.astype(np.uint32), np.array(aliases, np.int32))


@dataclass(frozen=True, eq=False)
class _State:
    """Vectors and sums of squared gradients, with columns of zeros up to a multiple of LANES."""

    pivots: Float32s
    words: tuple[Float32s, ...]
    pivot_squares: Float32s
    word_squares: tuple[Float32s, ...]

    @classmethod
    def of(cls, vectors: TrainedVectors) -> "_State":
        missing = -vectors.pivots.shape[2] % LANES
        pivots = np.pad(vectors.pivots, [(0, 0), (0, 0), (0, missing)])
        words = tuple(np.pad(each, [(0, 0), (0, missing)]) for each in vectors.words)
        return cls(pivots, words, np.zeros_like(pivots), tuple(map(np.zeros_like, words)))

    def pivots_of_others(self, domain: int) -> Float32s:
        """Return the mean of the other domains' pivots; a domain alone has only its own."""
        if len(self.pivots) <= 2:
            # A view, no copy: this is asked for every few mini-batches.
            return np.asarray(self.pivots[len(self.pivots) - 1 - domain])
        return np.asarray(np.delete(self.pivots, domain, axis=0).mean(axis=0))


class _Domain:
    """One domain in training: its instances in random order and its part of the state."""

    def __init__(
        self,
        index: int,
        instances: Instances,
        state: _State,
        pull: float,
        positives: int,
        negatives: int,
    ) -> None:
        self.index, self.instances, self.state = index, instances, state
        self.pull, self.positives, self.negatives = pull, positives, negatives
        self.table = AliasTable.of(negative_distribution(instances.word_counts))
        width = state.pivots.shape[2]
        # The gradient of the largest mini-batch: one row for each pivot and word in it.
        self.scratch = (
            np.full(len(instances.words), -1, np.int32),
            np.full(len(instances.pivots), -1, np.int64),
            np.full(len(instances.words), -1, np.int64),
            np.empty((positives, width), np.float32),
            np.empty((positives * (1 + negatives), width), np.float32),
        )

    def shuffle(self, seed: Sequence[int]) -> None:
        """Put pivots, non-pivots and documents in the random order of an epoch."""
        order = np.random.default_rng([*seed, 4]).permutation(len(self.instances.word))
        every = self.instances
        # Gathered here at once: a kernel would wait for memory at every instance.
        self.columns = every.pivot[order], every.word[order], every.document[order]
        bits = np.random.SeedSequence([*seed, 5]).generate_state(1, np.uint64)
        self.generator = bits.astype(np.uint64)

    def update(self, rows: slice, learning_rate: float) -> tuple[float, int]:
        """Update the vectors by some mini-batches; return the sum and the number of hinges."""
        state, index = self.state, self.index
        pivots, words, documents = self.columns
        return update_batches(
            self.positives,
            pivots[rows],
            words[rows],
            documents[rows],
            self.instances.document_offsets,
            self.instances.document_words,
            self.table.cuts,
            self.table.aliases,
            self.negatives,
            self.generator,
            self.pull,
            learning_rate,
            state.pivots[index],
            state.pivots_of_others(index),
            state.words[index],
            state.pivot_squares[index],
            state.word_squares[index],
            *self.scratch,
        )


def _weights(data: Sequence[Instances], weights: DomainWeights | None) -> list[float]:
    if weights is None:
        return [1.0] * len(data)
    sizes = np.array([domain.word_counts.sum() for domain in data], np.float64)
    return [float(weight) for weight in sizes / sizes.mean()]


def _check(data: Sequence[Instances]) -> None:
    if not data:
        raise InputError("data is empty; give one domain or more")
    for domain in data:
        if domain.pivots != data[0].pivots:
            raise InputError(f"data of domain {domain.domain!r} has other pivots than the first")
        if not domain.pivots or not domain.words:
            raise InputError(
                f"domain {domain.domain!r} has {len(domain.pivots)} pivots and "
                f"{len(domain.words)} non-pivots; both must be at least 1: give more text, or "
                "lower min_count"
            )
