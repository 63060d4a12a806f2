"""Compiled loop over permutations of half periods; arrays changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit


@cached_njit(nogil=True)
def largest_steps(
    gram: NDArray[np.float64],
    weights: NDArray[np.float64],
    orders: NDArray[np.int64],
    largest: NDArray[np.float64],
) -> None:
    """Find the largest step of each word (columns of `largest`) in each order of its halves.

    Halves 2t and 2t + 1 of an order make up period t; see `step_sizes` for the formula.
    """
    n_halves = gram.shape[1]
    n_periods = n_halves // 2
    products = np.zeros((n_periods, n_periods))
    mass = np.zeros(n_periods)
    for word in range(len(gram)):
        for at in range(len(orders)):
            order = orders[at]
            total = 0.0
            for t in range(n_periods):
                mass[t] = weights[word, order[2 * t]] + weights[word, order[2 * t + 1]]
                products[t, t] = gram[word, order[2 * t], order[2 * t + 1]] * mass[t] ** 2
                total += products[t, t]
                for s in range(t):
                    value = 0.0
                    for i in (order[2 * t], order[2 * t + 1]):
                        for j in (order[2 * s], order[2 * s + 1]):
                            value += gram[word, i, j] * weights[word, i] * weights[word, j]
                    products[t, s] = products[s, t] = value
                    total += 2 * value
            all_mass = mass.sum()
            before, left, left_all, best = 0.0, 0.0, 0.0, -np.inf
            for t in range(n_periods - 1):
                before += mass[t]
                after = all_mass - before
                left += products[t, t]
                for s in range(n_periods):
                    left_all += products[t, s]
                    if s < t:
                        left += 2 * products[t, s]
                across = left_all - left
                right = total - left - 2 * across
                gap = left / before**2 + right / after**2 - 2 * across / (before * after)
                best = max(best, gap * before * after / all_mass)
            largest[at, word] = best
