"""A learned model as a folder, and back if everything in it fits together."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.counts.examples import Examples
from crosslex.counts.sentence_sample import SentenceSample
from crosslex.learn.card import model_card
from crosslex.learn.fitting import FittedModel
from crosslex.learn.learned import SpaceVectors
from crosslex.learn.ranking import RankingFit
from crosslex.learn.saved import SavedModel, SpaceHeader
from crosslex.learn.saved_counts import (
    check_offsets,
    check_within,
    count_arrays,
    read_contexts,
    read_known_vectors,
    read_pairs,
    read_projection,
)
from crosslex.learn.settings import EmbeddingSettings
from crosslex.learn.spectral import SpectralFit, counted_words
from crosslex.pivots.vocabulary import Vocabulary
from crosslex.storage import (
    Archive,
    checked_array,
    read_archive,
    refusing_misfits,
    require,
    write_archive,
)
from crosslex.text.settings import TextSettings

Arrays = Mapping[str, NDArray[Any]]
EXAMPLES = "examples.jsonl"


class ExampleLine(msgspec.Struct):
    """One line of `examples.jsonl`: a sentence, and the features that it is an example of."""

    domain: str
    text: str
    features: list[int]


def save_model(model: FittedModel, settings: EmbeddingSettings, folder: str | Path) -> None:
    """Write a model's vectors, counts, samples and card."""
    vocabulary = model.vocabulary
    described = settings.describe()
    header: dict[str, Any] = {
        "settings": described,
        "text": model.text_settings.describe(),
        "domains": list(vocabulary.domains),
        "features": list(vocabulary.features),
    }
    vectors: dict[str, NDArray[Any]] = {
        "feature_counts": vocabulary.counts,
        "feature_roles": vocabulary.roles,
    }
    for place, words in enumerate(model.fit.learned.word_vectors):
        vectors[f"word_vectors.{place}"] = words
    arrays: dict[str, dict[str, NDArray[Any]]] = {"vectors": vectors}
    if isinstance(model.fit, SpectralFit):
        projection = model.fit.projection
        header["contexts"] = list(projection.contexts)
        header["shape"] = (projection.shape.near, projection.shape.wide)
        arrays["space"] = {"projection": projection.matrix}
        if model.fit.prior is not None:
            arrays["space"]["prior"] = np.array(list(model.fit.prior.values()), np.float32)
            header["prior_words"] = list(model.fit.prior)
        for name in ("domain_weights", "neighbor_stability"):
            for place, shares in enumerate(getattr(model.fit.learned, name)):
                vectors[f"{name}.{place}"] = shares
    else:
        learned = model.fit.learned
        header["pivots"] = list(learned.pivots)
        header["pivots_are_words"] = vocabulary.pivots_are_words
        header["curve"] = [astuple(epoch) for epoch in learned.curve]
        vectors["pivot_vectors"] = learned.pivot_vectors
        if learned.common is not None:
            vectors["common_mean"] = learned.common.mean
            vectors["common_directions"] = learned.common.directions
    arrays["counts"] = count_arrays(model.fit)
    arrays["occurrences"] = {
        f"{name}.{place}": getattr(sample, name)
        for place, sample in enumerate(model.sentence_samples)
        for name in ("unigrams", "bigrams", "sentence_offsets", "documents")
    }
    texts = {"README.md": model_card(model, described)}
    if any(examples.sentences for examples in model.examples):
        texts[EXAMPLES] = _write_examples(model.examples, vocabulary.features)
    write_archive(folder, Archive("model", header, arrays, texts))


def load_model(
    folder: str | Path, text_settings: TextSettings | None
) -> tuple[EmbeddingSettings, FittedModel]:
    """Return a model and its settings; what does not fit together is a StorageError."""
    archive = read_archive(folder, "model")
    with refusing_misfits(folder, "model"):
        saved = SavedModel.of(archive)
        settings = EmbeddingSettings(**saved.settings)
    # Not within: what is wrong here is what the caller gave, not the folder.
    restored = TextSettings.restore(dict(saved.text), text_settings)
    with refusing_misfits(folder, "model"):
        vocabulary = saved.vocabulary
        places = range(len(vocabulary.domains))
        samples = archive.arrays["occurrences"]
        model = FittedModel(
            restored,
            vocabulary,
            _read_fit(saved, archive, restored),
            tuple(_read_sample(samples, vocabulary, at) for at in places),
            _read_examples(archive.texts.get(EXAMPLES, ""), vocabulary),
        )
        # Computed here, because what cannot be computed does not fit together either.
        assert model.vectors
    return settings, model


def _read_fit(
    saved: SavedModel, archive: Archive, text_settings: TextSettings
) -> SpectralFit | RankingFit:
    vocabulary, counts = saved.vocabulary, archive.arrays["counts"]
    places = range(len(vocabulary.domains))
    if isinstance(saved.learned, SpaceVectors):
        header = msgspec.convert(archive.header, SpaceHeader)
        projection = read_projection(
            archive.arrays["space"], header.contexts, header.shape, saved.learned.dimension
        )
        words = counted_words(vocabulary, text_settings)
        return SpectralFit(
            saved.learned,
            projection,
            tuple(
                read_contexts(counts, at, vocabulary.domains[at], words, projection)
                for at in places
            ),
            read_known_vectors(archive.arrays["space"], header.prior_words),
        )
    return RankingFit(
        saved.learned, tuple(read_pairs(counts, at, vocabulary) for at in places if counts)
    )


def _write_examples(examples: Sequence[Examples], features: Sequence[str]) -> str:
    """Return one sentence per line with the numbers of the features that it is an example of."""
    number = {feature: index for index, feature in enumerate(features)}
    lines = []
    for domain in examples:
        words: list[list[int]] = [[] for _ in domain.sentences]
        for word, sentences in domain.of_word.items():
            for sentence in sentences:
                words[sentence].append(number[word])
        for text, held in zip(domain.sentences, words, strict=True):
            row = {"domain": domain.domain, "text": text, "features": sorted(held)}
            lines.append(json.dumps(row, ensure_ascii=False))
    return "\n".join(lines) + "\n"


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


def _read_examples(text: str, vocabulary: Vocabulary) -> tuple[Examples, ...]:
    sentences: dict[str, list[str]] = {domain: [] for domain in vocabulary.domains}
    of_word: dict[str, dict[str, list[int]]] = {domain: {} for domain in vocabulary.domains}
    decoder = msgspec.json.Decoder(ExampleLine)
    # Not splitlines, which also cuts at characters that JSON leaves within a line.
    for line in text.removesuffix("\n").split("\n") if text else ():
        row = decoder.decode(line)
        for feature in row.features:
            require(0 <= feature < len(vocabulary.features), f"{EXAMPLES} number what is not there")
            numbers = of_word[row.domain].setdefault(vocabulary.features[feature], [])
            numbers.append(len(sentences[row.domain]))
        sentences[row.domain].append(row.text)
    return tuple(
        Examples(
            domain,
            tuple(sentences[domain]),
            {word: tuple(numbers) for word, numbers in of_word[domain].items()},
        )
        for domain in vocabulary.domains
    )
