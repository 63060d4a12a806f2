"""Small instances by a seeded draw, and a task of generated reviews."""

from collections.abc import Sequence

import numpy as np

from crosslex import Corpus, TextSettings
from crosslex.classify.task import AdaptationTask, DomainDocuments, Weighting
from crosslex.counts.stream import document_matrix
from crosslex.paper import Instances

PLAIN = TextSettings(lemmatize=False)


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
    """Reviews with words for each class that all domains share, and words of their own.

    `gooda` … `goodd` mean good in every domain, `filmsgooda` … among films alone, and `anya` …
    nothing. The last domain is the target; features are all words, documents are binary.
    """
    rng = np.random.default_rng(0)

    def word(stem: str, of_class: str, purity: float) -> str:
        spoken = of_class if rng.random() < purity else rng.choice(classes)
        return f"{stem}{spoken}{rng.choice([*'abcd'])}"

    corpora = []
    for domain in (*labeled, *unlabeled):
        texts = []
        for of_class in [*classes] * size:
            review = rng.permutation(
                [word("", of_class, 0.7) for _ in range(3)]
                + [word(domain, of_class, 0.8) for _ in range(5)]
                + [f"any{rng.choice([*'abcdef'])}" for _ in range(3)]
            )
            texts.append(f"{' '.join(review[:6])}. {' '.join(review[6:])}.")
        labels = [*classes] * size if domain in labeled else None
        corpora.append(Corpus.from_texts(texts, name=domain, labels=labels, text_settings=PLAIN))
    features = sorted({word for corpus in corpora for word in corpus.words})
    counts = [document_matrix(corpus, features) for corpus in corpora]
    weighting = Weighting.of("binary", counts)
    return AdaptationTask(
        features=tuple(features),
        pivots=np.empty(0, np.intp),
        domains=tuple(
            DomainDocuments(corpus.name, corpus, weighting.apply(matrix), corpus.labels)
            for corpus, matrix in zip(corpora, counts, strict=True)
        ),
        target=len(corpora) - 1,
        n_classes=len(classes),
        random_state=0,
    )
