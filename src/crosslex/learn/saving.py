"""A learned model as a folder, and back."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.counting import Cooccurrences, Examples, Occurrences
from crosslex.errors import InputError, StorageError
from crosslex.learn.card import model_card
from crosslex.learn.learned import Epoch, LearnedVectors
from crosslex.pivots import Vocabulary
from crosslex.storage import Archive, read_archive, write_archive
from crosslex.text import TextSettings

if TYPE_CHECKING:
    from crosslex.learn.estimator import CrossDomainEmbedding

EXAMPLES = "examples.jsonl"


def save_model(model: "CrossDomainEmbedding", folder: str | Path) -> None:
    """Write the model's vectors, counts, samples and card."""
    vocabulary, learned = model.vocabulary_, model.learned_
    header = {
        "settings": _describe(model.get_params()),
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
    texts = {"README.md": model_card(model)}
    if any(examples.sentences for examples in model.examples_):
        texts[EXAMPLES] = _write_examples(model.examples_, vocabulary.features)
    arrays = {"vectors": vectors, "counts": counts, "occurrences": occurrences}
    write_archive(folder, Archive("model", header, arrays, texts))


def load_model(folder: str | Path, text_settings: TextSettings | None) -> "CrossDomainEmbedding":
    """Read a model; anything in it that does not fit together is a StorageError."""
    archive = read_archive(folder, "model")
    try:
        return _restore(archive, text_settings)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise StorageError(f"{folder}: the model's parts do not fit together ({error})") from error


def _restore(archive: Archive, text_settings: TextSettings | None) -> "CrossDomainEmbedding":
    from crosslex.learn.estimator import CrossDomainEmbedding

    header, vectors = archive.header, archive.arrays["vectors"]
    settings = dict(header["settings"])
    if isinstance(settings["pivots"], dict):
        # A function of the user's own is known by its name; learning anew needs it again.
        settings["pivots"] = settings["pivots"]["function"]
    model = CrossDomainEmbedding(**settings)
    vocabulary = Vocabulary(
        domains=tuple(header["domains"]),
        features=tuple(header["features"]),
        counts=vectors["feature_counts"],
        roles=vectors["feature_roles"],
        pivots=tuple(header["pivots"]),
        pivots_are_words=header["pivots_are_words"],
    )
    domains = range(len(vocabulary.domains))
    words = tuple(vocabulary.words(domain) for domain in vocabulary.domains)
    learned = LearnedVectors(
        domains=vocabulary.domains,
        pivots=vocabulary.pivots,
        words=words,
        pivot_vectors=vectors["pivot_vectors"],
        word_vectors=tuple(vectors[f"word_vectors.{place}"] for place in domains),
        curve=tuple(Epoch(*epoch) for epoch in header["curve"]),
    )
    model.text_settings_ = TextSettings.restore(header["text"], text_settings)
    counts = archive.arrays["counts"]
    model.cooccurrences_ = tuple(
        Cooccurrences(
            domain,
            vocabulary.pivots,
            words[place],
            csr_array(
                (counts[f"data.{place}"], counts[f"indices.{place}"], counts[f"indptr.{place}"]),
                shape=(len(vocabulary.pivots), len(words[place])),
            ),
            counts[f"word_counts.{place}"],
        )
        for place, domain in enumerate(vocabulary.domains)
        if counts
    )
    samples = archive.arrays["occurrences"]
    model.occurrences_ = tuple(
        Occurrences(
            domain,
            samples[f"unigrams.{place}"],
            samples[f"bigrams.{place}"],
            samples[f"sentence_offsets.{place}"],
            samples[f"documents.{place}"],
        )
        for place, domain in enumerate(vocabulary.domains)
    )
    model.examples_ = _read_examples(archive.texts.get(EXAMPLES, ""), vocabulary)
    return model._keep(vocabulary, learned)


def _describe(settings: dict[str, Any]) -> dict[str, Any]:
    """Return the settings as JSON holds them."""
    described = dict(settings)
    score: str | Callable[..., Any] = settings["pivots"]
    if not isinstance(score, str):
        described["pivots"] = {"function": f"{score.__module__}:{score.__qualname__}"}
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


def _read_examples(text: str, vocabulary: Vocabulary) -> tuple[Examples, ...]:
    sentences: dict[str, list[str]] = {domain: [] for domain in vocabulary.domains}
    of_word: dict[str, dict[str, list[int]]] = {domain: {} for domain in vocabulary.domains}
    for line in text.splitlines():
        row = json.loads(line)
        domain = row["domain"]
        for feature in row["features"]:
            numbers = of_word[domain].setdefault(vocabulary.features[feature], [])
            numbers.append(len(sentences[domain]))
        sentences[domain].append(row["text"])
    return tuple(
        Examples(
            domain,
            tuple(sentences[domain]),
            {word: tuple(numbers) for word, numbers in of_word[domain].items()},
        )
        for domain in vocabulary.domains
    )
