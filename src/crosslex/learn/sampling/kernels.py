"""The inner loops that draw negatives; plain arrays in, arrays changed in place."""

import numpy as np
from numba import njit

TINY = 1e-20
"""Keeps a coordinate that never had a gradient from dividing by zero."""
ATTEMPTS = 100
"""Draws before a negative is given up, should a document hold nearly all words."""

# Dividing as numpy does, without a check for zero, lets loops be vectorized.
compiled = njit(cache=True, nogil=True, error_model="numpy")
# An inverse root by estimate and one Newton step: off by a last bit or two, and much faster.
compiled_fast = njit(cache=True, nogil=True, error_model="numpy", fastmath=True)
# A sum of products may be regrouped into lanes: fixed when compiled, so it never varies.
compiled_sum = njit(cache=True, nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})


@compiled_fast
def adagrad_row(vector, factor, gradient, squares, learning_rate):
    """Take the AdaGrad step of one vector; `factor` multiplies the gradient."""
    rate = np.float32(learning_rate)
    scale = np.float32(factor)
    tiny = np.float32(TINY)
    for column in range(vector.shape[0]):
        slope = scale * gradient[column]
        square = squares[column] + slope * slope
        squares[column] = square
        vector[column] -= rate * slope * (np.float32(1.0) / np.sqrt(square + tiny))


@compiled_sum
def dot(left, right):
    """Multiply two float32 vectors."""
    total = np.float32(0.0)
    for column in range(left.shape[0]):
        total += left[column] * right[column]
    return total


@compiled
def add_scaled(target, factor, vector):
    """Add a multiple of a vector to another."""
    scale = np.float32(factor)
    for column in range(target.shape[0]):
        target[column] += scale * vector[column]


@compiled
def set_scaled(target, factor, vector):
    """Set a vector to a multiple of another."""
    scale = np.float32(factor)
    for column in range(target.shape[0]):
        target[column] = scale * vector[column]


@compiled
def add_own(target, active, word, pull, pivot, other):
    """Add to a pivot's gradient what an instance's own word and the regularizer give."""
    times, share = np.float32(active), np.float32(pull)
    for column in range(target.shape[0]):
        target[column] += share * (pivot[column] - other[column]) - times * word[column]


