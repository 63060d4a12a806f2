"""Datasets: every domain encoded once, some texts held out for testing; and single domains."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from crosslex import Corpus
from crosslex.corpus import UNLABELED
from crosslex.errors import InputError
from crosslex.progress import progress
from crosslex_bench.data.hutto2014 import read_hutto2014
from crosslex_bench.data.reviews import (
    LABELED,
    Review,
    find_jsonl,
    find_review_files,
    hold_out,
    read_jsonl_folder,
    read_review_folder,
)
from crosslex_bench.places import MDSD, existing

HUTTO2014: Final = "hutto2014"
SPLIT_SEED: Final = 2014
SEPARATORS: Final = ("->", "+", ",")


@dataclass(frozen=True)
class DomainSize:
    """How many texts a domain has of each kind."""

    labeled: int
    unlabeled: int
    test: int


@dataclass(frozen=True, eq=False)
class DomainData:
    """Labeled and unlabeled texts of a domain, and labeled ones that nothing may learn from."""

    train: Corpus
    test: Corpus

    @property
    def size(self) -> DomainSize:
        """How many texts there are of each kind."""
        labeled = int((self.train.labels != UNLABELED).sum())
        return DomainSize(labeled, len(self.train) - labeled, len(self.test))


@dataclass(frozen=True, eq=False)
class Dataset:
    """Several domains with the same classes, in alphabetical order."""

    name: str
    domains: Mapping[str, DomainData]

    @cached_property
    def sha256(self) -> str:
        """A checksum of everything that results may depend on."""
        digest = hashlib.sha256()
        for name, data in self.domains.items():
            for corpus in (data.train, data.test):
                facts = [name, corpus.words, corpus.classes, corpus.text_settings.describe()]
                digest.update(json.dumps(facts, sort_keys=True, default=str).encode())
                offsets = (corpus.sentence_offsets, corpus.document_offsets)
                for array in (corpus.ids, *offsets, corpus.labels):
                    digest.update(array.tobytes())
        return digest.hexdigest()


def load_dataset(source: str | Path, *, n_jobs: int = 1) -> Dataset:
    """Read a dataset in any of its forms, and encode every domain once.

    Parameters
    ----------
    source
        A folder with `labelled.jsonl` and `unlabelled.jsonl`; the Multi-Domain Sentiment
        Dataset as its authors distribute it, unpacked; or `hutto2014`,
        which is fetched through pip: the class is the sign of the mean score, sentences
        scored zero are unlabeled, and a fifth of each class is for testing.
    n_jobs
        Processes that analyze text.
    """
    if str(source) == HUTTO2014:
        return encode_dataset(HUTTO2014, _hutto2014(), n_jobs=n_jobs)
    path = Path(source)
    return encode_dataset(path.resolve().name, _read(path), n_jobs=n_jobs)


def encode_dataset(name: str, reviews: Sequence[Review], *, n_jobs: int = 1) -> Dataset:
    """Encode the reviews of every domain, those to learn from and those to test on.

    >>> reviews = [
    ...     Review(f"a {word} {thing}", domain, label, split)
    ...     for domain, thing in (("books", "plot"), ("kitchen", "knife"))
    ...     for word, label in (("good", 1), ("dull", 0))
    ...     for split in ("train", "test")
    ... ]
    >>> encode_dataset("tiny", reviews).domains["books"].size
    DomainSize(labeled=2, unlabeled=0, test=2)
    """
    _check(reviews, name)
    by_domain: dict[str, list[Review]] = defaultdict(list)
    for review in reviews:
        by_domain[review.domain].append(review)
    domains = {}
    with progress("analyze", total=len(reviews)) as advance:
        for domain, found in sorted(by_domain.items()):
            corpora = []
            for split in ("train", "test"):
                chosen = [(each.text, each.label) for each in found if each.split == split]
                texts, labels = zip(*chosen, strict=True)
                encoded = Corpus.from_texts(
                    texts, name=domain, labels=labels, keep_texts=False, n_jobs=n_jobs
                )
                corpora.append(encoded)
            domains[domain] = DomainData(*corpora)
            advance(len(found), note=domain)
    return Dataset(name, domains)


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


def _reviews(folder: Path, domain: str) -> list[Review]:
    return [each for each in _all_reviews(folder) if each.domain == domain]


@lru_cache(maxsize=1)
def _all_reviews(folder: Path) -> list[Review]:
    return _hutto2014() if str(folder) == HUTTO2014 else _read(existing(folder))


def _hutto2014() -> list[Review]:
    found = [Review(each.text, each.domain or "", each.label) for each in read_hutto2014()]
    return hold_out(found, seed=SPLIT_SEED)


def _encoded(reviews: Sequence[Review]) -> Corpus:
    texts, labels = [each.text for each in reviews], [each.label for each in reviews]
    return Corpus.from_texts(texts, name=reviews[0].domain, labels=labels)


def _read(path: Path) -> list[Review]:
    if path.is_dir():
        if find_jsonl(path, LABELED):
            return read_jsonl_folder(path)
        if find_review_files(path):
            return read_review_folder(path)
        raise InputError(
            f"{path}: neither {LABELED} nor files such as books/positive.review in this folder; "
            "check the path"
        )
    if path.is_file():
        raise InputError(f"dataset: {path} is a file; unpack it and give the folder")
    raise InputError(f"dataset: no folder {path}; give its path, or {HUTTO2014}")


def _check(reviews: Sequence[Review], name: str) -> None:
    domains = sorted({review.domain for review in reviews})
    if len(domains) < 2:
        raise InputError(f"dataset {name}: found {len(domains)} domains; two or more are needed")
    labeled = {(each.domain, each.split) for each in reviews if each.label is not None}
    for domain in domains:
        if any(separator in domain for separator in SEPARATORS):
            raise InputError(
                f"dataset {name}: the domain {domain!r} holds one of {' '.join(SEPARATORS)}, "
                "which pairs are written with; rename it"
            )
        for split in ("train", "test"):
            if (domain, split) not in labeled:
                raise InputError(f"dataset {name}: domain {domain!r} has no labeled {split} text")
