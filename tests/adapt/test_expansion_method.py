from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from crosslex.adapt.decision import LinearDecision
from crosslex.adapt.expansion_method import ExpansionMethod
from crosslex.adapt.task_vectors import TaskVectors


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


def fit(vectors: TaskVectors, task, **options) -> LinearDecision:
    """Fit a method that has these vectors."""
    method = ExpansionMethod(**options)
    method.learn_vectors = lambda _: vectors
    return method.fit(task).decision_


def one_source(task):
    silent = replace(task.domains[1], labels=np.full_like(task.domains[1].labels, -1))
    return replace(task, domains=(task.domains[0], silent, task.domains[2]))


def cosine(one: np.ndarray, other: np.ndarray) -> float:
    lengths = np.linalg.norm(one) * np.linalg.norm(other)
    return float(one @ other / lengths) if lengths > 0 else 0.0


def naive_scores(task, sources, target, theta, f) -> list[float]:
    """Eq. score: a double sum over the words of a document and those of the classifier."""
    pivots = set(task.pivots.tolist())
    scores = []
    for document in task.domains[2].documents.toarray():
        score = 0.0
        for word in np.flatnonzero(document):
            own = sources[word] if word in pivots else target[word]
            for known, weight in enumerate(theta):
                score += document[word] * weight * f(cosine(own, sources[known]))
        scores.append(score)
    return scores


def source_classifier(task, places) -> np.ndarray:
    """What logistic regression weighs features by on the source documents as they are."""
    documents = np.vstack([task.domains[place].documents.toarray() for place in places])
    labels = np.concatenate([task.domains[place].labels for place in places])
    return LogisticRegression().fit(documents, labels).coef_[0]


SIMILARITIES = {
    "cosine": ({}, lambda cos: cos),
    "sharpened": (
        {"similarity": "sharpened", "power": 2.0},
        lambda cos: np.sign(cos) * cos**2,
    ),
    "own": ({"similarity": lambda cosines: np.maximum(cosines, 0)}, lambda cos: max(cos, 0)),
}


@pytest.mark.parametrize("name", SIMILARITIES)
def test_scores_are_the_double_sum_of_the_paper(task, vectors, name):
    options, f = SIMILARITIES[name]
    task = one_source(task)
    decision = fit(vectors, task, own=0.0, calibrated=False, **options)
    scores = decision.scores(task.domains[2].documents)
    films, _, tools = vectors.of_domain
    theta = source_classifier(task, [0])
    expected = naive_scores(task, films, tools, theta, f)
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], expected, atol=1e-4)


def test_several_sources_give_a_word_the_direction_of_the_sum_of_its_unit_vectors(task, vectors):
    decision = fit(vectors, task, own=0.0, calibrated=False)
    scores = decision.scores(task.domains[2].documents)
    films, books, tools = vectors.of_domain
    source = np.zeros_like(films)
    for rows in (films, books):
        for feature, row in enumerate(rows):
            if row.any():
                source[feature] += row / np.linalg.norm(row)
    theta = source_classifier(task, [0, 1])
    expected = naive_scores(task, source, tools, theta, lambda cos: cos)
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], expected, atol=1e-4)


def test_only_the_nearest_count_where_so_many_are_asked_for(task, vectors):
    task = one_source(task)
    options = {"similarity": "nearest", "neighbors": 1, "own": 0.0, "calibrated": False}
    decision = fit(vectors, task, **options)
    films, _, tools = vectors.of_domain
    theta = source_classifier(task, [0])
    for feature in np.flatnonzero(tools.any(axis=1)):
        own = films[feature] if feature in task.pivots else tools[feature]
        known = [other for other in range(len(films)) if films[other].any()]
        nearest = max(known, key=lambda other: cosine(own, films[other]))
        expected = theta[nearest] * cosine(own, films[nearest])
        assert np.ptp(decision.weights[feature]) == pytest.approx(abs(expected), abs=1e-5)


def test_a_document_without_known_words_scores_nothing(task, vectors):
    decision = fit(vectors, task, own=0.0, calibrated=False)
    np.testing.assert_array_equal(decision.intercept, [0, 0])
    assert decision.weights[task.features.index("filmsgooda")].tolist() == [0, 0]


def test_three_classes_are_carried_over_each_by_itself(reviews, make_task):
    found = reviews(classes=("bad", "fair", "good"), size=20)
    corpora = found.corpora(labeled=("films",))
    features = sorted({word for corpus in corpora for word in corpus.words})
    task = make_task(corpora, features, pivots=["gooda", "bada", "faira"])
    rng = np.random.default_rng(0)
    films, tools = (rng.normal(size=(len(features), 5)).astype(np.float32) for _ in range(2))
    vectors = TaskVectors((films, tools), task.pivots)
    decision = fit(vectors, task, own=0.0, calibrated=False)
    source = task.domains[0]
    theta = LogisticRegression().fit(source.documents, source.labels).coef_
    feature = features.index("toolsgooda")
    for code in range(3):
        expected = sum(
            theta[code, other] * cosine(tools[feature], films[other])
            for other in range(len(features))
        )
        assert decision.weights[feature, code] == pytest.approx(expected, abs=1e-5)


def test_calibrated_scores_mean_what_they_mean_for_labeled_documents(task, vectors):
    task = one_source(task)
    source, target = task.domains[0], task.domains[2]
    theta = source_classifier(task, [0])
    # The same double sum for source documents: source vectors on both sides.
    there = replace(task, domains=(*task.domains[:2], source))
    own = np.array(naive_scores(there, vectors.of_domain[0], vectors.of_domain[0], theta, float))
    carried = np.array(naive_scores(task, vectors.of_domain[0], vectors.of_domain[2], theta, float))
    # Each class has half of the score, so they deviate by half as much.
    columns = [np.column_stack([-each / 2, each / 2]) for each in (own, carried)]
    scale = columns[0].std()
    meaning = LogisticRegression().fit(columns[0] / scale, source.labels)
    expected = meaning.decision_function(columns[1] / scale)
    found = fit(vectors, task, own=0.0).scores(target.documents)
    np.testing.assert_allclose(found[:, 1] - found[:, 0], expected, atol=1e-3)


@pytest.mark.parametrize("own", [0.5, 2.0])
def test_a_word_counts_by_its_own_weight_too(task, vectors, own):
    task = one_source(task)
    source, target = task.domains[0], task.domains[2]
    theta = source_classifier(task, [0])
    films, _, tools = vectors.of_domain
    there = replace(task, domains=(*task.domains[:2], source))
    similar = np.array(naive_scores(there, films, films, theta, float))
    alone = source.documents @ theta
    carried = np.array(naive_scores(task, films, tools, theta, float))
    weight = own * similar.std() / alone.std()
    expected = carried + weight * (target.documents @ theta)
    scores = fit(vectors, task, own=own, calibrated=False).scores(target.documents)
    np.testing.assert_allclose(scores[:, 1] - scores[:, 0], expected, atol=1e-3)
