"""Files and folders replaced in one step, so that a kill at any moment leaves the old or the new.

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
    """Write one file in one step, replacing any file of that name."""
    target = resolve_path(path)
    with staged(target) as fresh:
        write(fresh)
        flush_to_disk(fresh)
        fresh.replace(target)
        flush_to_disk(target.parent)


def resolve_path(path: StrPath) -> Path:
    """Return the absolute path of what is to be replaced."""
    try:
        target = Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StorageError(f"{path!r} is not a path that can be used: {error}") from None
    if not target.name:
        raise StorageError(f"{path} cannot be replaced: choose a folder inside it")
    return target


def is_vacant(path: Path) -> bool:
    """Return whether nothing is there, or an empty folder."""
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


def backup_path(path: Path) -> Path:
    """Return the name of the old content while the new one is moved into place."""
    return path.with_name(f".{path.name}.crosslex-old")


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Yield a free path beside the target, and remove what is there if the block fails."""
    fresh = _sibling(target, "new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _recover(target)
        try:
            yield fresh
        except BaseException:
            _remove(fresh)
            raise
    except OSError as error:
        raise StorageError(f"cannot write {target}: {error.strerror or error}") from error
    except (SafetensorError, UnicodeEncodeError) as error:
        raise StorageError(f"cannot write {target}: {error}") from error


def replace_folder(fresh: Path, target: Path) -> None:
    """Move a folder into the place of another, which is removed."""
    old = backup_path(target)
    with _locked(target.parent):
        fresh.stat()  # fails here, before anything is moved, if another writer swept it away
        if target.exists():
            target.rename(old)
        try:
            fresh.rename(target)
        except OSError:
            with suppress(OSError):
                old.rename(target)
            raise
        flush_to_disk(target.parent)
        gone = _discard(old, target)
    _remove(gone)


def flush_to_disk(path: Path) -> None:
    """Flush a file or a folder to the disk."""
    if path.is_dir() and os.name == "nt":  # Windows cannot open a folder
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sibling(target: Path, state: Literal["new", "gone"]) -> Path:
    return target.with_name(f".{target.name}.crosslex-{state}-{secrets.token_hex(4)}")


@contextmanager
def _locked(parent: Path) -> Iterator[None]:
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


def _recover(target: Path) -> None:
    """Put back what a killed run had moved away, and remove what it had not finished."""
    leftover = re.compile(rf"\.{re.escape(target.name)}\.crosslex-(old|(new|gone)-[0-9a-f]{{8}})")
    with _locked(target.parent):
        if is_vacant(target) and backup_path(target).exists():
            backup_path(target).rename(target)
        found = [path for path in target.parent.iterdir() if leftover.fullmatch(path.name)]
        discarded = [_discard(path, target) for path in found]
    for path in discarded:
        _remove(path)


def _discard(path: Path, target: Path) -> Path:
    # Renamed first, so that nothing half removed is ever taken for something complete.
    gone = _sibling(target, "gone")
    with suppress(FileNotFoundError):  # another writer was quicker
        path.rename(gone)
    return gone


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
