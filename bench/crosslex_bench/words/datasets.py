"""The texts that word vectors are learned from, without labels."""

from collections.abc import Sequence

from crosslex.corpus.corpus import Corpus
from crosslex.datasets.hutto2014 import DOMAINS, read_hutto2014
from crosslex_bench.data.mdsd import FOLDER, read_domain

HUTTO2014 = "hutto2014"


def read_corpora(domains: str, data: str = FOLDER) -> list[Corpus]:
    """Return domains of reviews, named with commas between, or the four of hutto2014."""
    if domains == HUTTO2014:
        return [
            Corpus.from_documents(read_hutto2014(name), name=name).without_labels()
            for name in DOMAINS
        ]
    return [read_domain(data, name).without_labels() for name in domains.split(",")]


def min_count_of(corpora: Sequence[Corpus]) -> int:
    """Return how often a word must be used to have a vector: less in texts of a few pages."""
    return 10 if sum(corpus.n_tokens for corpus in corpora) > 1_000_000 else 5
