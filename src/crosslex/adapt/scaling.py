"""Standardize represented documents, so that C means the same for every representation."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from sklearn.preprocessing import StandardScaler

ROUNDING = 1e-6
"""Smaller deviations, relative to the mean, are rounding errors."""


def fit_scaler(documents: Sequence[NDArray[np.float64]]) -> StandardScaler:
    """Return what standardizes each dimension over the documents of all matrices.

    A standardized document's mean squared length is 1, as a tf-idf row's is.

    >>> scaler = fit_scaler([np.array([[1.0, 5.0]]), np.array([[3.0, 5.0]])])
    >>> scaler.transform(np.array([[3.0, 5.0]])).round(3).tolist()
    [[0.707, 0.0]]
    """
    scaler = StandardScaler()
    for rows in documents:
        if len(rows) > 0:
            scaler.partial_fit(rows)
    deviations = np.sqrt(scaler.var_)
    varies = deviations > ROUNDING * np.abs(scaler.mean_)
    scaler.scale_ = np.where(varies, deviations, 1) * np.sqrt(len(deviations))
    return scaler
