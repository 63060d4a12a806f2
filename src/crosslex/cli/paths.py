"""Checks of the paths that a command reads and writes, before the work begins."""

import os
from collections.abc import Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.corpus import STANDARD_INPUT
from crosslex.errors import InputError, StorageError

if TYPE_CHECKING:
    from crosslex.corpus import ReadOptions


def check_inputs(
    paths: Sequence[tuple[str | None, str]], out: Path | None, options: "ReadOptions"
) -> None:
    """Refuse a file that is given as two domains, and an output where files are read.

    `paths` are pairs of a domain's name and its path.
    """
    from crosslex.corpus import find_files

    if [path for _, path in paths].count(STANDARD_INPUT) > 1:
        raise InputError("domains: standard input can be read once; give - to one domain")
    domain_of: dict[Path, str | None] = {}
    for domain, path in paths:
        if path == STANDARD_INPUT:
            continue
        if out is not None:
            _check_outside(path, out)
        for file in find_files(path, any_ending=options.format is not None):
            other = domain_of.setdefault(file.resolve(), domain)
            if other != domain:
                raise InputError(
                    f"{file}: given as the domains {other!r} and {domain!r}; give each domain "
                    "texts of its own"
                )


def _check_outside(path: str, out: Path) -> None:
    """Refuse an output where a path or a pattern reads: the next run would read it as text."""
    place, read = out.resolve(), Path(path).resolve()
    # Of a pattern, `**` stands for any folders; one more `*` is tried for what a folder holds.
    inside = place.is_relative_to(read) if read.exists() else fnmatch(str(place), str(read))
    if inside or (not read.exists() and fnmatch(str(place), f"{read}/*")):
        raise InputError(f"{out} is where {path} is read; write it elsewhere")


def check_output_file(out: Path, *endings: str, option: str = "--out") -> None:
    """Refuse a file of another ending, so that a slip does not replace some other file."""
    if out.suffix.lower() not in endings or out.is_dir():
        raise InputError(
            f"{option}: found {str(out)!r}; give the name of a file that ends in "
            f"{' or '.join(endings)}"
        )
    check_writable(out)


def check_output(folder: Path, manifest: str = "model.json") -> None:
    """Refuse a folder that saving would refuse, before hours of work; saving checks it again."""
    place = folder.absolute()
    with suppress(OSError):  # of which the next check speaks
        found = sorted(path.name for path in place.iterdir())
        if found and manifest not in found:
            raise StorageError(f"{place} already holds {found[0]}: choose another folder")
    if place.is_file():
        raise StorageError(f"{place} is a file: choose another folder")
    check_writable(place)


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written."""
    place = path.absolute()
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            place.stat()  # fails for a loop of links
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
