"""Single domains of the Multi-Domain Sentiment Dataset, from its two files of JSON lines."""

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from crosslex import Corpus
from crosslex_bench.data.datasets import HUTTO2014, SPLIT_SEED
from crosslex_bench.data.hutto2014 import read_hutto2014
from crosslex_bench.data.reviews import Review, hold_out, read_jsonl_folder
from crosslex_bench.places import MDSD, existing


def read_domain(folder: Path, domain: str) -> Corpus:
    """Return the training reviews and the unlabeled reviews of a domain, encoded."""
    return _encoded([each for each in _reviews(folder, domain) if each.split == "train"])


def read_test(folder: Path, domain: str) -> Corpus:
    """Return the test reviews of a domain, encoded, with their labels."""
    return _encoded([each for each in _reviews(folder, domain) if each.split == "test"])


def read_pool(folder: Path, domain: str) -> list[str]:
    """Return the unlabeled reviews of a domain as they are."""
    return [each.text for each in _reviews(folder, domain) if each.label is None]


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


@lru_cache(maxsize=1)
def _read(folder: Path) -> list[Review]:
    if str(folder) == HUTTO2014:
        found = [Review(each.text, each.domain or "", each.label) for each in read_hutto2014()]
        return hold_out(found, seed=SPLIT_SEED)
    return read_jsonl_folder(existing(folder))


def _reviews(folder: Path, domain: str) -> list[Review]:
    return [each for each in _read(folder) if each.domain == domain]


def _encoded(reviews: Sequence[Review]) -> Corpus:
    texts, labels = [each.text for each in reviews], [each.label for each in reviews]
    return Corpus.from_texts(texts, name=reviews[0].domain, labels=labels)
