"""A model of the default method as a folder, and back if everything in it fits together."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np

from crosslex.arrays import Float32s
from crosslex.corpus.kept_texts import ARRAYS
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.errors import StorageError
from crosslex.model import EmbeddingSettings, FittedModel
from crosslex.storage.reading import (
    Arrays,
    check_offsets,
    check_within,
    checked_array,
    read_archive,
    refusing_misfits,
    require,
)
from crosslex.storage.vectors import SavedVectors, save_vectors
from crosslex.storage.writing import described_setting, library_versions
from crosslex.text.settings import TextSettings


def save_model(model: FittedModel, settings: EmbeddingSettings, folder: str | Path) -> None:
    """Write a model's vectors, samples, texts and card."""
    samples = {
        f"{name}.{at}": getattr(sample, name)
        for at, sample in enumerate(model.sentence_samples)
        for name in ("unigrams", "bigrams", "sentence_offsets", "documents")
    }
    differences = {f"differences.{at}": each for at, each in enumerate(model.half_differences)}
    arrays: dict[str, Arrays] = {"halves": differences, "occurrences": samples}
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
        header={"contexts": list(model.contexts), "n_pretrained": model.n_pretrained},
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
        model.contexts,
        model.libraries or library_versions(),
        model.turns,
        n_pretrained=model.n_pretrained,
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
    # Not within: an error here is about what the caller gave, not about the folder.
    vectors = saved.vectors(text_settings)
    with refusing_misfits(folder, "model"):
        vocabulary, samples = saved.vocabulary, archive.arrays["occurrences"]
        restored = vectors[vocabulary.domains[0]].text_settings
        assert restored is not None
        model = FittedModel(
            restored,
            vocabulary,
            vectors,
            _read_differences(archive.arrays["halves"], saved),
            tuple(_read_sample(samples, vocabulary, at) for at in range(len(vectors))),
            saved.contexts,
            settings.window,
            settings.max_examples,
            saved.n_pretrained,
            saved.turns,
            saved.texts,
            saved.libraries,
        )
    return {name: getattr(settings, name) for name in saved.settings}, model


def _read_differences(arrays: Arrays, saved: SavedVectors) -> tuple[Float32s, ...]:
    """Return the half differences; pre-trained vectors have the last of the dimensions."""
    width: int | None = None if saved.n_pretrained else saved.dimension
    found = []
    for at, size in enumerate(saved.vocabulary.shared.sum(axis=1).tolist()):
        found.append(checked_array(arrays, f"differences.{at}", np.float32, (size, width)))
        width = found[0].shape[1]
    fits = 0 < found[0].shape[1] <= saved.dimension
    require(fits, "differences have other dimensions than the vectors")
    return tuple(found)


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
