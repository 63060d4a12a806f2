"""The bench's additions to Eq. score, against double sums over words."""

from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from crosslex.paper import TaskVectors
from crosslex_bench.methods.expansion import ExpansionMethod


@pytest.fixture(scope="module")
def pair(task):
    """Films with labels, books without, and tools, the target."""
    silent = replace(task.domains[1], labels=np.full_like(task.domains[1].labels, -1))
    return replace(task, domains=(task.domains[0], silent, task.domains[2]))


@pytest.fixture(scope="module")
def vectors(task) -> TaskVectors:
    """Vectors of any length; each domain lacks every feature that does not occur in it."""
    rng = np.random.default_rng(0)
    of_domain = []
    for domain in task.domains:
        occurring = [feature in domain.corpus.words for feature in task.features]
        rows = rng.normal(size=(len(task.features), 6)) * np.array(occurring)[:, None]
        of_domain.append(rows.astype(np.float32))
    return TaskVectors(tuple(of_domain), task.pivots)


@pytest.fixture(scope="module")
def theta(pair) -> np.ndarray:
    source = pair.domains[0]
    return LogisticRegression().fit(source.documents, source.labels).coef_[0]


def fit(vectors: TaskVectors, task, **options) -> ExpansionMethod:
    """Fit a method that has these vectors."""
    method = ExpansionMethod(**options)
    method.learn_vectors = lambda _: vectors
    return method.fit(task)


def log_odds(method: ExpansionMethod, documents) -> np.ndarray:
    scores = method.decision_.scores(documents)
    return scores[:, 1] - scores[:, 0]


def naive_scores(task, place, vectors, theta, f=lambda cosines: cosines) -> np.ndarray:
    """Eq. score of a domain's documents; f gets a word's cosines with all source words."""
    films, own = (vectors.of_domain[at].astype(float) for at in (0, place))
    known = np.flatnonzero(films.any(axis=1))
    unit = films[known] / np.linalg.norm(films[known], axis=1, keepdims=True)
    weights = np.zeros(len(theta))
    for word in range(len(theta)):
        vector = films[word] if word in task.pivots else own[word]
        if vector.any():
            weights[word] = theta[known] @ f(unit @ vector / np.linalg.norm(vector))
    return np.array([document @ weights for document in task.domains[place].documents.toarray()])


SIMILARITIES = {
    "cosine": ({}, lambda cosines: cosines),
    "sharpened": (
        {"similarity": "sharpened", "power": 2.5},
        lambda cosines: np.sign(cosines) * np.abs(cosines) ** 2.5,
    ),
    # Unit vectors at an angle are as far apart as twice the sine of half of it.
    "euclidean": (
        {"similarity": "euclidean"},
        lambda cosines: 1 / (1 + 2 * np.sin(np.arccos(np.clip(cosines, -1, 1)) / 2)),
    ),
    "positive": ({"similarity": "positive"}, lambda cosines: np.maximum(cosines, 0)),
    "nearest": (
        {"similarity": "nearest", "neighbors": 1},
        lambda cosines: np.where(cosines == cosines.max(), cosines, 0),
    ),
}
# The distance of a vector from itself is the root of a rounding error of single precision.
ROUNDING = {"euclidean": 1e-2}


@pytest.mark.parametrize("name", SIMILARITIES)
def test_scores_are_a_double_sum_over_words(pair, vectors, theta, name):
    options, f = SIMILARITIES[name]
    method = fit(vectors, pair, own=0.0, calibrated=False, **options)
    expected = naive_scores(pair, 2, vectors, theta, f)
    found = log_odds(method, pair.domains[2].documents)
    np.testing.assert_allclose(found, expected, atol=ROUNDING.get(name, 1e-4))
    # No intercept: a score to calibrate on is the sum of a document's weights.
    labeled = pair.domains[0].documents.toarray()
    np.testing.assert_allclose(method.held_out_, labeled @ method.decision_.weights)


def test_calibrated_scores_are_log_odds_learned_from_labeled_documents(pair, vectors, theta):
    own, carried = (naive_scores(pair, place, vectors, theta) for place in (0, 2))
    # Each class has half of the score, so they deviate by half as much.
    columns = [np.column_stack([-each / 2, each / 2]) for each in (own, carried)]
    scale = columns[0].std()
    meaning = LogisticRegression().fit(columns[0] / scale, pair.domains[0].labels)
    expected = meaning.decision_function(columns[1] / scale)
    found = log_odds(fit(vectors, pair, own=0.0), pair.domains[2].documents)
    np.testing.assert_allclose(found, expected, atol=1e-3)


def test_a_words_own_weight_counts_in_proportion_to_the_deviations(pair, vectors, theta):
    source, target = pair.domains[0].documents, pair.domains[2].documents
    similar, carried = (naive_scores(pair, place, vectors, theta) for place in (0, 2))
    weight = 0.5 * similar.std() / (source @ theta).std()
    expected = carried + weight * (target @ theta)
    found = log_odds(fit(vectors, pair, own=0.5, calibrated=False), target)
    np.testing.assert_allclose(found, expected, atol=1e-3)
