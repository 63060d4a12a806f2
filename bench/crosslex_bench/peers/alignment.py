"""Vector spaces of several domains turned onto each other."""

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import orthogonal_procrustes

from crosslex.vectors import unit_rows

Doubles = NDArray[np.float64]


def aligned(vectors: Doubles, onto: Doubles) -> tuple[Doubles, Doubles]:
    """Return centered unit vectors of two spaces, the first turned onto the second.

    The turn is the one that brings the words of both spaces closest. Rows of zeros are words
    that a space does not have; they stay zeros.

    Hamilton, Leskovec and Jurafsky, *Diachronic Word Embeddings Reveal Statistical Laws of
    Semantic Change*, 2016.
    """
    first, second = _centered(vectors), _centered(onto)
    shared = first.any(axis=1) & second.any(axis=1)
    turn, _ = orthogonal_procrustes(first[shared], second[shared])
    return first @ turn, second


def _centered(vectors: Doubles) -> Doubles:
    known: NDArray[np.bool_] = np.asarray(vectors.any(axis=1))
    moved = np.where(known[:, None], vectors - vectors[known].mean(axis=0), 0)
    return unit_rows(moved)
