"""Folders of arrays, texts and a header: every byte is checked when read, nothing is executed.

A folder holds `<kind>.json`, its manifest: format version, library versions, and a checksum of
every other file and of the manifest itself.
"""

import hashlib
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np
from numpy.typing import DTypeLike, NDArray
from safetensors import SafetensorError
from safetensors.numpy import load

from crosslex.errors import StorageError
from crosslex.storage.mapped import MappedFile
from crosslex.text.settings import Tokens

StrPath = str | os.PathLike[str]
Arrays = Mapping[str, NDArray[Any]]
ArchiveKind = Literal["model", "classifier"]

FORMAT_VERSION = 3
"""Raised with every change that this code could not read; the next minor version reads it, too."""
MAX_MANIFEST_BYTES = 2**26
"""Enough for millions of words; decoding takes twenty times as much memory."""
MANIFESTS = ("model.json", "classifier.json", "export.json")

_FILE_NAME = re.compile(r"[\w%-][\w .%-]*")
_READ_ATTEMPTS = 10
_MISFITS = LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError


@dataclass(frozen=True, eq=False)
class Archive:
    """The content of a model's or a classifier's folder.

    The header is anything that JSON can hold. Arrays are named, by file: `{"vectors": {"books":
    …}}` is written to `vectors.safetensors`; arrays that were read are read-only. Texts are
    further files, such as `README.md`. `libraries` are the versions of those that wrote it;
    `mapped` are files that are read in parts, by name.
    """

    kind: ArchiveKind
    header: Mapping[str, Any]
    arrays: Mapping[str, Mapping[str, NDArray[Any]]]
    texts: Mapping[str, str]
    libraries: Mapping[str, str] = field(default_factory=dict)
    mapped: Mapping[str, MappedFile] = field(default_factory=dict)


class _Version(msgspec.Struct):
    format_version: int


class FileEntry(msgspec.Struct, omit_defaults=True):
    """Size and checksum of one file, and those of its blocks if it is read in parts."""

    bytes: int
    sha256: str
    blocks: str = ""


class Manifest(msgspec.Struct):
    """The entries of every folder's manifest."""

    kind: str
    libraries: dict[str, str]
    files: dict[str, FileEntry]


class _ArchiveManifest(Manifest):
    """The manifest of a model or a classifier, which also has a header."""

    header: dict[str, Any]


M = TypeVar("M", bound=Manifest)


def read_archive(
    folder: StrPath, kind: ArchiveKind, only: Collection[str] | None = None
) -> Archive:
    """Return an archive, and refuse it if a single byte differs from what was written.

    `only` are the files to read and check, such as `vectors.safetensors`; None reads all of them.
    """
    path = resolve_path(folder)
    for _ in range(_READ_ATTEMPTS):
        before = _identity(path / f"{kind}.json")
        try:
            return _read_archive(path, kind, only)
        except StorageError:
            # Another process may have replaced the folder after half of the files were read.
            if _identity(path / f"{kind}.json") == before:
                raise
    return _read_archive(path, kind, only)


def _read_archive(folder: Path, kind: ArchiveKind, only: Collection[str] | None) -> Archive:
    try:
        path = _find_manifest(folder, kind)
    except OSError as error:
        raise StorageError(f"cannot read {folder}: {error.strerror or error}") from None
    manifest = read_manifest(path, _ArchiveManifest)
    if manifest.kind != kind:
        raise StorageError(f"{path} is damaged: its kind is {manifest.kind!r}")
    arrays, texts, mapped = {}, {}, {}
    for name, entry in manifest.files.items():
        if only is not None and name not in only:
            continue
        if entry.blocks:
            mapped[name] = MappedFile(path.with_name(name), entry.bytes, entry.blocks)
            continue
        data = _read_file(path.with_name(name), entry)
        try:
            if name.endswith(".safetensors"):
                arrays[name.removesuffix(".safetensors")] = _read_arrays(data)
            else:
                texts[name] = data.decode()
        except (SafetensorError, KeyError, ValueError, OverflowError) as error:
            raise StorageError(f"{path.with_name(name)} is damaged: {error}") from None
    return Archive(kind, manifest.header, arrays, texts, manifest.libraries, mapped)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _find_manifest(folder: Path, kind: ArchiveKind) -> Path:
    backup = backup_path(folder)
    source = backup if is_vacant(folder) and backup.exists() else folder
    if not source.is_dir():
        raise StorageError(f"{folder} is not a folder: give the folder of a {kind}")
    if not (source / f"{kind}.json").exists():
        others = [name for name in MANIFESTS if (source / name).exists()]
        what = f"holds {others[0]}" if others else "was not written by crosslex"
        raise StorageError(f"{folder} is not the folder of a {kind}: it {what}")
    return source / f"{kind}.json"


