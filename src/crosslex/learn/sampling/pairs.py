"""The trainer `pairs`: one update per pair, where pivots × words is wastefully large."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.learn.initial_state import State
from crosslex.learn.objective import TINY, pull_pivots
from crosslex.learn.sampling.alias import AliasTable, Shuffled
from crosslex.learn.sampling.heldout import HeldoutTriples, heldout_loss
from crosslex.learn.sampling.kernels import update_pairs
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.stopping import Curve
from crosslex.learn.threads import DomainThreads
from crosslex.learn.weighting import WeightedPairs, total_weight, weigh_pairs
from crosslex.progress import progress

UPDATES = 32
"""Updates of an average pivot between two proximal steps, so that those cost next to nothing."""


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
                shuffle(domain, [settings.random_state, index, epoch])
                for index, domain in enumerate(pairs)
            ]
            loss = 0.0
            for turn in range(rounds):
                share = (turn / rounds, (turn + 1) / rounds)
                work = partial(run, state, settings, learning_rate, tables, shuffled, share)
                loss += sum(threads.map(work))
                stiffness = (np.sqrt(state.pivot_squares) + TINY) / np.float32(learning_rate)
                pull_pivots(state.pivots, stiffness, settings.regularization / rounds)
                advance(1, note=f"loss {loss / weight:.4f}")
            if curve.record(state, epoch, loss / weight, heldout_loss(heldout, state)):
                break
    return curve


def shuffle(pairs: WeightedPairs, seed: Sequence[int]) -> Shuffled:
    """Return the pivots, words and weights of a domain's pairs in random order."""
    training = pairs.training
    pivots = np.repeat(np.arange(training.shape[0], dtype=np.int32), np.diff(training.indptr))
    words = training.indices.astype(np.int32, copy=False)
    return Shuffled.of((pivots, words, training.data), training.nnz, seed)


def run(
    state: State,
    settings: TrainingSettings,
    learning_rate: float,
    tables: Sequence[AliasTable],
    shuffled: Sequence[Shuffled],
    share: tuple[float, float],
    domain: int,
) -> float:
    """Update one domain by a share of its pairs; return their weighted loss."""
    pairs = shuffled[domain]
    first, last = (round(bound * len(pairs.columns[0])) for bound in share)
    pivots, words, weights = (column[first:last] for column in pairs.columns)
    loss: float = update_pairs(
        pivots,
        words,
        weights,
        tables[domain].cuts,
        tables[domain].aliases,
        settings.negatives,
        pairs.generator,
        learning_rate,
        state.pivots[domain],
        state.words[domain],
        state.pivot_squares[domain],
        state.word_squares[domain],
    )
    return loss
