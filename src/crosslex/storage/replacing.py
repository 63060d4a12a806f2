"""Files and folders replaced in one step, whoever is killed whenever.

A folder NAME is replaced by renaming alone:

1. the new content is written to `.NAME.crosslex-new-*` beside it and flushed to the disk;
2. NAME is renamed `.NAME.crosslex-old`;
3. `.NAME.crosslex-new-*` is renamed NAME;
4. `.NAME.crosslex-old` is renamed `.NAME.crosslex-gone-*` and removed.

So NAME and `.NAME.crosslex-old` are complete at every moment. Between 2 and 3, when there is no
NAME, readers take `.NAME.crosslex-old`; the next write puts it back, and sweeps away what else a
killed run left. Of two that write the same folder at once the later wins and the earlier fails.
"""

import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Literal

from safetensors import SafetensorError

from crosslex.errors import StorageError

try:
    import fcntl
except ImportError:  # Windows, where two writers of one folder are not kept apart
    fcntl = None  # type: ignore[assignment]

StrPath = str | os.PathLike[str]
FileWriter = Callable[[Path], object]


def write_file(path: StrPath, write: FileWriter) -> None:
    """Write one file in one step, replacing what stood there."""
    place = place_of(path)
    with written_beside(place) as fresh:
        write(fresh)
        sync(fresh)
        fresh.replace(place)
        sync(place.parent)


def place_of(path: StrPath) -> Path:
    """Return the absolute path of what is to be replaced."""
    try:
        place = Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StorageError(f"{path!r} is not a path that can be used: {error}") from None
    if not place.name:
        raise StorageError(f"{path} cannot be replaced: choose a folder inside it")
    return place


def vacant(place: Path) -> bool:
    """Say whether nothing is there, or an empty folder."""
    return not place.exists() or (place.is_dir() and not any(place.iterdir()))


def old_of(place: Path) -> Path:
    """Name what the old content is called while the new one takes its place."""
    return place.with_name(f".{place.name}.crosslex-old")


@contextmanager
def written_beside(place: Path) -> Iterator[Path]:
    """Give a free path beside the place, and remove it again if the block fails."""
    fresh = _beside(place, "new")
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        _recover(place)
        try:
            yield fresh
        except BaseException:
            _remove(fresh)
            raise
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from error
    except (SafetensorError, UnicodeEncodeError) as error:
        raise StorageError(f"cannot write {place}: {error}") from error


def swap(fresh: Path, place: Path) -> None:
    """Put a folder in the place of another, which is removed."""
    old = old_of(place)
    with _alone_in(place.parent):
        fresh.stat()  # fails here, before anything is moved, if another writer swept it away
        if place.exists():
            place.rename(old)
        try:
            fresh.rename(place)
        except OSError:
            with suppress(OSError):
                old.rename(place)
            raise
        sync(place.parent)
        gone = _discard(old, place)
    _remove(gone)


def sync(path: Path) -> None:
    """Flush a file or a folder to the disk."""
    if path.is_dir() and os.name == "nt":  # Windows cannot open a folder
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _beside(place: Path, state: Literal["new", "gone"]) -> Path:
    return place.with_name(f".{place.name}.crosslex-{state}-{secrets.token_hex(4)}")


@contextmanager
def _alone_in(parent: Path) -> Iterator[None]:
    """Keep other writers from renaming here for a moment; the lock dies with its process."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks still has atomic renames
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _recover(place: Path) -> None:
    """Put back what a killed run had moved away, and remove what it had not finished."""
    leftover = re.compile(rf"\.{re.escape(place.name)}\.crosslex-(old|(new|gone)-[0-9a-f]{{8}})")
    with _alone_in(place.parent):
        if vacant(place) and old_of(place).exists():
            old_of(place).rename(place)
        gone = [_discard(p, place) for p in place.parent.iterdir() if leftover.fullmatch(p.name)]
    for path in gone:
        _remove(path)


def _discard(path: Path, place: Path) -> Path:
    # Renamed first, so that nothing half removed is ever taken for something complete.
    gone = _beside(place, "gone")
    with suppress(FileNotFoundError):  # another writer was quicker
        path.rename(gone)
    return gone


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
