"""Encoded parts on one machine's disk: kept while a run lasts, found again by the next."""

import json
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict
from functools import partial, reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open
from safetensors.numpy import save_file

from crosslex.corpus.corpus import Corpus, Texts
from crosslex.corpus.encode import check_sendable
from crosslex.corpus.options import ReadReport
from crosslex.corpus.parted import Add, CorpusPart, Count, Counts, Engine
from crosslex.corpus.parts import PartReport, PartTask, encode_part, with_first_document
from crosslex.corpus.workers import worker_pool
from crosslex.errors import StorageError
from crosslex.finished import FinishedParts
from crosslex.progress import progress
from crosslex.text import TextSettings

PART_SIZE = 2**25
SMALLEST_PART = 2**21


class PartFiles(Engine):
    """Encode parts into files of a folder, and count them one after the other.

    Memory is bounded by one part a process and by the counts, however much text there is.

    Parameters
    ----------
    finished
        The folder; parts that lie in it already are not encoded again.
    n_jobs
        Processes that encode.
    part_size
        Bytes of text a part, about.
    """

    def __init__(
        self, finished: FinishedParts, *, n_jobs: int = 1, part_size: int = PART_SIZE
    ) -> None:
        self.part_size = part_size
        self._finished = finished
        self._n_jobs = n_jobs
        self._files = 0
        self._settings: dict[Path, TextSettings] = {}

    def encode(self, tasks: Sequence[PartTask]) -> Iterator[tuple[Path, PartReport]]:
        """Encode those parts that are not finished yet."""
        names = [f"text-{self._files + number:06d}" for number in range(len(tasks))]
        self._files += len(tasks)
        with progress("read", total=max(1, len(tasks))) as advance:
            for task, name, report in _in_order(tasks, names, self._finished, self._n_jobs):
                path = self._finished.path(name)
                self._settings[path] = task.text_settings
                advance(1)
                yield path, report

    def add_up(
        self, parts: Sequence[CorpusPart], count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Count one part after the other; no more than the sum and one part's counts are held."""
        return reduce(add, (self._counted(part, count) for part in parts))

    def _counted(self, part: CorpusPart, count: "Count[Counts]") -> Counts:
        path, name = part.place
        raw = self._finished.path(f"{path.stem}-raw")
        corpus = _read_corpus(path, raw, name, self._settings[path])
        return count(with_first_document(corpus, part.first_document))


def suitable_size(total: int) -> int:
    """Choose the size of parts: enough of them to share out, none too large for memory.

    >>> suitable_size(10**6), suitable_size(10**9)
    (2097152, 33554432)
    """
    return min(PART_SIZE, max(SMALLEST_PART, total // 16))


def _in_order(
    tasks: Sequence[PartTask], names: Sequence[str], finished: FinishedParts, n_jobs: int
) -> Iterator[tuple[PartTask, str, PartReport]]:
    """Give the report of each part, in order, encoding with so many processes what is missing."""
    missing = [not finished.path(name).exists() for name in names]
    if n_jobs == 1 or sum(missing) < 2:
        for task, name, absent in zip(tasks, names, missing, strict=True):
            if absent:
                _encode_to_file(task, name, finished)
            yield task, name, _read_report(finished.path(name))
        return
    check_sendable(partial(_encode_to_file, tasks[0]), n_jobs)
    pool = worker_pool(n_jobs)
    try:
        waiting: deque[tuple[PartTask, str, Future[None] | None]] = deque()
        for task, name, absent in zip(tasks, names, missing, strict=True):
            future = pool.submit(_encode_to_file, task, name, finished) if absent else None
            waiting.append((task, name, future))
        while waiting:
            task, name, future = waiting.popleft()
            if future is not None:
                future.result()
            yield task, name, _read_report(finished.path(name))
    finally:
        pool.shutdown(cancel_futures=True)


def _encode_to_file(task: PartTask, name: str, finished: FinishedParts) -> None:
    corpora, report = encode_part(task)
    # The raw texts apart, and before: most passes do without them, and the part is finished
    # once its arrays are there.
    finished.write(f"{name}-raw", partial(_write_texts, corpora))
    finished.write(name, partial(_write_arrays, corpora, report))


def _write_texts(corpora: Sequence[Corpus], path: Path) -> None:
    with path.open("wb") as file:
        for corpus in corpora:
            if corpus.texts is not None:
                corpus.texts.content.tofile(file)


def _write_arrays(corpora: Sequence[Corpus], report: PartReport, path: Path) -> None:
    arrays: dict[str, NDArray[Any]] = {}
    bytes_before = 0
    for place, corpus in enumerate(corpora):
        arrays |= {
            f"{place}.words": np.frombuffer(json.dumps(corpus.words).encode(), np.uint8),
            f"{place}.ids": corpus.ids,
            f"{place}.sentences": corpus.sentence_offsets,
            f"{place}.documents": corpus.document_offsets,
            f"{place}.labels": corpus.labels,
        }
        if corpus.texts is not None:
            arrays[f"{place}.texts"] = bytes_before + corpus.texts.offsets
            bytes_before += len(corpus.texts.content)
    facts = {
        "report": json.dumps({"sizes": report.sizes, "read": asdict(report.read)}),
        "classes": json.dumps({corpus.name: corpus.classes for corpus in corpora}),
    }
    try:
        save_file({name: np.asarray(array) for name, array in arrays.items()}, path, facts)
    except SafetensorError as error:
        # The form in which a full disk is reported.
        raise OSError(str(error)) from None


def _read_report(path: Path) -> PartReport:
    with _opened(path) as file:
        facts = json.loads(file.metadata()["report"])
    sizes = {name: (size[0], size[1], size[2]) for name, size in facts["sizes"].items()}
    return PartReport(sizes, ReadReport(**facts["read"]))


def _read_corpus(path: Path, raw: Path, domain: str, text_settings: TextSettings) -> Corpus:
    with _opened(path) as file:
        classes = json.loads(file.metadata()["classes"])
        place = list(classes).index(domain)
        texts = None
        if f"{place}.texts" in file.keys():  # noqa: SIM118
            content = np.memmap(raw, np.uint8, "r") if raw.stat().st_size else np.empty(0, np.uint8)
            texts = Texts(content, file.get_tensor(f"{place}.texts"))
        return Corpus(
            name=domain,
            words=tuple(json.loads(file.get_tensor(f"{place}.words").tobytes())),
            ids=file.get_tensor(f"{place}.ids"),
            sentence_offsets=file.get_tensor(f"{place}.sentences"),
            document_offsets=file.get_tensor(f"{place}.documents"),
            labels=file.get_tensor(f"{place}.labels"),
            classes=tuple(classes[domain]),
            texts=texts,
            text_settings=text_settings,
        )


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    try:
        with safe_open(path, framework="numpy") as file:
            yield file
    except (OSError, SafetensorError) as error:
        raise StorageError(f"{path}: cannot be read ({error}): remove it and run again") from None
