"""DCI as published, against profiles worked out by hand."""

from math import sqrt

import numpy as np
import pytest

from crosslex.classify import AdaptationTask
from crosslex_bench.methods.dci import DistributionalCorrespondence
from generated_domains import task_of_matrices


@pytest.fixture
def worked() -> AdaptationTask:
    """Pivots p and q, features a and b; the first domain lacks b, the second q and a."""
    first = [[1.0, 0.0, 3.0, 0.0], [0.0, 1.0, 4.0, 0.0]]
    second = [[1.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0]]
    return task_of_matrices({"first": first, "second": second}, pivots=[0, 1])


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


def test_a_pivot_corresponds_with_itself_most_unless_shared_words_are_skipped(worked):
    published = DistributionalCorrespondence().learn(worked).profiles_[0]
    skipping = DistributionalCorrespondence(skip_overlaps=True).learn(worked).profiles_[0]
    for place, pivot in enumerate(worked.pivots):
        assert published[pivot].argmax() == place
        assert skipping[pivot].argmax() != place
