"""A vector for a word that was not there when the vectors were learned."""

import numpy as np
from numpy.typing import NDArray

STEPS = 8


def infer_vector(
    weights: NDArray[np.float64],
    pivots: NDArray[np.float32],
    words: NDArray[np.float32],
    negatives: NDArray[np.float64],
    *,
    learning_rate: float = 0.05,
) -> NDArray[np.float32]:
    """Minimize one word's ranking loss with all other vectors fixed.

    Parameters
    ----------
    weights
        What the word's pair with each pivot weighs.
    pivots, words
        The vectors of the domain's pivots and of the words that serve as negatives.
    negatives
        A probability for each of those words.
    learning_rate
        AdaGrad's.

    Examples
    --------
    >>> pivots, words = np.eye(2, dtype=np.float32), np.zeros((1, 2), np.float32)
    >>> vector = infer_vector(np.array([1.0, 0.0]), pivots, words, np.array([1.0]))
    >>> np.sign(vector).tolist()
    [1.0, 0.0]
    """
    met = np.flatnonzero(weights)
    contexts = pivots[met].astype(np.float64)
    scores = contexts @ words.T.astype(np.float64)
    order = np.argsort(scores, axis=1)
    scores = np.take_along_axis(scores, order, axis=1)
    # The mass of the negatives from each place on; one more, 0, past the last.
    mass = np.pad(np.cumsum(negatives[order][:, ::-1], axis=1)[:, ::-1], ((0, 0), (0, 1)))
    vector = np.zeros(pivots.shape[1])
    squares = np.zeros_like(vector)
    for _ in range(STEPS):
        # The share of negatives that come within the margin of the word, pivot by pivot.
        own = contexts @ vector
        places = [np.searchsorted(scores[row], own[row] - 1) for row in range(len(met))]
        active = mass[np.arange(len(met)), places]
        gradient = -(weights[met] * active) @ contexts
        if not gradient.any():
            break
        squares += gradient**2
        vector -= learning_rate * gradient / (np.sqrt(squares) + 1e-8)
    return vector.astype(np.float32)
