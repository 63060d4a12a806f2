"""A domain whose text lies in parts, and what an engine does with them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.options import ReadOptions
from crosslex.corpus.word_keys import word_keys
from crosslex.errors import InputError
from crosslex.text import TextSettings

if TYPE_CHECKING:
    from crosslex.corpus.parts import PartReport, PartTask

Counts = TypeVar("Counts")
Count = Callable[[Corpus], Counts]
Add = Callable[[Counts, Counts], Counts]


@dataclass(frozen=True)
class CorpusPart:
    """One encoded part of a domain.

    Parameters
    ----------
    place
        Where its engine finds it.
    first_document
        How many documents of the domain stand before it.
    """

    place: Any
    first_document: int


@dataclass(frozen=True, eq=False)
class PartedCorpus:
    """The texts of one domain, encoded in parts that only their engine holds.

    It is counted as a `Corpus` is, with the same result; only counts leave the engine.

    Parameters
    ----------
    name
        The domain's name.
    text_settings
        How the texts were analyzed.
    parts
        The parts, in the order of the text.
    engine
        Who holds them.
    n_documents, n_sentences, n_tokens
        How much text there is.
    skipped
        How many unreadable lines were left out.
    """

    name: str
    text_settings: TextSettings
    parts: tuple[CorpusPart, ...]
    engine: "Engine"
    n_documents: int
    n_sentences: int
    n_tokens: int
    skipped: int = 0

    def __len__(self) -> int:
        """Return the number of documents."""
        return self.n_documents

    def __repr__(self) -> str:
        return (
            f"PartedCorpus({self.name!r}: {len(self):,} documents, {self.n_sentences:,} "
            f"sentences, {self.n_tokens:,} tokens, {len(self.parts):,} parts)"
        )

    @property
    def n_words(self) -> int:
        """How many different words the corpus has, stop words counted."""
        return len(self.added_up(_keys, _union))

    def added_up(self, count: "Count[Counts]", add: "Add[Counts]" = add) -> Counts:
        """Count every part and add the counts up, in the order of the text."""
        return self.engine.add_up(self.parts, count, add)


def _keys(corpus: Corpus) -> NDArray[np.int64]:
    return np.unique(word_keys(corpus.words))


def _union(one: NDArray[np.int64], other: NDArray[np.int64]) -> NDArray[np.int64]:
    both = np.concatenate([one, other])
    both.sort(kind="stable")  # a merge, where two sorted lists follow each other
    first = np.concatenate([[True], both[1:] != both[:-1]])[: len(both)]
    return np.asarray(both[first])


class Engine(ABC):
    """Encodes and counts the parts of corpora somewhere."""

    part_size: int

    @abstractmethod
    def encode(self, tasks: Sequence["PartTask"]) -> Iterable[tuple[Any, "PartReport"]]:
        """Encode parts; give the place of each and what was found in it, in order."""

    @abstractmethod
    def add_up(
        self, parts: Sequence[CorpusPart], count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Count parts and add the counts up, in order."""

    def read(
        self,
        path: str | Path,
        options: ReadOptions,
        *,
        name: str | None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
    ) -> list[PartedCorpus]:
        """Encode a file, a folder or a pattern: one domain, or those that a column names."""
        from crosslex.corpus.parts import PartTask, check_labels, plan_parts, together

        settings = text_settings or TextSettings()
        if str(path) == "-":
            raise InputError("path: standard input cannot be cut into parts; give a file")
        tasks = [
            PartTask(part, name, options, settings, keep_texts)
            for part in plan_parts(path, options, self.part_size)
        ]
        encoded = list(self.encode(tasks))
        check_labels(tasks, [report for _, report in encoded])
        skipped = together([report for _, report in encoded]).skipped
        names = dict.fromkeys(name for _, report in encoded for name in report.sizes)
        return [self._domain(domain, settings, encoded, skipped) for domain in names]

    def _domain(
        self,
        name: str,
        settings: TextSettings,
        encoded: Sequence[tuple[Any, "PartReport"]],
        skipped: int,
    ) -> PartedCorpus:
        parts, documents, sentences, tokens = [], 0, 0, 0
        for place, report in encoded:
            if name in report.sizes:
                parts.append(CorpusPart((place, name), documents))
                size = report.sizes[name]
                documents, sentences, tokens = (
                    documents + size[0],
                    sentences + size[1],
                    tokens + size[2],
                )
        return PartedCorpus(
            name, settings, tuple(parts), self, documents, sentences, tokens, skipped
        )
