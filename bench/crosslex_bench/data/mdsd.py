"""The Multi-Domain Sentiment Dataset as two files of JSON lines."""

import gzip
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from crosslex import Corpus
from crosslex.datasets import read_hutto2014
from crosslex_bench.places import MDSD, POOL, existing

HUTTO2014 = "hutto2014"


def read_domain(folder: Path, domain: str) -> Corpus:
    """Return the training reviews and the unlabeled reviews of a domain, encoded."""
    texts, labels = [], []
    for row in _rows(folder, "labelled.jsonl.gz", domain):
        if row["split"] == "train":
            texts.append(f"{row.get('title') or ''}\n\n{row['text']}")
            labels.append(row["label"])
    for text in read_pool(folder, domain):
        texts.append(text)
        labels.append(None)
    return Corpus.from_texts(texts, name=domain, labels=labels)


def read_test(folder: Path, domain: str) -> Corpus:
    """Return the test reviews of a domain, encoded, with their labels."""
    rows = [row for row in _rows(folder, "labelled.jsonl.gz", domain) if row["split"] == "test"]
    texts = [f"{row.get('title') or ''}\n\n{row['text']}" for row in rows]
    return Corpus.from_texts(texts, name=domain, labels=[row["label"] for row in rows])


def read_pool(folder: Path, domain: str) -> list[str]:
    """Return the unlabeled reviews of a domain as they are."""
    return [row["text"] for row in _rows(folder, POOL, domain)]


def read_corpora(domains: str, folder: Path = MDSD) -> list[Corpus]:
    """Return domains of reviews, named with commas between, or the four of hutto2014, unlabeled."""
    if domains == HUTTO2014:
        documents = list(read_hutto2014())
        return [
            Corpus.from_documents(
                [each for each in documents if each.domain == name], name=name
            ).without_labels()
            for name in dict.fromkeys(str(each.domain) for each in documents)
        ]
    return [read_domain(folder, name).without_labels() for name in domains.split(",")]


def min_count_of(corpora: Sequence[Corpus]) -> int:
    """Return how often a word must be used to have a vector: less in texts of a few pages."""
    return 10 if sum(corpus.n_tokens for corpus in corpora) > 1_000_000 else 5


def _rows(folder: Path, name: str, domain: str) -> Iterator[dict[str, Any]]:
    with gzip.open(existing(folder / name), "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["domain"] == domain:
                yield row
