"""Space: one vector per word and domain, by one projection of context counts."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
from scipy.sparse import csr_array, vstack

from crosslex.arrays import Bools, Float32s, Float64s, Int64s
from crosslex.checks import check_jobs
from crosslex.counts.contexts import ContextCounts
from crosslex.errors import InputError
from crosslex.space.pretrained import PretrainedVectors
from crosslex.space.projection import (
    Projection,
    column_sums,
    leading_directions,
    ppmi_rows,
    product,
    project,
    project_domain,
    tables_of,
)
from crosslex.space.reliability import (
    MIN_USES,
    FrequencyClasses,
    domain_weights,
    neighbor_stability,
    resample,
    text_weights,
)
from crosslex.vectors import unit_rows
from crosslex.workers import single_threaded

EXPONENT = 0.75
"""Directions are divided by their singular values to this power, so that the strongest do not
dominate; the weakest, which have the most noise, fade out by a quarter of a cosine wave."""
MIN_VALUE = 1e-3
"""Share of the largest singular value below which one is zero in single precision."""

MAX_SHARE = 0.5
"""The largest share of the dimensions that pre-trained vectors get."""


@dataclass(frozen=True, eq=False)
class Space:
    """Vectors of all domains' words in one space.

    Parameters
    ----------
    words
        The words that were counted.
    projection
        The map from context counts to vectors, without the pre-trained dimensions, which come
        last.
    pooled
        One unit vector per word, from the text of all domains.
    vectors
        One vector per word, for each domain.
    domain_weights
        Domains × words, from 0 to 1: the weight of the domain's own evidence in the vector; the
        rest comes from all text.
    neighbor_stability
        Domains × words, from 0 to 1: the share of a word's first ten neighbors that would stay
        if the documents were resampled.
    half_differences
        Half the difference of each word's unit vectors in the two halves of each domain's
        documents, for words that several domains have.
    """

    words: tuple[str, ...]
    projection: Projection
    pooled: Float32s
    vectors: tuple[Float32s, ...]
    domain_weights: Float64s
    neighbor_stability: Float64s
    half_differences: tuple[Float32s, ...]


def learn_space(
    counts: Sequence[ContextCounts],
    *,
    dimension: int = 300,
    random_state: int = 0,
    pretrained: PretrainedVectors | None = None,
    n_jobs: int = 1,
) -> Space:
    """Return the space of the words of one domain or more.

    The leading singular vectors of the pooled counts' positive PMI span the space. Each domain's
    counts are projected onto them, and the vectors are shrunk toward the pooled ones by how little
    evidence the domain has. The cost does not depend on the amount of text, since only counts are
    used. BLAS has one thread, so that the bytes do not depend on it.

    Parameters
    ----------
    counts
        One per domain, with the same words and context words.
    dimension
        Length of the vectors, with the pre-trained dimensions.
    random_state
        Seed of the decomposition.
    pretrained
        Pre-trained vectors by word, which complement the text if there is little of it.
    n_jobs
        Threads, -1 for all cores; the result does not depend on it.
    """
    words = counts[0].words
    with single_threaded():
        known = np.zeros((len(words), 0), np.float32)
        if pretrained is not None:
            known = pretrained_vectors(pretrained, words, dimension)
        pooled = _pool(counts, dimension - known.shape[1], random_state)
        classes = FrequencyClasses(pooled.uses.sum(axis=0), np.zeros(len(words), np.int64))
        of_text = text_weights(pooled.halves, classes, pooled.compared, known)
        learn = partial(_learn_domain, counts, pooled=pooled, pretrained=known)
        workers = min(check_jobs(n_jobs), len(counts))
        with ThreadPoolExecutor(workers) as threads:
            found = list(threads.map(learn, range(len(counts))))
        vectors, weights, stability, differences = zip(*found, strict=True)
        return Space(
            words,
            pooled.projection,
            append_pretrained(pooled.vectors, known, of_text),
            vectors,
            np.array(weights),
            np.array(stability),
            differences,
        )


@dataclass(frozen=True, eq=False)
class _Pooled:
    """The projection, and unit vectors of all words from the text of all domains.

    `halves` are their vectors from documents of even and of odd numbers, `uses` those in each;
    `compared` says which words are frequent enough in both.
    """

    projection: Projection
    vectors: Float32s
    halves: tuple[Float32s, Float32s]
    uses: Int64s
    compared: Bools


def _pool(counts: Sequence[ContextCounts], dimension: int, random_state: int) -> _Pooled:
    words, shape, everything = counts[0].words, counts[0].shape, tables_of(counts)
    columns = column_sums(everything)
    # Phrases repeat the contexts of their words, which would then count twice.
    single = np.array([" " not in word for word in words], bool)
    pieces = ppmi_rows(everything, columns, shape, np.flatnonzero(single))
    ppmi = csr_array(vstack([rows for _, rows in pieces], format="csr"))
    projection = Projection(shape, _projection_matrix(ppmi, dimension, random_state))
    vectors = project(everything, columns, projection, ~single)
    vectors[single] = unit_rows(product(ppmi, projection.matrix))
    uses = np.sum([each.uses for each in counts], axis=0)
    compared = _compared(words, uses)
    even, odd = (
        project([each.halves[side] for each in counts], columns, projection, compared)
        for side in (0, 1)
    )
    return _Pooled(projection, vectors, (even, odd), uses, compared)


def _learn_domain(
    counts: Sequence[ContextCounts],
    at: int,
    pooled: _Pooled,
    pretrained: Float32s,
) -> tuple[Float32s, Float64s, Float64s, Float32s]:
    """Return a domain's vectors, domain weights, neighbor stability and half differences."""
    known = _compared(counts[at].words, counts[at].uses)
    own, halves, elsewhere = project_domain(counts, at, pooled.projection, known)
    uses = counts[at].uses.sum(axis=0)
    classes = FrequencyClasses(uses, pooled.uses.sum(axis=0) - uses)
    weights = domain_weights(halves, elsewhere, classes, known)
    text = text_weights(halves, classes, known, pretrained)
    here = resample((halves[0][known], halves[1][known]))
    everywhere = resample((pooled.halves[0][known], pooled.halves[1][known]))
    first, second = (
        append_pretrained(_mix(weights[known], mine, all_text), pretrained[known], text[known])
        for mine, all_text in zip(here, everywhere, strict=True)
    )
    vectors = append_pretrained(_mix(weights, own, pooled.vectors), pretrained, text)
    stability = neighbor_stability((first, second), classes, known)
    return vectors, weights, stability, np.float32(0.5) * (halves[0] - halves[1])


