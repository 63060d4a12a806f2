"""The manifest of a folder: what it holds, with a checksum for every file and for itself."""

import hashlib
import json
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from numpy.typing import NDArray

from crosslex.errors import StorageError
from crosslex.storage.replacing import StrPath

FORMAT_VERSION = 1
LARGEST_MANIFEST = 2**26
"""Bytes: millions of words, and twenty times as much while it is read."""
MANIFESTS = ("model.json", "classifier.json", "export.json")

_LIBRARIES = ("crosslex", "numpy", "scipy", "scikit-learn", "numba", "simplemma", "safetensors")
_FILE_NAME = re.compile(r"[\w%-][\w .%-]*")


class _Version(msgspec.Struct):
    format_version: int


class FileEntry(msgspec.Struct):
    """Size and checksum of one file."""

    bytes: int
    sha256: str


class ArrayForm(msgspec.Struct):
    """Type and shape of one array."""

    dtype: str
    shape: list[int]

    @classmethod
    def of(cls, array: NDArray[Any]) -> "ArrayForm":
        """Return the form of an array."""
        return cls(array.dtype.name, list(array.shape))


class Manifest(msgspec.Struct):
    """What every folder states: its kind, who wrote it, and its files."""

    kind: str
    libraries: dict[str, str]
    files: dict[str, FileEntry]


class ArchiveManifest(Manifest):
    """What the folder of a model or a classifier states besides: its arrays and its header."""

    arrays: dict[str, dict[str, ArrayForm]]
    header: dict[str, Any]


M = TypeVar("M", bound=Manifest)


def read_manifest(path: Path, form: type[M]) -> M:
    """Return a manifest whose checksum, version and types are right; anything else is refused."""
    data = read_file(path)
    body = data[len(_seal(b"")) :]
    try:
        # The version first: a newer crosslex may write everything else in another form.
        written_as = msgspec.json.decode(data, type=_Version).format_version
        if written_as > FORMAT_VERSION:
            raise StorageError(
                f"{path} has format version {written_as}, this crosslex reads up to "
                f"{FORMAT_VERSION}: install a newer crosslex"
            )
        if data != _seal(body) + body or written_as < 1:
            raise StorageError(f"{path} was damaged or edited: its checksum does not match")
        manifest = msgspec.json.decode(data, type=form)
    except (ValueError, RecursionError) as error:
        raise StorageError(f"{path} is damaged or not crosslex's: {error}") from None
    for name in manifest.files:
        if not is_plain_name(name):
            raise StorageError(f"{path} is damaged: it lists a file called {name!r}")
    return manifest


def sealed_manifest(
    kind: str, files: Mapping[str, FileEntry], facts: Mapping[str, Any], folder: StrPath
) -> bytes:
    """Return a manifest's bytes: one line per key, after a checksum of all that follows it."""
    content = {
        "format_version": FORMAT_VERSION,
        "kind": kind,
        "libraries": _library_versions(),
        "files": msgspec.to_builtins(files),
        **facts,
    }
    try:
        lines = ",\n".join(
            f'"{key}": {json.dumps(value, ensure_ascii=False, allow_nan=False)}'
            for key, value in content.items()
        )
        body = f"{lines}\n}}\n".encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise StorageError(f"cannot write {folder}: JSON cannot hold its header: {error}") from None
    return _seal(body) + body


def is_plain_name(name: str) -> bool:
    """Say whether a file of a folder may have this name: no path, and no manifest's."""
    return _FILE_NAME.fullmatch(name) is not None and name not in MANIFESTS


def read_file(path: Path, entry: FileEntry | None = None) -> bytes:
    """Return a file's bytes, if they are those that the manifest lists."""
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise StorageError(f"{path} is damaged: it is not a file")
        if entry is None and status.st_size > LARGEST_MANIFEST:
            raise StorageError(
                f"{path} is damaged or not crosslex's: {status.st_size:,} bytes long, "
                f"more than {LARGEST_MANIFEST:,}"
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


def _seal(body: bytes) -> bytes:
    return b'{"sha256": "%b",\n' % hashlib.sha256(body).hexdigest().encode()


def _library_versions() -> dict[str, str]:
    # Imported only where something is written: reading does not need it.
    from importlib.metadata import PackageNotFoundError, version

    versions = {}
    for library in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[library] = version(library)
    return versions
