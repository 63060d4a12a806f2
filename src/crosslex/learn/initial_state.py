"""The vectors that training starts from, and what AdaGrad remembers of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from crosslex.arrays import Float32s
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.settings import TrainingSettings


@dataclass(frozen=True, eq=False)
class State:
    """Vectors under training with the sums of their squared gradients, changed in place.

    Pivots are domains × pivots × dimension; words are one matrix per domain.
    """

    pivots: Float32s
    words: tuple[Float32s, ...]
    pivot_squares: Float32s
    word_squares: tuple[Float32s, ...]

    @classmethod
    def of(cls, pivots: Float32s, words: Sequence[Float32s]) -> "State":
        """Return a state of these vectors with no gradient seen."""
        word_squares = tuple(np.zeros_like(matrix) for matrix in words)
        return cls(pivots, tuple(words), np.zeros_like(pivots), word_squares)


def initial_state(n_pivots: int, n_words: Sequence[int], settings: TrainingSettings) -> State:
    """Return randomly drawn vectors for training to start from."""
    shape = (n_pivots, settings.dimension)
    scale = settings.start_scale
    if scale is None:
        scale = 1.0 if settings.start == "normal" else settings.dimension**-0.5
    if settings.start == "shared":
        shared = _normal(shape, scale, [settings.random_state, 0, 2])
        pivots = np.repeat(shared[None], len(n_words), axis=0)
        return State.of(pivots, [np.zeros((n, settings.dimension), np.float32) for n in n_words])
    seeds = [[settings.random_state, domain] for domain in range(len(n_words))]
    return State.of(
        np.stack([_normal(shape, scale, [*seed, 2]) for seed in seeds]),
        [
            _normal((n, settings.dimension), scale, [*seed, 3])
            for n, seed in zip(n_words, seeds, strict=True)
        ],
    )


def continued_state(
    known: LearnedVectors,
    domains: Sequence[str],
    words: Sequence[Sequence[str]],
    settings: TrainingSettings,
) -> State:
    """Return a state of vectors learned before; what is new starts as `shared` would.

    A new domain takes the mean of the known domains' pivots; a new word starts at zero.
    """
    mean = known.pivot_vectors.mean(axis=0)
    pivots, matrices = [], []
    for domain, vocabulary in zip(domains, words, strict=True):
        matrix = np.zeros((len(vocabulary), settings.dimension), np.float32)
        if domain in known.domains:
            index = known.domains.index(domain)
            row = {word: place for place, word in enumerate(known.words[index])}
            places = np.array([row.get(word, -1) for word in vocabulary], np.int64)
            matrix[places >= 0] = known.word_vectors[index][places[places >= 0]]
            pivots.append(known.pivot_vectors[index])
        else:
            pivots.append(mean)
        matrices.append(matrix)
    return State.of(np.stack(pivots).astype(np.float32), matrices)


def _normal(shape: tuple[int, int], scale: float, seed: list[int]) -> Float32s:
    drawn = np.random.default_rng(seed).standard_normal(shape, dtype=np.float32)
    return drawn * np.float32(scale)
