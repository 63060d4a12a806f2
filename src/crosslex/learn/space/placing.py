"""Anything whose contexts were counted gets its place in the space."""

from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_array

from crosslex.arrays import Float32s, Float64s
from crosslex.counting.contexts import ContextShape
from crosslex.learn.space.information import positive_information
from crosslex.vectors import unit_rows

ELSEWHERE = 1e-3
"""Share of its probability elsewhere that a context keeps in a domain that never uses it."""


def domain_totals(tables: Sequence[csr_array], place: int) -> Float64s:
    """Return how often each context is expected in a domain, from the counts of all domains."""
    sums = [np.asarray(table.sum(axis=0, dtype=np.float64)) for table in tables]
    own, pooled = sums[place], np.sum(sums, axis=0)
    return np.asarray(own + ELSEWHERE * own.sum() * pooled / max(pooled.sum(), 1))


def place_rows(
    rows: csr_array, totals: Float64s, shape: ContextShape, projection: Float32s
) -> Float32s:
    """Return a unit vector for each row of counts, given what is expected of each context."""
    return unit_rows(np.asarray(positive_information(rows, totals, shape) @ projection))
