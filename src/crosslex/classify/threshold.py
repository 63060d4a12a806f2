"""Where to draw the line between classes in a domain that has no labels to tell."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

Threshold = Literal["zero", "rate"]

_PASSES = 100


def matching_offset(
    scores: NDArray[np.float64], shares: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Find what to subtract from scores so that each class wins in its share of the documents.

    One class after the other is put right with the others as they stand. Two classes are right
    at once; with more, each puts the others a little wrong again, ever less so.

    >>> scores = np.array([[0.0, 1.0], [0.0, 2.0], [0.0, 3.0], [0.0, 4.0]])
    >>> (scores - matching_offset(scores, np.array([0.25, 0.75]))).argmax(axis=1)
    array([0, 1, 1, 1])
    """
    offset = np.zeros(len(shares))
    for _ in range(_PASSES):
        for code, share in enumerate(shares):
            others = np.delete(scores - offset, code, axis=1).max(axis=1)
            offset[code] = np.quantile(scores[:, code] - others, 1 - share)
        won = np.bincount((scores - offset).argmax(axis=1), minlength=len(shares))
        if (np.abs(won - shares * len(scores)) < 1).all():
            break
    return offset
