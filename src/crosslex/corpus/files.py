"""The files of a path, folder or pattern, their format, and the unit of a plain-text document."""

import glob
import os
import re
import warnings
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO, cast

from crosslex.checks import did_you_mean
from crosslex.corpus.documents import FORMATS, DocumentUnit, FormatName, ReadOptions
from crosslex.corpus.streams import BROKEN_STREAM, decompressed
from crosslex.errors import CrosslexWarning, InputError

READABLE = ", ".join(f".{name}" for name in FORMATS)


def format_of(path: Path) -> FormatName | None:
    """Return the format of a file by its ending, None if it is not known.

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
    """Return the files of a path, a folder or a glob pattern, in sorted order.

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


def short_names(files: Sequence[Path]) -> list[str]:
    """Return the name of each file, with the folders that tell files of one name apart.

    >>> short_names([Path("reviews/good/1.txt"), Path("reviews/bad/1.txt")])
    ['good/1.txt', 'bad/1.txt']
    """
    if len({file.name for file in files}) == len(files):
        return [file.name for file in files]
    common = os.path.commonpath([file.parent for file in files])
    return [file.relative_to(common).as_posix() for file in files]


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


LOOKED_AT = 2**16
"""Bytes at the start of a file that are checked for wrapped lines."""
FEWEST_LINES = 12
"""Lines below which their lengths say nothing."""
WRAPPING = range(40, 121)
"""Characters in the longest lines of a wrapped text."""
LARGE_FILE = 2**18
"""Bytes of a file, on average, from which on it probably holds more than one document."""

_SENTENCE_END = re.compile(r"[.!?:]['\")\]»”’]*\s*$")


def with_document_unit(
    path: str | Path, files: Sequence[Path], options: ReadOptions
) -> ReadOptions:
    """Return the options with the unit of a document in the text files of a path filled in.

    Without a choice of the user's, warn where the default is probably wrong.
    """
    texts = [file for file in files if file_format(file, options.format)[0] == "txt"]
    if options.document is not None:
        if files and not texts:
            raise InputError(
                f"document: found {options.document!r}, but {path} holds no plain text; leave it "
                "out, as other formats have one document per row or object"
            )
        return options
    unit: DocumentUnit = "file" if len(texts) > 1 else "line"
    if texts:
        _warn_of(path, texts, unit)
    return replace(options, document=unit)


def _warn_of(path: str | Path, texts: Sequence[Path], unit: DocumentUnit) -> None:
    message = None
    if unit == "line" and is_wrapped(_first_lines(texts[0])):
        message = (
            f"{path}: each line is read as a document, but the lines look like wrapped prose; give "
            'document="paragraph" or document="file", or document="line" if it is right'
        )
    elif unit == "file" and _mean_size(texts) > LARGE_FILE:
        message = (
            f"{path}: each of the {len(texts):,} text files is read as one document, but they are "
            'large; give document="paragraph" or document="line", or document="file" if it is right'
        )
    if message is not None:
        warnings.warn(message, CrosslexWarning, stacklevel=2)


def is_wrapped(lines: Iterable[str]) -> bool:
    """Return whether lines look like prose that was broken at the edge of a page.

    Most of such lines are nearly as long as the longest, which is not long, and go on in the
    next line in the middle of a sentence.

    >>> is_wrapped(["It was the best of times, it was the worst of times, it was the",
    ...             "age of wisdom, it was the age of foolishness, it was the epoch"] * 6)
    True
    >>> is_wrapped(["Good.", "Works as it should, and my sister likes it too.", "Dull"] * 6)
    False
    """
    filled = [line.strip() for line in lines if line.strip()]
    if len(filled) < FEWEST_LINES:
        return False
    widest = sorted(map(len, filled))[int(0.95 * (len(filled) - 1))]
    if widest not in WRAPPING:
        return False
    going_on = sum(
        len(line) >= 0.75 * widest and " " in line and not _SENTENCE_END.search(line)
        for line in filled
    )
    return going_on > len(filled) / 2


def _first_lines(path: Path) -> list[str]:
    """Return the first lines of a file, all but the last whole; none of what cannot be read.

    None of a pipe either, which can be read only once.
    """
    try:
        if not path.is_file():
            return []
        with path.open("rb") as file:
            stream: BinaryIO = decompressed(file) if path.suffix.lower() == ".gz" else file
            start = stream.read(LOOKED_AT)
    except BROKEN_STREAM:
        return []
    lines = start.decode(errors="replace").splitlines()
    return lines[:-1] if len(start) == LOOKED_AT else lines


def _mean_size(files: Sequence[Path]) -> float:
    sizes = [file.stat().st_size for file in files if file.exists()]
    return sum(sizes) / max(1, len(sizes))
