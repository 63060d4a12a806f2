"""Files and folders replaced in one step, so that a kill at any moment leaves the old or the new.

A folder NAME is replaced by renaming alone:

1. the new content is written to `.NAME.crosslex-new-*` beside it and flushed to the disk;
2. NAME is renamed `.NAME.crosslex-old`;
3. `.NAME.crosslex-new-*` is renamed NAME;
4. `.NAME.crosslex-old` is renamed `.NAME.crosslex-gone-*` and removed.

So NAME and `.NAME.crosslex-old` are complete at every moment. Between 2 and 3, when there is no
NAME, readers take `.NAME.crosslex-old`; the next write puts it back, and sweeps away what else a
killed run left. Of two that write the same folder at once the later wins and the earlier fails.
"""

import hashlib
import json
import os
import re
import secrets
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError
from safetensors.numpy import save_file

from crosslex.errors import StorageError
from crosslex.storage.mapped import TEXTS, block_checksums, write_mapped
from crosslex.storage.reading import (
    FORMAT_VERSION,
    MANIFESTS,
    Archive,
    FileEntry,
    Manifest,
    StrPath,
    backup_path,
    checksum_line,
    is_plain_name,
    is_vacant,
    read_manifest,
    resolve_path,
)
from crosslex.text.settings import function_name

try:
    import fcntl
except ImportError:  # Windows, where two writers of one folder are not kept apart
    fcntl = None  # type: ignore[assignment]

FileWriter = Callable[[Path], object]

_LIBRARIES = ("crosslex", "numpy", "scipy", "scikit-learn", "numba", "simplemma", "safetensors")


def write_archive(folder: StrPath, archive: Archive) -> None:
    """Write an archive so that a kill at any moment leaves the old one or the new one.

    The same content gives the same bytes. An archive of the same kind is replaced; a folder
    that holds anything else is refused.

    >>> import tempfile
    >>> from crosslex.storage import read_archive
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     written = Archive("model", {"dimension": 2}, {"vectors": {"books": np.eye(2)}}, {})
    ...     write_archive(folder, written)
    ...     read_archive(folder, "model").arrays["vectors"]["books"].tolist()
    [[1.0, 0.0], [0.0, 1.0]]
    """
    files: dict[str, FileWriter] = {}
    for stem, arrays in archive.arrays.items():
        for name, array in arrays.items():
            if array.dtype.kind not in "biuf" or array.itemsize > 8 or name == "__metadata__":
                raise StorageError(
                    f"cannot write {folder}: no form for {stem} {name!r} of type {array.dtype}"
                )
        write = write_mapped if f"{stem}.safetensors" == TEXTS else _write_arrays
        files[f"{stem}.safetensors"] = partial(write, arrays)
    for name, text in archive.texts.items():
        if name.endswith(".safetensors"):
            raise StorageError(f"cannot write {folder}: {name} is no name for a text")
        files[name] = partial(Path.write_text, data=text, encoding="utf-8", newline="\n")
    write_folder(folder, archive.kind, files, {"header": dict(archive.header)})


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


def write_file(path: StrPath, write: FileWriter) -> None:
    """Write one file in one step, replacing any file of that name."""
    target = resolve_path(path)
    with staged(target) as fresh:
        write(fresh)
        flush_to_disk(fresh)
        fresh.replace(target)
        flush_to_disk(target.parent)


def described_setting(value: Any) -> Any:
    """Return a setting as JSON holds it; a function is known by its name alone.

    >>> described_setting(len), described_setting(np.float32(0.5))
    ('builtins:len', 0.5)
    """
    if callable(value):
        return function_name(value)
    return value.item() if isinstance(value, np.generic) else value


def _refuse_foreign(folder: Path, manifest: str) -> None:
    if not folder.exists():
        return
    if not folder.is_dir():
        raise StorageError(f"{folder} is a file: choose another folder")
    found = {path.name for path in folder.iterdir()}
    if manifest in found:
        try:
            found -= {manifest, *read_manifest(folder / manifest, Manifest).files}
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


