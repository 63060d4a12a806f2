"""Space: one vector per word and domain, placed by one projection of what stands around it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

import numpy as np
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.counting.contexts import ContextCounts, Projection
from crosslex.errors import InputError
from crosslex.learn.space.borrowing import LEAST_ELSEWHERE, LEAST_USES, own_shares
from crosslex.learn.space.directions import leading_directions
from crosslex.learn.space.frequency_classes import FrequencyClasses
from crosslex.learn.space.information import positive_information
from crosslex.learn.space.placing import Placement, column_sums, place, place_domain

EXPONENT = 0.75
"""Directions are divided by their singular values to this power: the strongest would drown the
others."""
LEAST_VALUE = 1e-3
"""Share of the largest singular value below which single precision cannot tell one from zero."""


@dataclass(frozen=True, eq=False)
class Space:
    """Vectors of all domains' words in one space.

    Parameters
    ----------
    domains, words
        What was counted.
    projection
        What places counts of contexts in the space.
    pooled
        One unit vector per word, from the text of all domains.
    vectors
        One vector per word, for each domain.
    own_shares
        Domains × words, from 0 to 1: how much of a vector is the word's own evidence there;
        the rest is borrowed from all text.
    """

    domains: tuple[str, ...]
    words: tuple[str, ...]
    projection: Projection
    pooled: Float32s
    vectors: tuple[Float32s, ...]
    own_shares: Float64s


def learn_space(
    counts: Sequence[ContextCounts], *, dimension: int = 300, random_state: int = 0
) -> Space:
    """Return the space of the words of one domain or more.

    The positive information of the pooled counts has one set of strongest directions, which all
    domains share; each domain's words are placed by what stands around them there, and lean on
    the pooled vector by how little of that there is. It sees counts alone, so its cost does not
    depend on the amount of text. BLAS has one thread, so that bytes do not depend on how many
    there are.

    Parameters
    ----------
    counts
        One per domain, with the same words and contexts.
    dimension
        Length of the vectors.
    random_state
        Seed of the decomposition.
    """
    _check(counts)
    with threadpool_limits(limits=1, user_api="blas"):
        everything = _sum([half for each in counts for half in each.halves])
        projection = _projection(counts[0], everything, dimension, random_state)
        pooled = place(everything, column_sums(everything), projection)
        uses = np.array([each.uses.sum(axis=0) for each in counts])
        vectors, shares = [], []
        for each in counts:
            placed = place_domain(each, everything, projection)
            share = _shares(each, placed, uses.sum(axis=0))
            vectors.append(_mix(share, placed.own, pooled))
            shares.append(share)
    return Space(
        tuple(each.domain for each in counts),
        counts[0].words,
        projection,
        pooled,
        tuple(vectors),
        np.array(shares),
    )


def _projection(
    counts: ContextCounts, everything: csr_array, dimension: int, random_state: int
) -> Projection:
    """Return the projection onto the strongest directions of the information of all text."""
    # Phrases repeat what their words say, and would make frequent ones count twice.
    single = np.flatnonzero([" " not in word for word in counts.words])
    information = positive_information(
        csr_array(everything[single]), column_sums(everything), counts.shape
    )
    values, directions = leading_directions(information, dimension, random_state=random_state)
    # Where there are fewer directions than asked for, the rest is rounding error.
    real = values > LEAST_VALUE * values.max(initial=0)
    matrix = np.asarray(directions[:, real] * values[real] ** -EXPONENT, np.float32)
    return Projection(counts.contexts, counts.shape, matrix)


def _shares(counts: ContextCounts, placed: Placement, all_uses: Int64s) -> Float64s:
    """Return how much of each word's vector is its own."""
    uses = counts.uses.sum(axis=0)
    elsewhere = all_uses - uses
    compared = (counts.uses >= LEAST_USES).all(axis=0) & (elsewhere >= LEAST_ELSEWHERE)
    classes = FrequencyClasses(uses, elsewhere)
    shares = own_shares(placed.halves, placed.elsewhere, classes, compared)
    # What no other domain uses has nothing to borrow; what this one does not use owns nothing.
    shares[elsewhere == 0] = 1
    shares[uses == 0] = 0
    return shares


def _mix(shares: Float64s, own: Float32s, pooled: Float32s) -> Float32s:
    share = shares.astype(np.float32)[:, None]
    return np.asarray(share * own + (1 - share) * pooled, np.float32)


def _sum(tables: Sequence[csr_array]) -> csr_array:
    return reduce(lambda one, other: csr_array(one + other), tables)


def _check(counts: Sequence[ContextCounts]) -> None:
    if not counts:
        raise InputError("counts: found none; give one per domain")
    for each in counts:
        if (each.words, each.contexts, each.shape) != (
            counts[0].words,
            counts[0].contexts,
            counts[0].shape,
        ):
            raise InputError(
                f"counts of domain {each.domain!r} have other words or contexts than those of "
                f"{counts[0].domain!r}; count all domains alike"
            )
