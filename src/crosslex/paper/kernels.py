"""The compiled twin of `objective.py`: mini-batches with AdaGrad; arrays are changed in place."""

import numpy as np
from numpy.typing import NDArray

from crosslex.imports import cached_njit

Vector = NDArray[np.float32]
Matrix = NDArray[np.float32]
Int32s = NDArray[np.int32]
Int64s = NDArray[np.int64]
Cuts = NDArray[np.uint32]
Generator = NDArray[np.uint64]

LANES = 32
"""Rows whose length is a multiple of this are the fastest to loop over."""
TINY = 1e-20
"""Keeps a coordinate that never had a gradient from dividing by zero."""
ATTEMPTS = 100
"""Draws before a negative is given up, if a document contains nearly all non-pivots."""

# Dividing as numpy does, without a check for zero, lets loops be vectorized.
compiled = cached_njit(nogil=True, error_model="numpy")
# Sums of products may be regrouped into lanes: fixed when compiled, so results never vary.
compiled_sum = cached_njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})
# An inverse root by estimate and a Newton step: off by a last bit or two, and much faster.
compiled_root = cached_njit(nogil=True, error_model="numpy", fastmath=True)


@compiled_sum
def dots_of_six(
    pivots: Matrix, pivot: int, words: Matrix, rows: Int64s, start: int, products: Vector
) -> None:
    """Multiply a pivot with six words at once, so that memory is read from six places at once.

    Matrices and the numbers of their rows, no views: each view is counted, which costs more here
    than the product itself.
    """
    first, second, third = rows[start], rows[start + 1], rows[start + 2]
    fourth, fifth, sixth = rows[start + 3], rows[start + 4], rows[start + 5]
    zero = np.float32(0.0)
    a, b, c, d, e, f = zero, zero, zero, zero, zero, zero
    for column in range(pivots.shape[1]):
        value = pivots[pivot, column]
        a += value * words[first, column]
        b += value * words[second, column]
        c += value * words[third, column]
        d += value * words[fourth, column]
        e += value * words[fifth, column]
        f += value * words[sixth, column]
    products[start], products[start + 1], products[start + 2] = a, b, c
    products[start + 3], products[start + 4], products[start + 5] = d, e, f


@compiled_sum
def dot_of_rows(pivots: Matrix, pivot: int, words: Matrix, word: int) -> np.float32:
    """Multiply a pivot with a word."""
    total = np.float32(0.0)
    for column in range(pivots.shape[1]):
        total += pivots[pivot, column] * words[word, column]
    return total


@compiled
def dots(
    pivots: Matrix, pivot: int, words: Matrix, rows: Int64s, size: int, products: Vector
) -> None:
    """Multiply a pivot with the first words of a list."""
    sixes = size // 6 * 6
    for start in range(0, sixes, 6):
        dots_of_six(pivots, pivot, words, rows, start, products)
    for place in range(sixes, size):
        products[place] = dot_of_rows(pivots, pivot, words, rows[place])


@compiled
def set_row(target: Matrix, slot: int, factor: float, source: Matrix, row: int) -> None:
    """Set a row to a multiple of another matrix's."""
    scale = np.float32(factor)
    for column in range(target.shape[1]):
        target[slot, column] = scale * source[row, column]


@compiled
def add_row(target: Matrix, slot: int, factor: float, source: Matrix, row: int) -> None:
    """Add a multiple of a row to another matrix's."""
    scale = np.float32(factor)
    for column in range(target.shape[1]):
        target[slot, column] += scale * source[row, column]


@compiled_root
def step_word(
    words: Matrix,
    word: int,
    factor: float,
    gradient: Matrix,
    slot: int,
    squares: Matrix,
    learning_rate: float,
) -> None:
    """Take the AdaGrad step of a word; `factor` multiplies a row of the gradient."""
    rate, scale, tiny = np.float32(learning_rate), np.float32(factor), np.float32(TINY)
    for column in range(words.shape[1]):
        slope = scale * gradient[slot, column]
        square = squares[word, column] + slope * slope
        squares[word, column] = square
        words[word, column] -= rate * slope * (np.float32(1.0) / np.sqrt(square + tiny))


@compiled_root
def step_pivot(
    pivots: Matrix,
    pivot: int,
    gradient: Matrix,
    slot: int,
    pull: float,
    others: Matrix,
    squares: Matrix,
    learning_rate: float,
) -> None:
    """Take the AdaGrad step of a pivot that is also pulled toward another domain's."""
    rate, share, tiny = np.float32(learning_rate), np.float32(pull), np.float32(TINY)
    for column in range(pivots.shape[1]):
        distance = pivots[pivot, column] - others[pivot, column]
        slope = gradient[slot, column] + share * distance
        square = squares[pivot, column] + slope * slope
        squares[pivot, column] = square
        pivots[pivot, column] -= rate * slope * (np.float32(1.0) / np.sqrt(square + tiny))


@compiled
def random_bits(generator: Generator) -> int:
    """Draw 64 bits from a splitmix64 generator, an array of one state."""
    state = generator[0] + np.uint64(0x9E3779B97F4A7C15)
    generator[0] = state
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    mixed: int = state ^ (state >> np.uint64(31))
    return mixed


@compiled
def draw(cuts: Cuts, aliases: Int32s, generator: Generator) -> np.int64:
    """Draw an index from an alias table."""
    bits = np.uint64(random_bits(generator))
    column = np.int64(((bits >> np.uint64(32)) * np.uint64(cuts.shape[0])) >> np.uint64(32))
    kept = (bits & np.uint64(0xFFFFFFFF)) < np.uint64(cuts[column])
    return column if kept else np.int64(aliases[column])


