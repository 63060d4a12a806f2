"""A small wheel for tests."""

import hashlib
import zipfile
from pathlib import Path

from crosslex.datasets import Package


def write_wheel(folder: Path, modules: dict[str, bytes], tag: str = "py3-none-any") -> Path:
    """Write the wheel of a package with some modules, by their paths."""
    path = folder / f"handmade-1.0-{tag}.whl"
    about = {
        "METADATA": "Name: handmade\nVersion: 1.0\n",
        "WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in modules.items():
            packed.writestr(name, content)
        for name, text in about.items():
            packed.writestr(f"handmade-1.0.dist-info/{name}", text)
    return path


def package(archive: Path, version: str = "1.0") -> Package:
    """Return the package that an archive is of, known by its content."""
    return Package("handmade", version, hashlib.sha256(archive.read_bytes()).hexdigest())
