"""The share of documents that each class is predicted for, and how to move it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.decision import LinearDecision, Scores

_PASSES = 100


def matching_offset(scores: Scores, shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what to subtract from scores so that each class is predicted for its share.

    One class after the other is moved while the others stay. Two classes need one pass; with
    more, each moves the shares of the others a little, and passes are repeated until they fit.

    >>> scores = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 4.0]])
    >>> (scores - matching_offset(scores, np.array([0.25, 0.75]))).argmax(axis=1)
    array([0, 1, 1, 1])
    """
    offset = np.zeros(len(shares))
    for _ in range(_PASSES):
        for code, share in enumerate(shares):
            others = np.delete(scores - offset, code, axis=1).max(axis=1)
            offset[code] = np.quantile(scores[:, code] - others, 1 - share)
        predicted = np.bincount((scores - offset).argmax(axis=1), minlength=len(shares))
        if (np.abs(predicted - shares * len(scores)) < 1).all():
            break
    return offset


def predicted_shares(scores: Scores) -> NDArray[np.float64]:
    """Return the share of the documents that each class is predicted for.

    >>> predicted_shares(np.array([[2.0, 1.0], [0.0, 3.0], [1.0, 5.0], [0.0, 1.0]]))
    array([0.25, 0.75])
    """
    counts = np.bincount(scores.argmax(axis=1), minlength=scores.shape[1])
    return np.asarray(counts / len(scores))


def hold_near(
    decision: LinearDecision, reference: LinearDecision, documents: csr_array, leeway: float
) -> LinearDecision:
    """Return the decision, its intercept moved until its class shares are near the reference's.

    No class's share of the documents then differs from the reference's by more than `leeway`.
    """
    if documents.shape[0] == 0:
        return decision
    scores = decision.scores(documents)
    shares, wanted = predicted_shares(scores), predicted_shares(reference.scores(documents))
    farthest = np.abs(shares - wanted).max()
    if farthest <= leeway:
        return decision
    offset = matching_offset(scores, wanted + leeway / farthest * (shares - wanted))
    moved = replace(decision, intercept=decision.intercept - offset)
    # Where all documents have the same scores, no offset can divide them.
    nearer = np.abs(predicted_shares(moved.scores(documents)) - wanted).max() < farthest
    return moved if nearer else decision
