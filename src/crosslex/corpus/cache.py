"""The folder that fetched texts are kept in, and whether they are still what was written."""

import hashlib
import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from platformdirs import user_cache_dir

from crosslex.errors import InputError


def default_cache() -> Path:
    """Return the folder that crosslex keeps fetched data in."""
    return Path(os.environ.get("CROSSLEX_CACHE") or user_cache_dir("crosslex"))


def is_intact(path: Path, sha256: str) -> bool:
    """Return whether a file is there and has the content expected."""
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return hashlib.sha256(content).hexdigest() == sha256


def write_cached(contents: Mapping[str, bytes], folder: Path) -> None:
    """Write files by name, each renamed once it is complete."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".") as fresh:
            for name, content in contents.items():
                written = Path(fresh, name)
                written.write_bytes(content)
                written.replace(folder / name)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written ({error.strerror}); name another cache folder in "
            "the variable CROSSLEX_CACHE"
        ) from None
