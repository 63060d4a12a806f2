"""The curve of the loss, and when to stop following it."""

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from crosslex.arrays import Float32s
from crosslex.learn.initial_state import State
from crosslex.learn.learned import Epoch


@dataclass
class Curve:
    """Records every pass, keeps the best vectors, and says when to stop.

    That is after `patience` passes without a better held-out loss, or once two passes in a row
    have lowered the training loss by less than `tolerance` of it; None never stops.
    """

    patience: int | None
    tolerance: float | None = None
    epochs: list[Epoch] = field(default_factory=list)
    _best: tuple[int, float] = (0, np.inf)
    _kept: tuple[Float32s, tuple[Float32s, ...]] | None = None

    def record(
        self, state: State, epoch: int, training_loss: float, heldout_loss: float | None
    ) -> bool:
        """Note the losses of a pass, with the vectors as they are now; True means stop."""
        self.epochs.append(Epoch(epoch, training_loss, heldout_loss))
        if self._converged():
            return True
        if self.patience is None or heldout_loss is None:
            return False
        if heldout_loss < self._best[1]:
            self._best = (epoch, heldout_loss)
            self._kept = (state.pivots.copy(), tuple(words.copy() for words in state.words))
        return epoch - self._best[0] >= self.patience

    def _converged(self) -> bool:
        if self.tolerance is None or len(self.epochs) < 3:
            return False
        losses = [each.loss for each in self.epochs[-3:]]
        return all(before - after < self.tolerance * before for before, after in pairwise(losses))

    def best(self, state: State) -> tuple[Float32s, tuple[Float32s, ...]]:
        """Return pivot and word vectors of the best pass, or the last where none was better."""
        return (state.pivots, state.words) if self._kept is None else self._kept

    @property
    def note(self) -> str:
        """The latest loss, for a progress bar."""
        return f"loss {self.epochs[-1].loss:.4f}"
