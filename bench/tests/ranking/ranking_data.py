"""Small co-occurrences by a seeded draw, and slow, obvious twins of the trainers' kernels."""

import numpy as np
from scipy.sparse import csr_array

from crosslex.paper.objective import adagrad_step
from crosslex_bench.ranking.cooccurrences import Cooccurrences


def names(kind: str, size: int) -> tuple[str, ...]:
    return tuple(f"{kind}{index}" for index in range(size))


def cooccurrences(domain: str, counts, word_counts=None, words=None) -> Cooccurrences:
    table = csr_array(np.asarray(counts, np.int64))
    n_pivots, n_words = table.shape
    if word_counts is None:
        word_counts = np.asarray(table.sum(axis=0)).ravel() + 1
    return Cooccurrences(
        domain,
        names("p", n_pivots),
        names("w", n_words) if words is None else tuple(words),
        table,
        np.asarray(word_counts, np.int64),
    )


def random_domains(
    n_domains: int = 2, *, n_pivots: int = 7, n_words: int = 11, topics: int = 3, seed: int = 0
) -> list[Cooccurrences]:
    """Domains whose pivots and words belong to topics, each domain with numbers of its own."""
    rng = np.random.default_rng(seed)
    pivots = rng.integers(topics, size=n_pivots)
    domains = []
    for index in range(n_domains):
        words = rng.integers(topics, size=n_words + index)
        mean = np.where(pivots[:, None] == words, 6.0, 0.5)
        domains.append(cooccurrences(f"domain {index}", rng.poisson(mean)))
    return domains


def expected_loss(pivots, words, weights, negatives) -> float:
    """Σ_(c,w) m(c, w) Σ_v q_v max(0, 1 - c·w + c·v), every triple on its own."""
    scores = np.asarray(pivots, float) @ np.asarray(words, float).T
    hinge = np.maximum(0, 1 - scores[:, :, None] + scores[:, None, :])
    return float((weights[:, :, None] * negatives * hinge).sum())


def objective(pivots, words, weights, negatives, *, k: int, regularization: float) -> float:
    """The whole objective of several domains, term by term."""
    loss = sum(
        k * expected_loss(pivots[domain], words[domain], weights[domain], negatives[domain])
        for domain in range(len(words))
    )
    middle = sum(pivots) / len(pivots)
    return loss + regularization * sum(float(((c - middle) ** 2).sum()) for c in pivots)


def pair_updates(order, rows, columns, weights, negatives, rate, state):
    """Pair by pair: pivot, word and negatives each take a step from where the pair found them.

    `negatives` draws those of a pair.
    """
    pivots, words, pivot_squares, word_squares = (part.astype(float) for part in state)
    for pair in order:
        pivot, word, weight = rows[pair], columns[pair], float(weights[pair])
        c, w = pivots[pivot].copy(), words[word].copy()
        active = [v for v in negatives() if 1 - c @ w + c @ words[v] > 0]
        if not active:
            continue
        slope = weight * sum(words[v] - w for v in active)
        pivots[pivot], pivot_squares[pivot] = adagrad_step(c, slope, pivot_squares[pivot], rate)
        steps = [(v, weight * c) for v in active] + [(word, -len(active) * weight * c)]
        for row, gradient in steps:
            words[row], word_squares[row] = adagrad_step(
                words[row], gradient, word_squares[row], rate
            )
    return pivots, words, pivot_squares, word_squares
