"""The target's surest texts as further teachers of a classifier of words."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from sklearn.base import clone

from crosslex.adapt.decision import LinearDecision, Scores, class_scores
from crosslex.adapt.method import folds_of, stack_sparse
from crosslex.adapt.task import AdaptationTask, LinearClassifier

# Chosen on pairs with music or video as target, on hutto2014, and on one-sided pools.
SURE = 0.5
"""The share of the target's texts whose supposed classes are learned from: the surest."""
MOST = 4
"""Texts of the target to learn from at most, for each labeled one."""


@dataclass(frozen=True, eq=False)
class SelfTaught:
    """A decision that learned from supposed classes, and scores to judge it by.

    Parameters
    ----------
    decision
        Scores for documents of the target.
    held_out
        Scores of the labeled documents, each by a classifier that has not seen its label.
    pool
        Scores of the target's documents, each by a classifier that has not learned from it.
    """

    decision: LinearDecision
    held_out: Scores
    pool: Scores


def teach_words(task: AdaptationTask, scores: Scores, classifier: LinearClassifier) -> SelfTaught:
    """Train on the labeled documents and on the surest of the target's as if they had labels.

    The supposed class of a document of the target is the one with the highest score; how sure
    that is, its lead over the second. Words that only the target has get a weight of their own.

    Parameters
    ----------
    task
        Labeled sources and a target.
    scores
        Of the target's documents, by another classifier: documents × classes.
    classifier
        An untrained classifier, of which copies are trained.
    """
    sources = task.source_labels
    known = stack_sparse([source.documents for source in sources])
    labels = np.concatenate([source.labels for source in sources])
    pool = task.domains[task.target].documents
    sure = surest(scores, pool, MOST * len(labels))
    supposed = scores.argmax(axis=1).astype(np.int32)

    def train(rows: NDArray[np.intp], taught_by: NDArray[np.intp]) -> LinearClassifier:
        documents = stack_sparse([csr_array(known[rows]), csr_array(pool[taught_by])])
        classes = np.concatenate([labels[rows], supposed[taught_by]])
        trained: LinearClassifier = clone(classifier).fit(documents, classes)
        return trained

    fitted = train(np.arange(len(labels)), sure)
    decision = LinearDecision.of_classifier(fitted, len(task.features))
    held_out, judged = decision.scores(known), decision.scores(pool)
    folds = folds_of(labels)
    fold_of = np.random.default_rng(0).integers(0, max(1, len(folds)), pool.shape[0])
    for number, (others, left_out) in enumerate(folds):
        trained = train(others, sure[fold_of[sure] != number])
        held_out[left_out] = class_scores(trained, known[left_out])
        here = np.flatnonzero(fold_of == number)
        if len(here):
            judged[here] = class_scores(trained, pool[here])
    return SelfTaught(decision, held_out, judged)


def surest(scores: Scores, documents: csr_array, most: int) -> NDArray[np.intp]:
    """Return the rows of the documents whose best class leads most, in order; empty ones never.

    >>> scores = np.array([[0.0, 5.0], [1.0, 0.0], [0.0, 9.0], [3.0, 0.0]])
    >>> surest(scores, csr_array([[1.0], [1.0], [0.0], [1.0]]), 10).tolist()
    [0]
    """
    rows = np.flatnonzero(np.diff(documents.indptr))
    ranked = np.sort(scores[rows], axis=1)
    lead = ranked[:, -1] - ranked[:, -2]
    kept = min(int(SURE * len(rows)), most)
    return np.sort(rows[np.argsort(-lead, kind="stable")[:kept]])
