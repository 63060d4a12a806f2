"""The separation of the classes that is left in the target, against a computation by hand."""

import numpy as np
import pytest
from scipy.sparse import csr_array, vstack
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import StratifiedKFold

from crosslex.classify.crosslex import Crosslex, LogRatioClassifier
from crosslex.classify.separation import mean_correlation, reliability


def test_reliability_is_the_share_that_halves_have_in_common():
    rng = np.random.default_rng(0)
    common = rng.normal(size=100_000)
    first, second = (common + rng.normal(size=100_000) for _ in range(2))
    # The common part has 4 of the sum's variance of 4 + 2.
    assert reliability(first, second) == pytest.approx(4 / 6, abs=0.01)
    assert reliability(np.zeros(5), np.zeros(5)) == 0
    assert mean_correlation([first, second]) == pytest.approx(0.5, abs=0.01)
    assert mean_correlation([first, np.zeros(100_000)]) == 0


def margins(scores):
    return scores[:, 1] - scores[:, 0]


def test_ratio_is_that_of_reliability_and_correlation(task):
    method = Crosslex(C=1.0).fit(task)
    target = task.domains[2].documents
    documents = csr_array(vstack([domain.documents for domain in task.domains[:2]]))
    labels = np.concatenate([domain.labels for domain in task.domains[:2]])
    rows = np.flatnonzero(np.diff(target.indptr))
    words, profiles, _ = (margins(scores)[rows] for scores in method.decision_.views.scores(target))
    held_out = np.empty(len(labels))
    halves = np.random.default_rng(0).integers(0, 2, (3, len(task.features))) == 0
    of_halves = np.empty((3, 2, len(labels)))
    folds = StratifiedKFold(5, shuffle=True, random_state=0)
    for others, left_out in folds.split(labels, labels):
        again = LogRatioClassifier(LogisticRegression(max_iter=5000))
        again.fit(documents[others], labels[others])
        held_out[left_out] = again.decision_function(documents[left_out])
        for split, half in enumerate(halves):
            for side, chosen in enumerate((half, ~half)):
                only = csr_array(documents[left_out].toarray() * chosen)
                of_halves[split, side, left_out] = again.decision_function(only)
    weights = margins(method.decision_.views.weights[0])
    dense = target.toarray()[rows]
    in_target = [[dense @ (weights * half), dense @ (weights * ~half)] for half in halves]

    def reliable(splits):
        return np.mean([4 * np.cov(a, b, ddof=0)[0, 1] / np.var(np.add(a, b)) for a, b in splits])

    kept = max(0, reliable(in_target)) / reliable(of_halves)
    agreement = np.corrcoef(words, profiles)[0, 1]
    at_source = np.corrcoef(held_out, margins(method.profiles_.held_out_))[0, 1]
    expected = np.sqrt(kept) * agreement / at_source
    assert method.separation_ratio_ == pytest.approx(expected, rel=1e-3)
