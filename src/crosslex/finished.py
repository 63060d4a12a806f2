"""Finished parts of a long run, kept beside its output so that a killed run can go on.

A folder of parts belongs to one run at a time: whoever opens it holds a lock that dies with its
process, so there are no stale locks. A part is written beside its place and moved there in one
step: under its name there is all of it or nothing.
"""

import errno
import json
import logging
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from crosslex.errors import InputError, StorageError

try:
    import fcntl
except ImportError:  # Windows, where two runs into one folder are not kept apart
    fcntl = None  # type: ignore[assignment]

LOCK = "lock"
RUN = "run.json"
HALF_WRITTEN = ".tmp"  # what safetensors calls a file until it is whole
ENDING = ".part"

_held: set[IO[str]] = set()

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class FinishedParts:
    """The folder of a run's finished parts; open one with `finished_parts`.

    Parameters
    ----------
    folder
        Where the parts lie.
    """

    folder: Path

    def path(self, name: str) -> Path:
        """Return where the part of that name lies once it is finished."""
        return self.folder / f"{name}{ENDING}"

    def write(self, name: str, write: Callable[[Path], object]) -> Path:
        """Let `write` fill a file, and make it the finished part of that name."""
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


def parts_beside(out: Path) -> Path:
    """Return the folder beside an output that keeps the parts of the run that writes it.

    >>> parts_beside(Path("/models/books")).name
    'books.parts'
    """
    # Two names of one place, by a link, must meet at one lock.
    place = out.resolve()
    return place.with_name(f"{place.name}.parts")


@contextmanager
def finished_parts(folder: Path, run: Mapping[str, Any]) -> Iterator[FinishedParts]:
    """Open the folder of a run's parts, alone; it goes unless the block is cut off.

    Parameters
    ----------
    folder
        Where they lie, or will lie.
    run
        What the parts depend on, as JSON holds it; parts of another run are removed.

    Raises
    ------
    StorageError
        If another process has the folder open, or it holds anything else.

    Examples
    --------
    >>> import tempfile
    >>> place = Path(tempfile.mkdtemp(), "model.parts")
    >>> with finished_parts(place, {"seed": 0}) as parts:
    ...     written = parts.write("count", lambda path: path.write_text("7"))
    ...     written.read_text(), place.exists()
    ('7', True)
    >>> place.exists()
    False
    """
    try:
        lock = _locked(folder)
    except OSError as error:
        raise StorageError(f"cannot write {folder}: {error.strerror or error}") from None
    with lock:
        _keep_parts_of(folder, run)
        _held.add(lock)
        try:
            yield FinishedParts(folder)
        except BaseException as error:
            # Where what was given has to change, the parts are of no use either.
            if isinstance(error, InputError) or not any(folder.glob(f"*{ENDING}")):
                shutil.rmtree(folder, ignore_errors=True)
            raise
        finally:
            _held.discard(lock)
        shutil.rmtree(folder, ignore_errors=True)


def _let_go() -> None:
    """Close locks in a forked child: they are its parent's, and die with it alone."""
    while _held:
        _held.pop().close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


def _locked(folder: Path) -> IO[str]:
    """Lock the folder for this process, and note its number for others to name."""
    while True:
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / LOCK).open("a+", encoding="utf-8")
        try:
            if fcntl is not None:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            # A run that just ended may have removed the file between opening and locking it.
            if os.path.samestat(os.fstat(lock.fileno()), (folder / LOCK).stat()):
                break
        except FileNotFoundError:
            pass
        except OSError as error:
            if error.errno in (errno.EAGAIN, errno.EACCES):
                lock.seek(0)
                process = lock.read().strip() or "unknown"
                lock.close()
                raise StorageError(
                    f"{folder} is in use by another run (process {process}): wait for it, or "
                    "choose another output"
                ) from None
            if error.errno not in (errno.ENOLCK, errno.EOPNOTSUPP):
                raise
            break  # a file system without locks
        lock.close()
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def _keep_parts_of(folder: Path, run: Mapping[str, Any]) -> None:
    """Remove what a kill left half written, and all parts if they are not of this run."""
    described = json.dumps(run, sort_keys=True, ensure_ascii=False)
    found = {path.name for path in folder.iterdir()} - {LOCK, RUN}
    strange = sorted(
        name for name in found if ENDING not in name and not name.startswith((RUN, HALF_WRITTEN))
    )
    if strange:
        raise StorageError(f"{folder} holds {strange[0]}, which crosslex did not write: move it")
    try:
        same = (folder / RUN).read_text(encoding="utf-8") == described
    except (FileNotFoundError, UnicodeDecodeError):
        same = False
    kept = {name for name in found if same and name.endswith(ENDING)}
    if found and not same:
        _logger.warning("%s holds parts of another run: begun anew", folder)
    elif kept:
        _logger.warning("going on with %d parts of an earlier run in %s", len(kept), folder)
    for name in found - kept:
        (folder / name).unlink()
    if not same:
        fresh = folder / f"{RUN}-new"
        fresh.write_text(described, encoding="utf-8")
        fresh.replace(folder / RUN)
