"""SavedModel: what looking words up needs of a model's folder, and nothing else of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.learned import Epoch, LearnedVectors, domain_vectors, word_counts
from crosslex.pivots.vocabulary import Role, Vocabulary
from crosslex.storage import (
    Archive,
    TextDescription,
    checked_array,
    checked_names,
    read_archive,
    refusing_misfits,
    require,
)
from crosslex.text.settings import TextSettings
from crosslex.vectors import DomainVectors


class ModelHeader(msgspec.Struct):
    """The header of `model.json`."""

    settings: dict[str, Any]
    text: TextDescription
    domains: list[str]
    features: list[str]
    pivots: list[str]
    pivots_are_words: bool
    curve: list[tuple[int, float, float | None]]


@dataclass(frozen=True, eq=False)
class SavedModel:
    """A model's vectors and what is known of how they were learned.

    Read in a fraction of the time of `CrossDomainEmbedding.load`, which also reads the counts,
    samples and sentences that only learning on, `shifts` and `explore` need. `settings` and
    `text`, how its texts were analyzed, are as JSON holds them; `libraries` are the versions of
    those that wrote it.
    """

    settings: Mapping[str, Any]
    text: Mapping[str, Any]
    vocabulary: Vocabulary
    learned: LearnedVectors
    common: CommonDirections | None
    libraries: Mapping[str, str]

    @classmethod
    def read(cls, folder: str | Path) -> "SavedModel":
        """Return what a model's folder says, of which nothing is executed."""
        archive = read_archive(folder, "model", only={"vectors.safetensors"})
        with refusing_misfits(folder, "model"):
            return cls.of(archive)

    @classmethod
    def of(cls, archive: Archive) -> "SavedModel":
        """Return what an archive says; a ValueError says what in it does not fit together."""
        header = msgspec.convert(archive.header, ModelHeader)
        vocabulary = _read_vocabulary(header, archive.arrays["vectors"])
        learned = _read_vectors(header, archive.arrays["vectors"], vocabulary)
        common = _read_common(header, archive.arrays["vectors"], learned)
        return cls(
            header.settings, archive.header["text"], vocabulary, learned, common, archive.libraries
        )

    def domain_sizes(self) -> list[tuple[str, int, int]]:
        """Return each domain's name, number of words with a vector, and occurrences counted."""
        own = 0 if self.vocabulary.pivots_are_words else len(self.learned.pivots)
        return [
            (name, own + len(words), int(counts.sum()))
            for name, words, counts in zip(
                self.learned.domains, self.learned.words, self.vocabulary.counts, strict=True
            )
        ]

    def vectors(self, text_settings: TextSettings | None = None) -> dict[str, DomainVectors]:
        """Return the vectors of each domain, by its name, to look words up in.

        Give `text_settings` where the text was analyzed by functions of your own.
        """
        restored = TextSettings.restore(dict(self.text), text_settings)
        return domain_vectors(self.vocabulary, self.learned, self.common, restored)


def _read_vocabulary(header: ModelHeader, arrays: Mapping[str, NDArray[Any]]) -> Vocabulary:
    domains = checked_names(header.domains, "domains")
    features = checked_names(header.features, "features")
    pivots = checked_names(header.pivots, "pivots")
    counts = checked_array(arrays, "feature_counts", np.int64, (len(domains), len(features)))
    roles = checked_array(arrays, "feature_roles", np.int8, counts.shape)
    require((counts >= 0).all(), "feature_counts are below 0")
    require(((roles >= min(Role)) & (roles <= max(Role))).all(), "feature_roles are none")
    chosen = set(pivots)
    are_pivots = [feature in chosen for feature in features]
    require(sum(are_pivots) == len(pivots), "pivots are not among the features")
    require(((roles == Role.PIVOT) == are_pivots).all(), "feature_roles name other pivots")
    vocabulary = Vocabulary(domains, features, counts, roles, pivots, header.pivots_are_words)
    occurring = [word_counts(vocabulary, place).any() for place in range(len(domains))]
    require(len(domains) > 1 and all(occurring), "there are no two domains with words")
    return vocabulary


def _read_vectors(
    header: ModelHeader, arrays: Mapping[str, NDArray[Any]], vocabulary: Vocabulary
) -> LearnedVectors:
    domains, pivots = vocabulary.domains, vocabulary.pivots
    shape = (len(domains), len(pivots), None)
    pivot_vectors = checked_array(arrays, "pivot_vectors", np.float32, shape)
    words = tuple(vocabulary.words(domain) for domain in domains)
    word_vectors = tuple(
        checked_array(
            arrays, f"word_vectors.{place}", np.float32, (len(own), pivot_vectors.shape[-1])
        )
        for place, own in enumerate(words)
    )
    curve = tuple(Epoch(*epoch) for epoch in header.curve)
    return LearnedVectors(domains, pivots, words, pivot_vectors, word_vectors, curve)


def _read_common(
    header: ModelHeader, arrays: Mapping[str, NDArray[Any]], learned: LearnedVectors
) -> CommonDirections | None:
    if header.settings["common_directions"] is None:
        return None
    dimension = learned.pivot_vectors.shape[-1]
    return CommonDirections(
        checked_array(arrays, "common_mean", np.float32, (dimension,)),
        checked_array(arrays, "common_directions", np.float32, (None, dimension)),
    )
