"""Explanations: the words that pushed a decision, and how they were understood."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax

from crosslex.checks import check_whole
from crosslex.classify.decision import LinearDecision
from crosslex.classify.fitted import FittedClassifier
from crosslex.corpus.documents import Label
from crosslex.results import TableResult

CLOSE = 0.35
"""From this cosine on, most neighbors of books->kitchen and dvd->electronics made sense to us."""
WEAK = 0.25
"""Below, a match may be chance: with its pivots permuted, half of all words have one as close."""
ENCODER = "(encoder)"
"""What the encoder's view is listed as."""


@dataclass(frozen=True)
class Contribution:
    """What one word or bigram of a document adds to the score.

    Parameters
    ----------
    feature
        The word, or two with a space.
    weight
        How far it pushes towards the predicted class; negative pushes away.
    understood_by
        Its nearest neighbors, with cosines, among the source words that the classifier weighs
        most; none with a cosine below 0.25, which says nothing. Empty where there is none as
        near, or the method has no profiles of words.

    Examples
    --------
    >>> Contribution("sturdy", 0.09, (("excellent", 0.42), ("weight", 0.31))).close
    ('excellent',)
    """

    feature: str
    weight: float
    understood_by: tuple[tuple[str, float], ...]

    @property
    def close(self) -> tuple[str, ...]:
        """The words among `understood_by` whose cosine is at least 0.35."""
        return tuple(word for word, cosine in self.understood_by if cosine >= CLOSE)


@dataclass(frozen=True, repr=False)
class Explanation(TableResult):
    """A decision, and the words that pushed it.

    The contributions of all of a text's features, the classifier's intercept and its offset make
    up the log-odds; the latter two, which do not depend on the text, are not listed.

    Parameters
    ----------
    label
        The predicted class.
    probability
        Its probability.
    source, target
        The domains' names.
    contributions
        The document's features, the strongest first.

    Examples
    --------
    >>> sturdy = Contribution("sturdy", 0.09, (("excellent", 0.42), ("weight", 0.31)))
    >>> print(Explanation(1, 0.83, "books", "kitchen", (sturdy,)))
    1 (probability 0.83)
    word (kitchen)  push    understood by (books; ? weakly)
    sturdy          +0.090  excellent 0.42, weight 0.31?
    """

    label: Label
    probability: float
    source: str
    target: str
    contributions: tuple[Contribution, ...]

    @property
    def verdict(self) -> str:
        """The predicted class and its probability."""
        return f"{self.label} (probability {self.probability:.2f})"

    def records(self) -> list[dict[str, Any]]:
        """Return one flat record per word."""
        return [
            {
                "feature": each.feature,
                "weight": each.weight,
                "understood_by": ", ".join(
                    word + _mark(cosine) for word, cosine in each.understood_by
                ),
            }
            for each in self.contributions
        ]

    def rows(self) -> list[tuple[str, str, str]]:
        """Return a table with a heading, one row per word."""
        rows = []
        for each in self.contributions:
            near = (f"{word} {cosine:.2f}{_mark(cosine)}" for word, cosine in each.understood_by)
            rows.append((each.feature, f"{each.weight:+.3f}", ", ".join(near)))
        cosines = [cosine for each in self.contributions for _, cosine in each.understood_by]
        by = f"{self.source}; ? weakly" if any(map(_mark, cosines)) else self.source
        return [(f"word ({self.target})", "push", f"understood by ({by})"), *rows]


def _mark(cosine: float) -> str:
    return "" if cosine >= CLOSE else "?"


def explain_text(fitted: FittedClassifier, text: str, *, top: int) -> Explanation:
    """Return the words that pushed most towards the predicted class, or away from it."""
    check_whole("top", top, least=1)
    document = fitted.documents([text])
    scores = fitted.scores(document)[0]
    predicted = int(scores.argmax())
    features = document.indices
    if isinstance(fitted.decision, LinearDecision):
        pushes = document.data[:, None] * fitted.decision.weights[features]
    else:
        without = [fitted.decision.scores(each)[0] for each in _without_each(document)]
        pushes = fitted.decision.scores(document) - np.reshape(without, (-1, len(scores)))
    pushes = fitted.calibration.slope * pushes
    if fitted.refinement is not None:
        pushes += document.data[:, None] * fitted.refinement.weights[features]
    others = (pushes.sum(axis=1) - pushes[:, predicted]) / (len(scores) - 1)
    push = pushes[:, predicted] - others
    words = features < len(fitted.features)
    if not words.all():
        # No dimension of an encoding has a meaning of its own; all of them push as one.
        push = np.append(push[words], push[~words].sum())
        features = np.append(features[words], len(fitted.features))
    order = np.argsort(-np.abs(push), kind="stable")[:top]
    return Explanation(
        label=fitted.classes[predicted].item(),
        probability=float(softmax(scores)[predicted]),
        source=", ".join(fitted.sources or (fitted.target,)),
        target=fitted.target,
        contributions=tuple(
            Contribution(
                (*fitted.features, ENCODER)[features[index]],
                float(push[index]),
                _neighbors(fitted, int(features[index])),
            )
            for index in order
        ),
    )


def _neighbors(fitted: FittedClassifier, feature: int) -> tuple[tuple[str, float], ...]:
    neighbors = getattr(fitted.decision, "neighbors", None)
    if neighbors is None or feature == len(fitted.features):
        return ()
    found = zip(neighbors.features[feature], neighbors.cosines[feature], strict=True)
    return tuple(
        (fitted.features[near], float(cosine))
        for near, cosine in found
        if near >= 0 and cosine >= WEAK
    )


def _without_each(document: csr_array) -> Iterator[csr_array]:
    """Yield copies of a document, each without one of its features."""
    for place in range(document.nnz):
        copy = document.copy()
        copy.data[place] = 0
        yield copy
