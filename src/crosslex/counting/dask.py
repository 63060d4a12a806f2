"""Encoding and counting on the workers of a Dask cluster: only counts travel.

Each shard of a file is a task; Dask repeats the tasks of a worker that dies on another. Counts
are added in a tree on the workers, and the driver receives one sum.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import reduce
from operator import itemgetter
from typing import Any, Self

from crosslex.checks import check_whole
from crosslex.corpus.corpus import Add, Corpus, Count, Counts
from crosslex.corpus.sharded import CorpusShard, Engine, ShardReport, ShardTask, encode_shard
from crosslex.errors import InputError
from crosslex.progress import progress

SHARD_SIZE = 2**26
BRANCHES = 8
# A worker that died is started again; after 15 s, Dask's default, a busy machine would lose it
# for good, and with the last one everything would wait forever.
PATIENCE = {"distributed.deploy.lost-worker-timeout": "1 hour"}


class DaskEngine(Engine):
    """Encode and count shards on Dask workers; the result is the same as on one machine.

    Workers must see the files under the same paths and have the same crosslex installed. Without
    the address of a running scheduler, `n_workers` are started here. Shards have about
    `shard_size` bytes of text.

    >>> with DaskEngine("tcp://host:8786") as engine:  # doctest: +SKIP
    ...     books = engine.read("books/*.jsonl", name="books")
    ...     kitchen = engine.read("kitchen/*.jsonl", name="kitchen")
    ...     model = CrossDomainEmbedding().fit([books, kitchen])
    """

    def __init__(
        self, scheduler: str | None = None, *, n_workers: int = 1, shard_size: int = SHARD_SIZE
    ) -> None:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError("engine: dask is not installed; pip install crosslex[dask]") from None
        check_whole("n_workers", n_workers, least=1)
        check_whole("shard_size", shard_size, least=1)
        self.shard_size = shard_size
        self._cluster = None
        self._settings = ExitStack()
        try:
            if scheduler is None:
                self._settings.enter_context(dask.config.set(PATIENCE))
                self._cluster = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=n_workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                )
            self._client = Client(  # type: ignore[no-untyped-call]
                self._cluster or scheduler, timeout=10
            )
        except (OSError, ValueError, TimeoutError) as error:
            self._settings.close()
            raise InputError(
                f"scheduler: cannot reach {scheduler} ({error}); give the address of a running "
                "Dask scheduler, such as tcp://host:8786"
            ) from None

    def close(self) -> None:
        """Leave the cluster, and end it if it was started here."""
        self._client.close()  # type: ignore[no-untyped-call]
        if self._cluster is not None:
            self._cluster.close()
        self._settings.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def encode(self, tasks: Sequence[ShardTask]) -> list[tuple[Any, ShardReport]]:
        """Encode shards on the workers, which keep them; only reports come back."""
        encoded = [self._client.submit(encode_shard, task, pure=False) for task in tasks]
        reports = [self._client.submit(itemgetter(1), shard, pure=False) for shard in encoded]
        found = []
        with progress("read", total=max(1, len(tasks))) as advance:
            for shard, report in zip(encoded, reports, strict=True):
                found.append((shard, self._result(report)))
                advance(1)
        return found

    def aggregate(
        self, shards: Sequence[CorpusShard], count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Count shards where they are and add the counts in a tree, in order."""
        # A task rather than scattered data: Dask makes it again when its worker dies.
        work = self._client.submit(_same, (count, add), pure=False)
        sums = [
            self._client.submit(_count, work, *shard.place, shard.first_document, pure=False)
            for shard in shards
        ]
        while len(sums) > 1:
            sums = [
                self._client.submit(_add, work, sums[start : start + BRANCHES], pure=False)
                for start in range(0, len(sums), BRANCHES)
            ]
        total: Counts = self._result(sums[0])
        return total

    def _result(self, future: Any) -> Any:
        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker as error:
            raise InputError(
                f"scheduler: workers died again and again over one shard ({error}); give them "
                "more memory, or take a smaller shard_size"
            ) from None


def _same(work: tuple[Any, Any]) -> tuple[Any, Any]:
    return work


def _count(
    work: tuple["Count[Counts]", "Add[Counts]"],
    encoded: tuple[list[Corpus], ShardReport],
    domain: str,
    first_document: int,
) -> Counts:
    [corpus] = [corpus for corpus in encoded[0] if corpus.name == domain]
    return work[0](replace(corpus, first_document=first_document))


def _add(work: tuple["Count[Counts]", "Add[Counts]"], sums: list[Counts]) -> Counts:
    return reduce(work[1], sums)
