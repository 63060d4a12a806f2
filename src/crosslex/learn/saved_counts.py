"""What a model was learned from, as arrays of its folder and back, checked."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Float32s, Int64s
from crosslex.counts.contexts import ContextCounts, ContextShape, Projection
from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.learn.learned import word_counts
from crosslex.learn.ranking import RankingFit
from crosslex.learn.spectral import SpectralFit
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.storage import checked_array, require

Arrays = Mapping[str, NDArray[Any]]


def count_arrays(fit: SpectralFit | RankingFit) -> dict[str, NDArray[Any]]:
    """Return the counts of every domain."""
    arrays: dict[str, NDArray[Any]] = {}
    if isinstance(fit, SpectralFit):
        for place, contexts in enumerate(fit.counts):
            arrays[f"uses.{place}"] = contexts.uses
            for half, table in enumerate(contexts.halves):
                arrays |= _table_arrays(table, f"{place}.{half}")
    else:
        for place, pairs in enumerate(fit.counts):
            arrays[f"word_counts.{place}"] = pairs.word_counts
            arrays |= _table_arrays(pairs.counts, f"{place}")
    return arrays


def read_projection(
    arrays: Arrays, contexts: Sequence[str], shape: tuple[int, int], dimension: int
) -> Projection:
    """Return what places counts in the space, of whose dimensions a prior may have the last."""
    form = ContextShape(*shape)
    size = (form.n_blocks * len(contexts), None)
    matrix = checked_array(arrays, "projection", np.float32, size)
    require(matrix.shape[1] <= dimension, "projection has more dimensions than the vectors")
    require(np.isfinite(matrix).all(), "projection is not finite")
    return Projection(tuple(contexts), form, matrix)


def read_known_vectors(arrays: Arrays, words: Sequence[str] | None) -> dict[str, Float32s] | None:
    """Return the vectors of a prior by word, where there is one."""
    if words is None:
        return None
    vectors = checked_array(arrays, "prior", np.float32, (len(words), None))
    require(np.isfinite(vectors).all(), "prior is not finite")
    return dict(zip(words, vectors, strict=True))


def read_contexts(
    arrays: Arrays, at: int, domain: str, words: Sequence[str], projection: Projection
) -> ContextCounts:
    """Return the context counts of a domain."""
    shape = (len(words), len(projection.matrix))
    even, odd = (
        _read_table(arrays, f"{at}.{half}", (np.int32, np.int64), shape) for half in range(2)
    )
    uses = checked_array(arrays, f"uses.{at}", np.int64, (2, len(words)))
    require((uses >= 0).all(), f"uses.{at} are below 0")
    return ContextCounts(
        domain, tuple(words), projection.contexts, projection.shape, (even, odd), uses
    )


def read_pairs(arrays: Arrays, at: int, vocabulary: Vocabulary) -> Cooccurrences:
    """Return the co-occurrences of a domain."""
    domain, pivots = vocabulary.domains[at], vocabulary.pivots
    words = vocabulary.words(domain)
    table = _read_table(arrays, f"{at}", (np.int64,), (len(pivots), len(words)))
    occurrences = checked_array(arrays, f"word_counts.{at}", np.int64, (len(words),))
    same = np.array_equal(occurrences, word_counts(vocabulary, at))
    require(same, f"word_counts.{at} are not the feature_counts")
    return Cooccurrences(domain, pivots, words, table, occurrences)


def check_offsets(offsets: Int64s, size: int, name: str) -> None:
    """Refuse offsets that do not cut so many items into pieces."""
    ends = (int(offsets[0]), int(offsets[-1])) == (0, size)
    require(ends and (np.diff(offsets) >= 0).all(), f"{name} are not in order")


def check_within(numbers: NDArray[Any], least: int, size: int, name: str) -> None:
    """Refuse numbers of what is not there."""
    require(((numbers >= least) & (numbers < size)).all(), f"{name} number what is not there")


def _table_arrays(table: csr_array, name: str) -> dict[str, NDArray[Any]]:
    return {
        f"indptr.{name}": table.indptr.astype(np.int64),
        f"indices.{name}": table.indices.astype(np.int32),
        f"data.{name}": table.data,
    }


def _read_table(
    arrays: Arrays, name: str, kinds: tuple[DTypeLike, ...], shape: tuple[int, int]
) -> csr_array:
    """Return a table of counts of one of these types, its columns in order."""
    indptr = checked_array(arrays, f"indptr.{name}", np.int64, (shape[0] + 1,))
    found = arrays[f"data.{name}"].dtype
    kind = found if found in kinds else kinds[0]
    data = checked_array(arrays, f"data.{name}", kind, (int(indptr[-1]),))
    indices = checked_array(arrays, f"indices.{name}", np.int32, data.shape)
    check_offsets(indptr, len(data), f"indptr.{name}")
    check_within(indices, 0, shape[1], f"indices.{name}")
    # Columns grow within each row if and only if these numbers, one per pair, always grow.
    rows = np.repeat(np.arange(shape[0], dtype=np.int64), np.diff(indptr))
    require((np.diff(rows * shape[1] + indices) > 0).all(), f"indices.{name} are not in order")
    require((data > 0).all(), f"data.{name} are not above 0")
    return csr_array((data, indices, indptr), shape=shape)
