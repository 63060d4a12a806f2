"""Folders of arrays, texts and a header: every byte is checked when read, nothing is executed.

A folder holds `<kind>.json`, its manifest: format version, library versions, and a checksum of
every other file and of the manifest itself.
"""

import hashlib
import json
import re
import stat
from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save_file

from crosslex.errors import StorageError
from crosslex.storage.atomic import (
    FileWriter,
    StrPath,
    backup_path,
    flush_to_disk,
    is_vacant,
    replace_folder,
    resolve_path,
    staged,
)

ArchiveKind = Literal["model", "classifier"]

FORMAT_VERSION = 1
MAX_MANIFEST_BYTES = 2**26
"""Enough for millions of words; decoding takes twenty times as much memory."""
MANIFESTS = ("model.json", "classifier.json", "export.json")

_LIBRARIES = ("crosslex", "numpy", "scipy", "scikit-learn", "numba", "simplemma", "safetensors")
_FILE_NAME = re.compile(r"[\w%-][\w .%-]*")
_READ_ATTEMPTS = 10


@dataclass(frozen=True, eq=False)
class Archive:
    """The content of a model's or a classifier's folder.

    The header is anything that JSON can hold. Arrays are named, by file: `{"vectors": {"books":
    …}}` is written to `vectors.safetensors`; arrays that were read are read-only. Texts are
    further files, such as `README.md`. `libraries` are the versions of those that wrote it.
    """

    kind: ArchiveKind
    header: Mapping[str, Any]
    arrays: Mapping[str, Mapping[str, NDArray[Any]]]
    texts: Mapping[str, str]
    libraries: Mapping[str, str] = field(default_factory=dict)


class _Version(msgspec.Struct):
    format_version: int


class _FileEntry(msgspec.Struct):
    """Size and checksum of one file."""

    bytes: int
    sha256: str


class _ArrayEntry(msgspec.Struct):
    """Type and shape of one array."""

    dtype: str
    shape: list[int]

    @classmethod
    def of(cls, array: NDArray[Any]) -> "_ArrayEntry":
        return cls(array.dtype.name, list(array.shape))


class _Manifest(msgspec.Struct):
    """The entries of every folder's manifest."""

    kind: str
    libraries: dict[str, str]
    files: dict[str, _FileEntry]


class _ArchiveManifest(_Manifest):
    """The manifest of a model or a classifier, which also lists arrays and has a header."""

    arrays: dict[str, dict[str, _ArrayEntry]]
    header: dict[str, Any]


M = TypeVar("M", bound=_Manifest)


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
    entries: dict[str, dict[str, _ArrayEntry]] = {}
    for stem, arrays in archive.arrays.items():
        for name, array in arrays.items():
            if array.dtype.kind not in "biuf" or array.itemsize > 8 or name == "__metadata__":
                raise StorageError(
                    f"cannot write {folder}: no form for {stem} {name!r} of type {array.dtype}"
                )
        entries[stem] = {name: _ArrayEntry.of(array) for name, array in arrays.items()}
        files[f"{stem}.safetensors"] = partial(_write_arrays, arrays)
    for name, text in archive.texts.items():
        if name.endswith(".safetensors"):
            raise StorageError(f"cannot write {folder}: {name} is no name for a text")
        files[name] = partial(Path.write_text, data=text, encoding="utf-8", newline="\n")
    content = {"arrays": msgspec.to_builtins(entries), "header": dict(archive.header)}
    write_folder(folder, archive.kind, files, content)


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


def write_folder(
    folder: StrPath, kind: str, files: Mapping[str, FileWriter], content: Mapping[str, Any]
) -> None:
    """Write files, and `<kind>.json` with their checksums and further content, in one step."""
    target = resolve_path(folder)
    with staged(target) as fresh:
        _refuse_foreign(target, f"{kind}.json")
        fresh.mkdir()
        entries = {name: _write_listed(fresh, name, write) for name, write in files.items()}
        (fresh / f"{kind}.json").write_bytes(_encode_manifest(kind, entries, content, folder))
        flush_to_disk(fresh / f"{kind}.json")
        flush_to_disk(fresh)
        replace_folder(fresh, target)


def _refuse_foreign(folder: Path, manifest: str) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise StorageError(f"{folder} is a file: choose another folder")
    found = {path.name for path in folder.iterdir()}
    if manifest in found:
        try:
            found -= {manifest, *_read_manifest(folder / manifest, _Manifest).files}
        except StorageError as error:
            raise StorageError(f"will not replace {folder}: {error}") from None
    if found:
        example = min(found.intersection(MANIFESTS) or found)
        raise StorageError(f"{folder} already holds {example}: choose another folder")


