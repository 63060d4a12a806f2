"""What the cells of a run have in common, and how one of them is computed."""

import time
import warnings
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.classify import CrossDomainClassifier
from crosslex.corpus import Corpus
from crosslex.errors import CrosslexError, CrosslexWarning, InputError


class Rules(Protocol):
    """Says for every cell what is fitted, on what, and what it decides about."""

    def classifier(self, key: CellKey) -> CrossDomainClassifier:
        """Make the classifier of a cell, not yet fitted."""
        ...

    def corpora(self, dataset: Dataset, key: CellKey) -> list[Corpus]:
        """Choose what a cell may learn from."""
        ...

    def test(self, dataset: Dataset, key: CellKey) -> Corpus:
        """Choose what a cell decides about."""
        ...

    def settings(self, dataset: Dataset) -> dict[str, str]:
        """Tell everything that results depend on besides the cells' keys."""
        ...


def run_cell(dataset: Dataset, key: CellKey, rules: Rules) -> Cell:
    """Fit one method on one pair and let it decide about the target's test documents.

    On one thread, so that neither results nor times depend on how many cells run beside it.
    """
    test = rules.test(dataset, key)
    began = time.process_time()
    with warnings.catch_warnings(), threadpool_limits(limits=1):
        # Such as: a test sentence without a known word. In a benchmark it counts, once decided.
        warnings.simplefilter("ignore", CrosslexWarning)
        try:
            classifier = rules.classifier(key).fit(rules.corpora(dataset, key))
            decided = classifier.predict(test)
            scores = classifier.decision_function(test)
        except CrosslexError as error:
            raise InputError(f"{key}: {error}") from error
    cpu_seconds = time.process_time() - began
    truth = np.array(test.classes)[test.labels]
    binary = scores.ndim == 1
    return Cell(
        key,
        correct=decided == truth,
        scores=scores if binary else None,
        auc=_auc(truth == classifier.classes_[1], scores) if binary else None,
        cpu_seconds=cpu_seconds,
    )


def _auc(positive: NDArray[np.bool_], scores: NDArray[np.float64]) -> float | None:
    if positive.all() or not positive.any():
        return None
    return float(roc_auc_score(positive, scores))
