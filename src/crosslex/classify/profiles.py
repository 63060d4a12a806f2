"""Profiles: a word is described by how often it occurs with each pivot."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.preprocessing import StandardScaler

from crosslex.arrays import Float32s, Float64s, largest_columns
from crosslex.checks import check_number
from crosslex.classify.decision import SourceNeighbors
from crosslex.classify.method import RepresentationMethod
from crosslex.classify.task import AdaptationTask
from crosslex.vectors import unit_rows

ROUNDING = 1e-6
"""Smaller deviations, relative to the mean, are rounding errors."""
ROWS_AT_ONCE = 2**16
_NEIGHBORS = 3
# Chosen by reading the neighbors of the words with the largest weights of books->kitchen and
# dvd->electronics: with rarer candidates, or more of them, many neighbors made no sense.
_MIN_DOCUMENTS = 10
_CANDIDATES = 200

Profile = Float32s
"""Features × pivots: the standardized cosines of each feature with each pivot, in one domain."""


@dataclass(kw_only=True, eq=False, repr=False)
class Profiles(RepresentationMethod):
    r"""Represent documents by their words' distributional correspondence with the pivots (DCI).

    In each domain a feature f, seen as the column of its weights over the domain's
    documents, gets a profile over the pivots p:

    .. math:: η(f, p) = \frac{⟨f, p⟩}{‖f‖ ‖p‖}

    Each pivot's column of η is standardized over the features that occur in the domain,
    each profile is scaled to unit length, and a pivot's own profile is replaced by its
    mean over the domains. A document is the weighted sum of its features' profiles,
    standardized over all documents of its domain.

    Departures, which did better on the validation pairs: the cosine is the plain one, without
    subtracting its expectation under independence; documents are not scaled to unit length before
    they are standardized, but divided by the square root of the number of pivots, so that their
    mean squared length is 1 and C means what it means for tf-idf rows; each domain's sums ⟨f, p⟩
    and ‖f‖² are increased by a share of all other domains', `backoff`, which helps words that are
    rare in one of them; and ⟨f, p⟩ is 0 where f and p share a word: that *waste money* occurs with
    *waste* says nothing of how it is used, and a pivot's own cosine of 1 outweighs the rest.

    References
    ----------
    A. Moreo Fernández, A. Esuli, F. Sebastiani. *Distributional Correspondence Indexing
    for Cross-Lingual and Cross-Domain Sentiment Classification*. JAIR 55, 2016.
    """

    randomized: ClassVar[bool] = False

    backoff: float = 0.2
    C: float = 1.0

    def learn(self, task: AdaptationTask) -> Self:
        """Learn the profiles of all features in all domains."""
        check_number("backoff", self.backoff)
        squares = [
            np.asarray(domain.documents.multiply(domain.documents).sum(axis=0), np.float32)
            for domain in task.domains
        ]
        sums = list(zip(self.pivot_products(task), squares, strict=True))
        self.profiles_ = [
            make_profiles(*_with_backoff(sums, index, self.backoff), task.pivots)
            for index in range(len(sums))
        ]
        shared = np.mean([profile[task.pivots] for profile in self.profiles_], axis=0)
        for profile in self.profiles_:
            profile[task.pivots] = shared
        self.scalers_ = [
            fit_scaler(sum_vectors(block, profile) for block in row_blocks(domain.documents))
            for domain, profile in zip(task.domains, self.profiles_, strict=True)
        ]
        return self

    def pivot_products(self, task: AdaptationTask) -> list[Float32s]:
        """Return ⟨f, p⟩ for every domain, features × pivots; 0 where both share a word."""
        products = [each.astype(np.float32).T.toarray("C") for each in task.pivot_products]
        overlapping = task.pivot_overlaps.T.nonzero()
        for each in products:
            each[overlapping] = 0
        return products

    def transform(self, documents: csr_array, domain: int) -> Float64s:
        """Represent documents × features as standardized documents × pivots."""
        sums = sum_vectors(documents, self.profiles_[domain])
        return np.asarray(self.scalers_[domain].transform(sums))


def make_profiles(products: Float32s, squares: Float32s, pivots: NDArray[np.intp]) -> Profile:
    """Return standardized cosines of unit length; zeros for absent features.

    >>> squares = np.array([4, 9, 1], dtype=np.float32)
    >>> products = np.array([[4], [0], [1]], dtype=np.float32)
    >>> make_profiles(products, squares, np.array([0])).tolist()  # cosines 1, 0 and 0.5
    [[1.0], [-1.0], [0.0]]
    """
    present = squares > 0
    lengths = np.sqrt(np.where(present, squares, 1))
    cosines = products / lengths[:, None]
    cosines /= lengths[pivots]
    rows = slice(None) if present.all() else present  # a slice needs no copy
    cosines -= cosines[rows].mean(axis=0)
    deviations = cosines[rows].std(axis=0)
    cosines /= np.where(deviations > ROUNDING, deviations, 1)
    sizes = np.linalg.norm(cosines, axis=1, keepdims=True)
    cosines /= np.where(sizes > ROUNDING, sizes, 1)
    cosines[~present] = 0
    return np.asarray(cosines, dtype=np.float32)


def _with_backoff(
    sums: Sequence[tuple[Float32s, Float32s]], index: int, share: float
) -> tuple[Float32s, Float32s]:
    """Return one domain's sums plus a share of all other domains'."""
    products, squares = (each.copy() for each in sums[index])
    for other, (more_products, more_squares) in enumerate(sums):
        if other != index:
            products += np.float32(share) * more_products
            squares += np.float32(share) * more_squares
    return products, squares


def row_blocks(documents: csr_array) -> Iterator[csr_array]:
    """Yield the documents, so many at a time that dense rows of them fit into memory."""
    for start in range(0, documents.shape[0], ROWS_AT_ONCE):
        yield csr_array(documents[start : start + ROWS_AT_ONCE])


def sum_vectors(documents: csr_array, vectors: Float32s) -> Float64s:
    """Return the weighted sum of each document's vectors, added up in the vectors' precision.

    >>> sum_vectors(csr_array([[2.0, 0.0], [1.0, 3.0]]), np.array([[1, 0], [0, 1]], np.float32))
    array([[2., 0.],
           [1., 3.]])
    """
    # 64 bits would need a copy of all vectors, and twice the time to read them.
    return np.asarray(documents.astype(vectors.dtype) @ vectors, np.float64)


def fit_scaler(documents: Iterable[Float64s]) -> StandardScaler:
    """Return a scaler that standardizes each dimension over the documents of all matrices.

    A standardized document's mean squared length is 1, as a tf-idf row's is, so that C means
    the same for every representation.

    >>> scaler = fit_scaler([np.array([[1.0, 5.0]]), np.array([[3.0, 5.0]])])
    >>> scaler.transform(np.array([[3.0, 5.0]])).round(3).tolist()
    [[0.707, 0.0]]
    """
    scaler = StandardScaler()
    for rows in documents:
        scaler.partial_fit(rows)
    deviations = np.sqrt(scaler.var_)
    varies = deviations > ROUNDING * np.abs(scaler.mean_)
    scaler.scale_ = np.where(varies, deviations, 1) * np.sqrt(len(deviations))
    return scaler


def beyond_frequency(profile: Profile, documents: NDArray[Any]) -> Float64s:
    """Return unit profiles less what a parabola in the log of each feature's documents predicts.

    Features without a profile neither count nor change.
    """
    known = np.flatnonzero(profile.any(axis=1))
    powers = np.vander(np.log1p(documents[known]), 3)
    rest = profile.astype(np.float64)
    rest[known] -= powers @ np.linalg.lstsq(powers, rest[known], rcond=None)[0]
    return unit_rows(rest)


def find_source_neighbors(
    task: AdaptationTask, profiles: Sequence[Profile], weights: Float64s
) -> SourceNeighbors:
    """Return each feature's nearest neighbors among source features with large weights.

    Candidates are the 200 features with the largest weights in a classifier of the sources' words
    that at least ten labeled documents contain and in which no stop word occurs: people know what
    these say about the class. A feature of stop words alone has no neighbors. Similarity is the
    cosine of profiles beyond what frequency predicts: frequent features are similar to each other.
    """
    labeled = np.zeros(len(task.features), np.int64)
    source = np.zeros_like(profiles[0])
    for each in task.source_labels:
        labeled += (each.documents > 0).sum(axis=0)
        source += profiles[each.domain]
    settings = replace(task.domains[task.target].corpus.text_settings, stop_words=None)
    stop_words = settings.stop_words_used
    in_feature = [{word in stop_words for word in each.split(" ")} for each in task.features]
    has_stop_word = np.array([True in each for each in in_feature])
    has_content = np.array([False in each for each in in_feature])
    known = (labeled >= _MIN_DOCUMENTS) & source.any(axis=1) & ~has_stop_word
    influence = np.where(known, np.ptp(weights, axis=1), -np.inf)
    strongest = np.argsort(-influence, kind="stable")
    candidates = np.sort(strongest[: min(_CANDIDATES, int(known.sum()))])

    features = np.full((len(task.features), _NEIGHBORS), -1, np.int32)
    cosines = np.zeros((len(task.features), _NEIGHBORS), np.float32)
    target = profiles[task.target]
    rows = np.flatnonzero(target.any(axis=1) & has_content)
    used = (task.domains[task.target].documents > 0).sum(axis=0)
    near = beyond_frequency(target, used)[rows] @ beyond_frequency(source, labeled)[candidates].T
    found = min(_NEIGHBORS, len(candidates))
    best = largest_columns(near, found)
    features[rows, :found] = candidates[best]
    cosines[rows, :found] = np.take_along_axis(near, best, axis=1)
    return SourceNeighbors(features, cosines)
