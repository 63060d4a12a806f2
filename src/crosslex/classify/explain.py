"""Explain a decision: what each word of a text adds to the score."""

import numpy as np
from scipy.sparse import csr_array
from scipy.special import softmax

from crosslex.adapt import LinearDecision
from crosslex.classify.explanation import Contribution, Explanation
from crosslex.classify.learned import LearnedClassifier


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