@compiled
def draw_outside(
    document: int, marks: Int32s, cuts: Cuts, aliases: Int32s, generator: Generator
) -> np.int64:
    """Draw a word that is not marked with the document; -1 where none was found."""
    for _ in range(ATTEMPTS):
        word = draw(cuts, aliases, generator)
        if marks[word] != document:
            return word
    return np.int64(-1)


@compiled
def add_to_word(
    row: np.int64,
    factor: float,
    pivot: int,
    pivots: Matrix,
    slots: Int64s,
    rows: Int64s,
    used: Int64s,
    factors: Vector,
    sources: Int64s,
    gradient: Matrix,
) -> None:
    """Add a multiple of a pivot to a word's gradient in a mini-batch.

    A word touched once only remembers the pivot and the factor; most words of a batch
    need no more.
    """
    slot = slots[row]
    if slot < 0:
        slot = used[0]
        used[0] += 1
        slots[row] = slot
        rows[slot] = row
        factors[slot] = factor
        sources[slot] = pivot
        return
    if sources[slot] >= 0:
        set_row(gradient, slot, factors[slot], pivots, sources[slot])
        sources[slot] = -1
    add_row(gradient, slot, factor, pivots, pivot)


@compiled
def update_batches(
    batch_size: int,
    pivot_of_instance: Int32s,
    word_of_instance: Int32s,
    document_of_instance: Int32s,
    document_offsets: Int64s,
    document_words: Int32s,
    cuts: Cuts,
    aliases: Int32s,
    negatives: int,
    generator: Generator,
    pull: float,
    learning_rate: float,
    pivots: Matrix,
    other_pivots: Matrix,
    words: Matrix,
    pivot_squares: Matrix,
    word_squares: Matrix,
    marks: Int32s,
    pivot_slots: Int64s,
    word_slots: Int64s,
    pivot_gradient: Matrix,
    word_gradient: Matrix,
) -> tuple[float, int]:
    """Update the vectors by mini-batches of instances, each batch from the vectors it found.

    Instances come in the order in which they are learned from. Each of their negatives adds
    `pull` times the distance of the pivot from the other domains' to the pivot's gradient,
    whether or not its hinge is active. A word is marked with the last document that contained it,
    -1 with none. The slots, -1 on entry and on return, are the rows of pivots and words in the
    batch's gradient.

    Returns the sum of hinges and their number.
    """
    pivot_rows = np.empty(pivot_gradient.shape[0], np.int64)
    pulls = np.empty(pivot_gradient.shape[0], np.float64)
    word_rows = np.empty(word_gradient.shape[0], np.int64)
    factors = np.empty(word_gradient.shape[0], np.float32)
    sources = np.empty(word_gradient.shape[0], np.int64)
    used = np.zeros(1, np.int64)
    # The instance's own word first, then its negatives.
    near = np.empty(1 + negatives, np.int64)
    products = np.empty(1 + negatives, np.float32)
    loss, hinges = np.float64(0.0), 0
    size = pivot_of_instance.shape[0]
    for first in range(0, size, batch_size):
        n_pivots = 0
        used[0] = 0
        for instance in range(first, min(first + batch_size, size)):
            row, own = pivot_of_instance[instance], word_of_instance[instance]
            document = document_of_instance[instance]
            for place in range(document_offsets[document], document_offsets[document + 1]):
                marks[document_words[place]] = document
            if pivot_slots[row] < 0:
                pivot_slots[row] = n_pivots
                pivot_rows[n_pivots] = row
                for column in range(pivot_gradient.shape[1]):
                    pivot_gradient[n_pivots, column] = 0.0
                pulls[n_pivots] = 0.0
                n_pivots += 1
            slot = pivot_slots[row]
            near[0] = own
            drawn = 1
            for _ in range(negatives):
                negative = draw_outside(document, marks, cuts, aliases, generator)
                if negative >= 0:
                    near[drawn] = negative
                    drawn += 1
            hinges += drawn - 1
            pulls[slot] += pull * (drawn - 1)
            dots(pivots, row, words, near, drawn, products)
            margin = np.float32(1.0) - products[0]
            active = 0
            for place in range(1, drawn):
                negative = near[place]
                hinge = margin + products[place]
                if hinge > 0:
                    loss += hinge
                    active += 1
                    add_row(pivot_gradient, slot, 1.0, words, negative)
                    add_to_word(
                        negative, 1.0, row, pivots,
                        word_slots, word_rows, used, factors, sources, word_gradient,
                    )  # fmt: skip
            if active > 0:
                add_row(pivot_gradient, slot, -active, words, own)
                add_to_word(
                    own, -active, row, pivots,
                    word_slots, word_rows, used, factors, sources, word_gradient,
                )  # fmt: skip
        # Words first: their gradients may refer to pivots, which must not have moved yet.
        for slot in range(used[0]):
            row = word_rows[slot]
            word_slots[row] = -1
            if sources[slot] >= 0:
                step_word(
                    words, row, factors[slot], pivots, sources[slot], word_squares, learning_rate
                )
            else:
                step_word(words, row, 1.0, word_gradient, slot, word_squares, learning_rate)
        for slot in range(n_pivots):
            row = pivot_rows[slot]
            pivot_slots[row] = -1
            step_pivot(
                pivots, row, pivot_gradient, slot, pulls[slot],
                other_pivots, pivot_squares, learning_rate,
            )  # fmt: skip
    return loss, hinges
