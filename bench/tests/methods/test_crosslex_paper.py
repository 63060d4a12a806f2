"""ψ of the bench's variants of the paper's method, as a double sum over words."""

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from crosslex_bench.methods.crosslex_paper import Paper
from crosslex_bench.studies.paper import GloveInScore

SMALL = Paper(n_pivots=6, n_non_pivots=5, min_count=20, window=4, dimension=7, epochs=1, C=0.5)


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


@pytest.mark.parametrize(
    ("kind", "changed", "alike"),
    [
        (Paper, {}, "role"),
        (Paper, {"vectors": "random"}, "role"),
        (Paper, {"sums": "joint"}, "all"),
        (Paper, {"identity": True}, "role"),
        (Paper, {"similarity": "positive"}, "role"),
        (Paper, {"similarity": "nearest", "neighbors": 2, "sums": "joint"}, "all"),
        (GloveInScore, {"glove_epochs": 2}, "role"),
    ],
)
def test_psi_is_the_double_sum(binary_pair, kind, changed, alike):
    method = kind(**{**SMALL.get_params(), **changed})
    corpora = [domain.corpus.without_labels() for domain in binary_pair.domains]
    vocabulary = method.choose(corpora)
    learned = method.learn(corpora, vocabulary, binary_pair.random_state)
    source_c, (source_w, target_w) = learned.pivots[0], learned.words
    [labeled] = binary_pair.source_labels
    theta = LogisticRegression(C=0.5, max_iter=5000).fit(labeled.documents, labeled.labels)
    weight = dict(zip(binary_pair.features, theta.coef_[0], strict=True))
    pivots = dict(zip(vocabulary.pivots, source_c.astype(float), strict=True))
    in_source = dict(zip(vocabulary.of_domain("films"), source_w.astype(float), strict=True))
    in_target = dict(zip(vocabulary.of_domain("tools"), target_w.astype(float), strict=True))

    def f(own: np.ndarray, others: dict[str, np.ndarray]) -> dict[str, float]:
        found = {name: cosine(own, vector) for name, vector in others.items()}
        if method.similarity == "positive":
            return {name: max(0.0, value) for name, value in found.items()}
        if method.similarity == "nearest":
            best = sorted(found.values())[-2]
            return {name: value if value >= best else 0.0 for name, value in found.items()}
        return found

    def psi(document: np.ndarray) -> float:
        total = 0.0
        for feature in (binary_pair.features[index] for index in np.flatnonzero(document)):
            if feature in pivots:
                others = pivots if alike == "role" else {**pivots, **in_source}
                found = f(pivots[feature], others)
            elif feature in in_target:
                others = in_source if alike == "role" else {**pivots, **in_source}
                found = f(in_target[feature], others)
            else:
                found = {}
                total += weight[feature] if method.identity else 0.0
            total += sum(weight[name] * value for name, value in found.items())
        return total

    # The last document has no feature at all: ψ is 0, which is not positive.
    documents = csr_array(
        np.vstack([binary_pair.domains[1].documents[:15].toarray(), 0 * theta.coef_])
    )
    decision = method.fit(binary_pair).decision_
    scores = decision.scores(documents)
    expected = np.array([psi(row) for row in documents.toarray()])
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], expected, atol=1e-4)
    np.testing.assert_array_equal(scores.argmax(axis=1), expected > 0)
    assert changed or 0 < (expected > 0).sum() < 15
