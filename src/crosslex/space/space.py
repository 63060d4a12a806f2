"""Space: one vector per word and domain, by one projection of context counts."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack
from threadpoolctl import threadpool_limits

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.counts.contexts import ContextCounts
from crosslex.errors import InputError
from crosslex.space.decomposition import leading_directions
from crosslex.space.pretrained import Prior, lean, prior_vectors, text_shares
from crosslex.space.projection import (
    Placement,
    Projection,
    column_sums,
    information_of,
    place,
    place_domain,
    tables_of,
)
from crosslex.space.shrinkage import LEAST_ELSEWHERE, LEAST_USES, domain_weights
from crosslex.space.smoothing import FrequencyClasses
from crosslex.space.stability import neighbor_stability, redrawn

EXPONENT = 0.75
"""Directions are divided by their singular values to this power: the strongest would drown the
others. The weakest, which hold the most noise, fade out as a quarter of a cosine wave does."""
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
        What places counts of contexts in the space, without the prior's dimensions.
    pooled
        One unit vector per word, from the text of all domains.
    vectors
        One vector per word, for each domain.
    domain_weights
        Domains × words, from 0 to 1: how much of a vector is the word's own evidence there;
        the rest is borrowed from all text.
    neighbor_stability
        Domains × words, from 0 to 1: the share of a word's first ten neighbors that would stay
        if the documents were drawn anew.
    prior
        One unit vector per word from pre-trained vectors, zeros where there is none; the last
        dimensions of `pooled` and `vectors`. No dimensions without a prior.
    text_shares
        Domains × words, and last all text × words: how much of a vector is from text; the rest
        is the prior's.
    """

    domains: tuple[str, ...]
    words: tuple[str, ...]
    projection: Projection
    pooled: Float32s
    vectors: tuple[Float32s, ...]
    domain_weights: Float64s
    neighbor_stability: Float64s
    prior: Float32s
    text_shares: Float64s


