from dataclasses import replace

import numpy as np
import pytest
from sklearn.base import clone

from crosslex.classify.task import AdaptationTask
from crosslex_bench.cache import Cache, use
from crosslex_bench.methods.crosslex_vectors import DomainVectorExpansion, learn_vectors
from crosslex_bench.methods.registry import METHODS

SMALL = DomainVectorExpansion(dimension=5, epochs=1)


@pytest.fixture
def learned(monkeypatch) -> list[AdaptationTask]:
    """The tasks that vectors were learned for."""
    tasks: list[AdaptationTask] = []

    def counting(task, *args, **options):
        tasks.append(task)
        return learn_vectors(task, *args, **options)

    monkeypatch.setattr("crosslex_bench.methods.crosslex_vectors.learn_vectors", counting)
    return tasks


def weights(method, task) -> np.ndarray:
    return clone(method).fit(task).decision_.weights


def test_settings_that_come_later_share_vectors_and_give_the_same_result(task, learned):
    methods = [
        clone(SMALL).set_params(C=C, similarity=s) for C in (1, 9) for s in ("cosine", "dot")
    ]
    alone = [weights(method, task) for method in methods]
    learned.clear()
    with use(Cache()):
        shared = [weights(method, task) for method in methods]
    assert len(learned) == 1
    for one, other in zip(alone, shared, strict=True):
        np.testing.assert_array_equal(one, other)


def test_other_vectors_are_learned_for_other_settings_seeds_texts_and_labels(task, learned):
    learned.clear()
    with use(Cache()):
        weights(SMALL, task)
        weights(clone(SMALL).set_params(dimension=6), task)
        weights(SMALL, replace(task, random_state=1))
        weights(SMALL, replace(task, pivots=task.pivots[:-1]))
        corpus = task.domains[0].corpus
        copied = replace(task.domains[0], corpus=replace(corpus, ids=corpus.ids.copy()))
        weights(SMALL, replace(task, domains=(copied, *task.domains[1:])))
    assert len(learned) == 5


@pytest.mark.parametrize("name", ["scl", "cs", "msda", "coral", "dci", "crosslex-documents"])
def test_a_method_fitted_again_with_another_c_is_as_if_fitted_alone(task, name):
    methods = [clone(METHODS[name]).set_params(C=C) for C in (0.1, 10.0)]
    documents = task.domains[task.target].documents
    alone = [clone(each).fit(task).decision_.scores(documents) for each in methods]
    with use(Cache()):
        shared = [clone(each).fit(task).decision_.scores(documents) for each in methods]
    for one, other in zip(alone, shared, strict=True):
        np.testing.assert_array_equal(one, other)
