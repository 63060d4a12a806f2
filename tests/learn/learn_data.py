"""Small co-occurrences and instances, made by a seeded draw."""

import numpy as np
from crosslex.counts.cooccurrences import Cooccurrences
from crosslex.counts.instances import Instances
from scipy.sparse import csr_array


def names(kind: str, size: int) -> tuple[str, ...]:
    return tuple(f"{kind}{index}" for index in range(size))


def cooccurrences(domain: str, counts, word_counts=None, words=None) -> Cooccurrences:
    table = csr_array(np.asarray(counts, np.int64))
    n_pivots, n_words = table.shape
    if word_counts is None:
        word_counts = np.asarray(table.sum(axis=0)).ravel() + 1
    return Cooccurrences(
        domain,
        names("p", n_pivots),
        names("w", n_words) if words is None else tuple(words),
        table,
        np.asarray(word_counts, np.int64),
    )


def random_domains(
    n_domains: int = 2, *, n_pivots: int = 7, n_words: int = 11, topics: int = 3, seed: int = 0
) -> list[Cooccurrences]:
    """Domains whose pivots and words belong to topics, each domain with numbers of its own."""
    rng = np.random.default_rng(seed)
    pivots = rng.integers(topics, size=n_pivots)
    domains = []
    for index in range(n_domains):
        words = rng.integers(topics, size=n_words + index)
        mean = np.where(pivots[:, None] == words, 6.0, 0.5)
        domains.append(cooccurrences(f"domain {index}", rng.poisson(mean)))
    return domains


def random_instances(
    n_domains: int = 2,
    *,
    n_pivots: int = 7,
    n_words: int = 11,
    n_documents: int = 60,
    topics: int = 3,
    seed: int = 0,
) -> list[Instances]:
    """Documents of one topic each, in which every pivot co-occurs with every word."""
    rng = np.random.default_rng(seed)
    domains = []
    for index in range(n_domains):
        width = n_words + index
        pivots, words, documents, offsets, held = [], [], [], [0], []
        for document in range(n_documents):
            topic = rng.integers(topics)
            own_words = np.flatnonzero(np.arange(width) % topics == topic)
            present = np.unique(rng.choice(own_words, 3))
            for pivot in rng.choice(np.flatnonzero(np.arange(n_pivots) % topics == topic), 2):
                for word in present:
                    pivots.append(pivot)
                    words.append(word)
                    documents.append(document)
            held.extend(present)
            offsets.append(len(held))
        domains.append(
            Instances(
                f"domain {index}",
                names("p", n_pivots),
                names("w", width),
                np.array(pivots, np.int32),
                np.array(words, np.int32),
                np.array(documents, np.int32),
                np.bincount(words, minlength=width).astype(np.int64) + 1,
                np.array(offsets, np.int64),
                np.array(held, np.int32),
            )
        )
    return domains
