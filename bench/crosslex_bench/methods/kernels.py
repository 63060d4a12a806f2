"""Compiled passes of the methods that have any; arrays in, arrays changed in place."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit

Floats = NDArray[np.floating[Any]]
Int32s = NDArray[np.int32]

# Dividing as numpy does, without a check for zero, lets loops be vectorized.
_compiled = cached_njit(nogil=True, error_model="numpy")
# A sum of products may be regrouped into lanes: fixed when compiled, so it never varies.
_compiled_sum = cached_njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})

# An inverse root by estimate and a Newton step: off by a last bit or two, and much faster.
_compiled_root = cached_njit(nogil=True, error_model="numpy", fastmath=True)


@_compiled_sum
def dot(left: Floats, right: Floats, size: int) -> Any:
    """Multiply the first entries of two vectors."""
    total = left.dtype.type(0)
    for place in range(size):
        total += left[place] * right[place]
    return total


LANES = 32
"""Loops over rows run fastest where rows are a multiple of this long: no entries are left over."""


@_compiled
def padded(matrix: Floats, size: int) -> Floats:
    """Return a copy of the first columns, with columns of zeros up to a multiple of the lanes."""
    copy = np.zeros((matrix.shape[0], (size + LANES - 1) // LANES * LANES), matrix.dtype)
    copy[:, :size] = matrix[:, :size]
    return copy


@_compiled_sum
def dot_of_rows(left: Floats, row: int, right: Floats, column: int) -> Any:
    """Multiply a row of one matrix with a row of another; a view of each would cost as much."""
    total = left.dtype.type(0)
    for place in range(left.shape[1]):
        total += left[row, place] * right[column, place]
    return total


@_compiled_root
def adagrad_pair(
    slope: Any,
    rate: Any,
    words: Floats,
    row: int,
    contexts: Floats,
    column: int,
    word_squares: Floats,
    context_squares: Floats,
) -> None:
    """Move a word and a context; their gradients are `slope` times the other."""
    one = words.dtype.type(1)
    for place in range(words.shape[1]):
        word_gradient = slope * contexts[column, place]
        context_gradient = slope * words[row, place]
        word_square = word_squares[row, place] + word_gradient * word_gradient
        context_square = context_squares[column, place] + context_gradient * context_gradient
        word_squares[row, place] = word_square
        context_squares[column, place] = context_square
        words[row, place] -= rate * word_gradient * (one / np.sqrt(word_square))
        contexts[column, place] -= rate * context_gradient * (one / np.sqrt(context_square))


@_compiled
def adagrad_bias(slope: Any, rate: Any, matrix: Floats, row: int, squares: Floats) -> None:
    """Move a bias, the last entry of its row."""
    last = matrix.shape[1] - 1
    square = squares[row, last] + slope * slope
    squares[row, last] = square
    matrix[row, last] -= rate * slope / np.sqrt(square)


@_compiled
def glove_pass(
    order: NDArray[np.int64],
    rows: Int32s,
    columns: Int32s,
    logs: Floats,
    weights: Floats,
    learning_rate: float,
    words: Floats,
    contexts: Floats,
    word_squares: Floats,
    context_squares: Floats,
) -> float:
    """Take an AdaGrad step for each pair in the given order; return the sum of ½ weight · error².

    The last column of words and contexts holds their biases; the error of a pair is
    word · context + both biases - log. The squares are sums of squared gradients so far.
    """
    size = words.shape[1] - 1
    rate = words.dtype.type(learning_rate)
    # Apart from their biases, and at a length that loops like.
    of_words, of_contexts = padded(words, size), padded(contexts, size)
    of_word_squares, of_context_squares = padded(word_squares, size), padded(context_squares, size)
    of_word_squares[:, size:] = 1
    of_context_squares[:, size:] = 1
    loss = 0.0
    for pair in order:
        row, column = rows[pair], columns[pair]
        product = dot_of_rows(of_words, row, of_contexts, column)
        error = product + words[row, size] + contexts[column, size] - logs[pair]
        slope = weights[pair] * error
        loss += 0.5 * slope * error
        adagrad_pair(
            slope, rate, of_words, row, of_contexts, column, of_word_squares, of_context_squares
        )
        adagrad_bias(slope, rate, words, row, word_squares)
        adagrad_bias(slope, rate, contexts, column, context_squares)
    words[:, :size] = of_words[:, :size]
    contexts[:, :size] = of_contexts[:, :size]
    word_squares[:, :size] = of_word_squares[:, :size]
    context_squares[:, :size] = of_context_squares[:, :size]
    return loss


@_compiled
def learn_sample(
    present: int, learning_rate: float, word: Floats, context: Floats, step: Floats
) -> None:
    """Move a context towards a word it occurred with, or away; add to the word's own step."""
    score = dot(word, context, word.shape[0])
    share = 1.0 / (1.0 + np.exp(-score))
    factor = word.dtype.type(learning_rate * (present - share))
    for place in range(word.shape[0]):
        step[place] += factor * context[place]
        context[place] += factor * word[place]


