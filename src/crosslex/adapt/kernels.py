"""Compiled passes of the methods that have any; arrays in, arrays changed in place."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.compiling import cached_njit

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


@_compiled
def adagrad_pair(
    slope: Any, rate: Any, word: Floats, context: Floats, of_word: Floats, of_context: Floats
) -> None:
    """Move a word and a context, but for the biases; their gradients are `slope` times the other.

    `of_word` and `of_context` are their sums of squared gradients.
    """
    for place in range(len(word) - 1):
        word_gradient = slope * context[place]
        context_gradient = slope * word[place]
        word_square = of_word[place] + word_gradient * word_gradient
        context_square = of_context[place] + context_gradient * context_gradient
        of_word[place] = word_square
        of_context[place] = context_square
        word[place] -= rate * word_gradient / np.sqrt(word_square)
        context[place] -= rate * context_gradient / np.sqrt(context_square)


@_compiled
def adagrad_bias(slope: Any, rate: Any, row: Floats, squares: Floats) -> None:
    """Move a bias, the last entry of its row."""
    square = squares[-1] + slope * slope
    squares[-1] = square
    row[-1] -= rate * slope / np.sqrt(square)


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
    loss = 0.0
    for pair in order:
        word, context = words[rows[pair]], contexts[columns[pair]]
        of_word, of_context = word_squares[rows[pair]], context_squares[columns[pair]]
        error = dot(word, context, size) + word[size] + context[size] - logs[pair]
        slope = weights[pair] * error
        loss += 0.5 * slope * error
        adagrad_pair(slope, rate, word, context, of_word, of_context)
        adagrad_bias(slope, rate, word, of_word)
        adagrad_bias(slope, rate, context, of_context)
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
def step_before(vector: Floats, factor: Any, gradient: Floats, squares: Floats, rate: Any) -> None:
    """Take an AdaGrad step by 1 plus the squares seen before, then add the gradient's.

    `factor` multiplies the gradient.
    """
    one = vector.dtype.type(1)
    for place in range(len(vector)):
        slope = factor * gradient[place]
        before = squares[place]
        squares[place] = before + slope * slope
        vector[place] -= rate * slope * (one / np.sqrt(one + before))


@_compiled
def pivot_slope(
    slope: Floats, regularization: Any, pivot: Floats, other: Floats, active: Any, word: Floats,
    negative: Floats,
) -> None:  # fmt: skip
    """Set a pivot's gradient; the words count as much as `active` says, 1 or 0."""
    for place in range(len(slope)):
        pull = regularization * (pivot[place] - other[place])
        slope[place] = pull + active * (negative[place] - word[place])


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
    slope = np.empty(size, pivots.dtype)
    zero, one = pivots.dtype.type(0), pivots.dtype.type(1)
    errors = 0
    for group in range(len(pivot_of_group)):
        row = pivot_of_group[group]
        pivot, other = pivots[row], other_pivots[row]
        for near in range(positive_offsets[group], positive_offsets[group + 1]):
            word = words[positives[near]]
            for far in range(negative_offsets[group], negative_offsets[group + 1]):
                negative = words[negatives[far]]
                wrong = dot(pivot, word, size) - dot(pivot, negative, size) < one
                active = one if wrong else zero
                pivot_slope(slope, regularization, pivot, other, active, word, negative)
                if wrong:
                    errors += 1
                    step_before(word, -one, pivot, word_squares[positives[near]], rate)
                    step_before(negative, one, pivot, word_squares[negatives[far]], rate)
                step_before(pivot, one, slope, pivot_squares[row], rate)
    return errors
