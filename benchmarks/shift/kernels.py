"""Skip-gram with frozen context vectors, compiled."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True, nogil=True, fastmath=True)
def frozen_skipgram_pass(
    ids: NDArray[np.int32],
    sentence_offsets: NDArray[np.int64],
    window: int,
    negatives: int,
    table: NDArray[np.int32],
    rate_start: float,
    rate_stop: float,
    seed: int,
    words: NDArray[np.float32],
    contexts: NDArray[np.float32],
) -> None:
    """Learn word vectors from all sentences once; the contexts stay as they are."""
    np.random.seed(seed)  # noqa: NPY002
    dimension = words.shape[1]
    step = np.empty(dimension, np.float32)
    n_sentences = len(sentence_offsets) - 1
    for sentence in range(n_sentences):
        rate = rate_start + (rate_stop - rate_start) * sentence / n_sentences
        start, stop = sentence_offsets[sentence], sentence_offsets[sentence + 1]
        for position in range(start, stop):
            word = ids[position]
            reach = np.random.randint(1, window + 1)  # noqa: NPY002
            for other in range(max(start, position - reach), min(stop, position + reach + 1)):
                if other == position:
                    continue
                step[:] = 0
                for draw in range(negatives + 1):
                    drawn = np.random.randint(len(table))  # noqa: NPY002
                    target = ids[other] if draw == 0 else table[drawn]
                    if draw > 0 and target == ids[other]:
                        continue
                    product = np.float32(0)
                    for axis in range(dimension):
                        product += words[word, axis] * contexts[target, axis]
                    label = np.float32(1 if draw == 0 else 0)
                    share = np.float32(1) / (np.float32(1) + np.exp(-product))
                    gradient = np.float32(rate) * (label - share)
                    for axis in range(dimension):
                        step[axis] += gradient * contexts[target, axis]
                for axis in range(dimension):
                    words[word, axis] += step[axis]
