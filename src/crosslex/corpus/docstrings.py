"""Docstrings of Python packages as texts of their subjects, fetched through pip as wheels."""

import ast
import inspect
import json
import warnings
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from crosslex.corpus.cache import default_cache, is_intact, write_cached
from crosslex.corpus.packages import Package, fetch_wheel
from crosslex.corpus.streams import BROKEN_STREAM
from crosslex.errors import InputError
from crosslex.text.docstring_prose import docstring_prose

LARGEST_MODULE = 2**23

_TESTS = {"test", "tests", "testing"}
_WHEELS = {
    "music": "dc3309498c4c95cebdf8d4f20c868deb6b63bce1d929cad4f51a7ccc982987b1",
    "databases": "69aea77b5d8a64e95d01fd7ec54985c84b4a8ef3cac3108e9271145441400c1b",
    "astronomy": "000d6998bcf4f097257b3776f29f1dafde0967bf1b091edbad95df564eee4eea",
}
_BODIES = ("body", "handlers", "orelse", "finalbody")


@dataclass(frozen=True)
class Subject:
    """What a package is about, and the texts that `fetch_docstrings` makes of it."""

    package: Package
    license: str
    sha256: str


SUBJECTS = {
    "music": Subject(
        Package("music21", "10.5.1", _WHEELS["music"]),
        "BSD License",
        "81521133610a59c28e538197c0c79e8c1b9a6192242b7e93d237f3f1e74e6bfb",
    ),
    "databases": Subject(
        Package("SQLAlchemy", "2.1.8", _WHEELS["databases"]),
        "MIT License",
        "35b001ff5a363f756a0e6d9d9b1d8734bbf0cd4fe5ded4be444fc93d81762b72",
    ),
    "astronomy": Subject(
        Package("astropy", "8.0.2", _WHEELS["astronomy"]),
        "BSD License",
        "279cbd1b5f85c3709683e25c89c646bcbfd4a85efcdc24ca93d54a32b861d915",
    ),
}
DOMAINS = tuple(SUBJECTS)


def fetch_docstrings(cache: Path | None = None) -> Path:
    """Return the folder with one `.jsonl` per domain, fetched through pip on first use.

    Each line has a docstring's prose as its `text` and the module it is from as its `id`. No
    package is installed, imported or run. Without a `cache`, it is the folder that the variable
    CROSSLEX_CACHE names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "docstrings"
    for domain, subject in SUBJECTS.items():
        if is_intact(folder / f"{domain}.jsonl", subject.sha256):
            continue
        try:
            with fetch_wheel(subject.package) as wheel:
                lines = to_jsonl(wheel)
        except InputError as error:
            raise InputError(
                f"docstrings: no intact copy of {domain} in {folder}, and {error}, "
                "or give your own data with --data PATH"
            ) from None
        write_cached({f"{domain}.jsonl": lines}, folder)
    return folder


def to_jsonl(wheel: Path) -> bytes:
    """Return the prose of all docstrings of a wheel, each once, as JSON objects."""
    texts: dict[str, str] = {}
    for module, source in _modules(wheel):
        for docstring in docstrings(source):
            if prose := docstring_prose(docstring):
                texts.setdefault(prose, module)
    entries = ({"id": module, "text": text} for text, module in texts.items())
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()


def docstrings(source: bytes) -> Iterator[str]:
    r"""Yield all strings that stand as statements, without running the module.

    That is what documents modules, classes, functions and attributes. What is no Python has none.

    >>> list(docstrings(b'"A module."\ndef f():\n    "A function."\n1 / 0'))
    ['A module.', 'A function.']
    """
    try:
        with warnings.catch_warnings():
            # Of escapes in other people's strings.
            warnings.simplefilter("ignore")
            waiting: list[ast.AST] = [ast.parse(source)]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    while waiting:
        match waiting.pop():
            case ast.Expr(ast.Constant(str(text))):
                yield inspect.cleandoc(text)
            case node:
                # Statements only: going through every expression would take far longer.
                inner = [each for name in _BODIES for each in getattr(node, name, ())]
                waiting.extend(reversed(inner))


def _modules(wheel: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the source of every module that is no test, in the order of paths."""
    try:
        with zipfile.ZipFile(wheel) as archive:
            for name in sorted(archive.namelist()):
                module = name.removesuffix(".py")
                if module == name or _TESTS.intersection(module.split("/")):
                    continue
                if archive.getinfo(name).file_size > LARGEST_MODULE:
                    raise zipfile.BadZipFile(f"{name} is larger than {LARGEST_MODULE:,} bytes")
                yield name, archive.read(name)
    except (zipfile.BadZipFile, *BROKEN_STREAM) as error:
        raise InputError(
            f"{wheel.name}: not the archive expected ({error}); check pip's package index"
        ) from None
