"""The compiled product of a sparse and a dense matrix; arrays in, an array changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit

Float32s = NDArray[np.float32]
Integers = NDArray[np.signedinteger]


@cached_njit(nogil=True, fastmath=True)
def add_product(
    indptr: Integers, indices: Integers, data: Float32s, dense: Float32s, out: Float32s
) -> None:
    """Add the product of a CSR matrix and a dense one to `out`."""
    for row in range(len(indptr) - 1):
        total = out[row]
        for place in range(indptr[row], indptr[row + 1]):
            weight, other = data[place], dense[indices[place]]
            for column in range(len(total)):
                total[column] += weight * other[column]
