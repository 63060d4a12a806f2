"""The vectors of a model's folder, of both methods: all that looking words up reads and imports."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from crosslex.arrays import Float32s
from crosslex.corpus.kept_texts import KeptTexts
from crosslex.corpus.periods import check_cells
from crosslex.counts.vocabulary import Vocabulary
from crosslex.results import listed, plain
from crosslex.storage.mapped import TEXTS
from crosslex.storage.reading import (
    Archive,
    Arrays,
    TextDescription,
    check_within,
    checked_array,
    checked_names,
    read_archive,
    refusing_misfits,
    require,
)
from crosslex.storage.writing import write_archive
from crosslex.text.settings import TextSettings
from crosslex.timeline.result import GroupTables, TurnTable
from crosslex.vectors import DomainVectors

Method = Literal["crosslex", "paper"]
PER_WORD = ("domain_weights", "neighbor_stability")
LEARNED = {
    "crosslex": "Learned by crosslex from context counts: a singular value decomposition of the "
    "positive PMI of all domains, onto which each domain's counts are projected.",
    "paper": "Learned by the method of Bollegala, Maehara and Kawarabayashi (ACL 2015).",
}


class Header(msgspec.Struct):
    """The header of every model's `model.json`."""

    method: Method
    settings: dict[str, Any]
    text: TextDescription
    domains: list[str]
    features: list[str]
    groups: list[str] | None = None
    contexts: list[str] = []
    n_pretrained: int = 0


@dataclass(frozen=True, eq=False)
class SavedVectors:
    """A model's vectors and how they were learned, without counts, samples and sentences.

    `settings` and `text` are as JSON holds them; `tables` are the vectors of each domain and what
    else is known of its words, by the names of `DomainVectors`; `contexts` are the context words of
    the default method; `libraries` are the versions of those that wrote the folder; `n_pretrained`
    is the number of words that had a pre-trained vector.
    """

    method: Method
    settings: Mapping[str, Any]
    text: Mapping[str, Any]
    vocabulary: Vocabulary
    tables: tuple[Mapping[str, Float32s], ...]
    contexts: tuple[str, ...]
    libraries: Mapping[str, str]
    turns: TurnTable | GroupTables | None = None
    texts: tuple[KeptTexts, ...] = ()
    n_pretrained: int = 0

    @classmethod
    def read(cls, folder: str | Path, *, texts: bool = False) -> "SavedVectors":
        """Return the vectors of a model's folder, of which nothing is executed.

        With `texts`, those that it keeps are there too; what is read of them is checked then.
        """
        only = {"vectors.safetensors", *([TEXTS] if texts else [])}
        archive = read_archive(folder, "model", only=only)
        with refusing_misfits(folder, "model"):
            return cls.of(archive)

    @classmethod
    def of(cls, archive: Archive) -> "SavedVectors":
        """Return the vectors of an archive; a ValueError says what in it does not fit together."""
        header, arrays = msgspec.convert(archive.header, Header), archive.arrays["vectors"]
        vocabulary = _read_vocabulary(header, arrays)
        per_word = PER_WORD if header.method == "crosslex" else ()
        tables: list[dict[str, Float32s]] = []
        for at, domain in enumerate(vocabulary.domains):
            size = len(vocabulary.words(domain))
            dimension = tables[0]["vectors"].shape[1] if tables else None
            found = checked_array(arrays, f"word_vectors.{at}", np.float32, (size, dimension))
            tables.append({"vectors": found})
            for name in per_word:
                shares = checked_array(arrays, f"{name}.{at}", np.float32, (size,))
                require(((shares >= 0) & (shares <= 1)).all(), f"{name}.{at} are no shares")
                tables[at][name] = shares
        return cls(
            header.method,
            header.settings,
            archive.header["text"],
            vocabulary,
            tuple(tables),
            tuple(header.contexts),
            archive.libraries,
            _read_order(header, arrays, vocabulary),
            _read_texts(archive, vocabulary),
            header.n_pretrained,
        )

    @property
    def dimension(self) -> int:
        """The length of the vectors."""
        return int(self.tables[0]["vectors"].shape[1])

    def vectors(self, text_settings: TextSettings | None = None) -> dict[str, DomainVectors]:
        """Return the vectors of each domain, by its name, to look words up in.

        Give `text_settings` if the text was analyzed by functions of your own.
        """
        restored = TextSettings.restore(dict(self.text), text_settings)
        return {
            domain: DomainVectors(
                domain,
                self.vocabulary.words(domain),
                counts=self.vocabulary.word_counts(domain),
                text_settings=restored,
                **table,
            )
            for domain, table in zip(self.vocabulary.domains, self.tables, strict=True)
        }


