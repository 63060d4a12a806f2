"""A learned model as a folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from crosslex.counting import Examples
from crosslex.learn.card import model_card
from crosslex.storage import Archive, write_archive

if TYPE_CHECKING:
    from crosslex.learn.estimator import CrossDomainEmbedding

EXAMPLES = "examples.jsonl"


def save_model(model: "CrossDomainEmbedding", folder: str | Path) -> None:
    """Write the model's vectors, counts, samples and card."""
    vocabulary, learned = model.vocabulary_, model.learned_
    settings = _describe(model)
    header = {
        "settings": settings,
        "text": model.text_settings_.describe(),
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
    for place, words in enumerate(learned.word_vectors):
        vectors[f"word_vectors.{place}"] = words
    for place, pairs in enumerate(model.cooccurrences_):
        counts[f"indptr.{place}"] = pairs.counts.indptr.astype(np.int64)
        counts[f"indices.{place}"] = pairs.counts.indices.astype(np.int32)
        counts[f"data.{place}"] = pairs.counts.data
        counts[f"word_counts.{place}"] = pairs.word_counts
    for place, sample in enumerate(model.occurrences_):
        occurrences[f"unigrams.{place}"] = sample.unigrams
        occurrences[f"bigrams.{place}"] = sample.bigrams
        occurrences[f"sentence_offsets.{place}"] = sample.sentence_offsets
        occurrences[f"documents.{place}"] = sample.documents
    texts = {"README.md": model_card(model, settings)}
    if any(examples.sentences for examples in model.examples_):
        texts[EXAMPLES] = _write_examples(model.examples_, vocabulary.features)
    arrays = {"vectors": vectors, "counts": counts, "occurrences": occurrences}
    write_archive(folder, Archive("model", header, arrays, texts))


def _describe(model: "CrossDomainEmbedding") -> dict[str, Any]:
    """Return a model's settings as JSON holds them; a function is known by its name alone."""
    model._checked_settings()
    described = {}
    for name, value in model.get_params().items():
        # How many threads learned a model is no part of it: it does not depend on them.
        if name == "n_jobs":
            continue
        if callable(value):
            kind = value if hasattr(value, "__qualname__") else type(value)
            value = f"{kind.__module__}:{kind.__qualname__}"
        described[name] = value.item() if isinstance(value, np.generic) else value
    return described


def _write_examples(examples: Sequence[Examples], features: Sequence[str]) -> str:
    """Write one sentence a line with the numbers of the features that it is an example of."""
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
