"""Tasks of an audit: labeled texts of a source, a classifier trained on them, texts of a target."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import RandomForestClassifier
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.svm import LinearSVC

from crosslex_bench.data.datasets import HUTTO2014
from crosslex_bench.data.hutto2014 import DOMAINS as HUTTO_DOMAINS
from crosslex_bench.data.hutto2014 import fetch_hutto2014, read_hutto2014
from crosslex_bench.data.movie_reviews import fetch_movie_reviews
from crosslex_bench.data.pairs import TO_REVIEWS, TO_SENTENCES, VALIDATION
from crosslex_bench.data.reviews import read_jsonl_folder
from crosslex_bench.decisions.encoders import CachedEncoder

HALVES: Final = {
    "halves": ((0.5, 0.5), (0.8, 0.8), (0.9, 0.9)),
    "halves, other shares": ((0.8, 0.5), (0.8, 0.2), (0.9, 0.5), (0.9, 0.2)),
}
"""Sets of halves of a domain's reviews, with the positive shares of source and target."""
DEVELOPMENT: Final = (
    *("validation", "skewed", HUTTO2014, "hutto2014, 3 classes"),
    *(TO_SENTENCES, TO_REVIEWS, *HALVES),
)
REPORTED: Final = ("pairs", "pairs, skewed", "films")
SETS: Final = (*DEVELOPMENT, *REPORTED)
SHARES: Final = (0.2, 0.8)
MOST_TEXTS: Final = 4000
"""Of a domain; of more, a random sample is taken."""
NEUTRAL: Final = 0.5
"""Sentences with a mean score up to this size are of the middle class of three."""


@dataclass(frozen=True, eq=False)
class LabeledTexts:
    """Texts of a domain with their classes."""

    name: str
    texts: tuple[str, ...]
    labels: NDArray[np.int64]

    def take(self, rows: NDArray[np.intp]) -> "LabeledTexts":
        """Return some of the texts."""
        return LabeledTexts(
            self.name, tuple(self.texts[row] for row in rows.tolist()), self.labels[rows]
        )


@dataclass(frozen=True, eq=False)
class AuditTask:
    """A source with labels, and a target whose labels are known to the benchmark alone."""

    set: str
    source: LabeledTexts
    target: LabeledTexts
    share: float | None = None

    def __str__(self) -> str:
        balance = "" if self.share is None else f", {self.share:.0%} positive"
        return f"{self.source.name}->{self.target.name}{balance}"


def tasks(data: Path, name: str) -> Iterator[AuditTask]:
    """Yield the tasks of a set."""
    if name in HALVES:
        yield from _halves(data, name)
        return
    if name.startswith(HUTTO2014):
        domains = _hutto2014(3 if name != HUTTO2014 else 2)
        pairs = [(a, b) for a in domains for b in domains if a != b]
    elif name in (TO_SENTENCES, TO_REVIEWS):
        domains = review_domains(data) | _hutto2014(2)
        long, short = VALIDATION, HUTTO_DOMAINS
        pairs = [*product(*((long, short) if name == TO_SENTENCES else (short, long)))]
    else:
        domains = review_domains(data) | (_films() if name == "films" else {})
        pairs = [
            (source, target)
            for source in domains
            for target in domains
            if source != target and _belongs(name, source, target)
        ]
    for source, target in pairs:
        for share in SHARES if "skewed" in name else (None,):
            held = domains[target] if share is None else skew(domains[target], share)
            yield AuditTask(name, domains[source], held, share)


def _halves(data: Path, name: str) -> Iterator[AuditTask]:
    for domain in review_domains(data).values():
        order = np.random.default_rng([1, *domain.name.encode()]).permutation(len(domain.texts))
        one, other = (domain.take(np.sort(half)) for half in np.array_split(order, 2))
        for here, there in HALVES[name]:
            source = replace(skew(one, here), name=f"{domain.name} {here:.0%}")
            yield AuditTask(name, source, skew(other, there), there)


def _belongs(name: str, source: str, target: str) -> bool:
    # dvd and video share reviews.
    if name in ("validation", "skewed"):
        return target in VALIDATION and (source, target) != ("dvd", "video")
    films = target in ("imdb", "snippets")
    return source not in VALIDATION and target not in VALIDATION and films == (name == "films")


def skew(domain: LabeledTexts, share: float) -> LabeledTexts:
    """Return texts of a domain, this share of them of the second class."""
    random = np.random.default_rng([0, *domain.name.encode()])
    of_class = [random.permutation(np.flatnonzero(domain.labels == code)) for code in (0, 1)]
    size = 1.25 * min(map(len, of_class))
    shares = (1 - share, share)
    rows = [each[: round(size * part)] for each, part in zip(of_class, shares, strict=True)]
    return domain.take(np.sort(np.concatenate(rows)))


@cache
def review_domains(data: Path) -> dict[str, LabeledTexts]:
    """Return the labeled reviews of each domain."""
    return _domains([(each.domain, each.text, each.label) for each in read_jsonl_folder(data)])


@cache
def _films() -> dict[str, LabeledTexts]:
    return _domains([(each.domain, each.text, each.label) for each in fetch_movie_reviews()])


@cache
def _hutto2014(n_classes: int) -> dict[str, LabeledTexts]:
    if n_classes == 2:
        return _domains([(str(each.domain), each.text, each.label) for each in read_hutto2014()])
    folder, found = fetch_hutto2014(), []
    for name in HUTTO_DOMAINS:
        for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
            sentence = json.loads(line)
            score = sentence["score"]
            found.append((name, sentence["text"], 1 + (score > NEUTRAL) - (score < -NEUTRAL)))
    return _domains(found)


def _domains(rows: Sequence[tuple[str, str, Any]]) -> dict[str, LabeledTexts]:
    return {
        name: sampled(
            name,
            [(text, label) for domain, text, label in rows if domain == name and label is not None],
        )
        for name in sorted({domain for domain, _, label in rows if label is not None})
    }


def sampled(name: str, rows: Sequence[tuple[str, int]]) -> LabeledTexts:
    """Return a domain of texts and labels, or a random sample of many."""
    order = np.random.default_rng([0, *name.encode()]).permutation(len(rows))
    places = np.sort(order[:MOST_TEXTS]).tolist()
    texts, labels = zip(*(rows[place] for place in places), strict=True)
    return LabeledTexts(name, texts, np.array(labels))


def classifiers(encoder: CachedEncoder | None) -> Mapping[str, Any]:
    """Return five kinds of classifier, as people make them."""
    words = {"sublinear_tf": True, "min_df": 2}
    found = {
        "logistic regression": make_pipeline(
            TfidfVectorizer(ngram_range=(1, 2), **words), LogisticRegression(C=10, max_iter=2000)
        ),
        "naive Bayes": make_pipeline(CountVectorizer(min_df=2), MultinomialNB()),
        "linear SVM": make_pipeline(TfidfVectorizer(ngram_range=(1, 2), **words), LinearSVC()),
        "random forest": make_pipeline(
            TfidfVectorizer(**words),
            RandomForestClassifier(200, min_samples_leaf=2, random_state=0),
        ),
    }
    if encoder is not None:
        found["encoder"] = make_pipeline(
            FunctionTransformer(encoder.encode), StandardScaler(), LogisticRegression(C=0.01)
        )
    return found
