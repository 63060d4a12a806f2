"""Projection: what places counts of contexts in the space of word vectors."""

from dataclasses import dataclass

from crosslex.arrays import Float32s
from crosslex.counts.contexts.counts import ContextShape


@dataclass(frozen=True, eq=False)
class Projection:
    """The directions that all domains' contexts share.

    Parameters
    ----------
    contexts
        The words that contexts are told by.
    shape
        Which positions around a word count; each block of positions has all contexts.
    matrix
        Blocks × contexts, by dimension.
    """

    contexts: tuple[str, ...]
    shape: ContextShape
    matrix: Float32s
