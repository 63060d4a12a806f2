"""A domain whose text is in shards, which an engine encodes and counts."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from operator import add
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Add, Corpus, Count, CountPart, Counts, Keep, Part
from crosslex.corpus.documents import STANDARD_INPUT, ReadOptions, ReadReport
from crosslex.corpus.encode import encode, word_keys
from crosslex.corpus.files import file_format, find_files, short_names, with_document_unit
from crosslex.corpus.groups import split_cell
from crosslex.corpus.readers import READERS, read_shard
from crosslex.corpus.streams import FileShard, file_status, lines_before
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings

SMALLEST_SHARD, LARGEST_SHARD = 2**21, 2**25
"""Bytes of text."""


@dataclass(frozen=True)
class ShardTask:
    """A shard of a file and how to encode it; the domain is None where a column names it."""

    shard: FileShard
    domain: str | None
    options: ReadOptions
    text_settings: TextSettings
    keep_texts: bool


@dataclass(frozen=True)
class ShardSizes:
    """Numbers of documents, sentences and tokens of each domain in a shard, and skipped lines."""

    domains: dict[str, tuple[int, int, int]]
    skipped: int


@dataclass(frozen=True, eq=False)
class ShardedCorpus:
    """The texts of one domain, encoded in shards that only their engine holds, without labels.

    It is counted as a `Corpus` is, with the same result; only counts leave the engine. Build one
    with `Engine.read`. Shards are in the order of the text, each with what `Engine.encode` gave
    for it and the number of documents of the domain before it. Unreadable lines count as skipped.
    """

    name: str
    text_settings: TextSettings
    shards: tuple[tuple[Any, int], ...]
    engine: "Engine"
    n_documents: int
    n_sentences: int
    n_tokens: int
    skipped: int = 0
    keeps_texts: bool = True
    group: str = ""

    def __len__(self) -> int:
        """Return the number of documents."""
        return self.n_documents

    def __repr__(self) -> str:
        return (
            f"ShardedCorpus({self.name!r}: {len(self):,} documents, {self.n_sentences:,} "
            f"sentences, {self.n_tokens:,} tokens, {len(self.shards):,} shards)"
        )

    @property
    def n_words(self) -> int:
        """Number of different words, including stop words."""
        return len(self.aggregate(_keys, np.union1d))

    @property
    def document_ids(self) -> list[str]:
        """The id of each document, fetched from all shards."""
        return self.aggregate(_document_ids)

    def aggregate(self, count: "Count[Counts]", add: "Add[Counts]" = add) -> Counts:
        """Count every shard and add the counts up, in the order of the text."""
        return self.engine.aggregate(self, count, add)


AnyCorpus = Corpus | ShardedCorpus


def _keys(corpus: Corpus) -> NDArray[np.int64]:
    return np.unique(word_keys(corpus.words))


def _document_ids(corpus: Corpus) -> list[str]:
    return list(corpus.document_ids)


class Engine(ABC):
    """Encodes and counts the shards of corpora somewhere."""

    shard_size: int | None
    """Bytes of text in a shard; None chooses by the size of the files."""

    @abstractmethod
    def encode(self, tasks: Sequence[ShardTask]) -> Iterable[tuple[Any, ShardSizes]]:
        """Encode shards; give the place of each and its size, in order."""

    @abstractmethod
    def aggregate(
        self, corpus: ShardedCorpus, count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Count the shards of a corpus and add the counts up, in order."""

    @abstractmethod
    def collect(
        self,
        corpus: ShardedCorpus,
        count: "CountPart[Counts, Part]",
        add: "Add[Counts]",
        keep: "Keep[Part]",
    ) -> Counts:
        """Count the shards of a corpus as `aggregate` does, and keep the part beside each count.

        The parts are kept in order, and only one of them is in memory.
        """

    def read(
        self,
        path: str | Path,
        *,
        name: str,
        options: ReadOptions | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
    ) -> ShardedCorpus:
        """Read, analyze and encode the files of one domain, as `Corpus.read` does."""
        options = options or ReadOptions()
        [corpus] = self.read_domains(
            path, options=options, name=name, text_settings=text_settings, keep_texts=keep_texts
        )
        return corpus

    def read_domains(
        self,
        path: str | Path,
        *,
        options: ReadOptions,
        name: str | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
    ) -> list[ShardedCorpus]:
        """Read files of the domain `name`, or of those that `options.domain_column` holds."""
        settings = text_settings or TextSettings()
        if str(path) == STANDARD_INPUT:
            raise InputError("path: standard input cannot be cut into shards; give a file")
        files = find_files(path, any_ending=options.format is not None)
        options = replace(options, labels=False, label_column=None)
        options = with_document_unit(path, files, options)
        encoded = list(
            self.encode(
                [
                    ShardTask(shard, name, options, settings, keep_texts)
                    for shard in plan_shards(files, options, self.shard_size)
                ]
            )
        )
        skipped = sum(sizes.skipped for _, sizes in encoded)
        names = dict.fromkeys(domain for _, sizes in encoded for domain in sizes.domains)
        if options.periods is not None:
            names = dict.fromkeys(sorted(names, key=options.periods.cell_order))
        corpora = []
        for domain in names:
            holding = [(place, of.domains[domain]) for place, of in encoded if domain in of.domains]
            sizes = np.array([size for _, size in holding], np.int64)
            before = (np.cumsum(sizes[:, 0]) - sizes[:, 0]).tolist()
            shards = tuple(zip((place for place, _ in holding), before, strict=True))
            documents, sentences, tokens = sizes.sum(axis=0).tolist()
            group = "" if options.group_column is None else split_cell(domain)[0]
            corpora.append(
                ShardedCorpus(
                    domain,
                    settings,
                    shards,
                    self,
                    documents,
                    sentences,
                    tokens,
                    skipped,
                    keep_texts,
                    group,
                )
            )
        return corpora


