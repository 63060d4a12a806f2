"""The share of documents that each class is predicted for, and how to move it."""

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.decision import Scores

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
