"""How sure a number is: intervals of accuracies, and tests of their differences.

References
----------
Clopper, Pearson: The Use of Confidence or Fiducial Limits Illustrated in the Case of the
Binomial. Biometrika 26, 1934.
McNemar: Note on the Sampling Error of the Difference between Correlated Proportions or
Percentages. Psychometrika 12, 1947.
Efron, Tibshirani: An Introduction to the Bootstrap. 1993.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray
from scipy.stats import beta, binomtest

LEVEL: Final = 0.95
DRAWS: Final = 10_000
_DRAWS_AT_ONCE = 500


def clopper_pearson(correct: float, total: int, *, level: float = LEVEL) -> tuple[float, float]:
    """Return the exact interval of a share.

    `correct` need not be whole: of several seeds it is the mean.

    >>> low, high = clopper_pearson(8, 10)
    >>> round(low, 4), round(high, 4)
    (0.4439, 0.9748)
    """
    tail = (1 - level) / 2
    low = 0.0 if correct <= 0 else float(beta.ppf(tail, correct, total - correct + 1))
    high = 1.0 if correct >= total else float(beta.ppf(1 - tail, correct + 1, total - correct))
    return low, high


def mcnemar(a: NDArray[np.bool_], b: NDArray[np.bool_]) -> float:
    """Return the exact two-sided p-value that two classifiers are right equally often.

    Parameters
    ----------
    a, b
        Which documents each decided rightly, the same documents in the same order.

    Examples
    --------
    >>> mcnemar(np.array([True] * 6), np.array([False] * 6))
    0.03125
    """
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    if only_a + only_b == 0:
        return 1.0
    return float(binomtest(only_a, only_a + only_b, 0.5).pvalue)


def bootstrap_means(
    correct: Sequence[NDArray[np.int64]],
    test_sets: Sequence[str],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Resample test documents and return each column's mean accuracy, draws × columns.

    Documents are drawn within each test set, and tables that share one share the draw: the
    three pairs with the same target are not independent of each other.

    Parameters
    ----------
    correct
        One table a pair: documents × methods, how often each document was decided rightly.
    test_sets
        What test set each table's documents are; the draw depends on its name and the seed.
    draws
        How often to draw.
    seed
        Of the random numbers.
    """
    pairs_of: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(test_sets):
        pairs_of[name].append(place)
    total = np.zeros((draws, correct[0].shape[1]))
    for name, places in pairs_of.items():
        # Summed over the pairs first, in whole numbers, so that no order of sums can matter.
        table = np.sum([correct[place] for place in places], axis=0).astype(np.float64)
        n_documents = len(table)
        random = np.random.default_rng([seed, *name.encode()])
        for start in range(0, draws, _DRAWS_AT_ONCE):
            size = min(_DRAWS_AT_ONCE, draws - start)
            times = random.multinomial(n_documents, [1 / n_documents] * n_documents, size)
            total[start : start + size] += times @ table / n_documents
    return total / len(correct)


def bootstrap_seeds(
    correct: Sequence[NDArray[np.float64]],
    test_sets: Sequence[str],
    *,
    draws: int = DRAWS,
    seed: int = 0,
) -> NDArray[np.float64]:
    """Resample test documents and seeds, and return each column's mean accuracy, draws × columns.

    Documents are drawn as by `bootstrap_means`; seeds too, once for all pairs that share a test
    set and for all columns, for what a seed draws may be common to them. With one seed, it is
    `bootstrap_means`.

    Parameters
    ----------
    correct
        One table a pair: seeds × documents × columns, 1 where decided rightly, else 0.
    test_sets
        What test set each table's documents are.
    draws
        How often to draw.
    seed
        Of the random numbers.
    """
    pairs_of: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(test_sets):
        pairs_of[name].append(place)
    total = np.zeros((draws, correct[0].shape[2]))
    for name, places in pairs_of.items():
        table = np.sum([correct[place] for place in places], axis=0)
        n_seeds, n_documents, _ = table.shape
        random = np.random.default_rng([seed, *name.encode()])
        chosen = np.random.default_rng([seed, 1, *name.encode()]).multinomial(
            n_seeds, [1 / n_seeds] * n_seeds, draws
        )
        for start in range(0, draws, _DRAWS_AT_ONCE):
            rows = slice(start, min(start + _DRAWS_AT_ONCE, draws))
            times = random.multinomial(
                n_documents, [1 / n_documents] * n_documents, rows.stop - start
            )
            for number, of_seed in enumerate(table):
                weight = chosen[rows, number, None] / (n_seeds * n_documents)
                total[rows] += weight * (times @ of_seed)
    return total / len(correct)


def percentile_interval(draws: NDArray[np.float64], *, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval that holds the given share of the draws.

    >>> percentile_interval(np.arange(101), level=0.5)
    (25.0, 75.0)
    """
    tail = (1 - level) / 2
    low, high = np.quantile(draws, [tail, 1 - tail])
    return float(low), float(high)


def two_sided_p(differences: NDArray[np.float64]) -> float:
    """Return the p-value that resampled differences center on zero.

    The draws themselves count as one more, so that it is never quite zero.

    >>> two_sided_p(np.array([0.1] * 99))
    0.02
    """
    below, above = (differences <= 0).sum(), (differences >= 0).sum()
    return min(1.0, float(2 * (1 + min(below, above)) / (1 + len(differences))))
