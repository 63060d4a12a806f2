"""The fast trainers of the paper's objective: co-occurrences in, vectors out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from crosslex.arrays import Float32s, Int32s
from crosslex.errors import InputError
from crosslex.paper import AliasTable
from crosslex.progress import progress
from crosslex_bench.ranking.cooccurrences import Cooccurrences
from crosslex_bench.ranking.kernels import update_pairs
from crosslex_bench.ranking.objective import (
    TINY,
    PairWeight,
    WeightedPairs,
    pull_pivots,
    ranking_loss,
    step_pivots,
    step_words,
    weigh_pairs,
)

LEARNING_RATE = 0.05
EPOCHS = {"exact": 8, "pairs": 3}
"""Chosen on pairs with a validation domain, music or video, as target, by AUC of sentiment."""
UPDATES = 32
"""Updates of an average pivot between two proximal steps, so that those cost next to nothing."""


TrainerName = Literal["exact", "pairs"]
Start = Literal["shared", "small", "normal"]


@dataclass(frozen=True, kw_only=True)
class TrainingSettings:
    """The settings of the objective and of the trainer that minimizes it.

    Parameters
    ----------
    dimension
        Length of the vectors.
    trainer
        `exact`: full-batch steps with negatives in exact expectation. `pairs`: one update per
        pair, as the paper's own trainer does.
    regularization, negatives
        λ and k of the paper.
    epochs
        Number of passes; None takes the trainer's own.
    backoff
        ε: each domain's counts plus ε times those of every other domain.
    pair_weight
        The weight of a pair: `normalized`, N/√(f_c f_w), or `count`, N.
    start
        `shared`: words at zero and one random set of pivots for all domains; `small` and
        `normal`: every vector drawn on its own, from N(0, 1/n) or N(0, 1).
    random_state
        Seed of everything random.
    """

    dimension: int = 300
    trainer: TrainerName = "exact"
    regularization: float = 1.0
    negatives: int = 5
    epochs: int | None = None
    backoff: float = 0.2
    pair_weight: PairWeight = "normalized"
    start: Start = "shared"
    random_state: int = 0


@dataclass(frozen=True, eq=False)
class State:
    """Vectors under training with the sums of their squared gradients, changed in place.

    Pivots are domains × pivots × dimension; words are one matrix per domain.
    """

    pivots: Float32s
    words: tuple[Float32s, ...]
    pivot_squares: Float32s
    word_squares: tuple[Float32s, ...]


def train(data: Sequence[Cooccurrences], settings: TrainingSettings) -> State:
    """Return one vector per word and domain, learned from co-occurrences with the pivots.

    The data have one entry per domain, all with the same pivots. BLAS has one thread, so that the
    same seed gives the same bytes.

    >>> def count(domain, table):
    ...     return Cooccurrences(
    ...         domain, ("good", "bad"), ("fine", "poor"), csr_array(table), np.array([9, 9])
    ...     )
    >>> films = count("films", [[9, 0], [0, 9]])
    >>> tools = count("tools", [[0, 9], [9, 0]])
    >>> learned = train([films, tools], TrainingSettings(dimension=16, backoff=0))
    >>> fine, poor = learned.words[0]
    >>> good, bad = learned.pivots[0]
    >>> bool(fine @ good > fine @ bad), bool(poor @ good > poor @ bad)
    (True, False)
    """
    for domain in data:
        if domain.pivots != data[0].pivots or not domain.pivots or not domain.words:
            raise InputError(f"data of domain {domain.domain!r}: other pivots, or nothing to learn")
    sizes = [len(domain.words) for domain in data]
    state = initial_state(len(data[0].pivots), sizes, settings)
    epochs = settings.epochs or EPOCHS[settings.trainer]
    pairs = weigh_pairs(data, backoff=settings.backoff, pair_weight=settings.pair_weight)
    with threadpool_limits(limits=1, user_api="blas"):
        run = train_exact if settings.trainer == "exact" else train_pairs
        run(pairs, state, settings, epochs)
    return state


def initial_state(n_pivots: int, n_words: Sequence[int], settings: TrainingSettings) -> State:
    """Return randomly drawn vectors for training to start from."""
    scale = np.float32(1.0 if settings.start == "normal" else settings.dimension**-0.5)

    def draw(size: int, *seed: int) -> Float32s:
        generator = np.random.default_rng([settings.random_state, *seed])
        shape = (size, settings.dimension)
        return np.asarray(generator.standard_normal(shape, dtype=np.float32) * scale)

    domains = range(len(n_words))
    if settings.start == "shared":
        pivots = np.repeat(draw(n_pivots, 0, 2)[None], len(n_words), axis=0)
        words = [np.zeros((size, settings.dimension), np.float32) for size in n_words]
    else:
        pivots = np.stack([draw(n_pivots, domain, 2) for domain in domains])
        words = [draw(size, domain, 3) for domain, size in enumerate(n_words)]
    squares = tuple(np.zeros_like(each) for each in words)
    return State(pivots, tuple(words), np.zeros_like(pivots), squares)


def train_exact(
    pairs: Sequence[WeightedPairs], state: State, settings: TrainingSettings, epochs: int
) -> None:
    """Move the state by full-batch AdaGrad steps; every pass sees every pair and every negative.

    A pass costs three products of a pivots × words matrix and a sort of its rows, whatever the
    amount of text.
    """
    k = np.float32(settings.negatives)
    gradients = [np.empty_like(words) for words in state.words]
    with progress("learn", total=epochs) as advance:
        for _ in range(epochs):
            losses = [
                ranking_loss(state.pivots[domain], state.words[domain], each, gradients[domain])
                for domain, each in enumerate(pairs)
            ]
            step_pivots(
                state.pivots,
                k * np.stack([loss.pivot_gradient for loss in losses]),
                state.pivot_squares,
                learning_rate=LEARNING_RATE,
                regularization=settings.regularization,
            )
            # AdaGrad undoes any constant factor, so the words' gradient can do without k.
            for words, loss, squares in zip(state.words, losses, state.word_squares, strict=True):
                step_words(words, loss.word_gradient, squares, learning_rate=LEARNING_RATE)
            advance(1, note=f"loss {sum(loss.loss for loss in losses):.4g}")


def train_pairs(
    pairs: Sequence[WeightedPairs], state: State, settings: TrainingSettings, epochs: int
) -> None:
    """Move the state pair by pair in random order: k negatives, one update of pivot and word.

    Domains run separately for a while, then the pivots of all domains are drawn together by a
    share of λ; over a pass the regularizer acts with its whole weight.
    """
    tables = [AliasTable.of(each.negatives) for each in pairs]
    n_pairs = sum(each.pairs.nnz for each in pairs)
    rounds = max(1, n_pairs // (UPDATES * len(pairs) * state.pivots.shape[1]))
    with progress("learn", total=epochs * rounds) as advance:
        for epoch in range(1, epochs + 1):
            shuffled = [
                _shuffle(each.pairs, [settings.random_state, index, epoch])
                for index, each in enumerate(pairs)
            ]
            loss = 0.0
            for turn in range(rounds):
                for domain, (columns, generator) in enumerate(shuffled):
                    pivots, words, weights = columns
                    size = len(pivots)
                    first, last = (round(part / rounds * size) for part in (turn, turn + 1))
                    loss += update_pairs(
                        pivots[first:last],
                        words[first:last],
                        weights[first:last],
                        tables[domain].cuts,
                        tables[domain].aliases,
                        settings.negatives,
                        generator,
                        LEARNING_RATE,
                        state.pivots[domain],
                        state.words[domain],
                        state.pivot_squares[domain],
                        state.word_squares[domain],
                    )
                stiffness = (np.sqrt(state.pivot_squares) + TINY) / np.float32(LEARNING_RATE)
                pull_pivots(state.pivots, stiffness, settings.regularization / rounds)
                advance(1, note=f"loss {loss:.4g}")


def _shuffle(
    pairs: csr_array, seed: Sequence[int]
) -> tuple[tuple[Int32s, Int32s, Float32s], NDArray[np.uint64]]:
    """Return pivots, words and weights in random order, and the generator of negatives."""
    pivots = np.repeat(np.arange(pairs.shape[0], dtype=np.int32), np.diff(pairs.indptr))
    words = pairs.indices.astype(np.int32, copy=False)
    order = np.random.default_rng([*seed, 4]).permutation(pairs.nnz)
    generator = np.random.SeedSequence([*seed, 5]).generate_state(1, np.uint64)
    columns = (pivots[order], words[order], pairs.data[order])
    return columns, generator.astype(np.uint64)
