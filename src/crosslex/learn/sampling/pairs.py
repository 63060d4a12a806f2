"""The trainer `pairs`: one update per pair, where pivots × words is wastefully large."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.learn.initial_state import State
from crosslex.learn.objective import TINY, pull_pivots
from crosslex.learn.sampling.alias import AliasTable, seeded_generator
from crosslex.learn.sampling.heldout import HeldoutTriples, heldout_loss
from crosslex.learn.sampling.kernels import update_pairs
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.stopping import Curve
from crosslex.learn.threads import DomainThreads
from crosslex.learn.weighting import WeightedPairs, total_weight, weigh_pairs
from crosslex.progress import progress

UPDATES = 32
"""Updates of an average pivot between two proximal steps, so that those cost next to nothing."""


@dataclass(frozen=True, eq=False)
class Shuffled:
    """The pairs of a pass in the order in which they are learned from."""

    pivot: NDArray[np.int32]
    word: NDArray[np.int32]
    weight: NDArray[np.float32]
    generator: NDArray[np.uint64]


def train_pairs(
    data: Sequence[Cooccurrences],
    state: State,
    settings: TrainingSettings,
    *,
    learning_rate: float,
    epochs: int,
) -> Curve:
    """Move the state pair by pair in random order: k negatives, one update of pivot and word.

    Domains run separately for a while, then the pivots of all domains are drawn together by a
    share of λ; over a pass the regularizer acts with its whole weight.
    """
    pairs = weigh_pairs(data, settings)
    tables = [AliasTable.of(domain.negatives) for domain in pairs]
    heldout = [
        HeldoutTriples.of_pairs(domain, settings, index) for index, domain in enumerate(pairs)
    ]
    n_pairs = sum(domain.training.nnz for domain in pairs)
    rounds = max(1, n_pairs // (UPDATES * len(pairs) * state.pivots.shape[1]))
    weight = settings.negatives * total_weight(pairs)
    curve = Curve(settings.patience)
    with (
        DomainThreads(len(pairs), settings.n_jobs) as threads,
        progress("learn", total=epochs * rounds) as advance,
    ):
        for epoch in range(1, epochs + 1):
            shuffled = [
                shuffle(domain, settings, index, epoch) for index, domain in enumerate(pairs)
            ]
            loss = 0.0
            for turn in range(rounds):
                share = (turn / rounds, (turn + 1) / rounds)
                losses = threads.map(
                    partial(
                        run,
                        shuffled=shuffled,
                        share=share,
                        tables=tables,
                        state=state,
                        negatives=settings.negatives,
                        learning_rate=learning_rate,
                    )
                )
                loss += sum(losses)
                stiffness = (np.sqrt(state.pivot_squares) + TINY) / np.float32(learning_rate)
                pull_pivots(state.pivots, stiffness, settings.regularization / rounds)
                advance(1, note=f"loss {loss / weight:.4f}")
            if curve.record(state, epoch, loss / weight, heldout_loss(heldout, state)):
                break
    return curve


def shuffle(pairs: WeightedPairs, settings: TrainingSettings, domain: int, epoch: int) -> Shuffled:
    """Return an epoch's pairs in random order, and the generator of their negatives."""
    seed = [settings.random_state, domain, epoch]
    training = pairs.training
    order = np.random.default_rng([*seed, 4]).permutation(training.nnz)
    pivots = np.repeat(np.arange(training.shape[0], dtype=np.int32), np.diff(training.indptr))
    # Gathered here at once: the kernel would wait for memory at every pair.
    return Shuffled(
        pivots[order],
        training.indices[order].astype(np.int32, copy=False),
        training.data[order],
        seeded_generator(*seed, 5),
    )


def run(
    domain: int,
    *,
    shuffled: Sequence[Shuffled],
    share: tuple[float, float],
    tables: Sequence[AliasTable],
    state: State,
    negatives: int,
    learning_rate: float,
) -> float:
    """Update one domain by a share of its pairs; return their weighted loss."""
    pairs = shuffled[domain]
    first, last = (round(bound * len(pairs.weight)) for bound in share)
    loss: float = update_pairs(
        pairs.pivot[first:last],
        pairs.word[first:last],
        pairs.weight[first:last],
        tables[domain].cuts,
        tables[domain].aliases,
        negatives,
        pairs.generator,
        learning_rate,
        state.pivots[domain],
        state.words[domain],
        state.pivot_squares[domain],
        state.word_squares[domain],
    )
    return loss
