"""Whether a worker would make of a text what this machine makes of it."""

import hashlib
import socket
import unicodedata
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version_tuple
from typing import Final

from crosslex._version import __version__
from crosslex.errors import InputError
from crosslex.text.analysis import analyze
from crosslex.text.settings import REPLACEABLE, TextSettings

LIBRARIES: Final = ("simplemma", "stopwordsiso", "numpy")
"""Other packages that decide which words are found and how they are counted."""
FOLDERS: Final = ("text", "corpus", "counting")
"""Folders of crosslex that do."""
SAMPLE: Final = (
    "The 2 knives weren't sharp, e.g. after 10:30; I've preferred www.example.com!\n\n"
    "Sooo good: a CAFÉ's naïve waiters, isn't it? Die Häuser und les maisons."
)
"""A text that tells settings apart by what they make of it."""


@dataclass(frozen=True)
class Analysis:
    """What the result of reading and counting depends on, on one machine.

    `versions` are those of Python, crosslex and its libraries by name, `code` is a digest of
    crosslex's own files, `words` one of what the text settings make of a sample.
    """

    versions: dict[str, str]
    code: str
    words: str


def analysis_here(settings: TextSettings) -> Analysis:
    """Return what this machine has, with these settings."""
    return Analysis(_versions(), _code(), _words(settings))


def check_same_analysis(expected: Analysis, settings: TextSettings) -> None:
    """Refuse to work for a machine with another crosslex, or with other text settings."""
    found = analysis_here(settings)
    if found == expected:
        return
    here = f"the worker on {socket.gethostname()}"
    for name, wanted in expected.versions.items():
        if found.versions[name] != wanted:
            raise InputError(
                f"scheduler: {here} has {name} {found.versions[name]}, the machine that asks "
                f"has {wanted}; install the same version on all"
            )
    if found.code != expected.code:
        raise InputError(
            f"scheduler: {here} has other files of crosslex {__version__} than the machine that "
            "asks; install the same on all"
        )
    raise InputError(
        f"scheduler: {here} makes other words of a text than the machine that asks; check that "
        f"it has the same {_own_functions(settings)}"
    )


@cache
def _versions() -> dict[str, str]:
    found = {
        "Python": ".".join(python_version_tuple()[:2]),
        "Unicode": unicodedata.unidata_version,
        "crosslex": __version__,
    }
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "not installed"
    return found


@cache
def _code() -> str:
    digest = hashlib.sha256()
    root = Path(__file__).parent.parent
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            digest.update(path.relative_to(root).as_posix().encode())
            digest.update(path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _words(settings: TextSettings) -> str:
    try:
        words = repr(analyze(SAMPLE, settings))
    except Exception as error:
        # A function of the user's own may refuse the sample.
        words = type(error).__name__
    dropped = " ".join(sorted(settings.stop_words_used))
    return hashlib.sha256(f"{words}\n{dropped}".encode(errors="replace")).hexdigest()


def _own_functions(settings: TextSettings) -> str:
    names = [name for name in REPLACEABLE if getattr(settings, name) is not None]
    return ", ".join(names) or "lists of stop words"
