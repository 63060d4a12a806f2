"""A Dask cluster, started here or found by its address, and checks of its workers."""

import asyncio
import hashlib
import logging
import socket
import unicodedata
from collections.abc import Callable, Sequence
from concurrent.futures import CancelledError, ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version_tuple
from typing import Any, Final

from crosslex._version import __version__
from crosslex.errors import CrosslexError, InputError
from crosslex.text.analysis import analyze
from crosslex.text.settings import REPLACEABLE, TextSettings

LIBRARIES: Final = ("simplemma", "stopwordsiso", "numpy")
"""Packages on which the words found and their counts depend."""
FOLDERS: Final = ("text", "corpus", "counts", "paper")
"""Folders of crosslex on which they depend."""
SAMPLE: Final = (
    "The 2 knives weren't sharp, e.g. after 10:30; I've preferred www.example.com!\n\n"
    "Sooo good: a CAFÉ's naïve waiters, isn't it? Die Häuser und les maisons."
)
"""A text whose words depend on every text setting."""


@dataclass(frozen=True)
class Analysis:
    """All on one machine that the result of encoding and counting depends on.

    `versions` are those of Python, crosslex and its libraries by name, `code` is a digest of
    crosslex's own files, and `words` is a digest of the words of a sample text.
    """

    versions: dict[str, str]
    code: str
    words: str


def analysis_here(settings: TextSettings) -> Analysis:
    """Return the analysis of this machine with these settings."""
    return Analysis(_versions(), _code(), _words(settings))


def check_same_analysis(expected: Analysis, settings: TextSettings) -> None:
    """Raise an InputError unless this worker analyzes text as the machine that asks does."""
    found = analysis_here(settings)
    if found == expected:
        return
    here = f"the worker on {socket.gethostname()}"
    for name, wanted in expected.versions.items():
        if found.versions[name] != wanted:
            raise InputError(
                f"scheduler: {here} has {name} {found.versions[name]}, the machine that asks "
                f"has {wanted}; install the same version on all"
            )
    if found.code != expected.code:
        raise InputError(
            f"scheduler: {here} has other files of crosslex {__version__} than the machine that "
            "asks; install the same on all"
        )
    raise InputError(
        f"scheduler: {here} makes other words of a text than the machine that asks; check that "
        f"it has the same {_own_functions(settings)}"
    )


@cache
def _versions() -> dict[str, str]:
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
    return found


@cache
def _code() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).parent.parent
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _words(settings: TextSettings) -> str:
    try:
        words = repr(analyze(SAMPLE, settings))
    except Exception as error:
        # A user's function may refuse the sample.
        words = type(error).__name__
    dropped = " ".join(sorted(settings.stop_words_used))
    return hashlib.sha256(f"{words}\n{dropped}".encode(errors="replace")).hexdigest()


def _own_functions(settings: TextSettings) -> str:
    names = [name for name in REPLACEABLE if getattr(settings, name) is not None]
    return ", ".join(names) or "lists of stop words"


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

_logger = logging.getLogger(__name__)


class DaskCluster:
    """The workers of a running scheduler, or `n_workers` that are started here."""

    def __init__(self, scheduler: str | None, n_workers: int) -> None:
        try:
            import dask
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError(
                "engine: dask is not installed; pip install 'crosslex[dask]'"
            ) from None
        self._own = None
        self._settings = ExitStack()
        try:
            if scheduler is None:
                self._settings.enter_context(dask.config.set(DASK_SETTINGS))
                self._own = LocalCluster(  # type: ignore[no-untyped-call]
                    n_workers=n_workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                )
            else:
                _check_reachable(scheduler)
            self.client = Client(  # type: ignore[no-untyped-call]
                self._own or scheduler, timeout=CONNECT_SECONDS
            )
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            self._settings.close()
            raise InputError(
                f"scheduler: cannot reach {scheduler} ({first_line(error)}); give the address of "
                "a running Dask scheduler, such as tcp://host:8786"
            ) from None
        self.address = str(self.client.scheduler_info()["address"])
        self._wait_for_a_worker()

    def _wait_for_a_worker(self) -> None:
        try:
            self.client.wait_for_workers(1, timeout=WORKER_SECONDS)
        except OSError:
            self.close()
            raise InputError(
                f"scheduler: {self.address} has no worker after {WORKER_SECONDS} s; start some "
                f"with: dask worker {self.address} --nthreads 1"
            ) from None

    def run_everywhere(self, function: Callable[..., Any], *arguments: Any) -> dict[str, Any]:
        """Return the results of a function on all present workers, by their address."""
        try:
            found: dict[str, Any] = self.client.run(function, *arguments)
        except CrosslexError:
            raise
        except (OSError, CancelledError) as error:
            raise self._lost(error) from None
        except Exception as error:
            raise self._unable(error) from None
        return found

    def check_version(self) -> None:
        """Refuse workers without this version of crosslex."""
        # A builtin, since an older crosslex may lack any function of ours.
        for worker, found in self.run_everywhere(
            eval, "__import__('crosslex').__version__"
        ).items():
            if found != __version__:
                raise InputError(
                    f"scheduler: the worker {worker} has crosslex {found}, this machine "
                    f"{__version__}; install the same version on all"
                )

    def close(self) -> None:
        """Disconnect from the cluster, and stop it if it was started here."""
        with suppress(OSError, CancelledError):
            self.client.close()  # type: ignore[no-untyped-call]
        if self._own is not None:
            self._own.close()
        self._settings.close()

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

    def _unable(self, error: Exception) -> InputError:
        return InputError(
            f"scheduler: a worker of {self.address} cannot do the work ({first_line(error)}); "
            f"install crosslex {__version__} where it runs, and the modules of a tokenizer, "
            "lemmatizer or analyzer of your own"
        )

    def _lost(self, error: Exception | str) -> InputError:
        return InputError(
            f"scheduler: the connection to {self.address} was lost ({first_line(error)}); check "
            "the scheduler and run again"
        )


def first_line(error: Exception | str) -> str:
    """Return the first line of an error's message, or the error's name."""
    return (str(error) or type(error).__name__).splitlines()[0]


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
