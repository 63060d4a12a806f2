"""Encoding and counting on the workers of a Dask cluster; only counts are sent back.

Each shard of a file is a task. If a worker dies, Dask repeats its tasks on another. Counts are
added in a tree on the workers, and one sum is returned.
"""

import asyncio
import hashlib
import logging
import socket
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import replace
from functools import cache, reduce
from importlib.metadata import PackageNotFoundError, version
from operator import itemgetter
from pathlib import Path
from platform import python_version_tuple
from typing import Any, Final, Self

from crosslex._version import __version__
from crosslex.checks import check_whole
from crosslex.corpus.corpus import Add, Corpus, Count, CountPart, Counts, Keep, Part
from crosslex.corpus.sharded import Engine, ShardedCorpus, ShardSizes, ShardTask, encode_shard
from crosslex.errors import CrosslexError, InputError, StorageError
from crosslex.progress import progress
from crosslex.text.analysis import analyze
from crosslex.text.settings import REPLACEABLE, TextSettings

SHARD_SIZE = 2**26
BRANCHES = 8
DASK_SETTINGS = {"distributed.deploy.lost-worker-timeout": "1 hour"}
"""A worker that died is started again. With Dask's default of 15 s, a busy machine would lose it
for good, and without workers all tasks would wait forever."""
CONNECT_SECONDS = 10
"""Timeout for an answer of the scheduler."""
WORKER_SECONDS = 60
"""Timeout for the first worker."""
IDLE_SECONDS = 3600
"""Timeout for a new worker if all are lost."""
POLL_SECONDS = 10

Encoded = tuple[list[Corpus], ShardSizes]
Facts = dict[str, str]
"""All on one machine that the words found and their counts depend on, by name."""

LIBRARIES: Final = ("simplemma", "stopwordsiso", "numpy")
FOLDERS: Final = ("text", "corpus", "counts", "paper")
SAMPLE: Final = (
    "The 2 knives weren't sharp, e.g. after 10:30; I've preferred www.example.com!\n\n"
    "Sooo good: a CAFÉ's naïve waiters, isn't it? Die Häuser und les maisons."
)
"""A text whose words depend on every text setting."""

