"""Small reviews of three domains that share some words of praise and blame and not others."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from crosslex_bench.data.reviews import Review
from generated_domains import generate_reviews

DOMAINS = ("films", "knives", "songs")
CLASSES = ("bad", "good")
TRAIN, TEST, UNLABELED = 40, 15, 60
"""Reviews of each class."""


def generated_reviews(domains: Sequence[str] = DOMAINS) -> list[Review]:
    found = generate_reviews(domains, CLASSES, size=TRAIN + TEST + UNLABELED)
    place: dict[tuple[str, str], int] = {}
    reviews = []
    for text, label, domain in zip(found.texts, found.labels, found.domains, strict=True):
        number = place[domain, label] = place.get((domain, label), -1) + 1
        if number >= TRAIN + TEST:
            reviews.append(Review(str(text), str(domain)))
        else:
            split = "train" if number < TRAIN else "test"
            reviews.append(Review(str(text), str(domain), CLASSES.index(label), split))
    return reviews


def write_jsonl_folder(reviews: Sequence[Review], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, labeled in (("labelled", True), ("unlabelled", False)):
        rows = [asdict(each) for each in reviews if (each.label is not None) == labeled]
        (folder / f"{name}.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    return folder
