"""The default trainer: full-batch AdaGrad with the negatives in exact expectation."""

from collections.abc import Sequence

import numpy as np

from crosslex.learn.objective import RankingLoss, ranking_loss, step_pivots, step_words
from crosslex.learn.settings import TrainingSettings
from crosslex.learn.state import State
from crosslex.learn.stopping import Curve
from crosslex.learn.threads import DomainThreads
from crosslex.learn.weighting import WeightedPairs
from crosslex.progress import progress


def train_exact(
    pairs: Sequence[WeightedPairs],
    state: State,
    settings: TrainingSettings,
    *,
    learning_rate: float,
    epochs: int,
) -> Curve:
    """Move the state by full-batch steps; every pass sees every pair and every negative.

    A pass costs three products of a pivots × words matrix and a sort of its rows, whatever
    the amount of text. The loss of the vectors is known before each step without further
    work; the last pass of the curve needs the scores once more.
    """
    curve = Curve(settings.patience)
    with (
        DomainThreads(len(pairs), settings.n_jobs) as threads,
        progress("learn", total=epochs) as advance,
    ):
        for epoch in range(epochs + 1):
            last = epoch == epochs

            def loss_of(domain: int, last: bool = last) -> RankingLoss:
                return ranking_loss(
                    state.pivots[domain], state.words[domain], pairs[domain], gradient=not last
                )

            losses = threads.map(loss_of)
            stop = curve.record(state, epoch, *mean_losses(losses, pairs))
            if last or stop:
                break
            step(state, losses, settings, learning_rate)
            advance(1, note=curve.note)
    return curve


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
    """Give the mean hinge of the training part, and of the held-out part where there is one."""
    weight = sum(float(domain.training.data.sum(dtype=np.float64)) for domain in pairs)
    heldout = sum(float(domain.heldout.data.sum(dtype=np.float64)) for domain in pairs)
    return (
        sum(loss.training for loss in losses) / max(weight, np.finfo(np.float64).tiny),
        sum(loss.heldout for loss in losses) / heldout if heldout > 0 else None,
    )
