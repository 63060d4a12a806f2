from dataclasses import replace

import numpy as np
from sklearn.base import clone

from crosslex.adapt.crosslex_expansion import DomainVectorExpansion
from crosslex.adapt.task import AdaptationTask
from crosslex.reuse import Memory, reuse


class Counted(DomainVectorExpansion):
    """Counts how often it learns; to be reset by every test."""

    learned = 0

    def learn_vectors(self, task: AdaptationTask):
        type(self).learned += 1
        return super().learn_vectors(task)


SMALL = Counted(dimension=5, epochs=1)


def weights(method, task) -> np.ndarray:
    return clone(method).fit(task).decision_.weights


def test_settings_that_come_later_share_vectors_and_give_the_same_result(task):
    methods = [
        clone(SMALL).set_params(C=C, similarity=s) for C in (1, 9) for s in ("cosine", "dot")
    ]
    alone = [weights(method, task) for method in methods]
    Counted.learned = 0
    with reuse(Memory()):
        shared = [weights(method, task) for method in methods]
    assert Counted.learned == 1
    for one, other in zip(alone, shared, strict=True):
        np.testing.assert_array_equal(one, other)


def test_other_vectors_are_learned_for_other_settings_seeds_texts_and_labels(task):
    Counted.learned = 0
    with reuse(Memory()):
        weights(SMALL, task)
        weights(clone(SMALL).set_params(dimension=6), task)
        weights(SMALL, replace(task, random_state=1))
        weights(SMALL, replace(task, pivots=task.pivots[:-1]))
        corpus = task.domains[0].corpus
        copied = replace(task.domains[0], corpus=replace(corpus, ids=corpus.ids.copy()))
        weights(SMALL, replace(task, domains=(copied, *task.domains[1:])))
    assert Counted.learned == 5


def test_nothing_is_kept_outside(task):
    Counted.learned = 0
    weights(SMALL, task)
    weights(SMALL, task)
    assert Counted.learned == 2
