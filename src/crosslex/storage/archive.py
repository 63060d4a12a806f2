"""Folders with a checksum for every byte: checked when read, never executed."""

import hashlib
import json
import re
import stat
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save_file

from crosslex.errors import StorageError
from crosslex.storage.replacing import (
    FileWriter,
    StrPath,
    old_of,
    place_of,
    swap,
    sync,
    vacant,
    written_beside,
)

FORMAT_VERSION = 1

ArchiveKind = Literal["model", "classifier"]

_MANIFESTS = ("model.json", "classifier.json", "export.json")
_LIBRARIES = ("crosslex", "numpy", "scipy", "scikit-learn", "numba", "simplemma", "safetensors")
_FILE_NAME = re.compile(r"[\w%-][\w .%-]*")
_READ_ATTEMPTS = 10

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Archive:
    """What a model's or a classifier's folder holds.

    Parameters
    ----------
    kind
        What it is an archive of.
    header
        Anything that JSON can hold; its order is kept.
    arrays
        Named arrays by file: `{"vectors": {"books": …}}` is written to `vectors.safetensors`.
        Arrays that were read are read-only.
    texts
        Further text files by name, such as `README.md`.
    libraries
        Versions of the libraries that wrote it; empty unless it was read.
    """

    kind: ArchiveKind
    header: Mapping[str, Any]
    arrays: Mapping[str, Mapping[str, NDArray[Any]]]
    texts: Mapping[str, str]
    libraries: Mapping[str, str] = field(default_factory=dict)


