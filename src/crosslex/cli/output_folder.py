"""Checks of an output folder before the work begins, and its size afterwards."""

import os
from pathlib import Path

from crosslex.errors import StorageError


def check_output(folder: Path, manifest: str = "model.json") -> None:
    """Refuse a folder that saving would refuse, before hours of work; saving checks it again."""
    place = folder.absolute()
    try:
        if place.is_dir():
            found = sorted(path.name for path in place.iterdir())
            if found and manifest not in found:
                raise StorageError(f"{place} already holds {found[0]}: choose another folder")
        elif place.exists():
            raise StorageError(f"{place} is a file: choose another folder")
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from None
    check_writable(place)


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written."""
    place = path.absolute()
    try:
        parent = next(parent for parent in place.parents if parent.exists())
        if not parent.is_dir():
            raise StorageError(f"cannot write {place}: {parent} is a file")
        if not os.access(parent, os.W_OK):
            raise StorageError(f"cannot write {place}: {parent} is read-only")
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from None


def size_on_disk(folder: Path) -> int:
    """Return the bytes of a folder's files together."""
    return sum(path.stat().st_size for path in folder.iterdir())


def megabytes(size: int) -> str:
    """Return a number of bytes in megabytes.

    >>> megabytes(2_500_000), megabytes(300)
    ('2.5 MB', '0.1 MB')
    """
    return f"{max(size, 100_000) / 1e6:,.1f} MB"
