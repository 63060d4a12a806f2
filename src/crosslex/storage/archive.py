"""Folders of arrays, texts and a header: every byte checked when read, nothing executed."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import load, save_file

from crosslex.errors import StorageError
from crosslex.storage.manifest import (
    MANIFESTS,
    ArchiveManifest,
    ArrayForm,
    FileEntry,
    Manifest,
    is_plain_name,
    read_file,
    read_manifest,
    sealed_manifest,
)
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

ArchiveKind = Literal["model", "classifier"]

_READ_ATTEMPTS = 10


@dataclass(frozen=True, eq=False)
class Archive:
    """What a model's or a classifier's folder holds.

    The header is anything that JSON can hold. Arrays are named, by file: `{"vectors": {"books":
    …}}` is written to `vectors.safetensors`; those that were read are read-only. Texts are
    further files, such as `README.md`. `libraries` are the versions of those that wrote it.
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
    forms: dict[str, dict[str, ArrayForm]] = {}
    for stem, arrays in archive.arrays.items():
        for name, array in arrays.items():
            if array.dtype.kind not in "biuf" or array.itemsize > 8 or name == "__metadata__":
                raise StorageError(
                    f"cannot write {folder}: no form for {stem} {name!r} of type {array.dtype}"
                )
        forms[stem] = {name: ArrayForm.of(array) for name, array in arrays.items()}
        files[f"{stem}.safetensors"] = partial(_write_arrays, arrays)
    for name, text in archive.texts.items():
        if name.endswith(".safetensors"):
            raise StorageError(f"cannot write {folder}: {name} is no name for a text")
        files[name] = partial(Path.write_text, data=text, encoding="utf-8", newline="\n")
    facts = {"arrays": msgspec.to_builtins(forms), "header": dict(archive.header)}
    write_folder(folder, archive.kind, files, facts)


def read_archive(
    folder: StrPath, kind: ArchiveKind, only: Collection[str] | None = None
) -> Archive:
    """Return an archive, of which not a single byte may be other than it was written.

    `only` are the files to read and check, such as `vectors.safetensors`; None reads all of them.
    """
    place = place_of(folder)
    for _ in range(_READ_ATTEMPTS):
        before = _identity(place / f"{kind}.json")
        try:
            return _read_archive(place, kind, only)
        except StorageError:
            # Half of the files may have been read before another process replaced the folder.
            if _identity(place / f"{kind}.json") == before:
                raise
    return _read_archive(place, kind, only)


def write_folder(
    folder: StrPath, kind: str, files: Mapping[str, FileWriter], facts: Mapping[str, Any]
) -> None:
    """Write files, and `<kind>.json` with their checksums and further facts, in one step."""
    place = place_of(folder)
    with written_beside(place) as fresh:
        _refuse_foreign(place, f"{kind}.json")
        fresh.mkdir()
        entries = {name: _write_listed(fresh, name, write) for name, write in files.items()}
        (fresh / f"{kind}.json").write_bytes(sealed_manifest(kind, entries, facts, folder))
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
            found -= {manifest, *read_manifest(place / manifest, Manifest).files}
        except StorageError as error:
            raise StorageError(f"will not replace {place}: {error}") from None
    if found:
        example = min(found.intersection(MANIFESTS) or found)
        raise StorageError(f"{place} already holds {example}: choose another folder")


def _write_arrays(arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    # safetensors ignores strides, and makes files that only their owner may read.
    path.touch()
    mode = path.stat().st_mode
    save_file({name: np.asarray(array, order="C") for name, array in arrays.items()}, path)
    path.chmod(mode)


def _write_listed(folder: Path, name: str, write: FileWriter) -> FileEntry:
    if not is_plain_name(name):
        raise StorageError(f"cannot write a file called {name!r}: choose a plain name")
    path = folder / name
    write(path)
    sync(path)
    with path.open("rb") as stream:
        checksum = hashlib.file_digest(stream, "sha256").hexdigest()
    return FileEntry(path.stat().st_size, checksum)


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
        others = [name for name in MANIFESTS if (source / name).exists()]
        what = f"holds {others[0]}" if others else "was not written by crosslex"
        raise StorageError(f"{place} is not the folder of a {kind}: it {what}")
    return source / f"{kind}.json"


def _read_archive(place: Path, kind: ArchiveKind, only: Collection[str] | None) -> Archive:
    try:
        path = _find_manifest(place, kind)
    except OSError as error:
        raise StorageError(f"cannot read {place}: {error.strerror or error}") from None
    manifest = read_manifest(path, ArchiveManifest)
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
        data = read_file(path.with_name(name), entry)
        if stem == name:
            try:
                texts[name] = data.decode()
            except UnicodeDecodeError:
                raise StorageError(f"{path.with_name(name)} is damaged: it is not UTF-8") from None
        else:
            arrays[stem] = _read_arrays(data, manifest.arrays[stem], path.with_name(name))
    return Archive(kind, manifest.header, arrays, texts, manifest.libraries)


def _read_arrays(
    data: bytes, forms: Mapping[str, ArrayForm], path: Path
) -> dict[str, NDArray[Any]]:
    try:
        # Refuses sizes that do not add up to those of the data before it takes any memory.
        found = load(data)
    except (SafetensorError, KeyError, ValueError, OverflowError) as error:
        raise StorageError(f"{path} is damaged: {error}") from None
    if {name: ArrayForm.of(array) for name, array in found.items()} != forms:
        raise StorageError(f"{path} is damaged: its arrays have not the shapes and types listed")
    for array in found.values():
        array.flags.writeable = False
    return {name: found[name] for name in forms}
