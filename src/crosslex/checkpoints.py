"""Checkpoints of a long run, in a folder next to its output, from which a killed run continues.

The folder belongs to one run at a time. The process that opens it holds a lock that the operating
system releases when that process ends, even by a kill. A checkpoint is written under another name
and renamed once it is complete.
"""

import errno
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from crosslex.errors import InputError, StorageError

LOCK = "lock"
RUN = "run.json"
COMPLETE = "complete"
HALF_WRITTEN = ".tmp"  # what safetensors calls a file until it is complete
SUFFIX = ".checkpoint"

NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
"""Error numbers of file systems without locks."""

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Checkpoints:
    """The checkpoints of a run; get one from `open_checkpoints`."""

    folder: Path

    def path(self, name: str) -> Path:
        """Return where the checkpoint of that name is, once it is written."""
        return self.folder / f"{name}{SUFFIX}"

    def keep(self) -> None:
        """Keep them from now on whatever happens: all of the input was good."""
        self.write(COMPLETE, Path.touch)

    def write(self, name: str, write: Callable[[Path], object]) -> Path:
        """Write the checkpoint of that name with a function that fills a file."""
        place = self.path(name)
        fresh = place.with_name(f"{place.name}-new-{os.getpid()}")
        try:
            write(fresh)
            with fresh.open("rb") as written:
                os.fsync(written.fileno())
            fresh.replace(place)
        except OSError as error:
            fresh.unlink(missing_ok=True)
            raise StorageError(f"cannot write {place}: {error.strerror or error}") from None
        return place


def checkpoint_folder(out: Path) -> Path:
    """Return the folder next to an output that holds the checkpoints of its run.

    >>> checkpoint_folder(Path("/models/books")).name
    'books.checkpoints'
    """
    # Resolved, so that two names of one place (by a link) share one lock.
    place = out.resolve()
    return place.with_name(f"{place.name}.checkpoints")


@contextmanager
def open_checkpoints(folder: Path, run: Mapping[str, Any]) -> Iterator[Checkpoints]:
    """Open a folder of checkpoints for this process only; it is removed when the run succeeds.

    `run` is what the checkpoints depend on, as JSON; those of another run are removed. A folder
    that another process has open, or that holds other files, is refused.

    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp(), "model.checkpoints")
    >>> with open_checkpoints(place, {"seed": 0}) as checkpoints:
    ...     written = checkpoints.write("count", lambda path: path.write_text("7"))
    ...     written.read_text(), place.exists()
    ('7', True)
    >>> place.exists()
    False
    """
    try:
        lock = _lock(folder)
    except OSError as error:
        raise StorageError(f"cannot write {folder}: {error.strerror or error}") from None
    try:
        _remove_others(folder, run)
        checkpoints = Checkpoints(folder)
        try:
            yield checkpoints
        except BaseException as error:
            # After a mistake in the input, the next run will have other input.
            mistake = isinstance(error, InputError) and not checkpoints.path(COMPLETE).exists()
            if mistake or not any(folder.glob(f"*{SUFFIX}")):
                shutil.rmtree(folder, ignore_errors=True)
            raise
        shutil.rmtree(folder, ignore_errors=True)
    finally:
        lock.release()
        with suppress(OSError):
            # Windows removes no folder with an open file in it; here it is empty or of use.
            folder.rmdir()


def _lock(folder: Path) -> FileLock:
    """Return the lock of the folder, which this process holds."""
    # filelock closes the lock in forked children, so that it ends with this process.
    lock = FileLock(folder / LOCK, timeout=0, thread_local=False, fallback_to_soft=False)
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            lock.acquire()
        except FileNotFoundError:
            # A run that just ended has removed the folder.
            lock.release()
            continue
        except Timeout:
            if not (folder / LOCK).exists():
                continue
            raise StorageError(
                f"{folder} is in use by another run: wait for it, or choose another output"
            ) from None
        except OSError as error:
            if error.errno not in NO_LOCKS:
                raise
            _logger.warning("%s: no locks here; start no second run with this output", folder)
        return lock


def _remove_others(folder: Path, run: Mapping[str, Any]) -> None:
    """Remove half-written files of a killed run, and all checkpoints of another run."""
    # In ASCII, as the name of a file need not be UTF-8.
    described = json.dumps(run, sort_keys=True)
    found = {path.name for path in folder.iterdir()} - {LOCK, RUN}
    strange = sorted(
        name for name in found if SUFFIX not in name and not name.startswith((RUN, HALF_WRITTEN))
    )
    if strange:
        raise StorageError(f"{folder} holds {strange[0]}, which crosslex did not write: move it")
    try:
        same = (folder / RUN).read_text(encoding="utf-8") == described
    except (FileNotFoundError, UnicodeDecodeError):
        same = False
    useful = {name for name in found if same and name.endswith(SUFFIX)}
    if found and not same:
        _logger.warning("%s holds checkpoints of another run: starting over", folder)
    elif useful:
        _logger.warning("going on from %d checkpoints of an earlier run in %s", len(useful), folder)
    for name in found - useful:
        (folder / name).unlink()
    if not same:
        fresh = folder / f"{RUN}-new"
        fresh.write_text(described, encoding="utf-8")
        fresh.replace(folder / RUN)
