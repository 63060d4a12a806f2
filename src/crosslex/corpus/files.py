"""Which files a path, a folder or a pattern stands for, and in which format they are."""

import glob
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import cast

from crosslex.checks import did_you_mean
from crosslex.corpus.names import FORMATS, FormatName
from crosslex.errors import InputError

READABLE = ", ".join(f".{name}" for name in FORMATS)


def format_of(path: Path) -> FormatName | None:
    """Return the format that a file's ending stands for, None if it is not known.

    >>> format_of(Path("books.JSONL.gz"))
    'jsonl'
    """
    ending = _ending(path)[1:].lower()
    return next((name for name in FORMATS if name == ending), None)


def file_format(path: Path | None, given: str | None) -> tuple[FormatName, bool]:
    """Return a file's format and whether it is compressed, by its ending or the format given."""
    compressed = any(each.lower().endswith(".gz") for each in (str(path), given or ""))
    if given is not None:
        # ReadOptions has checked it.
        return cast(FormatName, given.removesuffix(".gz")), compressed
    return (path and format_of(path)) or "txt", compressed


def find_files(path: str | Path, *, any_ending: bool = False) -> list[Path]:
    """List the files that a path, a folder or a glob pattern stands for, in sorted order.

    Folders and patterns give the files with a known ending, or all of them if
    `any_ending`; hidden files and folders are left out.
    """
    if not str(path):
        raise InputError("path: found an empty one; name a file, a folder or a pattern")
    try:
        return _find(path, any_ending)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}; check the path") from None


def _find(path: str | Path, any_ending: bool) -> list[Path]:
    place = Path(path)
    if place.is_dir():
        inside = _files_under(place)
        return _readable(inside, any_ending, f"{path}: no readable file in this folder")
    if place.exists():
        if format_of(place) is None and not any_ending:
            raise InputError(_unknown_ending(place))
        return [place]
    if glob.has_magic(str(path)):
        matches = [Path(match) for match in glob.glob(str(path), recursive=True)]  # noqa: PTH207
        if not matches:
            raise InputError(f"{path}: the pattern matches no file; check it, and quote it")
        inside = {file for match in matches for file in _files_under(match)}
        return _readable(inside, any_ending, f"{path}: no readable file matches the pattern")
    raise InputError(_missing(place))


def _files_under(place: Path) -> set[Path]:
    if not place.is_dir():
        return {place}
    return {
        file
        for file in place.rglob("*")
        if file.is_file()
        and not any(part.startswith(".") for part in file.relative_to(place).parts)
    }


def _readable(files: Iterable[Path], any_ending: bool, complaint: str) -> list[Path]:
    files = sorted(files)
    readable = [file for file in files if any_ending or format_of(file)]
    if readable:
        return readable
    endings = Counter(file.suffix or "no ending" for file in files)
    found = ", ".join(f"{count} with {ending}" for ending, count in endings.most_common(3))
    raise InputError(f"{complaint} (found: {found or 'nothing'}); readable are {READABLE} (or .gz)")


def _ending(path: Path) -> str:
    return path.with_suffix("").suffix if path.suffix.lower() == ".gz" else path.suffix


def _unknown_ending(place: Path) -> str:
    ending = _ending(place)
    near = did_you_mean(ending, [f".{name}" for name in FORMATS]) if ending else ""
    found = f"the ending {ending} is not a known one" if ending else "a file name without an ending"
    return f"{place}: {found}{near}; rename it to one of {READABLE}, or name its format"


def _missing(place: Path) -> str:
    """Return which folder or file of a path is missing, and which names resemble it."""
    folder, name = place.parent, place.name
    while not folder.exists() and folder != folder.parent:
        folder, name = folder.parent, folder.name
    if not folder.is_dir():
        return f"{place}: {folder} is a file, not a folder; check the path"
    kind = "file" if name == place.name and folder == place.parent else f"folder {name!r}"
    near = did_you_mean(name, [entry.name for entry in folder.iterdir()])
    return f"{place}: no such {kind}{near}; check the path"
