"""Compiled loops that count what stands around words; arrays in, arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.compiling import cached_njit

Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]

SENTENCE_END = -2
"""Stands between the sentences of a stream of contexts; no context crosses it."""


@cached_njit(nogil=True)
def group_by_row(rows: Int32s, starts: Int64s, order: Int32s) -> None:
    """Write the uses of each row next to each other, in their order.

    The uses of row r go to `order[starts[r] : starts[r + 1]]`.
    """
    place = starts[:-1].copy()
    for use in range(len(rows)):
        order[place[rows[use]]] = use
        place[rows[use]] += 1


@cached_njit(nogil=True)
def add_contexts(
    contexts: Int32s,
    firsts: Int32s,
    lasts: Int32s,
    uses: Int32s,
    starts: Int64s,
    n_near: int,
    wide_weights: Int32s,
    n_contexts: int,
    total: Int32s,
    touched: Int32s,
    indptr: Int64s,
    indices: Int32s,
    data: Int32s,
) -> int:
    """Write the rows of a sparse table of contexts, one for each group of uses; return its size.

    A use covers the positions `firsts` to `lasts` of the stream `contexts`. Columns come in
    blocks of `n_contexts`: one for each near position (farthest before, …, farthest after), then
    one for all positions up to the end of `wide_weights`, each with its weight. `total` is zero
    before and after; `touched` has room for all columns.
    """
    size = 0
    wide = 2 * n_near * n_contexts
    for row in range(len(starts) - 1):
        n_touched = 0
        for place in range(starts[row], starts[row + 1]):
            use = uses[place]
            for side in range(2):
                for distance in range(1, len(wide_weights)):
                    if side == 0:
                        context = contexts[firsts[use] - distance]
                        block = n_near - distance
                    else:
                        context = contexts[lasts[use] + distance]
                        block = n_near + distance - 1
                    if context == SENTENCE_END:
                        break
                    if context < 0:
                        continue
                    column = wide + context
                    if total[column] == 0:
                        touched[n_touched] = column
                        n_touched += 1
                    total[column] += wide_weights[distance]
                    if distance <= n_near:
                        column = block * n_contexts + context
                        if total[column] == 0:
                            touched[n_touched] = column
                            n_touched += 1
                        total[column] += 1
        columns = np.sort(touched[:n_touched])
        for column in columns:
            indices[size] = column
            data[size] = total[column]
            total[column] = 0
            size += 1
        indptr[row + 1] = size
    return size