@compiled
def random_bits(generator):
    """Draw 64 bits from a splitmix64 generator, an array of one state."""
    state = generator[0] + np.uint64(0x9E3779B97F4A7C15)
    generator[0] = state
    state = (state ^ (state >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    state = (state ^ (state >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return state ^ (state >> np.uint64(31))


@compiled
def draw(cuts, aliases, generator):
    """Draw an index from an alias table."""
    bits = random_bits(generator)
    column = np.int64(((bits >> np.uint64(32)) * np.uint64(cuts.shape[0])) >> np.uint64(32))
    kept = (bits & np.uint64(0xFFFFFFFF)) < np.uint64(cuts[column])
    return column if kept else np.int64(aliases[column])


@compiled
def sample_block(scores, offsets, words, weights, cuts, aliases, negatives, generator, gradient):
    """Draw negatives for every pair of a block and add up the gradient by scores.

    Returns the sum of weighted hinges.
    """
    loss = 0.0
    for pivot in range(scores.shape[0]):
        row = scores[pivot]
        slopes = gradient[pivot]
        for entry in range(offsets[pivot], offsets[pivot + 1]):
            weight = weights[entry]
            margin = np.float32(1.0) - row[words[entry]]
            active = 0
            met = np.float32(0.0)
            for _ in range(negatives):
                negative = draw(cuts, aliases, generator)
                hinge = margin + row[negative]
                if hinge > 0:
                    met += hinge
                    active += 1
                    slopes[negative] += weight
            slopes[words[entry]] -= weight * np.float32(active)
            loss += weight * met
    return loss


@compiled
def update_pairs(
    pairs,
    pivot_of_pair,
    word_of_pair,
    weights,
    cuts,
    aliases,
    negatives,
    generator,
    learning_rate,
    pivots,
    words,
    pivot_squares,
    word_squares,
):
    """Update the vectors pair by pair, all negatives of a pair at once.

    Returns the sum of weighted hinges.
    """
    dimension = pivots.shape[1]
    before = np.empty(dimension, np.float32)
    slope = np.empty(dimension, np.float32)
    drawn = np.empty(negatives, np.int64)
    loss = 0.0
    for pair in pairs:
        weight = weights[pair]
        pivot = pivots[pivot_of_pair[pair]]
        word = words[word_of_pair[pair]]
        margin = np.float32(1.0) - dot(pivot, word)
        active = 0
        for _ in range(negatives):
            negative = draw(cuts, aliases, generator)
            hinge = margin + dot(pivot, words[negative])
            if hinge > 0:
                loss += weight * hinge
                drawn[active] = negative
                active += 1
        if active == 0:
            continue
        set_scaled(before, 1.0, pivot)
        set_scaled(slope, -active, word)
        for index in range(active):
            add_scaled(slope, 1.0, words[drawn[index]])
        adagrad_row(pivot, weight, slope, pivot_squares[pivot_of_pair[pair]], learning_rate)
        for index in range(active):
            negative = drawn[index]
            adagrad_row(words[negative], weight, before, word_squares[negative], learning_rate)
        place = word_of_pair[pair]
        adagrad_row(word, -active * weight, before, word_squares[place], learning_rate)
    return loss


@compiled
def pair_losses(
    pivot_of_pair, word_of_pair, weights, cuts, aliases, negatives, generator, pivots, words
):
    """Sum the weighted hinges of pairs against freshly drawn negatives; nothing moves."""
    loss = 0.0
    for pair in range(len(weights)):
        pivot = pivots[pivot_of_pair[pair]]
        margin = np.float32(1.0) - dot(pivot, words[word_of_pair[pair]])
        for _ in range(negatives):
            hinge = margin + dot(pivot, words[draw(cuts, aliases, generator)])
            if hinge > 0:
                loss += weights[pair] * hinge
    return loss


@compiled
def occurs(word, words):
    """Say whether a word is among a document's."""
    found = False
    wanted = np.int32(word)
    # Without a way out in between, the comparisons run in lanes and beat a binary search.
    for index in range(words.shape[0]):
        found |= words[index] == wanted
    return found


@compiled
def draw_outside(document, cuts, aliases, generator):
    """Draw a word that a document does not hold; -1 where none was found."""
    for _ in range(ATTEMPTS):
        word = draw(cuts, aliases, generator)
        if not occurs(word, document):
            return word
    return -1


@compiled
def add_to_word(row, factor, pivot, pivots, slots, rows, used, factors, sources, gradient):
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
        set_scaled(gradient[slot], factors[slot], pivots[sources[slot]])
        sources[slot] = -1
    add_scaled(gradient[slot], factor, pivots[pivot])


@compiled
def step_words(
    words, squares, pivots, slots, rows, used, factors, sources, gradient, learning_rate
):
    """Move every word that a mini-batch touched, and forget the batch."""
    for slot in range(used[0]):
        row = rows[slot]
        slots[row] = -1
        if sources[slot] >= 0:
            adagrad_row(
                words[row], factors[slot], pivots[sources[slot]], squares[row], learning_rate
            )
        else:
            adagrad_row(words[row], 1.0, gradient[slot], squares[row], learning_rate)
    used[0] = 0


@compiled
def update_batches(
    order,
    batch_size,
    pivot_of_instance,
    word_of_instance,
    document_of_instance,
    document_offsets,
    document_words,
    cuts,
    aliases,
    negatives,
    generator,
    pull,
    learning_rate,
    pivots,
    other_pivots,
    words,
    pivot_squares,
    word_squares,
    pivot_slots,
    word_slots,
    pivot_gradient,
    word_gradient,
):
    """Update the vectors by mini-batches of instances, each batch from the vectors it found.

    Every instance adds `pull` times the distance of its pivot from the other domains' to the
    pivot's gradient. The slots, -1 on entry and on return, say where in a batch's gradient a
    pivot or a word has its row. Returns the sum of hinges and their number.
    """
    n_pivots, n_words = 0, np.zeros(1, np.int64)
    pivot_rows = np.empty(batch_size, np.int64)
    word_rows = np.empty(len(word_gradient), np.int64)
    factors = np.empty(len(word_gradient), np.float32)
    sources = np.empty(len(word_gradient), np.int64)
    loss, hinges = 0.0, 0
    for first in range(0, len(order), batch_size):
        for instance in order[first : first + batch_size]:
            row = pivot_of_instance[instance]
            pivot = pivots[row]
            word = words[word_of_instance[instance]]
            document = document_of_instance[instance]
            held = document_words[document_offsets[document] : document_offsets[document + 1]]
            if pivot_slots[row] < 0:
                pivot_slots[row] = n_pivots
                pivot_rows[n_pivots] = row
                pivot_gradient[n_pivots] = 0.0
                n_pivots += 1
            slope = pivot_gradient[pivot_slots[row]]
            margin = np.float32(1.0) - dot(pivot, word)
            active = 0
            for _ in range(negatives):
                negative = draw_outside(held, cuts, aliases, generator)
                if negative < 0:
                    continue
                hinges += 1
                hinge = margin + dot(pivot, words[negative])
                if hinge > 0:
                    loss += hinge
                    active += 1
                    add_scaled(slope, 1.0, words[negative])
                    add_to_word(
                        negative,
                        1.0,
                        row,
                        pivots,
                        word_slots,
                        word_rows,
                        n_words,
                        factors,
                        sources,
                        word_gradient,
                    )
            add_own(slope, active, word, pull, pivot, other_pivots[row])
            if active > 0:
                add_to_word(
                    word_of_instance[instance],
                    -active,
                    row,
                    pivots,
                    word_slots,
                    word_rows,
                    n_words,
                    factors,
                    sources,
                    word_gradient,
                )
        step_words(
            words,
            word_squares,
            pivots,
            word_slots,
            word_rows,
            n_words,
            factors,
            sources,
            word_gradient,
            learning_rate,
        )
        for slot in range(n_pivots):
            row = pivot_rows[slot]
            adagrad_row(pivots[row], 1.0, pivot_gradient[slot], pivot_squares[row], learning_rate)
            pivot_slots[row] = -1
        n_pivots = 0
    return loss, hinges


@compiled
def instance_losses(
    chosen,
    pivot_of_instance,
    word_of_instance,
    document_of_instance,
    document_offsets,
    document_words,
    cuts,
    aliases,
    negatives,
    generator,
    pivots,
    words,
):
    """Sum the hinges of instances against freshly drawn negatives, and count them."""
    loss, hinges = 0.0, 0
    for instance in chosen:
        pivot = pivots[pivot_of_instance[instance]]
        document = document_of_instance[instance]
        held = document_words[document_offsets[document] : document_offsets[document + 1]]
        margin = np.float32(1.0) - dot(pivot, words[word_of_instance[instance]])
        for _ in range(negatives):
            negative = draw_outside(held, cuts, aliases, generator)
            if negative >= 0:
                hinges += 1
                loss += max(np.float32(0.0), margin + dot(pivot, words[negative]))
    return loss, hinges
