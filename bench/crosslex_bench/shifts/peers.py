"""What rankings of planted changes are compared with, beyond plain peers."""

import numpy as np
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex_bench.peers.skipgram import SkipGramSettings
from crosslex_bench.peers.text import Text, number_texts, positions
from crosslex_bench.shifts.planting import Planted

DIMENSION = 100
EPOCHS = 5
MIN_COUNT = 5


def skipgram_settings(seed: int) -> SkipGramSettings:
    """Return the settings of every skip-gram in this benchmark."""
    return SkipGramSettings(dimension=DIMENSION, epochs=EPOCHS, min_count=1, seed=seed + 1)


def read_texts(planted: Planted) -> tuple[tuple[Text, Text], NDArray[np.int64]]:
    """Return both domains without stop words, and the numbers of the words to be judged."""
    first, second = number_texts(
        planted.domains, min_count=MIN_COUNT, in_every_domain=True, stop_words=False
    )
    return (first, second), positions((first, second), planted.words)


def literal_vectors(planted: Planted, seed: int, epochs: int = 2) -> NDArray[np.float64]:
    """Score by the cosine of the paper's vectors, every shared word a non-pivot, in two passes."""
    model = CrossDomainEmbedding.paper(random_state=seed)
    model.set_params(scope="all", min_count=5, dimension=DIMENSION, epochs=epochs, max_examples=0)
    model.fit(list(planted.domains))
    first, second = model.vectors_.values()
    return np.array(
        [
            1 - first.similarity(word, word, across=second)
            if word in first and word in second
            else 1.0
            for word in planted.words
        ]
    )
