"""SavedModel: what looking words up needs of a model's folder, and nothing else of it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s
from crosslex.learn.all_but_the_top import CommonDirections
from crosslex.learn.learned import (
    Epoch,
    LearnedVectors,
    SpaceVectors,
    domain_vectors,
    word_counts,
)
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

Arrays = Mapping[str, NDArray[Any]]


class ModelHeader(msgspec.Struct):
    """What the header of `model.json` says of every model."""

    settings: dict[str, Any]
    text: TextDescription
    domains: list[str]
    features: list[str]


class RankingHeader(msgspec.Struct):
    """What it says of a model that a ranking trainer learned."""

    pivots: list[str]
    pivots_are_words: bool
    curve: list[tuple[int, float, float | None]]


class SpaceHeader(msgspec.Struct):
    """What it says of a model that the spectral trainer learned."""

    contexts: list[str]
    shape: tuple[int, int]
    prior_words: list[str] | None = None


@dataclass(frozen=True, eq=False)
class SavedModel:
    """A model's vectors and what is known of how they were learned.

    Read in a fraction of the time of `CrossDomainEmbedding.load`, which also reads the counts,
    samples and sentences that only learning on, `shifts` and `explore` need. `contexts` are those
    of a spectral model; `settings` and
    `text`, how its texts were analyzed, are as JSON holds them; `libraries` are the versions of
    those that wrote it.
    """

    settings: Mapping[str, Any]
    text: Mapping[str, Any]
    vocabulary: Vocabulary
    learned: SpaceVectors | LearnedVectors
    contexts: tuple[str, ...]
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
        header, arrays = msgspec.convert(archive.header, ModelHeader), archive.arrays["vectors"]
        learned: SpaceVectors | LearnedVectors
        contexts: tuple[str, ...] = ()
        if header.settings["trainer"] == "spectral":
            vocabulary = _read_vocabulary(header, (), arrays, pivots_are_words=True)
            learned = _read_space(arrays, vocabulary)
            contexts = tuple(msgspec.convert(archive.header, SpaceHeader).contexts)
        else:
            ranking = msgspec.convert(archive.header, RankingHeader)
            vocabulary = _read_vocabulary(
                header, ranking.pivots, arrays, pivots_are_words=ranking.pivots_are_words
            )
            learned = _read_ranking(header, ranking, arrays, vocabulary)
        return cls(
            header.settings,
            archive.header["text"],
            vocabulary,
            learned,
            contexts,
            archive.libraries,
        )

    def domain_sizes(self) -> list[tuple[str, int, int]]:
        """Return each domain's name, number of words with a vector, and occurrences counted."""
        own = 0 if self.vocabulary.pivots_are_words else len(self.vocabulary.pivots)
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
        return domain_vectors(self.vocabulary, self.learned, restored)


def _read_vocabulary(
    header: ModelHeader, pivots: Sequence[str], arrays: Arrays, *, pivots_are_words: bool
) -> Vocabulary:
    domains = checked_names(header.domains, "domains")
    features = checked_names(header.features, "features")
    pivots = checked_names(pivots, "pivots") if pivots else ()
    counts = checked_array(arrays, "feature_counts", np.int64, (len(domains), len(features)))
    roles = checked_array(arrays, "feature_roles", np.int8, counts.shape)
    require((counts >= 0).all(), "feature_counts are below 0")
    require(((roles >= min(Role)) & (roles <= max(Role))).all(), "feature_roles are none")
    chosen = set(pivots)
    are_pivots = [feature in chosen for feature in features]
    require(sum(are_pivots) == len(pivots), "pivots are not among the features")
    require(((roles == Role.PIVOT) == are_pivots).all(), "feature_roles name other pivots")
    vocabulary = Vocabulary(domains, features, counts, roles, pivots, pivots_are_words)
    occurring = [word_counts(vocabulary, place).any() for place in range(len(domains))]
    require(len(domains) > 1 and all(occurring), "there are no two domains with words")
    return vocabulary


def _read_space(arrays: Arrays, vocabulary: Vocabulary) -> SpaceVectors:
    words = tuple(vocabulary.words(domain) for domain in vocabulary.domains)
    vectors, dimension = [], None
    shares: dict[str, list[Float32s]] = {"domain_weights": [], "neighbor_stability": []}
    for place, own in enumerate(words):
        found = checked_array(arrays, f"word_vectors.{place}", np.float32, (len(own), dimension))
        dimension = found.shape[1]
        vectors.append(found)
        for name, of_domains in shares.items():
            found = checked_array(arrays, f"{name}.{place}", np.float32, (len(own),))
            require(((found >= 0) & (found <= 1)).all(), f"{name}.{place} are no shares")
            of_domains.append(found)
    return SpaceVectors(
        vocabulary.domains, words, tuple(vectors), *(tuple(each) for each in shares.values())
    )


def _read_ranking(
    header: ModelHeader, ranking: RankingHeader, arrays: Arrays, vocabulary: Vocabulary
) -> LearnedVectors:
    domains, pivots = vocabulary.domains, vocabulary.pivots
    shape = (len(domains), len(pivots), None)
    pivot_vectors = checked_array(arrays, "pivot_vectors", np.float32, shape)
    dimension = pivot_vectors.shape[-1]
    words = tuple(vocabulary.words(domain) for domain in domains)
    word_vectors = tuple(
        checked_array(arrays, f"word_vectors.{place}", np.float32, (len(own), dimension))
        for place, own in enumerate(words)
    )
    curve = tuple(Epoch(*epoch) for epoch in ranking.curve)
    common = None
    if header.settings["common_directions"] is not None:
        common = CommonDirections(
            checked_array(arrays, "common_mean", np.float32, (dimension,)),
            checked_array(arrays, "common_directions", np.float32, (None, dimension)),
        )
    return LearnedVectors(domains, pivots, words, pivot_vectors, word_vectors, curve, common)
