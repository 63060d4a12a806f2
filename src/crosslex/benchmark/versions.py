"""What code results were computed with: it must be known, and never mixed."""

import hashlib
import platform
from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import crosslex

LIBRARIES: Final = ("crosslex", "numpy", "scipy", "scikit-learn", "numba", "simplemma")
DECISIVE: Final = ("text", "corpus", "counting", "pivots", "learn", "adapt", "classify")
"""The parts of crosslex that decide what a method decides."""


def versions() -> dict[str, str]:
    """Return the versions of what results depend on."""
    found = {"python": platform.python_version()}
    for library in LIBRARIES:
        with suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


def code_sha256() -> str:
    """Return a checksum of the code of all methods, which may change while its version stays."""
    digest = hashlib.sha256()
    root = Path(crosslex.__file__).parent
    for part in DECISIVE:
        for path in sorted((root / part).rglob("*.py")):
            digest.update(f"{path.relative_to(root).as_posix()}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def file_sha256(*names: str) -> str:
    """Return a checksum of some of the benchmark's own files."""
    root = Path(__file__).parent
    return hashlib.sha256(b"\n".join((root / name).read_bytes() for name in names)).hexdigest()
