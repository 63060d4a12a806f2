"""Why a text was classified as it was: which words pushed, and how they were understood."""

import html
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax

from crosslex.adapt import LinearDecision
from crosslex.classify.learned import LearnedClassifier
from crosslex.corpus import Label
from crosslex.optional import import_optional


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
        most; empty where the method has no word vectors.
    """

    feature: str
    weight: float
    understood_by: tuple[tuple[str, float], ...]


@dataclass(frozen=True)
class Explanation:
    """A decision and what led to it.

    The contributions of all of a text's features, the classifier's intercept and, with
    `threshold="rate"`, its offset make up the score; the latter two, which say nothing of the
    text, are not listed.

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
    >>> sturdy = Contribution("sturdy", 0.09, (("excellent", 0.42),))
    >>> print(Explanation(1, 0.83, "books", "kitchen", (sturdy,)))
    1 (probability 0.83)
    word (kitchen)  push    understood by (books)
    sturdy          +0.090  excellent 0.42
    """

    label: Label
    probability: float
    source: str
    target: str
    contributions: tuple[Contribution, ...]

    def __str__(self) -> str:
        rows = self._rows()
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows
        ]
        return "\n".join([f"{self.label} (probability {self.probability:.2f})", *lines])

    def _repr_html_(self) -> str:
        def row(cells: Sequence[str], tag: str) -> str:
            inner = "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells)
            return f"<tr>{inner}</tr>"

        names, *rows = self._rows()
        head, body = row(names, "th"), "".join(row(cells, "td") for cells in rows)
        caption = f"{html.escape(str(self.label))} (probability {self.probability:.2f})"
        return (
            f"<table><caption>{caption}</caption><thead>{head}</thead><tbody>{body}</tbody></table>"
        )

    def to_frame(self) -> Any:
        """Return the contributions as a pandas data frame."""
        rows = [
            (each.feature, each.weight, ", ".join(word for word, _ in each.understood_by))
            for each in self.contributions
        ]
        pandas = import_optional("pandas", needed_for="to_frame")
        return pandas.DataFrame(rows, columns=["feature", "weight", "understood_by"])

    def _rows(self) -> list[list[str]]:
        """Return the header and one row per contribution."""
        rows = [[f"word ({self.target})", "push", f"understood by ({self.source})"]]
        for each in self.contributions:
            neighbors = ", ".join(f"{word} {cosine:.2f}" for word, cosine in each.understood_by)
            rows.append([each.feature, f"{each.weight:+.3f}", neighbors])
        return rows


def explain_text(learned: LearnedClassifier, text: str, *, top: int) -> Explanation:
    """Return the words that pushed most towards the predicted class, or away from it."""
    document = learned.documents([text])
    scores = learned.scores(document)[0]
    predicted = int(scores.argmax())
    features = document.indices
    if isinstance(learned.decision, LinearDecision):
        pushes = document.data[:, None] * learned.decision.weights[features]
    else:
        without = learned.decision.scores(_without_each(document))
        pushes = learned.decision.scores(document) - without
    others = (pushes.sum(axis=1) - pushes[:, predicted]) / (len(scores) - 1)
    push = pushes[:, predicted] - others
    order = np.argsort(-np.abs(push), kind="stable")[:top]
    return Explanation(
        label=learned.classes[predicted].item(),
        probability=float(softmax(scores)[predicted]),
        source=", ".join(learned.sources or (learned.target,)),
        target=learned.target,
        contributions=tuple(
            Contribution(
                learned.features[features[index]],
                float(push[index]),
                _neighbors(learned, int(features[index])),
            )
            for index in order
        ),
    )


def _neighbors(learned: LearnedClassifier, feature: int) -> tuple[tuple[str, float], ...]:
    neighbors = getattr(learned.decision, "neighbors", None)
    if neighbors is None:
        return ()
    found = zip(neighbors.features[feature], neighbors.cosines[feature], strict=True)
    return tuple((learned.features[near], float(cosine)) for near, cosine in found if near >= 0)


def _without_each(document: csr_array) -> csr_array:
    """Return one copy of a document per feature, without that feature."""
    size = document.nnz
    repeated = np.tile(document.data, (size, 1))
    np.fill_diagonal(repeated, 0)
    columns = np.tile(document.indices, size)
    starts = np.arange(size + 1) * size
    return csr_array((repeated.ravel(), columns, starts), shape=(size, document.shape[1]))