@_compiled
def skipgram_pass(
    words_of_pairs: Int32s,
    contexts_of_pairs: Int32s,
    negatives: Int32s,
    learning_rate: float,
    words: Floats,
    contexts: Floats,
) -> None:
    """Take a step of gradient descent for each pair against its row of negatives.

    A negative that is the pair's own context is passed over.
    """
    step = np.empty(words.shape[1], words.dtype)
    for pair in range(len(words_of_pairs)):
        word = words[words_of_pairs[pair]]
        own = contexts_of_pairs[pair]
        step[:] = 0
        learn_sample(1, learning_rate, word, contexts[own], step)
        for negative in negatives[pair]:
            if negative != own:
                learn_sample(0, learning_rate, word, contexts[negative], step)
        for place in range(len(step)):
            word[place] += step[place]


@_compiled
def train_pivot_predictors(
    offsets: NDArray[np.signedinteger],
    columns: NDArray[np.signedinteger],
    values: NDArray[np.float32],
    pivot_offsets: NDArray[np.signedinteger],
    pivots: NDArray[np.signedinteger],
    order: NDArray[np.int64],
    rate: float,
    regularization: float,
    weights: NDArray[np.float32],
    bias: NDArray[np.float32],
) -> None:
    """Learn from each document's columns which pivots it holds, all pivots at once.

    Stochastic gradient descent on the modified Huber loss with L2 regularization of the
    weights (columns × pivots) but not of the bias; step t has the rate
    rate / (1 + rate * regularization * t). Documents come as CSR, `order` says which when.
    """
    n_pivots = weights.shape[1]
    margins = np.empty(n_pivots, np.float32)
    slopes = np.empty(n_pivots, np.float32)
    # True weights are `shrinkage` times the stored ones: one number decays for all of them.
    shrinkage = 1.0
    for step in range(len(order)):
        document = order[step]
        start, stop = offsets[document], offsets[document + 1]
        step_rate = rate / (1 + rate * regularization * step)
        margins[:] = bias
        for entry in range(start, stop):
            value = np.float32(values[entry] * shrinkage)
            row = weights[columns[entry]]
            for pivot in range(n_pivots):
                margins[pivot] += value * row[pivot]
        for pivot in range(n_pivots):
            slopes[pivot] = min(max(2 * (1 + margins[pivot]), np.float32(0)), np.float32(4))
        for entry in range(pivot_offsets[document], pivot_offsets[document + 1]):
            pivot = pivots[entry]
            slopes[pivot] = -min(max(2 * (1 - margins[pivot]), np.float32(0)), np.float32(4))
        shrinkage *= 1 - step_rate * regularization
        for entry in range(start, stop):
            change = np.float32(step_rate / shrinkage * values[entry])
            row = weights[columns[entry]]
            for pivot in range(n_pivots):
                row[pivot] -= change * slopes[pivot]
        for pivot in range(n_pivots):
            bias[pivot] -= np.float32(step_rate) * slopes[pivot]
    weights *= np.float32(shrinkage)


