"""What training hands on: the vectors of every domain, and how the loss fell."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Epoch:
    """The loss after one pass over the co-occurrences.

    Parameters
    ----------
    epoch
        Passes done; 0 is the start.
    training_loss
        Mean hinge of a (pivot, word, negative) triple of the training part.
    heldout_loss
        The same on the held-out part; None where nothing was held out.
    """

    epoch: int
    training_loss: float
    heldout_loss: float | None

    @property
    def loss(self) -> float:
        """The held-out loss where there is one, else the training loss."""
        return self.training_loss if self.heldout_loss is None else self.heldout_loss


@dataclass(frozen=True, eq=False)
class LearnedVectors:
    """Pivot vectors and word vectors of every domain, in one space.

    Parameters
    ----------
    domains
        The domains' names.
    pivots
        What the rows of the pivot vectors stand for.
    words
        One tuple per domain: what the rows of its word vectors stand for.
    pivot_vectors
        Domains × pivots × dimension, float32.
    word_vectors
        One float32 matrix per domain, words × dimension.
    curve
        The loss, pass by pass.
    """

    domains: tuple[str, ...]
    pivots: tuple[str, ...]
    words: tuple[tuple[str, ...], ...]
    pivot_vectors: NDArray[np.float32]
    word_vectors: tuple[NDArray[np.float32], ...]
    curve: tuple[Epoch, ...]
