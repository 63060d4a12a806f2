"""Planted causes of a loss of accuracy, and those that an audit names."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone
from sklearn.feature_extraction.text import CountVectorizer
from threadpoolctl import threadpool_limits

import crosslex
from crosslex_bench.audit.tasks import LabeledTexts, classifiers, review_domains, skew
from crosslex_bench.command import Data, Report
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Paragraph, Table
from crosslex_bench.places import MDSD, existing

N_WORDS: Final = 30
"""Words of each class that are exchanged or renamed: those that tell most."""
IMBALANCED: Final = {"nothing, 80 % everywhere": 0.8, "nothing, 90 % everywhere": 0.9}
CAUSES: Final = {
    "nothing": "none",
    **dict.fromkeys(IMBALANCED, "none"),
    "20 % positive": "another class balance",
    "80 % positive": "another class balance",
    "exchanged": "words used differently",
    "renamed": "unknown words",
}


@dataclass(frozen=True)
class Planted:
    """What an audit said of a planted cause."""

    domain: str
    planted: str
    accuracy: float
    expected: float
    share: float
    losses: tuple[float, ...]
    named: str


def lopsided(fitted: Any) -> Callable[[list[str]], NDArray[np.float64]]:
    """Return a classifier that says negative in case of doubt, as costs may demand."""

    def predict(texts: list[str]) -> NDArray[np.float64]:
        negative = fitted.predict_proba(texts)[:, 0]
        odds = 1.5 * negative / np.maximum(1 - negative, 1e-9)
        return np.column_stack([odds / (1 + odds), 1 / (1 + odds)])

    return predict


def telling_words(domain: LabeledTexts) -> tuple[list[str], list[str]]:
    """Return the words that tell most of positive and of negative texts."""
    counter = CountVectorizer(binary=True, min_df=40)
    counts = counter.fit_transform(domain.texts)
    shares = [(counts[domain.labels == code].mean(axis=0).A1 + 1e-3) for code in (1, 0)]
    scores = np.log(shares[0] / shares[1]) * np.sqrt(shares[0] + shares[1])
    names = counter.get_feature_names_out()[np.argsort(-scores)]
    return names[:N_WORDS].tolist(), names[::-1][:N_WORDS].tolist()


def with_words(domain: LabeledTexts, new: Mapping[str, str]) -> LabeledTexts:
    """Return the texts with some words replaced by others."""
    texts = (
        re.sub(r"\w+", lambda word: new.get(word[0].lower(), word[0]), text)
        for text in domain.texts
    )
    return LabeledTexts(domain.name, tuple(texts), domain.labels)


def changed(domain: LabeledTexts, target: LabeledTexts, planted: str) -> LabeledTexts:
    """Return the target's texts with something planted."""
    if planted.endswith("positive"):
        return skew(target, 0.2 if planted.startswith("20") else 0.8)
    positive, negative = telling_words(domain)
    pairs = [*zip(positive, negative, strict=True), *zip(negative, positive, strict=True)]
    new = {"exchanged": dict(pairs), "renamed": {word: f"{word[::-1]}q" for word, _ in pairs}}
    return with_words(target, new.get(planted, {}))


def measure(domain: LabeledTexts, planted: str) -> Planted:
    """Audit a classifier of one third of a domain on another, changed, with a third as source."""
    if planted in IMBALANCED:
        domain = skew(domain, IMBALANCED[planted])
    order = np.random.default_rng(0).permutation(len(domain.texts))
    train, source, target = (domain.take(np.sort(part)) for part in np.array_split(order, 3))
    fitted = clone(classifiers(None)["logistic regression"]).fit(train.texts, train.labels)
    predict, target = lopsided(fitted), changed(domain, target, planted)
    audit = crosslex.audit(
        predict, source=(list(source.texts), source.labels), target=list(target.texts)
    )
    right = predict(list(target.texts)).argmax(axis=1) == target.labels
    return Planted(
        domain.name,
        planted,
        float(right.mean()),
        audit.expected_accuracy.value,
        audit.classes[1].target_share.value,
        tuple(each.loss for each in audit.causes),
        "none" if audit.main_cause is None else audit.main_cause.name,
    )


def planted(folder: RunFolder, data: Data = MDSD) -> Report:
    """Plant another class balance, exchanged and renamed words in texts of one domain.

    Each domain is cut in three: a logistic regression learns from the first part, with a
    threshold that prefers negative; the second is the source; the third, changed, the target.
    Where nothing is planted, all three parts are also imbalanced alike.
    """
    with threadpool_limits(limits=1):
        found = [
            folder.once(f"{domain.name}, {name}", Planted, partial(measure, domain, name))
            for domain in review_domains(existing(data)).values()
            for name in CAUSES
        ]
    rows = [
        (
            f"{each.domain}, {each.planted}",
            *(f"{100 * number:.0f}" for number in (each.accuracy, each.expected, each.share)),
            *(f"{100 * loss:+.1f}" for loss in each.losses),
            each.named,
            "yes" if each.named == CAUSES[each.planted] else "no",
        )
        for each in found
    ]
    headers = ("planted", "accuracy", "expected", "positive", "balance", "unknown", "otherwise")
    right = sum(row[-1] == "yes" for row in rows)
    return Report(
        "Planted causes of a loss of accuracy",
        [
            Table((*headers, "rest", "named", "right"), tuple(rows)),
            Paragraph(f"{right} of {len(found)} are named right."),
        ],
        found,
    )
