"""Small reviews of three domains that share some words of praise and blame and not others."""

import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from crosslex_bench.data.reviews import Review

SHARED = {1: ["good", "great", "love", "nice"], 0: ["bad", "awful", "hate", "dull"]}
OWN = {
    "films": {1: ["funny", "moving", "gripping"], 0: ["boring", "endless", "shallow"]},
    "knives": {1: ["sharp", "sturdy", "durable"], 0: ["rusty", "wobbly", "blunt"]},
    "songs": {1: ["catchy", "melodic", "groovy"], 0: ["noisy", "tuneless", "muddy"]},
}
NEUTRAL = ["box", "day", "friend", "price", "store", "week", "year", "name", "color", "house"]
TRAIN, TEST, UNLABELED = 40, 15, 60


def generated_reviews(seed: int = 0, domains: Sequence[str] = tuple(OWN)) -> list[Review]:
    random = Random(seed)
    reviews = []
    for domain in domains:
        for label in (0, 1):
            for split, size in (("train", TRAIN), ("test", TEST)):
                reviews += [
                    Review(_text(random, domain, label), domain, label, split) for _ in range(size)
                ]
            reviews += [Review(_text(random, domain, label), domain) for _ in range(UNLABELED)]
    return reviews


def _text(random: Random, domain: str, label: int) -> str:
    # One word in five speaks for the other class, so that nobody is always right.
    said = [label if random.random() < 0.8 else 1 - label for _ in range(6)]
    words = [random.choice(SHARED[s]) for s in said[:3]]
    words += [random.choice(OWN[domain][s]) for s in said[3:]]
    words += random.choices(NEUTRAL, k=5)
    random.shuffle(words)
    return f"{' '.join(words[:6])}. {' '.join(words[6:])}."


def write_jsonl_folder(reviews: Sequence[Review], folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    labeled = [_record(review) for review in reviews if review.label is not None]
    unlabeled = [
        {"domain": review.domain, "text": review.text} for review in reviews if review.label is None
    ]
    for name, records in (("labelled", labeled), ("unlabelled", unlabeled)):
        lines = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(lines)
    return folder


def _record(review: Review) -> dict[str, Any]:
    return {
        "domain": review.domain,
        "split": review.split,
        "label": review.label,
        "title": "",
        "text": review.text,
    }
