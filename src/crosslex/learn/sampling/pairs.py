"""Sampled training pair by pair, for vocabularies where pivots × words is wastefully large."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crosslex.learn.objective import TINY, pull_pivots
from crosslex.learn.sampling.alias import AliasTable, seeded_generator
from crosslex.learn.sampling.heldout import HeldoutTriples, heldout_loss
from crosslex.learn.sampling.kernels import update_pairs
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.state import State
from crosslex.learn.stopping import Curve
from crosslex.learn.threads import DomainThreads
from crosslex.learn.weighting import WeightedPairs
from crosslex.progress import progress

UPDATES = 32
"""Updates of an average pivot between two proximal steps, so that those cost next to nothing."""


def train_pairs(
    pairs: Sequence[WeightedPairs],
    state: State,
    settings: TrainingSettings,
    *,
    learning_rate: float,
    epochs: int,
) -> Curve:
    """Move the state pair by pair in random order: k negatives, one update of pivot and word.

    Each domain runs on its own between two meetings, at which the pivots of all domains are
    drawn together by a share of λ; over a pass the regularizer acts with its whole weight.
    """
    tables = [AliasTable.of(domain.negatives) for domain in pairs]
    heldout = [
        HeldoutTriples.of_pairs(domain, settings, index) for index, domain in enumerate(pairs)
    ]
    pivot_of_pair = [
        np.repeat(np.arange(domain.training.shape[0]), np.diff(domain.training.indptr))
        for domain in pairs
    ]
    n_pairs = sum(domain.training.nnz for domain in pairs)
    rounds = max(1, n_pairs // (UPDATES * len(pairs) * state.pivots.shape[1]))
    weight = settings.negatives * sum(float(domain.training.data.sum()) for domain in pairs)
    curve = Curve(settings.patience)
    with (
        DomainThreads(len(pairs), settings.n_jobs) as threads,
        progress("learn", total=epochs * rounds) as advance,
    ):
        for epoch in range(1, epochs + 1):
            shuffled = [
                shuffle(domain.training.nnz, settings, index, epoch)
                for index, domain in enumerate(pairs)
            ]
            loss = 0.0
            for turn in range(rounds):

                def update(
                    domain: int,
                    turn: int = turn,
                    shuffled: Sequence[tuple[NDArray[np.int64], NDArray[np.uint64]]] = shuffled,
                ) -> float:
                    order, generator = shuffled[domain]
                    ends = [len(order) * bound // rounds for bound in (turn, turn + 1)]
                    met: float = update_pairs(
                        order[slice(*ends)],
                        pivot_of_pair[domain],
                        pairs[domain].training.indices,
                        pairs[domain].training.data,
                        tables[domain].cuts,
                        tables[domain].aliases,
                        settings.negatives,
                        generator,
                        learning_rate,
                        state.pivots[domain],
                        state.words[domain],
                        state.pivot_squares[domain],
                        state.word_squares[domain],
                    )
                    return met

                losses = threads.map(update)
                loss += sum(losses)
                stiffness = (np.sqrt(state.pivot_squares) + TINY) / np.float32(learning_rate)
                pull_pivots(state.pivots, stiffness, settings.regularization / rounds)
                advance(1, note=f"loss {loss / weight:.4f}")
            if curve.record(state, epoch, loss / weight, heldout_loss(heldout, state)):
                break
    return curve


def shuffle(
    n_pairs: int, settings: TrainingSettings, domain: int, epoch: int
) -> tuple[NDArray[np.int64], NDArray[np.uint64]]:
    """Give the order of an epoch's pairs and the generator of its negatives."""
    seed = [settings.random_state, domain, epoch]
    order = np.random.default_rng([*seed, 4]).permutation(n_pairs)
    return order, seeded_generator(*seed, 5)
