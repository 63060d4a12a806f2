"""A domain whose text is in shards, which an engine encodes and counts; shards in files."""

import json
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial, reduce
from operator import add
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from crosslex._version import __version__
from crosslex.arrays import Int64s, Texts
from crosslex.checkpoints import Checkpoints
from crosslex.checks import check_jobs, check_whole
from crosslex.corpus.corpus import Add, Corpus, Count, CountPart, Counts, Keep, Part
from crosslex.corpus.documents import STANDARD_INPUT, UNLABELED, ReadOptions, ReadReport
from crosslex.corpus.encode import check_sendable, encode, word_keys
from crosslex.corpus.periods import split_cell
from crosslex.corpus.readers import (
    file_format,
    find_files,
    read_shard,
    short_names,
    with_document_unit,
)
from crosslex.corpus.streams import FileShard, check_any_read, file_stamp, line_starts
from crosslex.errors import InputError, StorageError
from crosslex.progress import progress
from crosslex.text.settings import TextSettings
from crosslex.workers import map_in_order

SMALLEST_SHARD, LARGEST_SHARD = 2**21, 2**25
"""Bytes of text."""
OFFSETS = ("sentence_offsets", "document_offsets")
ARRAYS = (*OFFSETS, "word_counts")


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
    """Numbers of documents, sentences and tokens of each domain in a shard, and skipped lines.

    `reasons` say why the first few were skipped.
    """

    domains: dict[str, tuple[int, int, int]]
    skipped: int
    reasons: list[str] = field(default_factory=list)


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


