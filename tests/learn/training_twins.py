"""Slow, obvious twins of the training kernels, in float64 and Python integers."""

import numpy as np

MASK = (1 << 64) - 1


class Splitmix:
    """Steele, Lea and Flood's generator, in Python integers."""

    def __init__(self, state: int) -> None:
        self.state = int(state)

    def bits(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        mixed = self.state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        return mixed ^ (mixed >> 31)

    def draw(self, table) -> int:
        bits = self.bits()
        column = ((bits >> 32) * len(table.cuts)) >> 32
        return (
            column if (bits & 0xFFFFFFFF) < int(table.cuts[column]) else int(table.aliases[column])
        )


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


def adagrad(vectors, gradient, squares, learning_rate):
    """Vectors and sums of squares after one step; a coordinate without gradient stays."""
    squares = squares + gradient**2
    moved = gradient != 0
    step = np.divide(gradient, np.sqrt(squares), out=np.zeros_like(gradient), where=moved)
    return vectors - learning_rate * step, squares


def pair_updates(order, rows, columns, weights, table, k, generator, rate, state):
    """Pair by pair: pivot, word and negatives each take a step from where the pair found them."""
    pivots, words, pivot_squares, word_squares = (part.astype(float) for part in state)
    for pair in order:
        pivot, word, weight = rows[pair], columns[pair], float(weights[pair])
        negatives = [generator.draw(table) for _ in range(k)]
        c, w = pivots[pivot].copy(), words[word].copy()
        active = [v for v in negatives if 1 - c @ w + c @ words[v] > 0]
        if not active:
            continue
        slope = weight * sum(words[v] - w for v in active)
        pivots[pivot], pivot_squares[pivot] = adagrad(c, slope, pivot_squares[pivot], rate)
        steps = [(v, weight * c) for v in active] + [(word, -len(active) * weight * c)]
        for row, gradient in steps:
            words[row], word_squares[row] = adagrad(words[row], gradient, word_squares[row], rate)
    return pivots, words, pivot_squares, word_squares


def batch_update(batch, instances, table, k, generator, pull, rate, state, others):
    """One mini-batch of the paper: all gradients at the vectors before it, then one step."""
    pivots, words, pivot_squares, word_squares = (part.astype(float) for part in state)
    pivot_gradient, word_gradient = np.zeros_like(pivots), np.zeros_like(words)
    loss, hinges = 0.0, 0
    for instance in batch:
        pivot, word = instances.pivot[instance], instances.word[instance]
        document = instances.document[instance]
        held = instances.document_words[
            instances.document_offsets[document] : instances.document_offsets[document + 1]
        ]
        for _ in range(k):
            negative = generator.draw(table)
            while negative in held:
                negative = generator.draw(table)
            hinges += 1
            pivot_gradient[pivot] += pull * (pivots[pivot] - others[pivot])
            hinge = 1 - pivots[pivot] @ words[word] + pivots[pivot] @ words[negative]
            if hinge > 0:
                loss += hinge
                pivot_gradient[pivot] += words[negative] - words[word]
                word_gradient[word] -= pivots[pivot]
                word_gradient[negative] += pivots[pivot]
    pivots, pivot_squares = adagrad(pivots, pivot_gradient, pivot_squares, rate)
    words, word_squares = adagrad(words, word_gradient, word_squares, rate)
    return (pivots, words, pivot_squares, word_squares), loss, hinges