def save_vectors(
    folder: str | Path,
    method: Method,
    settings: Mapping[str, Any],
    text_settings: TextSettings,
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    *,
    turns: TurnTable | GroupTables | None = None,
    header: Mapping[str, Any] | None = None,
    arrays: Mapping[str, Arrays] | None = None,
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
    if isinstance(turns, GroupTables):
        for at, table in enumerate(turns.turns.values()):
            own |= _turn_arrays(table, f"timeline.{at}")
        own |= {f"groups.{name}": getattr(turns, name) for name in ("pairs", "changes", "p")}
    elif turns is not None:
        own |= _turn_arrays(turns, "timeline")
    described = {
        "method": method,
        "settings": dict(settings),
        "text": text_settings.describe(),
        "domains": list(vocabulary.domains),
        "features": list(vocabulary.features),
    }
    if isinstance(turns, GroupTables):
        described["groups"] = list(turns.groups)
    holds_text = "texts" in (arrays or {})
    card = model_card(method, vocabulary, vectors, settings, holds_text=holds_text)
    write_archive(
        folder,
        Archive(
            "model",
            described | dict(header or {}),
            {"vectors": own} | dict(arrays or {}),
            {"README.md": card},
        ),
    )


def model_card(
    method: str,
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    settings: Mapping[str, Any],
    *,
    holds_text: bool,
) -> str:
    """Return a model's description in Markdown: its texts, how it was learned, how to use it."""
    first = vocabulary.domains[0]
    dimension = vectors[first].vectors.shape[1]
    # The first word that all domains have, or the first of all.
    shown = vocabulary.features[int(vocabulary.present.all(axis=0).argmax())]
    module, name = ("crosslex", "CrossDomainEmbedding")
    if method == "paper":
        module, name = ("crosslex.paper", "PaperEmbedding")
    rows = [
        f"| {plain(domain)} | {len(vectors[domain]):,} | {int(counts.sum()):,} |"
        for domain, counts in zip(vocabulary.domains, vocabulary.counts, strict=True)
    ]
    return "\n".join(
        [
            f"# Word vectors for {listed([plain(name) for name in vocabulary.domains])}",
            "",
            f"One vector of {dimension} numbers for each word in each domain, all in one space, so "
            "that a word's meaning can be compared between domains, learned without labels.",
            LEARNED[method],
            "",
            "| domain | words with a vector | occurrences counted |",
            "|---|---:|---:|",
            *rows,
            "",
            "## Use",
            "",
            "```python",
            f"from {module} import {name}",
            "",
            f'model = {name}.load("path/to/this/folder")',
            f"model.compare({shown!r})",
            f"model.vectors_[{first!r}].neighbors({shown!r})",
            "```",
            "",
            "## Settings",
            "",
            "| setting | value |",
            "|---|---|",
            *(f"| `{name}` | {plain(str(value))} |" for name, value in sorted(settings.items())),
            "",
            "## Limits",
            "",
            "- A vector describes the contexts of a word in these texts, not what it means "
            "everywhere; rare words' vectors are the least certain.",
            "- Vectors carry over whatever bias the texts have.",
            "- The folder holds raw text (`texts.safetensors`); mind its license."
            if holds_text
            else "- The folder holds no raw text, only counts of words.",
            "",
        ]
    )


def _read_texts(archive: Archive, vocabulary: Vocabulary) -> tuple[KeptTexts, ...]:
    """Return the texts of every domain; none if the model keeps none or they were not asked for."""
    file = archive.mapped.get(TEXTS)
    if file is None:
        return ()
    found = []
    for at, domain in enumerate(vocabulary.domains):
        arrays = file.texts(at)
        sizes = {arrays.size(name) for name in ("starts", "ends", "documents")}
        require(len(sizes) == 1, f"the sentences of {domain!r} are not as many as their places")
        fits = arrays.size("use_offsets") == len(vocabulary.features) + 1
        require(fits, f"the uses of {domain!r} are not those of the features")
        found.append(KeptTexts(domain, arrays))
    return tuple(found)


def _turn_arrays(table: TurnTable, name: str) -> dict[str, NDArray[Any]]:
    return {f"{name}.{each.name}": getattr(table, each.name) for each in fields(table)}


def _read_order(
    header: Header, arrays: Arrays, vocabulary: Vocabulary
) -> TurnTable | GroupTables | None:
    """Return the turns of ordered domains, of each group if there are groups."""
    if not header.settings.get("ordered"):
        return None
    size, groups = len(vocabulary.features), header.groups
    if groups is None:
        return _read_turns(arrays, "timeline", size, len(vocabulary.domains))
    require(len(groups) == len(vocabulary.domains), "groups are not as many as domains")
    check_cells(vocabulary.domains, groups)
    turns = {
        group: _read_turns(arrays, f"timeline.{at}", size, groups.count(group))
        for at, group in enumerate(sorted(set(groups)))
    }
    pairs = checked_array(arrays, "groups.pairs", np.int64, (None, 2))
    check_within(pairs, 0, len(groups), "groups.pairs")
    compared = {}
    for name in ("changes", "p"):
        compared[name] = checked_array(arrays, f"groups.{name}", np.float64, (len(pairs), size))
    return GroupTables(tuple(groups), turns, pairs, compared["changes"], compared["p"])


def _read_turns(arrays: Arrays, name: str, size: int, n_periods: int) -> TurnTable:
    shapes = {"documents": (n_periods, size), "totals": (n_periods,)}
    found = {}
    for part in (each.name for each in fields(TurnTable)):
        kind = np.float64 if part not in ("turns", "documents", "totals") else np.int64
        found[part] = checked_array(arrays, f"{name}.{part}", kind, shapes.get(part, (size,)))
        least = -1 if part == "turns" else 0
        require((found[part] >= least).all(), f"{name}.{part} are below {least}")
    require((found["turns"] < n_periods).all(), f"{name}.turns number what is not there")
    return TurnTable(**found)


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