def _keys(corpus: Corpus) -> Int64s:
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
        """Count shards as `aggregate` does, and keep the second element of each result.

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
        [corpus] = self.read_domains(
            path,
            options=options or ReadOptions(),
            name=name,
            text_settings=text_settings,
            keep_texts=keep_texts,
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
        shards = plan_shards(files, options, self.shard_size)
        tasks = [ShardTask(shard, name, options, settings, keep_texts) for shard in shards]
        encoded = list(self.encode(tasks))
        skipped = sum(sizes.skipped for _, sizes in encoded)
        read = sum(size[0] for _, sizes in encoded for size in sizes.domains.values())
        reasons = [reason for _, sizes in encoded for reason in sizes.reasons]
        check_any_read(ReadReport(read, skipped, reasons))
        names = dict.fromkeys(domain for _, sizes in encoded for domain in sizes.domains)
        if options.periods is not None:
            names = dict.fromkeys(sorted(names, key=options.periods.cell_order))
        corpora = []
        for domain in names:
            holding = [(place, of.domains[domain]) for place, of in encoded if domain in of.domains]
            sizes = np.array([size for _, size in holding], np.int64)
            before = (np.cumsum(sizes[:, 0]) - sizes[:, 0]).tolist()
            documents, sentences, tokens = sizes.sum(axis=0).tolist()
            corpus = ShardedCorpus(
                domain,
                settings,
                tuple(zip((place for place, _ in holding), before, strict=True)),
                self,
                documents,
                sentences,
                tokens,
                skipped,
                keep_texts,
                "" if options.group_column is None else split_cell(domain)[0],
            )
            corpora.append(corpus)
        return corpora


def plan_shards(
    files: Sequence[Path], options: ReadOptions, size: int | None = None
) -> list[FileShard]:
    """Return the shards of files, of about `size` bytes each, cut between lines.

    Without a size, shards are small enough to keep all processes busy and to fit into memory.
    """
    stamps = [file_stamp(file) for file in files]
    if size is None:
        size = sum(total for total, _ in stamps) // 16
        size = min(LARGEST_SHARD, max(SMALLEST_SHARD, size))
    shards = []
    for file, short, (total, modified) in zip(files, short_names(files), stamps, strict=True):
        name, compressed = file_format(file, options.format)
        has_lines = name in ("jsonl", "ndjson") or (
            name == "txt" and options.document in (None, "line")
        )
        if total > size and has_lines and not compressed:
            starts = line_starts(file, size)
            stops = [*(start for start, _ in starts[1:]), total]
            shards += [
                FileShard(file, start, stop, total, modified, lines, short)
                for (start, lines), stop in zip(starts, stops, strict=True)
            ]
        else:
            shards.append(FileShard(file, 0, None, total, modified, name=short))
    return shards


def keep_parts(found: Iterable[tuple[Counts, Part]], keep: "Keep[Part]") -> Iterator[Counts]:
    """Yield the counts, and keep the second element of each result."""
    for counts, part in found:
        keep(part)
        yield counts


def encode_shard(task: ShardTask) -> tuple[list[Corpus], ShardSizes]:
    """Read, analyze and encode one shard: one corpus per domain in it."""
    report = ReadReport()
    documents = read_shard(task.shard, task.options, report)
    corpora = encode(documents, task.domain, task.text_settings, task.keep_texts)
    sizes = {corpus.name: (len(corpus), corpus.n_sentences, corpus.n_tokens) for corpus in corpora}
    return corpora, ShardSizes(sizes, report.skipped, report.messages)


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


class ShardFiles(Engine):
    """Encode shards into files of a folder, and count them one after the other.

    Memory holds one shard of about `shard_size` bytes of text per process and the counts,
    whatever the amount of text; None chooses the size. Shards that have a checkpoint already are
    not encoded again.
    `n_jobs` processes encode; -1 means one per core.
    """

    def __init__(
        self, checkpoints: Checkpoints, *, n_jobs: int = 1, shard_size: int | None = None
    ) -> None:
        check_whole("shard_size", shard_size, least=1, optional=True)
        self.shard_size = shard_size
        self._checkpoints = checkpoints
        self._n_jobs = check_jobs(n_jobs)
        self._files = 0

    def encode(self, tasks: Sequence[ShardTask]) -> Iterator[tuple[str, ShardSizes]]:
        """Encode the shards that have no checkpoint yet; yield the name of each, in order."""
        names = [f"text-{self._files + number:06d}" for number in range(len(tasks))]
        self._files += len(tasks)
        missing = {
            name: task
            for name, task in zip(names, tasks, strict=True)
            if not self._checkpoints.path(name).exists()
        }
        n_jobs = min(self._n_jobs, len(missing))
        if n_jobs > 1:
            check_sendable(tasks[0], n_jobs)
        work = partial(_encode_to_file, checkpoints=self._checkpoints)
        encoded = map_in_order(work, missing.items(), n_jobs)
        with progress("read", total=max(1, len(tasks))) as advance:
            for name in names:
                if name in missing:
                    next(encoded)
                advance(1)
                with _opened(self._checkpoints.path(name)) as file:
                    yield name, msgspec.json.decode(file.metadata()["sizes"], type=ShardSizes)

    def aggregate(
        self, corpus: ShardedCorpus, count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Count one shard after the other; memory holds the sum and one shard's counts."""
        return reduce(add, map(count, self._pieces(corpus)))

    def collect(
        self,
        corpus: ShardedCorpus,
        count: "CountPart[Counts, Part]",
        add: "Add[Counts]",
        keep: "Keep[Part]",
    ) -> Counts:
        """Count one shard after the other, and keep the second element of each result."""
        return reduce(add, keep_parts(map(count, self._pieces(corpus)), keep))

    def _pieces(self, corpus: ShardedCorpus) -> Iterator[Corpus]:
        return (self._read(corpus, name, first) for name, first in corpus.shards)

    def _read(self, of: ShardedCorpus, name: str, first_document: int) -> Corpus:
        raw = self._checkpoints.path(f"{name}-raw")
        with _opened(self._checkpoints.path(name)) as file:
            sizes = msgspec.json.decode(file.metadata()["sizes"], type=ShardSizes)
            place = list(sizes.domains).index(of.name)
            empty = raw.stat().st_size == 0
            content = np.empty(0, np.uint8) if empty else np.memmap(raw, np.uint8, "r")
            start, stop = file.get_tensor(f"{place}.ids").tolist()
            texts = sentence_ends = None
            if f"{place}.texts" in file.keys():  # noqa: SIM118
                texts = Texts(content, file.get_tensor(f"{place}.texts"))
                sentence_ends = file.get_tensor(f"{place}.sentence_ends")
            corpus = Corpus(
                name=of.name,
                words=tuple(json.loads(file.get_tensor(f"{place}.words").tobytes())),
                ids=content[start:stop].view(np.int32),
                **{name: file.get_tensor(f"{place}.{name}") for name in OFFSETS},
                labels=np.full(sizes.domains[of.name][0], UNLABELED, np.int32),
                classes=(),
                texts=texts,
                sentence_ends=sentence_ends,
                document_ids=Texts(content, file.get_tensor(f"{place}.document_ids")),
                text_settings=of.text_settings,
                first_document=first_document,
            )
            return corpus.with_word_counts(file.get_tensor(f"{place}.word_counts"))