_logger = logging.getLogger(__name__)


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
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError(
                "engine: dask is not installed; pip install 'crosslex[dask]'"
            ) from None
        self._opened = ExitStack()
        cluster: Any = scheduler
        try:
            if scheduler is None:
                self._opened.enter_context(dask.config.set(DASK_SETTINGS))
                cluster = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=n_workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                )
                self._opened.callback(cluster.close)
            else:
                _check_reachable(scheduler)
            self.client = Client(cluster, timeout=CONNECT_SECONDS)  # type: ignore[no-untyped-call]
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            self._opened.close()
            raise InputError(
                f"scheduler: cannot reach {scheduler} ({_first_line(error)}); give the address of "
                "a running Dask scheduler, such as tcp://host:8786"
            ) from None
        self.address = str(self.client.scheduler_info()["address"])
        try:
            self.client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except OSError:
            self.close()
            raise InputError(
                f"scheduler: {self.address} has no worker after {WORKER_SECONDS} s; start some "
                f"with: dask worker {self.address} --nthreads 1"
            ) from None

    def close(self) -> None:
        """Disconnect from the cluster, and stop it if it was started here."""
        with suppress(OSError, CancelledError):
            self.client.close()  # type: ignore[no-untyped-call]
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def encode(self, tasks: Sequence[ShardTask]) -> list[tuple[Any, ShardSizes]]:
        """Encode shards on the workers, which keep them; only their sizes come back."""
        settings = tasks[0].text_settings if tasks else TextSettings()
        _check_sendable(settings)
        expected = facts_of(settings)
        # Before any task, since a worker that cannot load a task dies. Tasks check again, for
        # workers that join later.
        self._check_workers(expected, settings)
        # Absolute paths, since workers have their own working directory.
        shards = [replace(task.shard, path=task.shard.path.absolute()) for task in tasks]
        whole = [replace(task, shard=shard) for task, shard in zip(tasks, shards, strict=True)]
        encoded = self.submit(encode_on_worker, [(task, expected) for task in whole])
        sizes = self.submit(itemgetter(1), [(shard,) for shard in encoded])
        found = []
        with progress("read", total=max(1, len(tasks))) as advance:
            for shard, size in zip(encoded, sizes, strict=True):
                found.append((shard, self.result(size)))
                advance(1)
        return found

    def aggregate(
        self, corpus: ShardedCorpus, count: "Count[Counts]", add: "Add[Counts]"
    ) -> Counts:
        """Return the sum of the counts of shards, counted by the workers that keep them."""
        total: Counts = self.result(self._sum(self._count(corpus, count), add))
        return total

    def collect(
        self,
        corpus: ShardedCorpus,
        count: "CountPart[Counts, Part]",
        add: "Add[Counts]",
        keep: "Keep[Part]",
    ) -> Counts:
        """Return the sum of the counts; the second elements of the results are fetched in order."""
        counted = [(each,) for each in self._count(corpus, count)]
        total = self._sum(self.submit(itemgetter(0), counted), add)
        parts = self.submit(itemgetter(1), counted)
        del counted
        for place, part in enumerate(parts):
            keep(self.result(part))
            parts[place] = None
        found: Counts = self.result(total)
        return found

    def _count(self, corpus: ShardedCorpus, count: "Count[Any]") -> list[Any]:
        # A task rather than scattered data: if its worker dies, Dask repeats it.
        [work] = self.submit(tuple, [((count, facts_of(TextSettings())),)])
        shards = [(work, corpus.name, *shard) for shard in corpus.shards]
        return self.submit(count_on_worker, shards)

    def _sum(self, counts: list[Any], add: "Add[Any]") -> Any:
        while len(counts) > 1:
            groups = [counts[start : start + BRANCHES] for start in range(0, len(counts), BRANCHES)]
            counts = self.submit(reduce, [(add, group) for group in groups])
        return counts[0]

    def submit(
        self, function: Callable[..., Any], arguments: Sequence[tuple[Any, ...]]
    ) -> list[Any]:
        """Return the futures of a function called with each of the arguments, on any worker."""
        try:
            return [self.client.submit(function, *each, pure=False) for each in arguments]
        except (OSError, CancelledError) as error:
            raise self._lost(error) from None

    def result(self, future: Any) -> Any:
        """Return the result of a future when it is there."""
        from distributed import KilledWorker

        idle = 0
        while True:
            try:
                return future.result(timeout=POLL_SECONDS)
            except TimeoutError:
                idle = self._idle_seconds(idle)
            except CrosslexError:
                raise
            except KilledWorker as error:
                raise InputError(
                    f"scheduler: workers died again and again over one shard ({error}); give them "
                    "more memory, take a smaller shard_size, and install the same crosslex on all"
                ) from None
            except (CancelledError, OSError) as error:
                raise self._lost(error) from None

    def _check_workers(self, expected: Facts, settings: TextSettings) -> None:
        try:
            self.client.run(check_same, expected, settings)
        except CrosslexError:
            raise
        except (OSError, CancelledError) as error:
            raise self._lost(error) from None
        except Exception as error:
            raise InputError(
                f"scheduler: a worker of {self.address} cannot do the work ({_first_line(error)}); "
                f"install crosslex {__version__} where it runs, and the modules of a tokenizer, "
                "lemmatizer or analyzer of your own"
            ) from None

    def _idle_seconds(self, before: int) -> int:
        """Return the time without any worker; raise an InputError if it is too long."""
        if self.client.status != "running":
            raise self._lost("it does not answer")
        if self.client.scheduler_info()["workers"]:
            return 0
        if not before:
            _logger.warning("no Dask worker is left; waiting for one at %s", self.address)
        if before >= IDLE_SECONDS:
            raise InputError(
                f"scheduler: {self.address} had no worker for {IDLE_SECONDS // 60} minutes; start "
                "some and run again"
            )
        return before + POLL_SECONDS

    def _lost(self, error: Exception | str) -> InputError:
        return InputError(
            f"scheduler: the connection to {self.address} was lost ({_first_line(error)}); check "
            "the scheduler and run again"
        )


