"""The objective and its gradients, as printed in the paper: the readable twin of the kernels.

For the source domain S (Eq. source-loss; the target T likewise, Eq. target-loss)

    L(C_S, W_S) = Σ_d Σ_(c,w)∈d Σ_w*~p(w) max( 0, 1 - c_S·w_S + c_S·w*_S )

the pivot regularizer (Eq. pivot-regularizer), and the whole (Eq. overall)

    R(C_S, C_T) = ½ Σ_i ‖c_S(i) - c_T(i)‖²
    L = L(C_S, W_S) + L(C_T, W_T) + λ R(C_S, C_T)

For D domains R = Σ_d Σ_i ‖c_d(i) - c̄(i)‖², c̄ being the mean over the domains: with two domains
this is the formula above. Arrays have one row per vector; c, w and w* of one co-occurrence and one
negative have the same row number.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.floating[Any]]


def hinge_loss(c: Vectors, w: Vectors, w_star: Vectors) -> NDArray[np.floating[Any]]:
    """Return max(0, 1 - c·w + c·w*) of every row (Eq. source-loss, Eq. target-loss).

    >>> c, w, w_star = np.eye(2), np.eye(2), np.array([[0.5, 0.0], [0.0, -1.0]])
    >>> hinge_loss(c, w, w_star)
    array([0.5, 0. ])
    """
    return np.asarray(np.maximum(0, 1 - (c * w).sum(axis=1) + (c * w_star).sum(axis=1)))


def pivot_regularizer(pivots: Sequence[Vectors]) -> float:
    """Return R of the pivots' vectors in every domain (Eq. pivot-regularizer).

    >>> pivot_regularizer([np.array([[1.0, 0.0]]), np.array([[0.0, 2.0]])])  # ½ (1² + 2²)
    2.5
    """
    mean = np.mean(pivots, axis=0)
    return float(sum(((c - mean) ** 2).sum() for c in pivots))


def overall_loss(
    pivots: Sequence[Vectors],
    triples: Sequence[tuple[Vectors, Vectors, Vectors]],
    regularization: float,
) -> float:
    """Return Eq. overall: the losses of all domains plus λ R.

    `triples` has the rows c, w and w* of every domain.
    """
    losses = sum(float(hinge_loss(c, w, w_star).sum()) for c, w, w_star in triples)
    return losses + regularization * pivot_regularizer(pivots)


class Gradients(NamedTuple):
    """∂L/∂c, ∂L/∂w and ∂L/∂w* of every row, as printed in the section Training."""

    c: Vectors
    w: Vectors
    w_star: Vectors


def gradients(
    c: Vectors, w: Vectors, w_star: Vectors, others: Vectors, *, pull: float
) -> Gradients:
    """Return the gradients of every co-occurrence and negative.

    Parameters
    ----------
    c, w, w_star
        Vectors of the pivot, the non-pivot and the negative in the instance's domain.
    others
        The pivot's vector in the other domain; of several others, their mean.
    pull
        λ for two domains; `pull_of` says what it is for any number.
    """
    #       ∂L/∂w_S  = 0     if c_S·(w_S - w*_S) ≥ 1, else -c_S
    #       ∂L/∂w*_S = 0     if c_S·(w_S - w*_S) ≥ 1, else  c_S
    #       ∂L/∂c_S  = λ(c_S - c_T)  in any case, plus w*_S - w_S if c_S·(w_S - w*_S) < 1
    violated = ((c * (w - w_star)).sum(axis=1) < 1)[:, None]
    return Gradients(
        c=np.where(violated, w_star - w, 0) + pull * (c - others),
        w=np.where(violated, -c, 0),
        w_star=np.where(violated, c, 0),
    )


def pull_of(regularization: float, n_domains: int) -> float:
    """Return the factor of (c_d - mean of the other domains' c) in the gradient of λ R.

    ∂R/∂c_d = 2 (c_d - c̄), and c_d - c̄ is (1 - 1/D) times the distance from the others' mean.

    >>> pull_of(3.0, 2)  # λ(c_S - c_T), as printed
    3.0
    """
    return regularization * 2 * (1 - 1 / n_domains)


def adagrad_step(
    vectors: Vectors, gradient: Vectors, squares: Vectors, learning_rate: float
) -> tuple[Vectors, Vectors]:
    """Return vectors and sums of squared gradients after one AdaGrad step.

    A coordinate moves by η g / √(Σ g²) over all gradients that it has had (Duchi, Hazan and
    Singer, 2011); one without a gradient stays.

    >>> adagrad_step(np.array([1.0]), np.array([2.0]), np.array([0.0]), learning_rate=0.1)
    (array([0.9]), array([4.]))
    """
    squares = squares + gradient**2
    size = np.sqrt(squares)
    step = np.divide(gradient, size, out=np.zeros_like(gradient), where=gradient != 0)
    return vectors - learning_rate * step, squares
