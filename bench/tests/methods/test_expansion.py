"""Eq. score against a double loop over words."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from scipy.sparse import csr_array
from sklearn.linear_model import LogisticRegression

from crosslex.classify.decision import LinearDecision
from crosslex.errors import InputError
from crosslex.paper import TaskVectors
from crosslex.vectors import unit_rows
from crosslex_bench.methods.expansion import ExpansionMethod, carry_over, comparable_vectors

SIZE = 12
PIVOTS = np.array([3, 7, 9], np.intp)


@pytest.fixture
def sources() -> list[np.ndarray]:
    """Vectors of two sources; features 1 and 7 have none in either, 4 in the second alone."""
    films, books = np.random.default_rng(0).normal(size=(2, SIZE, 4))
    films[[1, 7]] = books[[1, 7]] = 0
    films[4] = 0
    return [films, books]


@pytest.fixture
def target() -> np.ndarray:
    """Vectors of the target; features 2 and 9, a pivot, have none."""
    vectors = np.random.default_rng(1).normal(size=(SIZE, 4)) * 3
    vectors[[2, 9]] = 0
    return vectors


@pytest.fixture
def documents() -> csr_array:
    rng = np.random.default_rng(2)
    return csr_array(rng.random((6, SIZE)) * (rng.random((6, SIZE)) < 0.6))


def known(vector: np.ndarray) -> bool:
    return bool(vector.any())


def direction(vectors: list[np.ndarray]) -> np.ndarray:
    total = sum(
        (vector / np.linalg.norm(vector) for vector in vectors if known(vector)), np.zeros(4)
    )
    return total / np.linalg.norm(total) if total.any() else total


def naive_similarity(
    sources: list[np.ndarray],
    target: np.ndarray,
    of_cosine: Callable[[float], float],
    neighbors: int = SIZE,
) -> np.ndarray:
    """F, word by word: rows are target features, columns source features."""
    found = np.zeros((SIZE, SIZE))
    for word in range(SIZE):
        of_sources = [source[word] for source in sources]
        own = direction(of_sources) if word in PIVOTS else direction([target[word]])
        if not own.any():
            continue
        cosines = {}
        for other in range(SIZE):
            there = direction([source[other] for source in sources])
            if there.any():
                cosines[other] = float(own @ there)
        for other in sorted(cosines, key=cosines.__getitem__)[-neighbors:]:
            found[word, other] = of_cosine(cosines[other])
    return found


CASES = {
    "cosine": ({}, lambda cosine: cosine, SIZE),
    "sharpened": (
        {"similarity": "sharpened", "power": 2.5},
        lambda cosine: np.sign(cosine) * abs(cosine) ** 2.5,
        SIZE,
    ),
    "euclidean": (
        {"similarity": "euclidean"},
        # Unit vectors at an angle are as far apart as twice the sine of half of it.
        lambda cosine: 1 / (1 + 2 * np.sin(np.arccos(np.clip(cosine, -1, 1)) / 2)),
        SIZE,
    ),
    "nearest": ({"similarity": "nearest", "neighbors": 3}, lambda cosine: cosine, 3),
    "all are near": ({"similarity": "nearest", "neighbors": 50}, lambda cosine: cosine, SIZE),
    # What a function says of cosine 0 must not leak to features without a vector.
    "own": ({"similarity": np.exp}, np.exp, SIZE),
}


# The distance of a vector from itself is the root of a rounding error of single precision.
ROUNDING = {"euclidean": 3e-3}


@pytest.mark.parametrize("n_sources", [1, 2])
@pytest.mark.parametrize("case", CASES)
def test_scores_are_a_double_sum_over_words(case, n_sources, sources, target, documents):
    options, of_cosine, neighbors = CASES[case]
    pair = comparable_vectors(sources[:n_sources], target, PIVOTS)
    similarity = naive_similarity(sources[:n_sources], target, of_cosine, neighbors)
    theta = np.random.default_rng(3).normal(size=(3, SIZE))
    expected = np.zeros((6, 3))
    for row, document in enumerate(documents.toarray()):
        for code in range(3):
            for word in range(SIZE):
                for other in range(SIZE):
                    expected[row, code] += (
                        document[word] * theta[code, other] * similarity[word, other]
                    )
    rounding = ROUNDING.get(case, 1e-5)
    np.testing.assert_allclose(
        documents @ carry_over(theta, *pair, **options).T, expected, atol=rounding
    )


@pytest.mark.parametrize("case", CASES)
def test_single_coefficients_give_the_similarities(case, sources, target):
    options, of_cosine, neighbors = CASES[case]
    pair = comparable_vectors(sources, target, PIVOTS)
    dense = carry_over(np.eye(SIZE), *pair, **options).T
    expected = naive_similarity(sources, target, of_cosine, neighbors)
    np.testing.assert_allclose(dense, expected, atol=ROUNDING.get(case, 1e-6))
    assert not dense[[2, 7]].any()  # no vector in the target; a pivot without one in a source
    assert not dense[:, [1, 7]].any()


def test_the_dot_product_keeps_the_vectors_as_long_as_they_are():
    sources = [np.array([[3.0, 4.0], [0.0, 2.0]]), np.array([[1.0, 0.0], [0.0, 0.0]])]
    target = np.array([[9.0, 9.0], [5.0, 1.0]])
    pair = comparable_vectors(sources, target, np.array([0]), unit=False)
    mean = np.array([[2.0, 2.0], [0.0, 1.0]])
    expected = np.array([[2.0, 2.0], [5.0, 1.0]]) @ mean.T
    np.testing.assert_allclose(carry_over(np.eye(2), *pair, similarity="dot"), expected.T)


def test_more_features_than_fit_a_block_are_all_expanded():
    rng = np.random.default_rng(0)
    target, source = (unit_rows(rng.normal(size=(1100, 3))) for _ in range(2))
    coefficients = rng.random((1, 1100))
    expected = coefficients @ (source.astype(float) @ target.T.astype(float)) ** 2
    found = carry_over(coefficients, target, source, similarity=lambda cosines: cosines**2)
    np.testing.assert_allclose(found, expected, rtol=1e-4)


def test_the_nearest_are_kept_even_if_they_point_away():
    target = np.array([[-1, 0]] * 3, np.float32)
    source = unit_rows(np.array([[1.0, 0.0], [3.0, 4.0], [4.0, 3.0]]))
    found = carry_over(np.eye(3), target, source, similarity="nearest", neighbors=1)
    np.testing.assert_allclose(found.T[:1], [[0, -0.6, 0]], atol=1e-6)


def test_unknown_similarities_and_no_neighbors_are_refused():
    vectors = np.eye(2, dtype=np.float32)
    with pytest.raises(InputError, match="similarity: found 'euclid'"):
        carry_over(vectors, vectors, vectors, similarity="euclid")
    with pytest.raises(InputError, match="neighbors: found 0"):
        carry_over(vectors, vectors, vectors, similarity="nearest", neighbors=0)


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


def test_scores_to_calibrate_on_are_those_of_the_score_equation(task, vectors):
    method = ExpansionMethod(own=0.0, calibrated=False)
    method.learn_vectors = lambda _: vectors
    decision = method.fit(task).decision_
    labeled = [each.documents.toarray() for each in task.source_labels]
    # No intercept: a score is the sum of a document's weights.
    np.testing.assert_allclose(method.held_out_, np.vstack(labeled) @ decision.weights)


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
