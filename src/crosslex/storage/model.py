"""A model of the default method as a folder, and back if everything in it fits together."""

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Float32s
from crosslex.corpus.kept_texts import ARRAYS
from crosslex.counts.contexts import ContextCounts, ContextShape
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import StorageError
from crosslex.model import EmbeddingSettings, FittedModel, counted_words
from crosslex.space.projection import Projection
from crosslex.storage.reading import (
    Arrays,
    check_offsets,
    check_within,
    checked_array,
    read_archive,
    refusing_misfits,
    require,
)
from crosslex.storage.vectors import SavedVectors, SpaceHeader, save_vectors
from crosslex.storage.writing import described_setting, library_versions
from crosslex.text.settings import TextSettings


def save_model(model: FittedModel, settings: EmbeddingSettings, folder: str | Path) -> None:
    """Write a model's vectors, counts, samples and card."""
    projection = model.projection
    header: dict[str, Any] = {
        "contexts": list(projection.contexts),
        "shape": (projection.shape.near, projection.shape.wide),
    }
    space: dict[str, NDArray[Any]] = {"projection": projection.matrix}
    if model.pretrained is not None:
        space["pretrained"] = np.array(list(model.pretrained.values()), np.float32)
        header["pretrained_words"] = list(model.pretrained)
    samples = {
        f"{name}.{at}": getattr(sample, name)
        for at, sample in enumerate(model.sentence_samples)
        for name in ("unigrams", "bigrams", "sentence_offsets", "documents")
    }
    arrays = {"space": space, "counts": _count_arrays(model.counts), "occurrences": samples}
    if model.texts:
        arrays["texts"] = {
            f"{name}.{at}": kept.arrays.cut(name)
            for at, kept in enumerate(model.texts)
            for name in ARRAYS
        }
    save_vectors(
        folder,
        "crosslex",
        _described(settings),
        model.text_settings,
        model.vocabulary,
        model.vectors,
        turns=model.turns,
        header=header,
        arrays=arrays,
    )


def as_saved(model: FittedModel, settings: EmbeddingSettings) -> SavedVectors:
    """Return a model's vectors and how they were learned, as reading its folder would."""
    return SavedVectors(
        "crosslex",
        _described(settings),
        model.text_settings.describe(),
        model.vocabulary,
        tuple(
            {"vectors": each.vectors, "domain_weights": np.asarray(each.domain_weights)}
            for each in model.vectors.values()
        ),
        model.projection.contexts,
        model.libraries or library_versions(),
        model.turns,
        n_pretrained=len(model.pretrained or ()),
    )


def _described(settings: EmbeddingSettings) -> dict[str, Any]:
    return {
        each.name: described_setting(getattr(settings, each.name))
        for each in fields(EmbeddingSettings)
        if each.metadata.get("saved", True)
    }


def load_model(
    folder: str | Path, text_settings: TextSettings | None
) -> tuple[dict[str, Any], FittedModel]:
    """Return a model and its settings; content that does not fit together is a StorageError."""
    archive = read_archive(folder, "model")
    with refusing_misfits(folder, "model"):
        saved = SavedVectors.of(archive)
        if saved.method != "crosslex":
            raise StorageError(
                f"{folder}: the model was learned by the paper's method, which keeps no counts and "
                "no sentences: it has neighbors, but neither shifts nor senses (in Python, load it "
                "with crosslex.paper.PaperEmbedding.load)"
            )
        settings = EmbeddingSettings(**saved.settings)
        settings.check_settings()
        header = msgspec.convert(archive.header, SpaceHeader)
    # Not within: an error here is about what the caller gave, not about the folder.
    vectors = saved.vectors(text_settings)
    with refusing_misfits(folder, "model"):
        vocabulary, space = saved.vocabulary, archive.arrays["space"]
        counts, samples = archive.arrays["counts"], archive.arrays["occurrences"]
        restored = vectors[vocabulary.domains[0]].text_settings
        assert restored is not None
        projection = _read_projection(space, header, saved.dimension)
        words = counted_words(vocabulary, restored)
        places = range(len(vocabulary.domains))
        model = FittedModel(
            restored,
            vocabulary,
            vectors,
            projection,
            tuple(
                _read_counts(counts, at, vocabulary.domains[at], words, projection) for at in places
            ),
            tuple(_read_sample(samples, vocabulary, at) for at in places),
            settings.max_examples,
            _read_pretrained(space, header.pretrained_words),
            saved.turns,
            saved.texts,
            saved.libraries,
        )
    return {name: getattr(settings, name) for name in saved.settings}, model


def _read_projection(arrays: Arrays, header: SpaceHeader, dimension: int) -> Projection:
    """Return the projection; pre-trained vectors may have the last of the dimensions."""
    shape = ContextShape(*header.shape)
    size = (shape.n_blocks * len(header.contexts), None)
    matrix = checked_array(arrays, "projection", np.float32, size)
    fits = matrix.shape[1] == dimension
    if header.pretrained_words is not None:
        fits = 0 < matrix.shape[1] <= dimension
    require(fits, "projection has other dimensions than the vectors")
    return Projection(tuple(header.contexts), shape, matrix)


def _read_pretrained(arrays: Arrays, words: Sequence[str] | None) -> dict[str, Float32s] | None:
    if words is None:
        return None
    vectors = checked_array(arrays, "pretrained", np.float32, (len(words), None))
    return dict(zip(words, vectors, strict=True))


def _count_arrays(counts: Sequence[ContextCounts]) -> dict[str, NDArray[Any]]:
    arrays: dict[str, NDArray[Any]] = {}
    for at, contexts in enumerate(counts):
        arrays[f"uses.{at}"] = contexts.uses
        for half, table in enumerate(contexts.halves):
            arrays[f"indptr.{at}.{half}"] = table.indptr.astype(np.int64)
            arrays[f"indices.{at}.{half}"] = table.indices.astype(np.int32)
            arrays[f"data.{at}.{half}"] = table.data
    return arrays


def _read_counts(
    arrays: Arrays, at: int, domain: str, words: Sequence[str], projection: Projection
) -> ContextCounts:
    shape = (len(words), len(projection.matrix))
    even, odd = (
        _read_table(arrays, f"{at}.{half}", (np.int32, np.int64), shape) for half in range(2)
    )
    uses = checked_array(arrays, f"uses.{at}", np.int64, (2, len(words)))
    require((uses >= 0).all(), f"uses.{at} are below 0")
    return ContextCounts(
        domain, tuple(words), projection.contexts, projection.shape, (even, odd), uses
    )


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


def _read_sample(samples: Arrays, vocabulary: Vocabulary, at: int) -> SentenceSample:
    unigrams = checked_array(samples, f"unigrams.{at}", np.int32, (None,))
    bigrams = checked_array(samples, f"bigrams.{at}", np.int32, unigrams.shape)
    documents = checked_array(samples, f"documents.{at}", np.int64, (None,))
    offsets = checked_array(samples, f"sentence_offsets.{at}", np.int64, (len(documents) + 1,))
    check_within(unigrams, -1, len(vocabulary.features), f"unigrams.{at}")
    check_within(bigrams, -1, len(vocabulary.features), f"bigrams.{at}")
    check_offsets(offsets, len(unigrams), f"sentence_offsets.{at}")
    require((np.diff(documents, prepend=0) >= 0).all(), f"documents.{at} are not in order")
    return SentenceSample(vocabulary.domains[at], unigrams, bigrams, offsets, documents)
