"""The Multi-Domain Sentiment Dataset as two files of JSON lines, for benchmarks."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crosslex.corpus.corpus import Corpus
from crosslex_bench.measure import DATA

FOLDER = str(DATA / "mdsd")


def read_pair(folder: str, source: str, target: str) -> list[Corpus]:
    """Return two encoded domains, the source with its training labels."""
    return [read_domain(folder, source), read_domain(folder, target).without_labels()]


def read_domain(folder: str, domain: str) -> Corpus:
    """Return the training reviews and the unlabeled reviews of a domain, encoded."""
    texts, labels = [], []
    for row in _rows(folder, "labelled", domain):
        if row["split"] == "train":
            texts.append(f"{row.get('title') or ''}\n\n{row['text']}")
            labels.append(row["label"])
    for row in _rows(folder, "unlabelled", domain):
        texts.append(row["text"])
        labels.append(None)
    return Corpus.from_texts(texts, name=domain, labels=labels)


def read_test(folder: str, domain: str) -> Corpus:
    """Return the test reviews of a domain, encoded, with their labels."""
    rows = [row for row in _rows(folder, "labelled", domain) if row["split"] == "test"]
    texts = [f"{row.get('title') or ''}\n\n{row['text']}" for row in rows]
    return Corpus.from_texts(texts, name=domain, labels=[row["label"] for row in rows])


def _rows(folder: str, name: str, domain: str) -> Iterator[dict[str, Any]]:
    path = Path(folder) / f"{name}.jsonl.gz"
    if not path.exists():
        raise SystemExit(f"{path}: not found; name the data's folder with --data")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["domain"] == domain:
                yield row
