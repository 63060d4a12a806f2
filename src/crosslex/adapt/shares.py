"""How large a share of documents each class wins, and how to move it."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.adapt.decision import LinearDecision
from crosslex.adapt.interface import Scores

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


def won_shares(scores: Scores) -> NDArray[np.float64]:
    """Return the share of the documents that each class wins.

    >>> won_shares(np.array([[2.0, 1.0], [0.0, 3.0], [1.0, 5.0], [0.0, 1.0]]))
    array([0.25, 0.75])
    """
    counts = np.bincount(scores.argmax(axis=1), minlength=scores.shape[1])
    return np.asarray(counts / len(scores))


def hold_near(
    decision: LinearDecision, other: LinearDecision, documents: csr_array, leeway: float
) -> LinearDecision:
    """Move a decision's intercept until its classes' shares are near those of another.

    Parameters
    ----------
    decision
        The one to move.
    other
        The one whose shares hold it.
    documents
        Over which shares are taken.
    leeway
        How far a class's share may be from the other's.
    """
    if documents.shape[0] == 0:
        return decision
    scores = decision.scores(documents)
    shares, held = won_shares(scores), won_shares(other.scores(documents))
    farthest = np.abs(shares - held).max()
    if farthest <= leeway:
        return decision
    offset = matching_offset(scores, held + leeway / farthest * (shares - held))
    moved = replace(decision, intercept=decision.intercept - offset)
    # Documents that are all alike have no line between them.
    nearer = np.abs(won_shares(moved.scores(documents)) - held).max() < farthest
    return moved if nearer else decision