def read_manifest(path: Path, form: type[M]) -> M:
    """Return a manifest whose checksum, version and types are right; anything else is refused."""
    data = _read_file(path)
    body = data[len(checksum_line(b"")) :]
    try:
        # The version first: a newer crosslex may write everything else in another form.
        version = msgspec.json.decode(data, type=_Version).format_version
        if version > FORMAT_VERSION:
            raise StorageError(
                f"{path} has format version {version}, this crosslex reads up to "
                f"{FORMAT_VERSION}: install a newer crosslex"
            )
        if 0 < version < FORMAT_VERSION:
            raise StorageError(
                f"{path} has format version {version} of an older crosslex, which this one does "
                "not read: learn it again"
            )
        if data != checksum_line(body) + body or version < 1:
            raise StorageError(f"{path} was damaged or edited: its checksum does not match")
        manifest = msgspec.json.decode(data, type=form)
    except (ValueError, RecursionError) as error:
        raise StorageError(f"{path} is damaged or not crosslex's: {error}") from None
    for name in manifest.files:
        if not is_plain_name(name):
            raise StorageError(f"{path} is damaged: it lists a file called {name!r}")
    return manifest


def _read_file(path: Path, entry: FileEntry | None = None) -> bytes:
    """Return a file's bytes, if they are those that the manifest lists."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise StorageError(f"{path} is damaged: it is not a file")
        if entry is None and status.st_size > MAX_MANIFEST_BYTES:
            raise StorageError(
                f"{path} is damaged or not crosslex's: {status.st_size:,} bytes long, "
                f"more than {MAX_MANIFEST_BYTES:,}"
            )
        if entry is not None and status.st_size != entry.bytes:
            raise StorageError(
                f"{path} is damaged: {status.st_size} bytes long instead of {entry.bytes}"
            )
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror or error}") from None
    if entry is not None and hashlib.sha256(data).hexdigest() != entry.sha256:
        raise StorageError(f"{path} was damaged or edited: its checksum does not match")
    return data


def _read_arrays(data: bytes) -> dict[str, NDArray[Any]]:
    # Refuses sizes that do not add up to those of the data before it takes any memory.
    found = load(data)
    for array in found.values():
        array.flags.writeable = False
    return dict(found)


def checksum_line(body: bytes) -> bytes:
    """Return the first line of a manifest: a checksum of all that follows it."""
    return b'{"sha256": "%b",\n' % hashlib.sha256(body).hexdigest().encode()


def is_plain_name(name: str) -> bool:
    """Return whether a file of a folder may have this name: no path, and no manifest's."""
    return _FILE_NAME.fullmatch(name) is not None and name not in MANIFESTS


def resolve_path(path: StrPath) -> Path:
    """Return the absolute path of what is to be replaced."""
    try:
        target = Path(path).resolve()
    except (OSError, RuntimeError, ValueError) as error:
        raise StorageError(f"{path} is not a path that can be used: {error}") from None
    if not target.name:
        raise StorageError(f"{path} cannot be replaced: choose a folder inside it")
    return target


def is_vacant(path: Path) -> bool:
    """Return whether nothing is there, or an empty folder."""
    return not path.exists() or (path.is_dir() and not any(path.iterdir()))


def backup_path(path: Path) -> Path:
    """Return the name of the old content while the new one is moved into place."""
    return path.with_name(f".{path.name}.crosslex-old")


class TextDescription(msgspec.Struct, forbid_unknown_fields=True):
    """Text settings as a header holds them: see `TextSettings.describe`."""

    language: str
    lemmatize: bool
    stop_words: list[str] | None
    bigrams: bool
    bigrams_first: bool
    tokenizer: str | None
    lemmatizer: str | None
    analyzer: str | None
    tokens: Tokens = "default"
    terms: list[str] = []

    def __post_init__(self) -> None:
        words = self.stop_words
        require(words is None or words == sorted(set(words)), "stop_words are not in order")


@contextmanager
def refusing_misfits(folder: StrPath, kind: ArchiveKind) -> Iterator[None]:
    """Raise a StorageError for content that does not fit together."""
    try:
        yield
    except StorageError:
        raise
    except _MISFITS as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else error
        raise StorageError(f"{folder}: the {kind}'s parts do not fit together: {what}") from error


def checked_names(names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return names if there is at least one, and all are different and not empty."""
    fits = all(names) and len(set(names)) == len(names) > 0
    require(fits, f"{what} is no list of different names")
    return tuple(names)


def checked_array(
    arrays: Arrays, name: str, dtype: DTypeLike, shape: tuple[int | None, ...]
) -> NDArray[Any]:
    """Return an array if it has the type and shape and is finite; None allows any size."""
    array = arrays[name]
    fits = array.dtype == dtype and array.ndim == len(shape)
    for expected, found in zip(shape, array.shape, strict=False):
        fits = fits and expected in (None, found)
    require(fits, f"{name} has type {array.dtype} and shape {array.shape}, not {shape}")
    require(np.isfinite(array).all(), f"{name} is not finite")
    return array


def check_offsets(offsets: NDArray[Any], size: int, name: str) -> None:
    """Refuse offsets that do not grow from 0 to the size of what they divide."""
    ends = (int(offsets[0]), int(offsets[-1])) == (0, size)
    require(ends and (np.diff(offsets) >= 0).all(), f"{name} are not in order")


def check_within(numbers: NDArray[Any], least: int, size: int, name: str) -> None:
    """Refuse numbers below the least, or of the size and above."""
    require(((numbers >= least) & (numbers < size)).all(), f"{name} number what is not there")


def require(holds: bool | np.bool_, what: str) -> None:
    """Raise a ValueError unless the condition holds."""
    if not holds:
        raise ValueError(what)
