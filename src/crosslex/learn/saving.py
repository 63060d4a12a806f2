"""A learned model as a folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.counting.examples import Examples
from crosslex.learn.card import model_card
from crosslex.learn.embedding_settings import EmbeddingSettings
from crosslex.learn.model import FittedModel
from crosslex.storage import Archive, write_archive

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
        "curve": [
            [epoch.epoch, epoch.training_loss, epoch.heldout_loss] for epoch in learned.curve
        ],
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
