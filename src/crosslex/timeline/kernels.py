"""Compiled loop over permutations of half periods; arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit


@cached_njit(nogil=True)
def measure_steps(
    gram: NDArray[np.float64],
    weights: NDArray[np.float64],
    orders: NDArray[np.int64],
    sizes: NDArray[np.float64],
    changes: NDArray[np.float64],
) -> None:
    """Write the size of each step of each word, and the change there, for orders of its halves.

    Both are orders × words × steps; `gram` has the dot products of the profiles of half periods,
    words × halves × halves. Halves 2t and 2t + 1 of an order make up period t. The periods before
    and after a step have two mean profiles, weighted by evidence. The size of the step is their
    squared distance, times B·A / (B + A) for the weights B before and A after, so that chance
    makes all steps equally large. The change is 1 - their cosine. A period's squared length is the
    dot product of its two halves, which have no noise in common.
    """
    n_periods = gram.shape[1] // 2
    products = np.zeros((n_periods, n_periods))
    mass = np.zeros(n_periods)
    for word in range(len(gram)):
        for at in range(len(orders)):
            order = orders[at]
            for t in range(n_periods):
                mass[t] = weights[word, order[2 * t]] + weights[word, order[2 * t + 1]]
                products[t, t] = gram[word, order[2 * t], order[2 * t + 1]] * mass[t] ** 2
                for s in range(t):
                    value = 0.0
                    for i in (order[2 * t], order[2 * t + 1]):
                        for j in (order[2 * s], order[2 * s + 1]):
                            value += gram[word, i, j] * weights[word, i] * weights[word, j]
                    products[t, s] = products[s, t] = value
            total, all_mass = products.sum(), mass.sum()
            before, left, left_all = 0.0, 0.0, 0.0
            for t in range(n_periods - 1):
                before += mass[t]
                after = all_mass - before
                left += products[t, t] + 2 * products[t, :t].sum()
                left_all += products[t].sum()
                across = left_all - left
                right = total - left - 2 * across
                gap = left / before**2 + right / after**2 - 2 * across / (before * after)
                sizes[at, word, t] = gap * before * after / all_mass
                lengths = np.sqrt(max(left, 1e-12) * max(right, 1e-12))
                changes[at, word, t] = 1 - min(max(across / lengths, -1.0), 1.0)
