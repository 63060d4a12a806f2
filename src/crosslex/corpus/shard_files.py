"""Encoded shards in files on one machine: checkpoints from which a killed run continues."""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial, reduce
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from crosslex._version import __version__
from crosslex.arrays import Texts
from crosslex.checkpoints import Checkpoints
from crosslex.checks import check_jobs, check_whole
from crosslex.corpus.corpus import Add, Corpus, Count, CountPart, Counts, Keep, Part
from crosslex.corpus.documents import STANDARD_INPUT, UNLABELED, ReadOptions
from crosslex.corpus.encode import check_sendable
from crosslex.corpus.files import find_files
from crosslex.corpus.sharded import (
    Engine,
    ShardedCorpus,
    ShardSizes,
    ShardTask,
    encode_shard,
    keep_parts,
)
from crosslex.errors import StorageError
from crosslex.progress import progress
from crosslex.text.settings import TextSettings
from crosslex.workers import map_in_order

ARRAYS = ("sentence_offsets", "document_offsets", "word_counts")


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
        """Count one shard after the other, and keep the part beside its counts."""
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
            return Corpus(
                name=of.name,
                words=tuple(json.loads(file.get_tensor(f"{place}.words").tobytes())),
                ids=content[start:stop].view(np.int32),
                **{name: file.get_tensor(f"{place}.{name}") for name in ARRAYS},
                labels=np.full(sizes.domains[of.name][0], UNLABELED, np.int32),
                classes=(),
                texts=texts,
                sentence_ends=sentence_ends,
                document_ids=Texts(content, file.get_tensor(f"{place}.document_ids")),
                text_settings=of.text_settings,
                first_document=first_document,
            )


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
