"""Encoding and counting on the workers of a Dask cluster; only counts are sent back.

Each shard of a file is a task. If a worker dies, Dask repeats its tasks on another. Counts are
added in a tree on the workers, and one sum is returned.
"""

import socket
from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from operator import itemgetter
from typing import Any, Self

from crosslex.checks import check_whole
from crosslex.corpus.corpus import Add, Corpus, Count, Counts
from crosslex.corpus.sharded import CorpusShard, Engine, ShardReport, ShardTask, encode_shard
from crosslex.counts.dask_cluster import (
    Analysis,
    DaskCluster,
    analysis_here,
    check_same_analysis,
    first_line,
)
from crosslex.errors import InputError
from crosslex.progress import progress
from crosslex.text.settings import REPLACEABLE, TextSettings

SHARD_SIZE = 2**26
BRANCHES = 8

Work = tuple[Count[Any], Add[Any], Analysis]
"""The functions that count and add counts, and the analysis that workers must share."""


class DaskEngine(Engine):
    """Encode and count shards on Dask workers; the result is the same as on one machine.

    Workers must see the files under the same paths and have the same crosslex installed; others
    are refused. Without the address of a running scheduler, `n_workers` are started here. Shards
    have about `shard_size` bytes of text. A scheduler executes whatever it is sent: see
    docs/how-to/large-texts.md on how to protect it.

    >>> with DaskEngine("tcp://host:8786") as engine:  # doctest: +SKIP
    ...     books = engine.read("books/*.jsonl", name="books")
    ...     kitchen = engine.read("kitchen/*.jsonl", name="kitchen")
    ...     model = CrossDomainEmbedding().fit([books, kitchen])
    """

    def __init__(
        self, scheduler: str | None = None, *, n_workers: int = 1, shard_size: int = SHARD_SIZE
    ) -> None:
        check_whole("n_workers", n_workers, least=1)
        check_whole("shard_size", shard_size, least=1)
        self.shard_size = shard_size
        self.cluster = DaskCluster(scheduler, n_workers)

    def close(self) -> None:
        """Disconnect from the cluster, and stop it if it was started here."""
        self.cluster.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def encode(self, tasks: Sequence[ShardTask]) -> list[tuple[Any, ShardReport]]:
        """Encode shards on the workers, which keep them; only reports come back."""
        settings = tasks[0].text_settings if tasks else TextSettings()
        _check_sendable(settings)
        expected = analysis_here(settings)
        # Before any task, since a worker that cannot load a task dies. Tasks check again, for
        # workers that join later.
        self.cluster.check_version()
        self.cluster.run_everywhere(check_same_analysis, expected, settings)
        # Absolute paths, since workers have their own working directory.
        whole = [replace(task, shard=task.shard.with_whole_path()) for task in tasks]
        encoded = self.cluster.submit(_encode, [(task, expected) for task in whole])
        reports = self.cluster.submit(itemgetter(1), [(shard,) for shard in encoded])
        found = []
        with progress("read", total=max(1, len(tasks))) as advance:
            for shard, report in zip(encoded, reports, strict=True):
                found.append((shard, self.cluster.result(report)))
                advance(1)
        return found

    def aggregate(
        self, shards: Sequence[CorpusShard], count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Return the sum of the counts of shards, counted by the workers that keep them."""
        # A task rather than scattered data: if its worker dies, Dask repeats it.
        [work] = self.cluster.submit(_same, [((count, add, analysis_here(TextSettings())),)])
        sums = self.cluster.submit(
            _count, [(work, *shard.place, shard.first_document) for shard in shards]
        )
        while len(sums) > 1:
            groups = [sums[start : start + BRANCHES] for start in range(0, len(sums), BRANCHES)]
            sums = self.cluster.submit(_add, [(work, group) for group in groups])
        total: Counts = self.cluster.result(sums[0])
        return total


def _check_sendable(settings: TextSettings) -> None:
    """Refuse a user's function that cannot be sent to workers."""
    from distributed.protocol.pickle import dumps

    for name in REPLACEABLE:
        try:
            dumps(getattr(settings, name))  # type: ignore[no-untyped-call]
        # Pickling a user's object may raise anything.
        except Exception as error:
            raise InputError(
                f"{name}: cannot be sent to Dask workers ({first_line(error)}); give a function "
                "that holds no open files, locks or connections"
            ) from None


def _encode(task: ShardTask, expected: Analysis) -> tuple[list[Corpus], ShardReport]:
    check_same_analysis(expected, task.text_settings)
    path = task.shard.path
    here = f"the worker on {socket.gethostname()}"
    if not path.exists():
        raise InputError(
            f"{path}: not there for {here}; workers must see the files under the same paths as "
            "the machine that asks"
        )
    if path.stat().st_size != task.shard.size:
        raise InputError(
            f"{path}: {here} has another file there, of {path.stat().st_size:,} bytes instead of "
            f"{task.shard.size:,}; let all machines see the same files"
        )
    return encode_shard(task)


def _same(work: Work) -> Work:
    return work


def _count(
    work: Work, encoded: tuple[list[Corpus], ShardReport], domain: str, first_document: int
) -> Any:
    count, _, expected = work
    check_same_analysis(expected, TextSettings())
    [corpus] = [corpus for corpus in encoded[0] if corpus.name == domain]
    return count(replace(corpus, first_document=first_document))


def _add(work: Work, sums: list[Any]) -> Any:
    return reduce(work[1], sums)