def _write_arrays(arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    # safetensors ignores strides, and makes files that only their owner may read.
    path.touch()
    mode = path.stat().st_mode
    save_file({name: np.asarray(array, order="C") for name, array in arrays.items()}, path)
    path.chmod(mode)


def _write_listed(folder: Path, name: str, write: FileWriter) -> _FileEntry:
    if not _is_plain_name(name):
        raise StorageError(f"cannot write a file called {name!r}: choose a plain name")
    path = folder / name
    write(path)
    flush_to_disk(path)
    with path.open("rb") as stream:
        checksum = hashlib.file_digest(stream, "sha256").hexdigest()
    return _FileEntry(path.stat().st_size, checksum)


def _encode_manifest(
    kind: str, files: Mapping[str, _FileEntry], content: Mapping[str, Any], folder: StrPath
) -> bytes:
    """Return a manifest's bytes: one line per key, after a checksum of all that follows it."""
    entries = {
        "format_version": FORMAT_VERSION,
        "kind": kind,
        "libraries": _library_versions(),
        "files": msgspec.to_builtins(files),
        **content,
    }
    try:
        lines = ",\n".join(
            f'"{key}": {json.dumps(value, ensure_ascii=False, allow_nan=False)}'
            for key, value in entries.items()
        )
        body = f"{lines}\n}}\n".encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise StorageError(f"cannot write {folder}: JSON cannot hold its header: {error}") from None
    return _checksum_line(body) + body


def _library_versions() -> dict[str, str]:
    # Imported only where something is written: reading does not need it.
    from importlib.metadata import PackageNotFoundError, version

    versions = {}
    for library in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[library] = version(library)
    return versions


def _checksum_line(body: bytes) -> bytes:
    return b'{"sha256": "%b",\n' % hashlib.sha256(body).hexdigest().encode()


def _is_plain_name(name: str) -> bool:
    """Return whether a file of a folder may have this name: no path, and no manifest's."""
    return _FILE_NAME.fullmatch(name) is not None and name not in MANIFESTS


def _read_archive(folder: Path, kind: ArchiveKind, only: Collection[str] | None) -> Archive:
    try:
        path = _find_manifest(folder, kind)
    except OSError as error:
        raise StorageError(f"cannot read {folder}: {error.strerror or error}") from None
    manifest = _read_manifest(path, _ArchiveManifest)
    if manifest.kind != kind:
        raise StorageError(f"{path} is damaged: its kind is {manifest.kind!r}")
    arrays, texts = {}, {}
    for stem in manifest.arrays:
        if f"{stem}.safetensors" not in manifest.files:
            raise StorageError(f"{path} is damaged: it lists arrays {stem!r} without a file")
    for name, entry in manifest.files.items():
        stem = name.removesuffix(".safetensors")
        if stem != name and stem not in manifest.arrays:
            raise StorageError(f"{path} is damaged: it does not list the arrays of {name}")
        if only is not None and name not in only:
            continue
        data = _read_file(path.with_name(name), entry)
        if stem == name:
            try:
                texts[name] = data.decode()
            except UnicodeDecodeError:
                raise StorageError(f"{path.with_name(name)} is damaged: it is not UTF-8") from None
        else:
            arrays[stem] = _read_arrays(data, manifest.arrays[stem], path.with_name(name))
    return Archive(kind, manifest.header, arrays, texts, manifest.libraries)


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


def _read_manifest(path: Path, form: type[M]) -> M:
    """Return a manifest whose checksum, version and types are right; anything else is refused."""
    data = _read_file(path)
    body = data[len(_checksum_line(b"")) :]
    try:
        # The version first: a newer crosslex may write everything else in another form.
        version = msgspec.json.decode(data, type=_Version).format_version
        if version > FORMAT_VERSION:
            raise StorageError(
                f"{path} has format version {version}, this crosslex reads up to "
                f"{FORMAT_VERSION}: install a newer crosslex"
            )
        if data != _checksum_line(body) + body or version < 1:
            raise StorageError(f"{path} was damaged or edited: its checksum does not match")
        manifest = msgspec.json.decode(data, type=form)
    except (ValueError, RecursionError) as error:
        raise StorageError(f"{path} is damaged or not crosslex's: {error}") from None
    for name in manifest.files:
        if not _is_plain_name(name):
            raise StorageError(f"{path} is damaged: it lists a file called {name!r}")
    return manifest


def _read_file(path: Path, entry: _FileEntry | None = None) -> bytes:
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


def _read_arrays(
    data: bytes, entries: Mapping[str, _ArrayEntry], path: Path
) -> dict[str, NDArray[Any]]:
    try:
        # Refuses sizes that do not add up to those of the data before it takes any memory.
        found = load(data)
    except (SafetensorError, KeyError, ValueError, OverflowError) as error:
        raise StorageError(f"{path} is damaged: {error}") from None
    if {name: _ArrayEntry.of(array) for name, array in found.items()} != entries:
        raise StorageError(f"{path} is damaged: its arrays have not the shapes and types listed")
    for array in found.values():
        array.flags.writeable = False
    return {name: found[name] for name in entries}
