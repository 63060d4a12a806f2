"""The dataset hutto2014: human-scored sentences of four domains, fetched through pip.

Hutto and Gilbert (2014), VADER: A Parsimonious Rule-based Model for Sentiment Analysis of Social
Media Text, ICWSM; MIT license. They are in the package's source distribution only.
"""

import io
import json
import os
import tarfile
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crosslex.corpus import Document, read_documents
from crosslex.datasets import Package, default_cache, download, fetch_texts

PACKAGE = Package(
    "vaderSentiment", "3.3.2", "5d7c06e027fc8b99238edb0d53d970cf97066ef97654009890b83703849632f9"
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

INNER_ARCHIVE = f"{PACKAGE.name}-{PACKAGE.version}/additional_resources/hutto_ICWSM_2014.tar.gz"
MEMBERS = {
    "products": "hutto_ICWSM_2014/amazonReviewSnippets_GroundTruth.txt",
    "movies": "hutto_ICWSM_2014/movieReviewSnippets_GroundTruth.txt",
    "editorials": "hutto_ICWSM_2014/nytEditorialSnippets_GroundTruth.txt",
    "tweets": "hutto_ICWSM_2014/tweets_GroundTruth.txt",
}

DOMAINS = tuple(MEMBERS)
SHA256 = {
    "products": "426caa5ce1632aefa4a0c4613273813ab973f90f76f91cde6111feb9dbb9b0da",
    "movies": "7c78126511645d506b2df9af4d0cc80dbdda47afed192cfbcd76985c6d6c23f0",
    "editorials": "92039186f027ff19388df06227b9680d2f18057acbe0303e64eabe6bc1f20b34",
    "tweets": "bf30ca3d91a68202a37c4f464d5d1bf98354798b0d3f092cdd4ced96f4c2e7ee",
}
"""Of the four files that `fetch_hutto2014` writes."""


def fetch_hutto2014(cache: Path | None = None) -> Path:
    """Return the folder with the four domains' files, fetched through pip on first use.

    Each is a `.jsonl` with the keys id, score (the mean of human judgments from -4 to 4),
    label (1 for a score above zero, 0 below, left out at zero) and text. Without a `cache`, it
    is the folder that the variable CROSSLEX_CACHE names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "hutto2014"
    files = {f"{domain}.jsonl": sha256 for domain, sha256 in SHA256.items()}
    return fetch_texts(PACKAGE, files, ground_truth, folder, fetch_source)


def read_hutto2014(cache: Path | None = None) -> Iterator[Document]:
    """Yield the sentences of all four domains, fetched on first use."""
    folder = fetch_hutto2014(cache)
    for domain in DOMAINS:
        for document in read_documents(folder / f"{domain}.jsonl"):
            yield Document(document.text, document.label, domain)


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
        yield download(package, Path(folder), options, environment)


def ground_truth(archive: Path) -> dict[str, bytes]:
    """Return the four domains' files out of the source distribution; nothing is extracted.

    Its checksum has been compared, so that its members are those that are known.
    """
    with tarfile.open(archive, "r:gz") as outer:
        inner = io.BytesIO(_member(outer, INNER_ARCHIVE))
    with tarfile.open(fileobj=inner, mode="r:gz") as tables:
        return {f"{d}.jsonl": to_jsonl(_member(tables, name)) for d, name in MEMBERS.items()}


def _member(archive: tarfile.TarFile, name: str) -> bytes:
    content = archive.extractfile(name)
    return content.read() if content else b""


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