def describe_run(
    paths: Iterable[tuple[str | None, str]],
    options: ReadOptions,
    text_settings: TextSettings,
    keep_texts: bool,
) -> dict[str, Any]:
    """Return what encoded shards depend on: the files of domains, and how they are read."""
    files = [
        {
            "domain": name,
            "path": str(file.absolute()),
            "bytes": file.stat().st_size,
            "modified": file.stat().st_mtime_ns,
        }
        for name, path in paths
        if path != STANDARD_INPUT
        for file in find_files(path, any_ending=options.format is not None)
    ]
    return {
        "crosslex": __version__,
        "files": files,
        "options": asdict(options),
        "text": text_settings.describe(),
        "keep_texts": keep_texts,
    }


def _encode_to_file(job: tuple[str, ShardTask], checkpoints: Checkpoints) -> None:
    name, task = job
    corpora, sizes = encode_shard(task)
    # Word ids, raw texts and document ids in a file of their own, which is mapped: some passes do
    # without them. They are written first: a shard is complete once its arrays are there.
    checkpoints.write(f"{name}-raw", partial(_write_texts, corpora))
    checkpoints.write(name, partial(_write_arrays, corpora, sizes))


def _write_texts(corpora: Sequence[Corpus], path: Path) -> None:
    with path.open("wb") as file:
        for corpus in corpora:
            corpus.ids.tofile(file)
        for corpus in corpora:
            for _, texts in _raw(corpus):
                texts.content.tofile(file)


def _raw(corpus: Corpus) -> list[tuple[str, Texts]]:
    texts = [] if corpus.texts is None else [("texts", corpus.texts)]
    return [*texts, ("document_ids", corpus.document_ids)]


def _write_arrays(corpora: Sequence[Corpus], sizes: ShardSizes, path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    bounds = np.cumsum([0, *(corpus.ids.nbytes for corpus in corpora)])
    bytes_before = int(bounds[-1])
    for place, corpus in enumerate(corpora):
        arrays[f"{place}.ids"] = bounds[place : place + 2]
        arrays[f"{place}.words"] = np.frombuffer(json.dumps(corpus.words).encode(), np.uint8)
        arrays |= {f"{place}.{name}": getattr(corpus, name) for name in ARRAYS}
        if corpus.sentence_ends is not None:
            arrays[f"{place}.sentence_ends"] = bytes_before + corpus.sentence_ends
        for name, texts in _raw(corpus):
            arrays[f"{place}.{name}"] = bytes_before + texts.offsets
            bytes_before += len(texts.content)
    facts = {"sizes": msgspec.json.encode(sizes).decode()}
    try:
        save_file({name: np.asarray(array) for name, array in arrays.items()}, path, facts)
    except SafetensorError as error:
        # The form in which a full disk is reported.
        raise OSError(str(error)) from None


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        with safe_open(path, framework="numpy") as file:
            yield file
    except (OSError, SafetensorError) as error:
        raise StorageError(f"{path}: cannot be read ({error}): remove it and run again") from None
