"""The dataset hutto2014: human-scored sentences of four domains, fetched through pip."""

import io
import json
import tarfile
from collections.abc import Iterator
from pathlib import Path

from crosslex.checks import check_choice
from crosslex.corpus.documents import Document
from crosslex.corpus.readers import read_documents
from crosslex.corpus.streams import BROKEN_STREAM
from crosslex.datasets.packages import Package, default_cache, fetch_source, is_intact, write_cached
from crosslex.errors import InputError

LICENSE = "MIT License, Copyright (c) 2016 C.J. Hutto"
CITATION = (
    "Hutto, C.J. & Gilbert, E.E. (2014). VADER: A Parsimonious Rule-based Model for Sentiment "
    "Analysis of Social Media Text. Eighth International Conference on Weblogs and Social Media "
    "(ICWSM-14). Ann Arbor, MI, June 2014."
)

PACKAGE = Package(
    "vaderSentiment", "3.3.2", "5d7c06e027fc8b99238edb0d53d970cf97066ef97654009890b83703849632f9"
)

INNER_ARCHIVE = f"{PACKAGE.name}-{PACKAGE.version}/additional_resources/hutto_ICWSM_2014.tar.gz"
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


def fetch_hutto2014(cache: Path | None = None) -> Path:
    """Return the folder with the four domains' files, fetched through pip on first use.

    Each is a `.jsonl` with the keys id, score (the mean of human judgments from -4 to 4),
    label (1 for a score above zero, 0 below, left out at zero) and text. Without a `cache`, it
    is the folder that the variable CROSSLEX_CACHE names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "hutto2014"
    if all(is_intact(folder / f"{domain}.jsonl", SHA256[domain]) for domain in DOMAINS):
        return folder
    try:
        with fetch_source(PACKAGE) as archive:
            tables = ground_truth(archive)
    except InputError as error:
        raise InputError(
            f"hutto2014: no intact copy in {folder}, and {error}, "
            "or give your own data with --data PATH"
        ) from None
    write_cached({f"{name}.jsonl": to_jsonl(table) for name, table in tables.items()}, folder)
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
        raise tarfile.ReadError(f"{name} is not a file of at most {LARGEST_MEMBER:,} bytes")
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
