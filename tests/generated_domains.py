"""Generated domains that say good and bad in their own words, and tasks made of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

from crosslex.classify import LinearDecision, NoAdaptation
from crosslex.classify.task import AdaptationTask, DomainDocuments, Weighting
from crosslex.corpus.corpus import Corpus
from crosslex.counts.stream import document_matrix
from crosslex.text.settings import TextSettings

TEXT_SETTINGS = TextSettings(lemmatize=False)


@dataclass(frozen=True, eq=False)
class Reviews:
    """Texts with a class and a domain each."""

    texts: NDArray[np.str_]
    labels: NDArray[np.str_]
    domains: NDArray[np.str_]

    def corpora(self, labeled: Sequence[str]) -> list[Corpus]:
        """One corpus a domain; only the named ones keep their labels."""
        return [
            Corpus.from_texts(
                self.texts[self.domains == name].tolist(),
                name=name,
                labels=self.labels[self.domains == name].tolist() if name in labeled else None,
                text_settings=TEXT_SETTINGS,
            )
            for name in dict.fromkeys(self.domains.tolist())
        ]


def generate_reviews(
    domains: Sequence[str] = ("films", "tools"),
    classes: Sequence[str] = ("bad", "good"),
    *,
    size: int = 80,
    seed: int = 0,
) -> Reviews:
    """Write `size` reviews a class and domain.

    `gooda` … `goodd` say good in every domain, `filmsgooda` … `filmsgoodd` among films alone,
    and `anya` … `anyf` say nothing. A word speaks for another class than its review's now and
    then, the shared ones more often, so that they alone do not tell it all.
    """
    rng = np.random.default_rng(seed)

    def word(stem: str, of_class: str, purity: float) -> str:
        spoken = of_class if rng.random() < purity else rng.choice(classes)
        return f"{stem}{spoken}{rng.choice([*'abcd'])}"

    texts, labels, named = [], [], []
    for domain in domains:
        for of_class in [*classes] * size:
            review = rng.permutation(
                [word("", of_class, 0.7) for _ in range(3)]
                + [word(domain, of_class, 0.8) for _ in range(5)]
                + [f"any{rng.choice([*'abcdef'])}" for _ in range(3)]
            )
            texts.append(f"{' '.join(review[:6])}. {' '.join(review[6:])}.")
            labels.append(of_class)
            named.append(domain)
    return Reviews(np.array(texts), np.array(labels), np.array(named))


def task_of(
    corpora: Sequence[Corpus],
    features: Sequence[str],
    *,
    pivots: Sequence[str] = (),
    binary: bool = False,
) -> AdaptationTask:
    """Put corpora and the features asked for into a task; the last domain is the target."""
    counts = [document_matrix(corpus, features) for corpus in corpora]
    weighting = Weighting.of("binary" if binary else "tfidf", counts)
    return AdaptationTask(
        features=tuple(features),
        pivots=np.array([features.index(pivot) for pivot in pivots], np.intp),
        domains=tuple(
            DomainDocuments(corpus.name, corpus, weighting.apply(matrix), corpus.labels)
            for corpus, matrix in zip(corpora, counts, strict=True)
        ),
        target=len(corpora) - 1,
        n_classes=max(len(corpus.classes) for corpus in corpora),
        random_state=0,
    )


def task_of_matrices(
    matrices: Mapping[str, Sequence],
    pivots: Sequence[int],
    *,
    features: Sequence[str] = (),
    random_state: int = 0,
) -> AdaptationTask:
    """Put given documents × features without labels into a task; its second domain is the target.

    For methods that do not read the text.
    """
    domains = []
    for name, matrix in matrices.items():
        corpus = Corpus.from_texts(["word"] * len(matrix), name=name)
        labels = np.full(len(matrix), -1, np.int32)
        domains.append(DomainDocuments(name, corpus, csr_array(matrix), labels))
    width = domains[0].documents.shape[1]
    names = tuple(features or (f"feature{column}" for column in range(width)))
    return AdaptationTask(names, np.array(pivots, np.intp), tuple(domains), 1, 2, random_state)


def three_domains() -> AdaptationTask:
    """Films and books with labels, and tools, the target, without; words alone are features."""
    found = generate_reviews(("films", "books", "tools"), size=30)
    corpora = found.corpora(labeled=("films", "books"))
    features = sorted({word for corpus in corpora for word in corpus.words})
    return task_of(corpora, features, pivots=["gooda", "goodb", "bada", "badb", "anya"])


@dataclass(frozen=True)
class BoundedDecision:
    """A decision that is not linear: the hyperbolic tangent of a linear one."""

    linear: LinearDecision

    def scores(self, documents: csr_array) -> NDArray[np.float64]:
        return np.tanh(self.linear.scores(documents))


class Bounded(NoAdaptation):
    """The source's classifier with bounded scores."""

    def fit(self, task: AdaptationTask) -> "Bounded":
        self.decision_ = BoundedDecision(self.source_decision(task))
        return self
