"""Small instances by a seeded draw, and a task of generated reviews."""

from collections.abc import Sequence

import numpy as np

from crosslex.classify.task import AdaptationTask
from crosslex.paper import Instances
from generated_domains import generate_reviews, task_of


def random_instances(
    *, n_pivots: int = 7, n_words: int = 11, topics: int = 3, seed: int = 0
) -> list[Instances]:
    """Two domains of documents of one topic, in which every pivot co-occurs with every word."""
    rng = np.random.default_rng(seed)
    domains = []
    for index in range(2):
        width = n_words + index
        pivots, words, documents, offsets, held = [], [], [], [0], []
        for document in range(60):
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
                tuple(f"p{each}" for each in range(n_pivots)),
                tuple(f"w{each}" for each in range(width)),
                np.array(pivots, np.int32),
                np.array(words, np.int32),
                np.array(documents, np.int32),
                np.bincount(words, minlength=width).astype(np.int64) + 1,
                np.array(offsets, np.int64),
                np.array(held, np.int32),
            )
        )
    return domains


def review_task(
    labeled: Sequence[str] = ("films",),
    unlabeled: Sequence[str] = ("tools",),
    classes: Sequence[str] = ("bad", "good"),
    *,
    size: int = 80,
) -> AdaptationTask:
    """Generated reviews; the last domain is the target, features are all words, binary."""
    found = generate_reviews((*labeled, *unlabeled), classes, size=size)
    corpora = found.corpora(labeled)
    features = sorted({word for corpus in corpora for word in corpus.words})
    return task_of(corpora, features, binary=True)
