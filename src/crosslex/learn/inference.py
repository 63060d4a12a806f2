"""A ranking model's vector for a word that was not there when it learned."""

import numpy as np

from crosslex.arrays import Float32s, Float64s

STEPS = 8


def infer_vector(
    weights: Float64s,
    pivots: Float32s,
    words: Float32s,
    negatives: Float64s,
    *,
    learning_rate: float = 0.05,
) -> Float32s:
    """Return the vector that minimizes one word's ranking loss, all other vectors fixed.

    `weights` are those of the word's pair with each pivot, `negatives` probabilities of words.

    >>> pivots, words = np.eye(2, dtype=np.float32), np.zeros((1, 2), np.float32)
    >>> vector = infer_vector(np.array([1.0, 0.0]), pivots, words, np.array([1.0]))
    >>> np.sign(vector).tolist()
    [1.0, 0.0]
    """
    near = np.flatnonzero(weights)
    contexts = pivots[near].astype(np.float64)
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
        places = [np.searchsorted(scores[row], own[row] - 1) for row in range(len(near))]
        active = mass[np.arange(len(near)), places]
        gradient = -(weights[near] * active) @ contexts
        if not gradient.any():
            break
        squares += gradient**2
        vector -= learning_rate * gradient / (np.sqrt(squares) + 1e-8)
    return vector.astype(np.float32)
