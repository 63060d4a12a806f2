from dataclasses import replace

import numpy as np
import pytest
from crosslex.reuse import Memory, once, reuse
from sklearn.base import clone

from crosslex.classify.task import AdaptationTask
from crosslex.counts.frequent_features import count_domains
from crosslex_bench.methods import METHODS
from crosslex_bench.methods.crosslex_expansion import DomainVectorExpansion


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


def test_counts_of_the_same_texts_are_taken_once_and_not_for_other_labels_or_settings(task):
    corpora = [domain.corpus for domain in task.domains]
    hidden = [corpus.without_labels() for corpus in corpora]
    with reuse(Memory()):
        first = count_domains(corpora, min_count=2)
        assert count_domains(list(corpora), min_count=2) is first
        assert count_domains(corpora, min_count=3) is not first
        other = count_domains(hidden, min_count=2)
        assert other is not first
        np.testing.assert_array_equal(other[0].occurrences, first[0].occurrences)
    assert count_domains(corpora, min_count=2) is not first


@pytest.mark.parametrize("name", ["scl", "cs", "msda", "coral", "dci", "crosslex-documents"])
def test_a_method_fitted_again_with_another_c_is_as_if_fitted_alone(task, name):
    methods = [clone(METHODS[name]).set_params(C=C) for C in (0.1, 10.0)]
    documents = task.domains[task.target].documents
    alone = [clone(each).fit(task).decision_.scores(documents) for each in methods]
    with reuse(Memory()):
        shared = [clone(each).fit(task).decision_.scores(documents) for each in methods]
    for one, other in zip(alone, shared, strict=True):
        np.testing.assert_array_equal(one, other)


def test_the_latest_results_alone_are_kept():
    computed = []

    def square(number):
        return once("square", number, None, lambda: computed.append(number), most=2)

    with reuse(Memory()):
        for number in (1, 2, 1, 3, 1, 2):
            square(number)
    assert computed == [1, 2, 3, 2]