def _projection_matrix(ppmi: csr_array, dimension: int, random_state: int) -> Float32s:
    """Return the leading singular vectors of the PPMI of all text, weighted, as columns."""
    values, directions = leading_directions(ppmi, dimension, random_state=random_state)
    # If there are fewer directions than asked for, the rest is rounding error.
    n_real = int((values > MIN_VALUE * values.max(initial=0)).sum())
    if not n_real:
        raise InputError("no word of these texts has a context word near it; give longer texts")
    fading = np.cos(np.pi / 2 * np.arange(n_real) / max(n_real, 1))
    matrix = directions[:, :n_real]
    matrix *= values[:n_real] ** -EXPONENT * fading
    return np.ascontiguousarray(matrix)


def _compared(words: Sequence[str], uses: Int64s) -> Bools:
    """Return which words are compared between halves: single words frequent enough in both.

    Phrases get the weights of words of their frequency.
    """
    single = np.array([" " not in word for word in words], bool)
    return np.asarray(single & (uses >= MIN_USES).all(axis=0))


def _mix(weights: Float64s, own: Float32s, pooled: Float32s) -> Float32s:
    weight = weights.astype(np.float32)[:, None]
    return np.asarray(weight * own + (1 - weight) * pooled, np.float32)


def pretrained_vectors(
    pretrained: PretrainedVectors, words: Sequence[str], dimension: int
) -> Float32s:
    """Return a pre-trained unit vector for each word, zeros for words that have none.

    Vectors are centered, since what all words share distinguishes none of them. If they have more
    than half of `dimension`, their principal components among these words are taken.

    Examples
    --------
    >>> pretrained = {"good": [2.0, 1.0], "bad": [0.0, 1.0]}
    >>> pretrained_vectors(pretrained, ["good", "plot", "bad"], 4).tolist()
    [[1.0, 0.0], [0.0, 0.0], [-1.0, 0.0]]
    """
    known = [place for place, word in enumerate(words) if word in pretrained]
    if not known:
        raise InputError("pretrained: has none of the words; give vectors of the same language")
    found = [np.asarray(pretrained[words[place]], np.float64) for place in known]
    for place, vector in zip(known, found, strict=True):
        if vector.shape != found[0].shape or vector.ndim != 1 or not np.isfinite(vector).all():
            raise InputError(
                f"pretrained: the vector of {words[place]!r} is not a row of {found[0].size} "
                "finite numbers; give all words vectors of one length"
            )
    centered = np.array(found) - np.mean(found, axis=0)
    largest = int(MAX_SHARE * dimension)
    if centered.shape[1] > largest:
        _, directions = np.linalg.eigh(centered.T @ centered)
        centered = centered @ directions[:, ::-1][:, :largest]
    vectors = np.zeros((len(words), centered.shape[1]), np.float32)
    vectors[known] = unit_rows(centered)
    return vectors


def append_pretrained(vectors: Float32s, pretrained: Float32s, weights: Float64s) -> Float32s:
    """Return vectors with pre-trained ones appended; cosines are weighted means of both cosines.

    A word's two parts have squared lengths `weights` and 1 - `weights`, so that the whole has
    length one. If there are no pre-trained dimensions, vectors stay as they are.
    """
    if not pretrained.shape[1]:
        return vectors
    weight = weights.astype(np.float32)[:, None]
    return np.hstack([np.sqrt(weight) * unit_rows(vectors), np.sqrt(1 - weight) * pretrained])