def learn_space(
    counts: Sequence[ContextCounts],
    *,
    dimension: int = 300,
    random_state: int = 0,
    prior: Prior | None = None,
    n_jobs: int = 1,
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
        Length of the vectors, the prior's dimensions included.
    random_state
        Seed of the decomposition.
    prior
        Pre-trained vectors by word, which words lean on where there is little text.
    """
    _check(counts)
    words = counts[0].words
    with threadpool_limits(limits=1, user_api="blas"):
        known = np.zeros((len(words), 0), np.float32)
        if prior is not None:
            known = prior_vectors(prior, words, dimension)
        projection = _projection(counts, dimension - known.shape[1], random_state)
        pooled = _pool(counts, projection)
        classes = FrequencyClasses(pooled.uses.sum(axis=0), np.zeros(len(words), np.int64))
        shares = _text_shares(pooled.halves, classes, _compared(words, pooled.uses), known)
        learn = partial(_learn_domain, counts, projection=projection, pooled=pooled, prior=known)
        workers = min(os.cpu_count() or 1 if n_jobs == -1 else n_jobs, len(counts))
        with ThreadPoolExecutor(workers) as threads:
            domains = list(threads.map(learn, range(len(counts))))
        return Space(
            tuple(each.domain for each in counts),
            words,
            projection,
            lean(pooled.vectors, known, shares),
            tuple(each.vectors for each in domains),
            np.array([each.domain_weights for each in domains]),
            np.array([each.neighbor_stability for each in domains]),
            known,
            np.array([*(each.text_shares for each in domains), shares]),
        )


@dataclass(frozen=True, eq=False)
class _Pooled:
    """Unit vectors of all words from the text of all domains, and their uses in each half."""

    vectors: Float32s
    halves: tuple[Float32s, Float32s]
    uses: Int64s


@dataclass(frozen=True, eq=False)
class _Domain:
    vectors: Float32s
    domain_weights: Float64s
    neighbor_stability: Float64s
    text_shares: Float64s


def _pool(counts: Sequence[ContextCounts], projection: Projection) -> _Pooled:
    everything = tables_of(counts)
    columns = column_sums(everything)
    uses = np.sum([each.uses for each in counts], axis=0)
    compared = _compared(counts[0].words, uses)
    even, odd = (
        place([each.halves[side] for each in counts], columns, projection, compared)
        for side in (0, 1)
    )
    return _Pooled(place(everything, columns, projection), (even, odd), uses)


def _learn_domain(
    counts: Sequence[ContextCounts],
    at: int,
    projection: Projection,
    pooled: _Pooled,
    prior: Float32s,
) -> _Domain:
    """Return a domain's vectors, how much of each is its own, and whether its neighbors hold."""
    known = _compared(counts[at].words, counts[at].uses)
    placed = place_domain(counts, at, projection, known)
    uses = counts[at].uses.sum(axis=0)
    classes = FrequencyClasses(uses, pooled.uses.sum(axis=0) - uses)
    shares = _domain_weights(placed, classes, known)
    text = _text_shares(placed.halves, classes, known, prior)
    here = redrawn((placed.halves[0][known], placed.halves[1][known]))
    everywhere = redrawn((pooled.halves[0][known], pooled.halves[1][known]))
    first, second = (
        lean(_mix(shares[known], own, all_text), prior[known], text[known])
        for own, all_text in zip(here, everywhere, strict=True)
    )
    return _Domain(
        lean(_mix(shares, placed.own, pooled.vectors), prior, text),
        shares,
        neighbor_stability((first, second), classes, known),
        text,
    )


def _projection(counts: Sequence[ContextCounts], dimension: int, random_state: int) -> Projection:
    """Return the projection onto the strongest directions of the information of all text."""
    # Phrases repeat what their words say, and would make frequent ones count twice.
    single = np.flatnonzero([" " not in word for word in counts[0].words])
    contexts, shape, tables = counts[0].contexts, counts[0].shape, tables_of(counts)
    found = [rows for _, rows in information_of(tables, column_sums(tables), shape, single)]
    information = csr_array(vstack(found, format="csr"))
    values, directions = leading_directions(information, dimension, random_state=random_state)
    # Where there are fewer directions than asked for, the rest is rounding error.
    n_real = int((values > LEAST_VALUE * values.max(initial=0)).sum())
    if not n_real:
        raise InputError("in these texts no word stands near a context; give longer texts")
    fading = np.cos(np.pi / 2 * np.arange(n_real) / max(n_real, 1))
    weights = values[:n_real] ** -EXPONENT * fading
    matrix = np.asarray(directions[:, :n_real] * weights, np.float32)
    return Projection(contexts, shape, matrix)


def _domain_weights(
    placed: Placement, classes: FrequencyClasses, known: NDArray[np.bool_]
) -> Float64s:
    """Return how much of each word's vector is its own."""
    compared = known & (classes.elsewhere >= LEAST_ELSEWHERE)
    shares = domain_weights(placed.halves, placed.elsewhere, classes, compared)
    # What no other domain uses has nothing to borrow; what this one does not use owns nothing.
    shares[classes.elsewhere == 0] = 1
    shares[classes.here == 0] = 0
    return shares


def _text_shares(
    halves: tuple[Float32s, Float32s],
    classes: FrequencyClasses,
    compared: NDArray[np.bool_],
    prior: Float32s,
) -> Float64s:
    """Return how much of each word's vector is from text: all of it where there is no prior."""
    known = np.asarray(prior.any(axis=1))
    if not known.any():
        return np.ones(len(known))
    shares = text_shares(halves, classes, compared)
    return np.where(known, shares, 1.0)


def _compared(words: Sequence[str], uses: Int64s) -> NDArray[np.bool_]:
    """Return which words are compared between halves: single ones that both use often enough.

    Phrases have the shares of words of their frequency.
    """
    single = np.array([" " not in word for word in words], bool)
    return np.asarray(single & (uses >= LEAST_USES).all(axis=0))


def _mix(shares: Float64s, own: Float32s, pooled: Float32s) -> Float32s:
    share = shares.astype(np.float32)[:, None]
    return np.asarray(share * own + (1 - share) * pooled, np.float32)


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
