"""Sampled training a block of pivots at a time, its products left to BLAS."""

from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.learn.objective import step_pivots, step_words
from crosslex.learn.sampling.alias import AliasTable, seeded_generator
from crosslex.learn.sampling.heldout import HeldoutTriples, heldout_loss
from crosslex.learn.sampling.kernels import sample_block
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.state import State
from crosslex.learn.stopping import Curve
from crosslex.learn.threads import DomainThreads
from crosslex.learn.weighting import WeightedPairs, total_weight
from crosslex.progress import progress

BLOCK = 100
"""Pivots a step. Fewer steps cost less, more steps learn more in a pass."""


def train_blocks(
    pairs: Sequence[WeightedPairs],
    state: State,
    settings: TrainingSettings,
    *,
    learning_rate: float,
    epochs: int,
) -> Curve:
    """Move the state by one AdaGrad step a block of pivots, negatives drawn afresh.

    The scores of a block come from one product C·Wᵀ; a drawn triple then costs one
    comparison and two additions into a gradient matrix G, and G·W and Gᵀ·C give the
    gradients of the vectors. Every pair is met once a pass, with its whole weight, so a
    pass costs the same for any amount of text.
    """
    tables = [AliasTable.of(domain.negatives) for domain in pairs]
    heldout = [
        HeldoutTriples.of_pairs(domain, settings, index) for index, domain in enumerate(pairs)
    ]
    weight = settings.negatives * total_weight(pairs)
    n_pivots = state.pivots.shape[1]
    curve = Curve(settings.patience)
    with (
        DomainThreads(len(pairs), settings.n_jobs) as threads,
        progress("learn", total=epochs * n_pivots) as advance,
    ):
        for epoch in range(1, epochs + 1):
            generators = [
                seeded_generator(settings.random_state, index, epoch, 5)
                for index in range(len(pairs))
            ]
            loss = 0.0
            for first in range(0, n_pivots, BLOCK):
                rows = slice(first, min(first + BLOCK, n_pivots))
                steps = threads.map(
                    partial(
                        step_block,
                        rows=rows,
                        pairs=pairs,
                        tables=tables,
                        generators=generators,
                        state=state,
                        negatives=settings.negatives,
                        learning_rate=learning_rate,
                    )
                )
                step_pivots(
                    state.pivots[:, rows],
                    np.stack([gradient for _, gradient in steps]),
                    state.pivot_squares[:, rows],
                    learning_rate=learning_rate,
                    regularization=settings.regularization,
                )
                loss += sum(met for met, _ in steps)
                advance(rows.stop - rows.start, note=f"loss {loss / weight:.4f}")
            if curve.record(state, epoch, loss / weight, heldout_loss(heldout, state)):
                break
    return curve


def step_block(
    domain: int,
    *,
    rows: slice,
    pairs: Sequence[WeightedPairs],
    tables: Sequence[AliasTable],
    generators: Sequence[NDArray[np.uint64]],
    state: State,
    negatives: int,
    learning_rate: float,
) -> tuple[float, NDArray[np.float32]]:
    """Move one domain's words by a block's gradient; return its loss and the pivots' gradient."""
    training, table = pairs[domain].training, tables[domain]
    pivots, words = state.pivots[domain, rows], state.words[domain]
    scores = pivots @ words.T
    gradient = np.zeros_like(scores)
    loss: float = sample_block(
        scores,
        training.indptr[rows.start : rows.stop + 1],
        training.indices,
        training.data,
        table.cuts,
        table.aliases,
        negatives,
        generators[domain],
        gradient,
    )
    pivot_gradient = gradient @ words
    squares = state.word_squares[domain]
    step_words(words, gradient.T @ pivots, squares, learning_rate=learning_rate)
    return loss, pivot_gradient