def plan_shards(
    files: Sequence[Path], options: ReadOptions, size: int | None = None
) -> list[FileShard]:
    """Return the shards of files, of about `size` bytes each.

    The reader finds the line boundaries; only lines are counted here, for the ids of documents.
    Without a size, shards are small enough to keep all processes busy and to fit into memory.
    """
    statuses = {file: file_status(file) for file in files}
    if size is None:
        total = sum(status.st_size for status in statuses.values())
        size = min(LARGEST_SHARD, max(SMALLEST_SHARD, total // 16))
    shards = []
    for (file, status), short in zip(statuses.items(), short_names(files), strict=True):
        total, modified = status.st_size, status.st_mtime_ns
        name, compressed = file_format(file, options.format)
        is_one_per_line = READERS[name].has_lines and (
            name != "txt" or options.document in (None, "line")
        )
        if total > size and is_one_per_line and not compressed:
            starts = range(0, total, size)
            shards += [
                FileShard(file, start, min(start + size, total), total, modified, lines, short)
                for start, lines in zip(starts, lines_before(file, starts), strict=True)
            ]
        else:
            shards.append(FileShard(file, 0, None, total, modified, name=short))
    return shards


def keep_parts(found: Iterable[tuple[Counts, Part]], keep: "Keep[Part]") -> Iterator[Counts]:
    """Yield counts, and keep the part beside each."""
    for counts, part in found:
        keep(part)
        yield counts


def encode_shard(task: ShardTask) -> tuple[list[Corpus], ShardSizes]:
    """Read, analyze and encode one shard: one corpus per domain in it."""
    report = ReadReport()
    documents = read_shard(task.shard, task.options, report)
    corpora = encode(documents, task.domain, task.text_settings, task.keep_texts)
    sizes = {corpus.name: (len(corpus), corpus.n_sentences, corpus.n_tokens) for corpus in corpora}
    return corpora, ShardSizes(sizes, report.skipped)


def check_domains(corpora: Sequence[AnyCorpus]) -> None:
    """Refuse domains that cannot be compared."""
    if not isinstance(corpora, Sequence) or not all(
        isinstance(each, AnyCorpus) for each in corpora
    ):
        raise InputError("domains: give a list of Corpus objects, one per domain")
    if len(corpora) < 2:
        raise InputError(f"domains: found {len(corpora)}; give two or more")
    names = [corpus.name for corpus in corpora]
    for name in names:
        if names.count(name) > 1:
            raise InputError(f"domains: the name {name!r} occurs twice; give each its own")
    described = corpora[0].text_settings.describe()
    for corpus in corpora:
        if corpus.n_tokens == 0:
            raise InputError(f"domain {corpus.name!r}: no words were found; check its file")
        if corpus.text_settings.describe() != described:
            raise InputError(
                f"domain {corpus.name!r} was analyzed with other text settings than "
                f"{names[0]!r}; encode all domains with the same"
            )
