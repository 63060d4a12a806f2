"""DCI as published, against profiles worked out by hand and against plain loops."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import pytest
from scipy.sparse import csr_array

from crosslex import Corpus
from crosslex.classify import AdaptationTask, DomainDocuments
from crosslex_bench.methods.dci import DistributionalCorrespondence


def task_of_numbers(
    matrices: Sequence, pivots: Sequence[int], features: Sequence[str] = ()
) -> AdaptationTask:
    """A task of given documents × features; its text does not matter to the method."""
    domains = []
    for place, matrix in enumerate(matrices):
        corpus = Corpus.from_texts(["word"] * len(matrix), name=f"domain{place}")
        labels = np.full(len(matrix), -1, np.int32)
        domains.append(DomainDocuments(corpus.name, corpus, csr_array(matrix), labels))
    width = len(matrices[0][0])
    names = tuple(features or (f"feature{column}" for column in range(width)))
    return AdaptationTask(names, np.array(pivots, np.intp), tuple(domains), len(domains) - 1, 2, 0)


@pytest.fixture
def worked() -> AdaptationTask:
    """Pivots p and q, features a and b; the first domain lacks b, the second q and a."""
    first = [[1.0, 0.0, 3.0, 0.0], [0.0, 1.0, 4.0, 0.0]]
    second = [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]
    return task_of_numbers([first, second], pivots=[0, 1])


def unit(*numbers: float) -> np.ndarray:
    return np.array(numbers) / sqrt(sum(number**2 for number in numbers))


def worked_pivots() -> tuple[np.ndarray, np.ndarray]:
    """The mean over both domains of the profiles of p and of q.

    First domain: the cosines of p, q and a with p are 1, 0, 3/5: mean 8/15, deviation √38/15.
    With q they are 0, 1, 4/5: mean 3/5, deviation √(14/75).
    Second domain: the cosines of p and b with p are 1 and 1/√2, standardized 1 and -1.
    """
    deviation = sqrt(14 / 75)
    p = (unit(7 / sqrt(38), -0.6 / deviation) + [1, 0]) / 2
    q = unit(-8 / sqrt(38), 0.4 / deviation) / 2
    return p, q


def test_profiles_are_those_worked_out_by_hand(worked):
    first, second = DistributionalCorrespondence().learn(worked).profiles_
    p, q = worked_pivots()
    a = unit(1 / sqrt(38), 0.2 / sqrt(14 / 75))
    np.testing.assert_allclose(first, [p, q, a, [0, 0]], atol=1e-6)
    np.testing.assert_allclose(second, [p, q, [0, 0], [-1, 0]], atol=1e-6)


def test_two_documents_stand_one_deviation_from_their_mean(worked):
    # Sums by hand: (1.81, 2.44) and (0.92, 4.07); the deviation is half of what lies between.
    method = DistributionalCorrespondence().learn(worked)
    found = method.transform(worked.domains[0].documents, 0)
    np.testing.assert_allclose(found, np.array([[1, -1], [-1, 1]]) / sqrt(2), atol=1e-6)


def test_a_new_document_is_measured_by_its_own_domain(worked):
    method = DistributionalCorrespondence().learn(worked)
    p, q = worked_pivots()
    # In the second domain the documents' sums are p - (1, 0) and -(1, 0).
    mean, deviation = p / 2 - [1, 0], np.abs(p) / 2
    found = method.transform(csr_array([[0.0, 3.0, 5.0, 0.0]]), 1)
    np.testing.assert_allclose(found[0], (3 * q - mean) / deviation / sqrt(2), atol=1e-5)


def naive_profiles(matrices, pivots, backoff):
    """Standardized cosines of unit length, pivot by pivot and feature by feature."""
    width = matrices[0].shape[1]
    shares = [
        [1.0 if one == two else backoff for two in range(len(matrices))]
        for one in range(len(matrices))
    ]
    found = []
    for share in shares:

        def inner(one: int, two: int, share=share) -> float:
            return sum(
                part * float(matrix[:, one] @ matrix[:, two])
                for part, matrix in zip(share, matrices, strict=True)
            )

        present = [feature for feature in range(width) if inner(feature, feature) > 0]
        profile = np.zeros((width, len(pivots)))
        for place, pivot in enumerate(pivots):
            cosines = {
                feature: inner(feature, pivot) / sqrt(inner(feature, feature) * inner(pivot, pivot))
                for feature in present
            }
            mean = sum(cosines.values()) / len(present)
            variance = sum((cosine - mean) ** 2 for cosine in cosines.values()) / len(present)
            for feature in present:
                profile[feature, place] = (cosines[feature] - mean) / sqrt(variance)
        for feature in present:
            profile[feature] /= np.linalg.norm(profile[feature])
        found.append(profile)
    for pivot in pivots:
        shared = sum(profile[pivot] for profile in found) / len(found)
        for profile in found:
            profile[pivot] = shared
    return found


@pytest.mark.parametrize("backoff", [0.0, 0.2])
def test_profiles_and_documents_are_those_of_plain_loops(backoff):
    rng = np.random.default_rng(3)
    matrices = [rng.random((size, 8)) * (rng.random((size, 8)) < 0.6) for size in (9, 7, 11)]
    matrices[1][:, 6] = 0  # absent from one domain: only back-off gives it a profile there
    pivots = [4, 0, 2]
    task = task_of_numbers(matrices, pivots)
    method = DistributionalCorrespondence(backoff=backoff).learn(task)
    expected = naive_profiles(matrices, pivots, backoff)
    assert expected[1][6].any() == (backoff > 0)
    for place, (matrix, profile) in enumerate(zip(matrices, expected, strict=True)):
        np.testing.assert_allclose(method.profiles_[place], profile, atol=1e-5)
        sums = np.array([sum(row[f] * profile[f] for f in range(8)) for row in matrix])
        standardized = (sums - sums.mean(axis=0)) / sums.std(axis=0) / sqrt(3)
        found = method.transform(task.domains[place].documents, place)
        np.testing.assert_allclose(found, standardized, atol=1e-4)
        assert (found**2).sum(axis=1).mean() == pytest.approx(1)


@pytest.mark.parametrize("seed", range(5))
def test_rounding_does_not_pass_for_a_difference_between_features(seed):
    # All columns of the first domain are proportional: every cosine is 1.
    rng = np.random.default_rng(seed)
    alike = np.outer(rng.random(7), rng.random(5))
    task = task_of_numbers([alike, rng.random((5, 5))], pivots=[0, 1])
    method = DistributionalCorrespondence().learn(task)
    np.testing.assert_allclose(method.profiles_[0][2:], 0, atol=1e-5)


def test_a_pivot_corresponds_with_itself_most_unless_shared_words_are_skipped(worked):
    published = DistributionalCorrespondence().learn(worked).profiles_[0]
    skipping = DistributionalCorrespondence(skip_overlaps=True).learn(worked).profiles_[0]
    for place, pivot in enumerate(worked.pivots):
        assert published[pivot].argmax() == place
        assert skipping[pivot].argmax() != place
