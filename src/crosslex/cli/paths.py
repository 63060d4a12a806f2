"""Checks of the paths that a command reads and writes, before the work begins."""

import glob
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
            check_outside(path, out)
        for file in find_files(path, any_ending=options.format is not None):
            other = domain_of.setdefault(file.resolve(), domain)
            if other != domain:
                raise InputError(
                    f"{file}: given as the domains {other!r} and {domain!r}; give each domain "
                    "texts of its own"
                )


def check_outside(path: str, out: Path) -> None:
    """Refuse an output where a path or a pattern reads: the next run would read it as text."""
    place = out.resolve()
    if Path(path).exists():
        given = Path(path).resolve()
        if place == given or (given.is_dir() and place.is_relative_to(given)):
            found = "is" if place == given else "is inside"
            raise InputError(f"--out: {out} {found} {path}, which is read; write it elsewhere")
    elif glob.has_magic(path) and _may_match(path, place):
        raise InputError(
            f"--out: {out} is where the pattern {path} reads; choose a name outside, or a "
            "narrower pattern"
        )


def _may_match(pattern: str, place: Path) -> bool:
    """Return whether a pattern can match a place, a folder around it or a file in it."""
    parts = list(Path(pattern).parts)
    plain = next(number for number, part in enumerate(parts) if glob.has_magic(part))
    folder = Path(*parts[:plain]).resolve()
    if not place.is_relative_to(folder):
        return False
    for wanted, found in zip(parts[plain:], place.relative_to(folder).parts, strict=False):
        if found.startswith(".") and not wanted.startswith("."):
            return False  # patterns leave hidden files and folders out
        if wanted == "**":
            return True
        if not fnmatch(found, wanted):
            return False
    return True


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
