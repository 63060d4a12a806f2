"""The work of Dask workers, and checks that they find the same words as the machine that asks."""

import hashlib
import socket
import unicodedata
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from platform import python_version_tuple
from typing import Any, Final

from crosslex._version import __version__
from crosslex.corpus.corpus import Corpus, Count
from crosslex.corpus.sharded import ShardSizes, ShardTask, encode_shard
from crosslex.errors import InputError, StorageError
from crosslex.text.analysis import analyze
from crosslex.text.settings import REPLACEABLE, TextSettings

Encoded = tuple[list[Corpus], ShardSizes]
Facts = dict[str, str]
"""All on one machine that the words found and their counts depend on, by name."""

LIBRARIES: Final = ("simplemma", "stopwordsiso", "numpy")
FOLDERS: Final = ("text", "corpus", "counts", "paper")
SAMPLE: Final = (
    "The 2 knives weren't sharp, e.g. after 10:30; I've preferred www.example.com!\n\n"
    "Sooo good: a CAFÉ's naïve waiters, isn't it? Die Häuser und les maisons."
)
"""A text whose words depend on every text setting."""


def encode_on_worker(task: ShardTask, expected: Facts) -> Encoded:
    """Encode a shard, if this machine has the same file and analyzes text alike."""
    check_same(expected, task.text_settings)
    path, size = task.shard.path, task.shard.size
    here = f"the worker on {socket.gethostname()}"
    if not path.exists():
        raise InputError(
            f"{path}: not there for {here}; workers must see the files under the same paths as "
            "the machine that asks"
        )
    if path.stat().st_size != size:
        raise InputError(
            f"{path}: {here} has another file there, of {path.stat().st_size:,} bytes instead of "
            f"{size:,}; let all machines see the same files"
        )
    try:
        return encode_shard(task)
    except (OSError, StorageError) as error:
        # Said here, since Dask does not say where a task failed.
        raise InputError(f"{here} cannot write or read its files ({error})") from None


def count_on_worker(
    work: tuple[Count[Any], Facts], domain: str, encoded: Encoded, first_document: int
) -> Any:
    """Count a shard that a worker keeps."""
    count, expected = work
    check_same(expected, TextSettings())
    [corpus] = [corpus for corpus in encoded[0] if corpus.name == domain]
    return count(replace(corpus, first_document=first_document))


def check_same(expected: Facts, settings: TextSettings) -> None:
    """Raise an InputError unless this worker analyzes text as the machine that asks does."""
    own = ", ".join(name for name in REPLACEABLE if getattr(settings, name) is not None)
    for name, found in facts_of(settings).items():
        if found != expected[name]:
            raise InputError(
                f"scheduler: the worker on {socket.gethostname()} has other {name} than the "
                f"machine that asks ({found} instead of {expected[name]}); install the same "
                f"versions on all{own and f', and the same {own}'}"
            )


def facts_of(settings: TextSettings) -> Facts:
    """Return all on this machine that the words found and their counts depend on."""
    try:
        words = repr(analyze(SAMPLE, settings))
    except Exception as error:
        # A user's function may refuse the sample.
        words = type(error).__name__
    dropped = " ".join(sorted(settings.stop_words_used))
    return {
        **_installed(),
        "words of a text": _digest(f"{words}\n{dropped}".encode("utf-8", "replace")),
    }


@cache
def _installed() -> Facts:
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
    root = Path(__file__).parent.parent
    files = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*.py"))]
    code = [path.read_bytes().replace(b"\r\n", b"\n") for path in files]
    return {**found, "files of crosslex": _digest(b"\0".join(code))}


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
