"""A learned model as a folder, and back if everything in it fits together."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.arrays import Int64s
from crosslex.counting.cooccurrences import Cooccurrences
from crosslex.counting.examples import Examples
from crosslex.counting.sentence_sample import SentenceSample
from crosslex.learn.card import model_card
from crosslex.learn.fitting import FittedModel
from crosslex.learn.learned import word_counts
from crosslex.learn.saved import SavedModel
from crosslex.learn.settings import EmbeddingSettings
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
    vocabulary, learned = model.vocabulary, model.learned
    described = settings.describe()
    header = {
        "settings": described,
        "text": model.text_settings.describe(),
        "domains": list(vocabulary.domains),
        "features": list(vocabulary.features),
        "pivots": list(vocabulary.pivots),
        "pivots_are_words": vocabulary.pivots_are_words,
        "curve": [astuple(epoch) for epoch in learned.curve],
    }
    vectors: dict[str, NDArray[Any]] = {
        "feature_counts": vocabulary.counts,
        "feature_roles": vocabulary.roles,
        "pivot_vectors": learned.pivot_vectors,
    }
    counts: dict[str, NDArray[Any]] = {}
    occurrences: dict[str, NDArray[Any]] = {}
    if model.common is not None:
        vectors["common_mean"] = model.common.mean
        vectors["common_directions"] = model.common.directions
    for place, words in enumerate(learned.word_vectors):
        vectors[f"word_vectors.{place}"] = words
    for place, pairs in enumerate(model.cooccurrences):
        counts[f"indptr.{place}"] = pairs.counts.indptr.astype(np.int64)
        counts[f"indices.{place}"] = pairs.counts.indices.astype(np.int32)
        counts[f"data.{place}"] = pairs.counts.data
        counts[f"word_counts.{place}"] = pairs.word_counts
    for place, sample in enumerate(model.sentence_samples):
        for name in ("unigrams", "bigrams", "sentence_offsets", "documents"):
            occurrences[f"{name}.{place}"] = getattr(sample, name)
    texts = {"README.md": model_card(model, described)}
    if any(examples.sentences for examples in model.examples):
        texts[EXAMPLES] = _write_examples(model.examples, vocabulary.features)
    arrays = {"vectors": vectors, "counts": counts, "occurrences": occurrences}
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
        counts, samples = archive.arrays["counts"], archive.arrays["occurrences"]
        model = FittedModel(
            restored,
            vocabulary,
            saved.learned,
            saved.common,
            tuple(_read_pairs(counts, vocabulary, at) for at in places if counts),
            tuple(_read_sample(samples, vocabulary, at) for at in places),
            _read_examples(archive.texts.get(EXAMPLES, ""), vocabulary),
        )
        # Computed here, because what cannot be computed does not fit together either.
        assert model.vectors
    return settings, model


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


def _read_pairs(counts: Arrays, vocabulary: Vocabulary, at: int) -> Cooccurrences:
    domain, pivots = vocabulary.domains[at], vocabulary.pivots
    words = vocabulary.words(domain)
    indptr = checked_array(counts, f"indptr.{at}", np.int64, (len(pivots) + 1,))
    data = checked_array(counts, f"data.{at}", np.int64, (int(indptr[-1]),))
    indices = checked_array(counts, f"indices.{at}", np.int32, data.shape)
    occurrences = checked_array(counts, f"word_counts.{at}", np.int64, (len(words),))
    _check_offsets(indptr, len(data), f"indptr.{at}")
    _check_within(indices, 0, len(words), f"indices.{at}")
    # Columns grow within each row if and only if these numbers, one per pair, always grow.
    rows = np.repeat(np.arange(len(pivots), dtype=np.int64), np.diff(indptr))
    require((np.diff(rows * len(words) + indices) > 0).all(), f"indices.{at} are not in order")
    require((data > 0).all(), f"data.{at} are not above 0")
    same = np.array_equal(occurrences, word_counts(vocabulary, at))
    require(same, f"word_counts.{at} are not the feature_counts")
    matrix = csr_array((data, indices, indptr), shape=(len(pivots), len(words)))
    return Cooccurrences(domain, pivots, words, matrix, occurrences)


def _read_sample(samples: Arrays, vocabulary: Vocabulary, at: int) -> SentenceSample:
    unigrams = checked_array(samples, f"unigrams.{at}", np.int32, (None,))
    bigrams = checked_array(samples, f"bigrams.{at}", np.int32, unigrams.shape)
    documents = checked_array(samples, f"documents.{at}", np.int64, (None,))
    offsets = checked_array(samples, f"sentence_offsets.{at}", np.int64, (len(documents) + 1,))
    _check_within(unigrams, -1, len(vocabulary.features), f"unigrams.{at}")
    _check_within(bigrams, -1, len(vocabulary.features), f"bigrams.{at}")
    _check_offsets(offsets, len(unigrams), f"sentence_offsets.{at}")
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


def _check_offsets(offsets: Int64s, size: int, name: str) -> None:
    ends = (int(offsets[0]), int(offsets[-1])) == (0, size)
    require(ends and (np.diff(offsets) >= 0).all(), f"{name} are not in order")


def _check_within(numbers: NDArray[Any], least: int, size: int, name: str) -> None:
    require(((numbers >= least) & (numbers < size)).all(), f"{name} number what is not there")
