"""A learned model from its folder, if everything in it fits together."""

import json
from collections.abc import Mapping
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import DTypeLike, NDArray
from scipy.sparse import csr_array

from crosslex.counting import Cooccurrences, Examples, SentenceSample
from crosslex.errors import StorageError
from crosslex.learn.learned import Epoch, LearnedVectors
from crosslex.learn.saving import EXAMPLES
from crosslex.pivots import Role, Vocabulary
from crosslex.storage import Archive, read_archive
from crosslex.text import TextSettings
from crosslex.text.settings import REPLACEABLE

if TYPE_CHECKING:
    from crosslex.learn.estimator import CrossDomainEmbedding

Arrays = Mapping[str, NDArray[Any]]


def load_model(folder: str | Path, text_settings: TextSettings | None) -> "CrossDomainEmbedding":
    """Read a model; anything in it that does not fit together is a StorageError."""
    archive = read_archive(folder, "model")
    try:
        model = _restore(archive)
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else error
        raise StorageError(f"{folder}: the model's parts do not fit together: {what}") from error
    # Outside, for what is wrong here is what the caller gave.
    model.text_settings_ = TextSettings.restore(archive.header["text"], text_settings)
    return model


def _restore(archive: Archive) -> "CrossDomainEmbedding":
    """Rebuild a model but for its text settings, which are only checked."""
    from crosslex.learn.estimator import CrossDomainEmbedding

    header = archive.header
    _check_text(header["text"])
    model = CrossDomainEmbedding(**header["settings"])
    model._checked_settings()
    vocabulary = _read_vocabulary(header, archive.arrays["vectors"])
    learned = _read_vectors(header, archive.arrays["vectors"], vocabulary)
    places = range(len(vocabulary.domains))
    counts, samples = archive.arrays["counts"], archive.arrays["occurrences"]
    model.cooccurrences_ = tuple(_read_pairs(counts, vocabulary, at) for at in places if counts)
    model.occurrences_ = tuple(_read_sample(samples, vocabulary, at) for at in places)
    model.examples_ = _read_examples(archive.texts.get(EXAMPLES, ""), vocabulary)
    return model._keep(vocabulary, learned)


def _check_text(text: Mapping[str, Any]) -> None:
    _require(set(text) == set(TextSettings().describe()), "its text settings are not complete")
    stop_words = text["stop_words"]
    for name in ("language", *(name for name in REPLACEABLE if text[name] is not None)):
        _require(isinstance(text[name], str), f"the text setting {name} is no string")
    for name in ("lemmatize", "bigrams"):
        _require(isinstance(text[name], bool), f"the text setting {name} is neither true nor false")
    if stop_words is not None:
        _require(stop_words == sorted({str(word) for word in stop_words}), "no list of stop words")


def _read_vocabulary(header: Mapping[str, Any], vectors: Arrays) -> Vocabulary:
    domains, features, pivots = (_names(header, name) for name in ("domains", "features", "pivots"))
    counts = _array(vectors, "feature_counts", np.int64, (len(domains), len(features)))
    roles = _array(vectors, "feature_roles", np.int8, counts.shape)
    _require((counts >= 0).all(), "feature_counts are below 0")
    _require(((roles >= min(Role)) & (roles <= max(Role))).all(), "feature_roles are none")
    chosen = set(pivots)
    are_pivots = [feature in chosen for feature in features]
    _require(sum(are_pivots) == len(pivots), "pivots are not among the features")
    _require(((roles == Role.PIVOT) == are_pivots).all(), "feature_roles name other pivots")
    both = header["pivots_are_words"]
    _require(isinstance(both, bool), "pivots_are_words is neither true nor false")
    vocabulary = Vocabulary(domains, features, counts, roles, pivots, both)
    occurring = [_word_counts(vocabulary, at).any() for at in range(len(domains))]
    _require(len(domains) > 1 and all(occurring), "there are no two domains with words")
    return vocabulary


def _word_counts(vocabulary: Vocabulary, at: int) -> NDArray[np.int64]:
    least = Role.PIVOT if vocabulary.pivots_are_words else Role.SHARED
    return np.asarray(vocabulary.counts[at][vocabulary.roles[at] >= least])


def _read_vectors(
    header: Mapping[str, Any], vectors: Arrays, vocabulary: Vocabulary
) -> LearnedVectors:
    domains, pivots = vocabulary.domains, vocabulary.pivots
    shape = (len(domains), len(pivots), None)
    pivot_vectors = _array(vectors, "pivot_vectors", np.float32, shape)
    words = tuple(vocabulary.words(domain) for domain in domains)
    word_vectors = tuple(
        _array(vectors, f"word_vectors.{at}", np.float32, (len(own), pivot_vectors.shape[-1]))
        for at, own in enumerate(words)
    )
    for matrix in (pivot_vectors, *word_vectors):
        _require(np.isfinite(matrix).all(), "vectors are not finite")
    curve = tuple(Epoch(*epoch) for epoch in header["curve"])
    for epoch in curve:
        heldout = 0.0 if epoch.heldout_loss is None else epoch.heldout_loss
        fits = type(epoch.epoch) is int and isfinite(epoch.training_loss) and isfinite(heldout)
        _require(fits, "curve is none of losses")
    return LearnedVectors(domains, pivots, words, pivot_vectors, word_vectors, curve)