def _check_sendable(settings: TextSettings) -> None:
    """Refuse a user's function that cannot be sent to workers."""
    from distributed.protocol.pickle import dumps

    for name in REPLACEABLE:
        try:
            dumps(getattr(settings, name))  # type: ignore[no-untyped-call]
        # Pickling a user's object may raise anything.
        except Exception as error:
            raise InputError(
                f"{name}: cannot be sent to Dask workers ({_first_line(error)}); give a function "
                "that holds no open files, locks or connections"
            ) from None


def _check_reachable(address: str) -> None:
    """Raise an error if no scheduler answers at an address; Dask itself would wait forever."""
    from distributed.comm.core import connect
    from distributed.security import Security

    async def connect_once() -> None:
        arguments = Security().get_connection_args("client")  # type: ignore[no-untyped-call]
        connection = connect(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, **arguments
        )
        (await asyncio.wait_for(connection, CONNECT_SECONDS)).abort()

    # In another thread, since a notebook has an event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        try:
            pool.submit(asyncio.run, connect_once()).result()
        except TimeoutError:
            raise TimeoutError(f"no answer in {CONNECT_SECONDS} s") from None


def _first_line(error: Exception | str) -> str:
    """Return the first line of an error's message, or the error's name."""
    return (str(error) or type(error).__name__).splitlines()[0]


def encode_on_worker(task: ShardTask, expected: Facts) -> Encoded:
    """Encode a shard, if this machine has the same file and analyzes text alike."""
    check_same(expected, task.text_settings)
    path, size = task.shard.path, task.shard.size
    here = f"the worker on {socket.gethostname()}"
    if not path.exists():
        raise InputError(
            f"{path}: not there for {here}; workers must see the files under the same paths as "
            "the machine that asks"
        )
    if path.stat().st_size != size:
        raise InputError(
            f"{path}: {here} has another file there, of {path.stat().st_size:,} bytes instead of "
            f"{size:,}; let all machines see the same files"
        )
    try:
        return encode_shard(task)
    except (OSError, StorageError) as error:
        # Said here, since Dask does not say where a task failed.
        raise InputError(f"{here} cannot write or read its files ({error})") from None


def count_on_worker(
    work: tuple[Count[Any], Facts], domain: str, encoded: Encoded, first_document: int
) -> Any:
    """Count a shard that a worker keeps."""
    count, expected = work
    check_same(expected, TextSettings())
    [corpus] = [corpus for corpus in encoded[0] if corpus.name == domain]
    return count(replace(corpus, first_document=first_document))


def check_same(expected: Facts, settings: TextSettings) -> None:
    """Raise an InputError unless this worker analyzes text as the machine that asks does."""
    own = ", ".join(name for name in REPLACEABLE if getattr(settings, name) is not None)
    for name, found in facts_of(settings).items():
        if found != expected[name]:
            raise InputError(
                f"scheduler: the worker on {socket.gethostname()} has other {name} than the "
                f"machine that asks ({found} instead of {expected[name]}); install the same "
                f"versions on all{own and f', and the same {own}'}"
            )


def facts_of(settings: TextSettings) -> Facts:
    """Return all on this machine that the words found and their counts depend on."""
    try:
        words = repr(analyze(SAMPLE, settings))
    except Exception as error:
        # A user's function may refuse the sample.
        words = type(error).__name__
    dropped = " ".join(sorted(settings.stop_words_used))
    return {
        **_installed(),
        "words of a text": _digest(f"{words}\n{dropped}".encode("utf-8", "replace")),
    }


@cache
def _installed() -> Facts:
    found = {
        "Python": ".".join(python_version_tuple()[:2]),
        "Unicode": unicodedata.unidata_version,
        "crosslex": __version__,
    }
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    root = Path(__file__).parent.parent
    found_files = (path for folder in FOLDERS for path in sorted((root / folder).rglob("*")))
    files = [path for path in found_files if path.suffix in (".py", ".tsv")]
    code = [path.read_bytes().replace(b"\r\n", b"\n") for path in files]
    return {**found, "files of crosslex": _digest(b"\0".join(code))}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
