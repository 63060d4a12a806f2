"""The vectors of a model's folder, of both methods: all that looking words up reads and imports."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s
from crosslex.counts.vocabulary import Vocabulary
from crosslex.storage.archive import Archive, read_archive, write_archive
from crosslex.storage.card import model_card
from crosslex.storage.checks import (
    Arrays,
    TextDescription,
    checked_array,
    checked_names,
    refusing_misfits,
    require,
)
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors

Method = Literal["crosslex", "paper"]
PER_WORD = ("domain_weights", "neighbor_stability")


class Header(msgspec.Struct):
    """The header of every model's `model.json`."""

    method: Method
    settings: dict[str, Any]
    text: TextDescription
    domains: list[str]
    features: list[str]


class SpaceHeader(msgspec.Struct):
    """The further entries of a model of the default method."""

    contexts: list[str]
    shape: tuple[int, int]
    pretrained_words: list[str] | None = None


@dataclass(frozen=True, eq=False)
class SavedVectors:
    """A model's vectors and how they were learned, without counts, samples and sentences.

    `settings` and `text` are as JSON holds them; `contexts` are the context words of the default
    method; `libraries` are the versions of those that wrote the folder.
    """

    method: Method
    settings: Mapping[str, Any]
    text: Mapping[str, Any]
    vocabulary: Vocabulary
    word_vectors: tuple[Float32s, ...]
    per_word: Mapping[str, tuple[Float32s, ...]]
    contexts: tuple[str, ...]
    libraries: Mapping[str, str]

    @classmethod
    def read(cls, folder: str | Path) -> "SavedVectors":
        """Return the vectors of a model's folder, of which nothing is executed."""
        archive = read_archive(folder, "model", only={"vectors.safetensors"})
        with refusing_misfits(folder, "model"):
            return cls.of(archive)

    @classmethod
    def of(cls, archive: Archive) -> "SavedVectors":
        """Return the vectors of an archive; a ValueError says what in it does not fit together."""
        header, arrays = msgspec.convert(archive.header, Header), archive.arrays["vectors"]
        vocabulary = _read_vocabulary(header, arrays)
        vectors: list[Float32s] = []
        per_word: dict[str, list[Float32s]] = {}
        contexts: tuple[str, ...] = ()
        if header.method == "crosslex":
            per_word = {name: [] for name in PER_WORD}
            contexts = tuple(msgspec.convert(archive.header, SpaceHeader).contexts)
        for at, domain in enumerate(vocabulary.domains):
            size = len(vocabulary.words(domain))
            dimension = vectors[0].shape[1] if vectors else None
            name = f"word_vectors.{at}"
            vectors.append(checked_array(arrays, name, np.float32, (size, dimension)))
            for kind, found in per_word.items():
                shares = checked_array(arrays, f"{kind}.{at}", np.float32, (size,))
                require(((shares >= 0) & (shares <= 1)).all(), f"{kind}.{at} are no shares")
                found.append(shares)
        return cls(
            header.method,
            header.settings,
            archive.header["text"],
            vocabulary,
            tuple(vectors),
            {name: tuple(found) for name, found in per_word.items()},
            contexts,
            archive.libraries,
        )

    def vectors(self, text_settings: TextSettings | None = None) -> dict[str, DomainVectors]:
        """Return the vectors of each domain, by its name, to look words up in.

        Give `text_settings` if the text was analyzed by functions of your own.
        """
        restored = TextSettings.restore(dict(self.text), text_settings)
        return {
            domain: DomainVectors(
                domain,
                self.vocabulary.words(domain),
                self.word_vectors[at],
                self.vocabulary.word_counts(domain),
                restored,
                *(self.per_word[name][at] for name in PER_WORD if self.per_word),
            )
            for at, domain in enumerate(self.vocabulary.domains)
        }


def save_vectors(
    folder: str | Path,
    method: Method,
    settings: Mapping[str, Any],
    text_settings: TextSettings,
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    *,
    header: Mapping[str, Any] | None = None,
    arrays: Mapping[str, Arrays] | None = None,
    texts: Mapping[str, str] | None = None,
) -> None:
    """Write a model's vectors and card, and what else it has, to a folder in one step."""
    own: dict[str, NDArray[Any]] = {
        "feature_counts": vocabulary.counts,
        "feature_present": vocabulary.present.astype(np.int8),
    }
    for at, domain in enumerate(vocabulary.domains):
        own[f"word_vectors.{at}"] = vectors[domain].vectors
        for name in PER_WORD:
            shares = getattr(vectors[domain], name)
            if shares is not None:
                own[f"{name}.{at}"] = shares
    described = {
        "method": method,
        "settings": dict(settings),
        "text": text_settings.describe(),
        "domains": list(vocabulary.domains),
        "features": list(vocabulary.features),
    }
    card = model_card(method, vocabulary, vectors, settings, holds_text=bool(texts))
    write_archive(
        folder,
        Archive(
            "model",
            described | dict(header or {}),
            {"vectors": own} | dict(arrays or {}),
            {"README.md": card} | dict(texts or {}),
        ),
    )


def _read_vocabulary(header: Header, arrays: Arrays) -> Vocabulary:
    domains = checked_names(header.domains, "domains")
    features = checked_names(header.features, "features")
    counts = checked_array(arrays, "feature_counts", np.int64, (len(domains), len(features)))
    present = checked_array(arrays, "feature_present", np.int8, counts.shape)
    require((counts >= 0).all(), "feature_counts are below 0")
    require(np.isin(present, (0, 1)).all(), "feature_present are neither 0 nor 1")
    vocabulary = Vocabulary(domains, features, counts, present.astype(bool))
    occurring = [vocabulary.word_counts(domain).any() for domain in domains]
    require(len(domains) > 1 and all(occurring), "there are no two domains with words")
    return vocabulary
