"""The fast trainer of the paper's objective: full-batch AdaGrad, negatives in exact expectation."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from crosslex.arrays import Float32s
from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.learn.initial_state import State
from crosslex.learn.objective import RankingLoss, ranking_loss, step_pivots, step_words
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.stopping import Curve
from crosslex.learn.threads import DomainThreads
from crosslex.learn.weighting import WeightedPairs, total_weight, weigh_pairs
from crosslex.progress import progress


def train_exact(
    data: Sequence[Cooccurrences],
    state: State,
    settings: TrainingSettings,
    *,
    learning_rate: float,
    epochs: int,
) -> Curve:
    """Move the state by full-batch steps; every pass sees every pair and every negative.

    A pass costs three products of a pivots × words matrix and a sort of its rows, whatever
    the amount of text. The loss of the vectors is known before each step without further
    work, so the curve has the start and the vectors after each pass; the last needs the scores
    once more. With nothing held out no pass is chosen by its loss, so each is recorded with the
    loss that it began with, and the loss after the last is not computed.
    """
    pairs = weigh_pairs(data, settings)
    curve = Curve(settings.patience)
    first = 0 if settings.holdout > 0 else 1
    gradients = [np.empty_like(words) for words in state.words]

    def loss(domain: int, *, gradient: bool) -> RankingLoss:
        out = gradients[domain] if gradient else None
        return loss_of(domain, pairs=pairs, state=state, gradient=gradient, out=out)

    with (
        DomainThreads(len(pairs), settings.n_jobs) as threads,
        progress("learn", total=epochs) as advance,
    ):
        for epoch in range(first, epochs + 1):
            last = first == 0 and epoch == epochs
            losses = threads.map(partial(loss, gradient=not last))
            if curve.record(state, epoch, *mean_losses(losses, pairs)) or last:
                break
            step(state, losses, settings, learning_rate)
            advance(1, note=curve.note)
    return curve


def loss_of(
    domain: int,
    *,
    pairs: Sequence[WeightedPairs],
    state: State,
    gradient: bool,
    out: Float32s | None = None,
) -> RankingLoss:
    """Return the ranking loss of one domain as it stands; `gradient` and `out` as there."""
    pivots, words = state.pivots[domain], state.words[domain]
    return ranking_loss(pivots, words, pairs[domain], gradient=gradient, out=out)


def step(
    state: State, losses: Sequence[RankingLoss], settings: TrainingSettings, learning_rate: float
) -> None:
    """Take one AdaGrad step from the gradients of all domains."""
    k = np.float32(settings.negatives)
    step_pivots(
        state.pivots,
        k * np.stack([loss.pivot_gradient for loss in losses]),
        state.pivot_squares,
        learning_rate=learning_rate,
        regularization=settings.regularization,
    )
    # AdaGrad undoes any constant factor, so the words' gradient can do without k.
    for words, loss, squares in zip(state.words, losses, state.word_squares, strict=True):
        step_words(words, loss.word_gradient, squares, learning_rate=learning_rate)


def mean_losses(
    losses: Sequence[RankingLoss], pairs: Sequence[WeightedPairs]
) -> tuple[float, float | None]:
    """Return the mean hinge of the training part, and of the held-out part where there is one."""
    heldout = sum(float(domain.heldout.data.sum(dtype=np.float64)) for domain in pairs)
    return (
        sum(loss.training for loss in losses) / total_weight(pairs),
        sum(loss.heldout for loss in losses) / heldout if heldout > 0 else None,
    )