def write_archive(folder: StrPath, archive: Archive) -> None:
    """Write an archive so that a kill at any moment leaves the old one or the new one.

    The same content gives the same bytes. An archive of the same kind is replaced; a folder
    that holds anything else is refused.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = Archive("model", {"dimension": 2}, {"vectors": {"books": np.eye(2)}}, {})
    ...     write_archive(folder, written)
    ...     read_archive(folder, "model").arrays["vectors"]["books"].tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    files: dict[str, FileWriter] = {}
    stated: dict[str, dict[str, Any]] = {}
    for stem, arrays in archive.arrays.items():
        for name, array in arrays.items():
            if array.dtype.kind not in "biuf" or array.itemsize > 8 or name == "__metadata__":
                raise StorageError(
                    f"cannot write {folder}: no form for {stem} {name!r} of type {array.dtype}"
                )
        stated[stem] = {name: _form(array) for name, array in arrays.items()}
        files[f"{stem}.safetensors"] = partial(_write_arrays, arrays)
    for name, text in archive.texts.items():
        if name.endswith(".safetensors"):
            raise StorageError(f"cannot write {folder}: {name} is no name for a text")
        files[name] = partial(_write_text, text)
    write_folder(folder, archive.kind, files, {"arrays": stated, "header": dict(archive.header)})


def read_archive(folder: StrPath, kind: ArchiveKind) -> Archive:
    """Read an archive, and refuse it if a single byte is not as it was written."""
    place = place_of(folder)
    for _ in range(_READ_ATTEMPTS):
        before = _identity(place / f"{kind}.json")
        try:
            return _read_archive(place, kind)
        except StorageError:
            # Half of the files may have been read before another process replaced the folder.
            if _identity(place / f"{kind}.json") == before:
                raise
    return _read_archive(place, kind)


def write_folder(
    folder: StrPath, kind: str, files: Mapping[str, FileWriter], facts: Mapping[str, Any]
) -> None:
    """Write files, and `<kind>.json` with their checksums and further facts, in one step."""
    place = place_of(folder)
    with written_beside(place) as fresh:
        _refuse_foreign(place, f"{kind}.json")
        fresh.mkdir()
        content = {
            "format_version": FORMAT_VERSION,
            "kind": kind,
            "libraries": _library_versions(),
            "files": {name: _write_listed(fresh, name, write) for name, write in files.items()},
            **facts,
        }
        (fresh / f"{kind}.json").write_bytes(_sealed(content, folder))
        sync(fresh / f"{kind}.json")
        sync(fresh)
        swap(fresh, place)


def _refuse_foreign(place: Path, manifest: str) -> None:
    if not place.exists():
        return
    if not place.is_dir():
        raise StorageError(f"{place} is a file: choose another folder")
    found = {path.name for path in place.iterdir()}
    if manifest in found:
        try:
            found -= {manifest, *_read_manifest(place / manifest)["files"]}
        except StorageError as error:
            raise StorageError(f"will not replace {place}: {error}") from None
    if found:
        example = min(found.intersection(_MANIFESTS) or found)
        raise StorageError(f"{place} already holds {example}: choose another folder")


def _write_arrays(arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    # safetensors copies memory as it lies, whatever the strides say, for its owner's eyes only.
    path.touch()
    mode = path.stat().st_mode
    save_file({name: np.asarray(array, order="C") for name, array in arrays.items()}, path)
    path.chmod(mode)


def _write_text(text: str, path: Path) -> None:
    path.write_bytes(text.encode())


def _write_listed(folder: Path, name: str, write: FileWriter) -> dict[str, int | str]:
    if not _FILE_NAME.fullmatch(name) or name in _MANIFESTS:
        raise StorageError(f"cannot write a file called {name!r}: choose a plain name")
    path = folder / name
    write(path)
    sync(path)
    with path.open("rb") as stream:
        checksum = hashlib.file_digest(stream, "sha256").hexdigest()
    return {"bytes": path.stat().st_size, "sha256": checksum}


def _library_versions() -> dict[str, str]:
    versions = {}
    for library in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[library] = version(library)
    return versions


def _form(array: NDArray[Any]) -> dict[str, Any]:
    return {"dtype": array.dtype.name, "shape": list(array.shape)}


def _sealed(content: Mapping[str, Any], folder: StrPath) -> bytes:
    """Write a manifest, a line a key, after a checksum of all that follows it."""
    try:
        lines = ",\n".join(
            f'"{key}": {json.dumps(value, ensure_ascii=False, allow_nan=False)}'
            for key, value in content.items()
        )
        body = f"{lines}\n}}\n".encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise StorageError(f"cannot write {folder}: JSON cannot hold its header: {error}") from None
    return _seal(body) + body


def _seal(body: bytes) -> bytes:
    return b'{"sha256": "%b",\n' % hashlib.sha256(body).hexdigest().encode()


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_ino, status.st_mtime_ns


def _find_manifest(place: Path, kind: ArchiveKind) -> Path:
    source = old_of(place) if vacant(place) and old_of(place).exists() else place
    if not source.is_dir():
        raise StorageError(f"{place} is not a folder: give the folder of a {kind}")
    if not (source / f"{kind}.json").exists():
        others = [name for name in _MANIFESTS if (source / name).exists()]
        what = f"holds {others[0]}" if others else "was not written by crosslex"
        raise StorageError(f"{place} is not the folder of a {kind}: it {what}")
    return source / f"{kind}.json"


def _read_archive(place: Path, kind: ArchiveKind) -> Archive:
    try:
        path = _find_manifest(place, kind)
    except OSError as error:
        raise StorageError(f"cannot read {place}: {error.strerror or error}") from None
    manifest = _read_manifest(path)
    if manifest.get("kind") != kind:
        raise StorageError(f"{path} is damaged: its kind is {manifest.get('kind')!r}")
    header = _typed(manifest.get("header"), dict, f"{path}: header")
    libraries = _typed(manifest.get("libraries"), dict, f"{path}: libraries")
    for library, number in libraries.items():
        _typed(number, str, f"{path}: libraries: {library!r}")
    stated = _typed(manifest.get("arrays"), dict, f"{path}: arrays")
    arrays, texts = {}, {}
    for name, entry in manifest["files"].items():
        data = _read_file(path.with_name(name), entry["bytes"], entry["sha256"])
        stem = name.removesuffix(".safetensors")
        if stem == name:
            texts[name] = _decoded(data, path.with_name(name))
        else:
            form = _typed(stated.pop(stem, None), dict, f"{path}: arrays: {stem}")
            arrays[stem] = _read_arrays(data, form, path.with_name(name))
    if stated:
        raise StorageError(f"{path} is damaged: it lists arrays {min(stated)!r} without a file")
    return Archive(kind, header, arrays, texts, libraries)


def _read_manifest(path: Path) -> dict[str, Any]:
    """Read a manifest and check it against its seal; `files` can then be relied upon."""
    data = _read_file(path)
    try:
        manifest: dict[str, Any] = _typed(json.loads(data), dict, f"{path}")
    except (ValueError, RecursionError):
        raise StorageError(f"{path} is damaged: it is not JSON") from None
    written_as = _typed(manifest.get("format_version"), int, f"{path}: format_version")
    if written_as > FORMAT_VERSION:
        raise StorageError(
            f"{path} has format version {written_as}, this crosslex reads up to {FORMAT_VERSION}:"
            " install a newer crosslex"
        )
    body = data[len(_seal(b"")) :]
    if data != _seal(body) + body or written_as < 1:
        raise StorageError(f"{path} was damaged or edited: its checksum does not match")
    for name, entry in _typed(manifest.get("files"), dict, f"{path}: files").items():
        if not _FILE_NAME.fullmatch(name) or name in _MANIFESTS:
            raise StorageError(f"{path} is damaged: it lists a file called {name!r}")
        _typed(_typed(entry, dict, f"{path}: {name}").get("bytes"), int, f"{path}: {name}: bytes")
        _typed(entry.get("sha256"), str, f"{path}: {name}: sha256")
    return manifest


def _typed(value: object, expected: type[T], what: str) -> T:
    if type(value) is not expected:  # isinstance would take true for a number
        found = type(value).__name__
        raise StorageError(f"{what} is {found}, not {expected.__name__}: damaged or not crosslex's")
    return value


def _read_file(path: Path, size: int | None = None, checksum: str | None = None) -> bytes:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise StorageError(f"{path} is damaged: it is not a file")
        if size is not None and status.st_size != size:
            raise StorageError(f"{path} is damaged: {status.st_size} bytes long instead of {size}")
        data = path.read_bytes()
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror or error}") from None
    if checksum is not None and hashlib.sha256(data).hexdigest() != checksum:
        raise StorageError(f"{path} was damaged or edited: its checksum does not match")
    return data


def _decoded(data: bytes, path: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise StorageError(f"{path} is damaged: it is not UTF-8") from None


def _read_arrays(data: bytes, form: dict[str, Any], path: Path) -> dict[str, NDArray[Any]]:
    try:
        # Refuses sizes that do not add up to those of the data before it takes any memory.
        found = load(data)
    except (SafetensorError, KeyError, ValueError, OverflowError) as error:
        raise StorageError(f"{path} is damaged: {error}") from None
    if {name: _form(array) for name, array in found.items()} != form:
        raise StorageError(f"{path} is damaged: its arrays have not the shapes and types listed")
    for array in found.values():
        array.flags.writeable = False
    return {name: found[name] for name in form}