def _read_pairs(counts: Arrays, vocabulary: Vocabulary, at: int) -> Cooccurrences:
    domain, pivots = vocabulary.domains[at], vocabulary.pivots
    words = vocabulary.words(domain)
    indptr = _array(counts, f"indptr.{at}", np.int64, (len(pivots) + 1,))
    data = _array(counts, f"data.{at}", np.int64, (int(indptr[-1]),))
    indices = _array(counts, f"indices.{at}", np.int32, data.shape)
    word_counts = _array(counts, f"word_counts.{at}", np.int64, (len(words),))
    _check_offsets(indptr, len(data), f"indptr.{at}")
    _check_within(indices, 0, len(words), f"indices.{at}")
    # One number a pair grows from pair to pair only if columns do so within each row.
    rows = np.repeat(np.arange(len(pivots), dtype=np.int64), np.diff(indptr))
    _require((np.diff(rows * len(words) + indices) > 0).all(), f"indices.{at} are not in order")
    _require((data > 0).all(), f"data.{at} are not above 0")
    same = np.array_equal(word_counts, _word_counts(vocabulary, at))
    _require(same, f"word_counts.{at} are not the feature_counts")
    matrix = csr_array((data, indices, indptr), shape=(len(pivots), len(words)))
    return Cooccurrences(domain, pivots, words, matrix, word_counts)


def _read_sample(samples: Arrays, vocabulary: Vocabulary, at: int) -> SentenceSample:
    unigrams = _array(samples, f"unigrams.{at}", np.int32, (None,))
    bigrams = _array(samples, f"bigrams.{at}", np.int32, unigrams.shape)
    documents = _array(samples, f"documents.{at}", np.int64, (None,))
    offsets = _array(samples, f"sentence_offsets.{at}", np.int64, (len(documents) + 1,))
    _check_within(unigrams, -1, len(vocabulary.features), f"unigrams.{at}")
    _check_within(bigrams, -1, len(vocabulary.features), f"bigrams.{at}")
    _check_offsets(offsets, len(unigrams), f"sentence_offsets.{at}")
    _require((np.diff(documents, prepend=0) >= 0).all(), f"documents.{at} are not in order")
    return SentenceSample(vocabulary.domains[at], unigrams, bigrams, offsets, documents)


def _read_examples(text: str, vocabulary: Vocabulary) -> tuple[Examples, ...]:
    sentences: dict[str, list[str]] = {domain: [] for domain in vocabulary.domains}
    of_word: dict[str, dict[str, list[int]]] = {domain: {} for domain in vocabulary.domains}
    # Not splitlines, which also cuts at characters that JSON leaves within a line.
    for line in text.removesuffix("\n").split("\n") if text else ():
        row = json.loads(line)
        domain, sentence = row["domain"], row["text"]
        _require(isinstance(sentence, str), f"a text of {EXAMPLES} is no string")
        _check_within(np.array(row["features"], np.int64), 0, len(vocabulary.features), EXAMPLES)
        for feature in row["features"]:
            numbers = of_word[domain].setdefault(vocabulary.features[feature], [])
            numbers.append(len(sentences[domain]))
        sentences[domain].append(sentence)
    return tuple(
        Examples(
            domain,
            tuple(sentences[domain]),
            {word: tuple(numbers) for word, numbers in of_word[domain].items()},
        )
        for domain in vocabulary.domains
    )


def _names(header: Mapping[str, Any], name: str) -> tuple[str, ...]:
    names = header[name]
    fits = isinstance(names, list) and all(isinstance(each, str) and each for each in names)
    _require(fits and len(set(names)) == len(names) > 0, f"{name} is no list of different names")
    return tuple(names)


def _array(
    arrays: Arrays, name: str, dtype: DTypeLike, shape: tuple[int | None, ...]
) -> NDArray[Any]:
    """Return an array if it is of the type and shape; None stands for any size."""
    array = arrays[name]
    fits = array.dtype == dtype and array.ndim == len(shape)
    for expected, found in zip(shape, array.shape, strict=False):
        fits = fits and expected in (None, found)
    _require(fits, f"{name} has type {array.dtype} and shape {array.shape}, not {shape}")
    return array


def _check_offsets(offsets: NDArray[np.int64], size: int, name: str) -> None:
    ends = (int(offsets[0]), int(offsets[-1])) == (0, size)
    _require(ends and (np.diff(offsets) >= 0).all(), f"{name} are not in order")


def _check_within(numbers: NDArray[Any], least: int, size: int, name: str) -> None:
    _require(((numbers >= least) & (numbers < size)).all(), f"{name} number what is not there")


def _require(holds: bool | np.bool_, what: str) -> None:
    if not holds:
        raise ValueError(what)
