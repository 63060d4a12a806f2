"""Skip-gram in which words and contexts may be numbered apart, and contexts frozen; compiled."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True, fastmath=True)
def skipgram_pass(
    words: NDArray[np.int32],
    contexts: NDArray[np.int32],
    sentence_offsets: NDArray[np.int64],
    window: int,
    negatives: int,
    table: NDArray[np.int32],
    rate_start: float,
    rate_stop: float,
    seed: int,
    frozen: bool,
    word_vectors: NDArray[np.float32],
    context_vectors: NDArray[np.float32],
) -> None:
    """Learn from all sentences once; frozen contexts stay as they are.

    At each position, `words` has the row of its word vector and `contexts` that of its
    context vector; `table` holds contexts as often as they are to be drawn as negatives.
    """
    np.random.seed(seed)  # noqa: NPY002
    dimension = word_vectors.shape[1]
    step = np.empty(dimension, np.float32)
    n_sentences = len(sentence_offsets) - 1
    for sentence in range(n_sentences):
        rate = rate_start + (rate_stop - rate_start) * sentence / n_sentences
        start, stop = sentence_offsets[sentence], sentence_offsets[sentence + 1]
        for position in range(start, stop):
            word = words[position]
            reach = np.random.randint(1, window + 1)  # noqa: NPY002
            for other in range(max(start, position - reach), min(stop, position + reach + 1)):
                if other == position:
                    continue
                step[:] = 0
                for draw in range(negatives + 1):
                    drawn = np.random.randint(len(table))  # noqa: NPY002
                    target = contexts[other] if draw == 0 else table[drawn]
                    if draw > 0 and target == contexts[other]:
                        continue
                    product = np.float32(0)
                    for axis in range(dimension):
                        product += word_vectors[word, axis] * context_vectors[target, axis]
                    label = np.float32(1 if draw == 0 else 0)
                    share = np.float32(1) / (np.float32(1) + np.exp(-product))
                    gradient = np.float32(rate) * (label - share)
                    for axis in range(dimension):
                        step[axis] += gradient * context_vectors[target, axis]
                    if not frozen:
                        for axis in range(dimension):
                            context_vectors[target, axis] += gradient * word_vectors[word, axis]
                for axis in range(dimension):
                    word_vectors[word, axis] += step[axis]
