"""Work done in a process of its own, without the rights of root, on a full disk, or offline."""

import os
import resource
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest


def run_python(
    code: str,
    *arguments: object,
    environment: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> str:
    """Run code in another process, which must end well, and return what it prints."""
    done = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def as_nobody() -> Iterator[None]:
    """Give up the rights of root, who may do anything, for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.setresuid(65534, 65534, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@contextmanager
def full_disk(size: int = 1000) -> Iterator[None]:
    """Let no file grow beyond so many bytes."""
    _, hard = before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def pip_looks_only_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a folder, the only place in which pip looks for packages."""
    folder.mkdir()
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    return folder