def _write_listed(folder: Path, name: str, write: FileWriter) -> FileEntry:
    if not is_plain_name(name):
        raise StorageError(f"cannot write a file called {name!r}: choose a plain name")
    path = folder / name
    write(path)
    flush_to_disk(path)
    with path.open("rb") as stream:
        checksum = hashlib.file_digest(stream, "sha256").hexdigest()
    blocks = block_checksums(path) if name == TEXTS else ""
    return FileEntry(path.stat().st_size, checksum, blocks)


def _encode_manifest(
    kind: str, files: Mapping[str, FileEntry], content: Mapping[str, Any], folder: StrPath
) -> bytes:
    """Return a manifest's bytes: one line per key, after a checksum of all that follows it."""
    entries = {
        "format_version": FORMAT_VERSION,
        "kind": kind,
        "libraries": library_versions(),
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
    return checksum_line(body) + body


def library_versions() -> dict[str, str]:
    """Return the versions of crosslex and of the libraries that results depend on."""
    # Imported only where something is written: reading does not need it.
    from importlib.metadata import PackageNotFoundError, version

    versions = {}
    for library in _LIBRARIES:
        with suppress(PackageNotFoundError):
            versions[library] = version(library)
    return versions


@contextmanager
def staged(target: Path) -> Iterator[Path]:
    """Yield a free path beside the target, and remove what is there if the block fails."""
    fresh = _sibling(target, "new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        _recover(target)
        try:
            yield fresh
        except BaseException:
            _remove(fresh)
            raise
    except OSError as error:
        raise StorageError(f"cannot write {target}: {error.strerror or error}") from error
    except (SafetensorError, UnicodeEncodeError) as error:
        raise StorageError(f"cannot write {target}: {error}") from error


def replace_folder(fresh: Path, target: Path) -> None:
    """Move a folder into the place of another, which is removed."""
    old = backup_path(target)
    with _locked(target.parent):
        fresh.stat()  # fails here, before anything is moved, if another writer swept it away
        if target.exists():
            target.rename(old)
        try:
            fresh.rename(target)
        except OSError:
            with suppress(OSError):
                old.rename(target)
            raise
        flush_to_disk(target.parent)
        gone = _discard(old, target)
    _remove(gone)


def flush_to_disk(path: Path) -> None:
    """Flush a file or a folder to the disk."""
    if path.is_dir() and os.name == "nt":  # Windows cannot open a folder
        return
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sibling(target: Path, state: Literal["new", "gone"]) -> Path:
    return target.with_name(f".{target.name}.crosslex-{state}-{secrets.token_hex(4)}")


@contextmanager
def _locked(parent: Path) -> Iterator[None]:
    """Keep other writers from renaming here for a moment; the lock dies with its process."""
    if fcntl is None:
        yield
        return
    descriptor = os.open(parent, os.O_RDONLY)
    try:
        with suppress(OSError):  # a file system without locks still has atomic renames
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _recover(target: Path) -> None:
    """Put back what a killed run had moved away, and remove what it had not finished."""
    leftover = re.compile(rf"\.{re.escape(target.name)}\.crosslex-(old|(new|gone)-[0-9a-f]{{8}})")
    with _locked(target.parent):
        if is_vacant(target) and backup_path(target).exists():
            backup_path(target).rename(target)
        found = [path for path in target.parent.iterdir() if leftover.fullmatch(path.name)]
        discarded = [_discard(path, target) for path in found]
    for path in discarded:
        _remove(path)


def _discard(path: Path, target: Path) -> Path:
    # Renamed first, so that nothing half removed is ever taken for something complete.
    gone = _sibling(target, "gone")
    with suppress(FileNotFoundError):  # another writer was quicker
        path.rename(gone)
    return gone


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
