from dataclasses import replace

import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from crosslex.classify.methods import InDomain
from crosslex.errors import InputError


def with_target_labels(task, labels):
    target = replace(task.domains[-1], labels=np.array(labels, np.int32))
    return replace(task, domains=(*task.domains[:-1], target))


def test_is_scikit_learn_on_the_labeled_documents_of_the_target_alone(task):
    labels = np.tile([0, 1, -1], 20)
    decision = InDomain(C=3).fit(with_target_labels(task, labels)).decision_
    documents = task.domains[-1].documents
    expected = LogisticRegression(C=3).fit(documents[labels >= 0], labels[labels >= 0])
    scores = decision.scores(documents)
    np.testing.assert_allclose(
        scores[:, 1] - scores[:, 0], expected.decision_function(documents), atol=1e-9
    )


def test_ignores_the_labels_of_sources(task):
    task = with_target_labels(task, np.tile([0, 1, -1], 20))
    silent = tuple(
        replace(domain, labels=np.full_like(domain.labels, -1)) for domain in task.domains[:-1]
    )
    one = InDomain().fit(task).decision_
    other = InDomain().fit(replace(task, domains=(*silent, task.domains[-1]))).decision_
    np.testing.assert_array_equal(one.weights, other.weights)


@pytest.mark.parametrize("labels", [[-1] * 60, [1] * 60])
def test_needs_labels_of_two_classes(task, labels):
    with pytest.raises(InputError, match=r"in_domain.*'tools'"):
        InDomain().fit(with_target_labels(task, labels))


def test_needs_labels_of_every_class_for_scores_have_a_column_each(task):
    task = replace(with_target_labels(task, np.tile([0, 2], 30)), n_classes=3)
    with pytest.raises(InputError, match=r"in_domain.*'tools'"):
        InDomain().fit(task)