@_compiled_root
def step_before(
    vectors: Floats, row: int, factor: Any, gradients: Floats, slot: int, squares: Floats, rate: Any
) -> None:
    """Take a row's AdaGrad step by 1 plus the squares seen before, then add the gradient's.

    `factor` multiplies the gradient, a row as well.
    """
    one = vectors.dtype.type(1)
    for place in range(vectors.shape[1]):
        slope = factor * gradients[slot, place]
        before = squares[row, place]
        squares[row, place] = before + slope * slope
        vectors[row, place] -= rate * slope * (one / np.sqrt(one + before))


@_compiled_root
def pull_before(
    pivots: Floats, row: int, regularization: Any, others: Floats, squares: Floats, rate: Any
) -> None:
    """Take the same step of a pivot that is only pulled towards another domain's."""
    one = pivots.dtype.type(1)
    for place in range(pivots.shape[1]):
        slope = regularization * (pivots[row, place] - others[row, place])
        before = squares[row, place]
        squares[row, place] = before + slope * slope
        pivots[row, place] -= rate * slope * (one / np.sqrt(one + before))


@_compiled
def pivot_slope(
    slope: Floats,
    regularization: Any,
    pivots: Floats,
    row: int,
    others: Floats,
    words: Floats,
    word: int,
    negative: int,
) -> None:
    """Set a pivot's gradient where its hinge is active."""
    for place in range(pivots.shape[1]):
        pull = regularization * (pivots[row, place] - others[row, place])
        slope[0, place] = pull + (words[negative, place] - words[word, place])


@_compiled_sum
def lead(pivots: Floats, row: int, words: Floats, word: int, negative: int) -> Any:
    """Return by how much a pivot's product with a word exceeds that with a negative."""
    own, other = pivots.dtype.type(0), pivots.dtype.type(0)
    for place in range(pivots.shape[1]):
        own += pivots[row, place] * words[word, place]
        other += pivots[row, place] * words[negative, place]
    return own - other


@_compiled
def train_groups(
    pivot_of_group: Int32s,
    positive_offsets: NDArray[np.int64],
    positives: Int32s,
    negative_offsets: NDArray[np.int64],
    negatives: Int32s,
    regularization: Any,
    rate: Any,
    pivots: Floats,
    other_pivots: Floats,
    words: Floats,
    pivot_squares: Floats,
    word_squares: Floats,
) -> int:
    """Learn from every positive against every negative of each group, one triple at a time.

    A group is a pivot with words near it and words that its document lacks. Returns how many
    triples were ranked wrong or by a margin below 1.
    """
    size = pivots.shape[1]
    of_pivots, of_others = padded(pivots, size), padded(other_pivots, size)
    of_words = padded(words, size)
    of_pivot_squares, of_word_squares = padded(pivot_squares, size), padded(word_squares, size)
    slope = np.empty((1, of_pivots.shape[1]), pivots.dtype)
    one = pivots.dtype.type(1)
    errors = 0
    for group in range(len(pivot_of_group)):
        row = pivot_of_group[group]
        for near in range(positive_offsets[group], positive_offsets[group + 1]):
            word = positives[near]
            for far in range(negative_offsets[group], negative_offsets[group + 1]):
                negative = negatives[far]
                if lead(of_pivots, row, of_words, word, negative) < one:
                    errors += 1
                    pivot_slope(
                        slope, regularization, of_pivots, row, of_others, of_words, word, negative
                    )
                    step_before(of_words, word, -one, of_pivots, row, of_word_squares, rate)
                    step_before(of_words, negative, one, of_pivots, row, of_word_squares, rate)
                    step_before(of_pivots, row, one, slope, 0, of_pivot_squares, rate)
                else:
                    pull_before(of_pivots, row, regularization, of_others, of_pivot_squares, rate)
    pivots[:] = of_pivots[:, :size]
    words[:] = of_words[:, :size]
    pivot_squares[:] = of_pivot_squares[:, :size]
    word_squares[:] = of_word_squares[:, :size]
    return errors
