"""Pivot scores that experiments compare: those without labels, and two that use labels."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus
from crosslex.arrays import Int64s
from crosslex.checks import check_choice
from crosslex.classify import Scores, class_documents, mutual_information
from crosslex.counts import document_matrix
from crosslex.paper import PIVOT_SCORES as OF_THE_PAPER
from crosslex.paper import PivotCounts, PivotScore

MIN_LABELED_DOCUMENTS = 10


def pmi(with_feature: Int64s, all_documents: Int64s) -> Scores:
    """Return the largest |log p(class | feature) / p(class)| over the classes.

    Given are the labeled documents of each class, classes × features with the feature, and all.
    A feature needs 10 labeled documents. One document per class is added to each feature's;
    otherwise one that occurs in a single class would score infinity.
    """
    smoothed = with_feature + 1
    conditional = smoothed / smoothed.sum(axis=0)
    prior = all_documents / all_documents.sum()
    scores: Scores = np.abs(np.log(conditional / prior[:, None])).max(axis=0)
    scores[with_feature.sum(axis=0) < MIN_LABELED_DOCUMENTS] = -np.inf
    return scores


_OF_COUNTS: Final[Mapping[str, PivotScore]] = dict(OF_THE_PAPER.items())
PIVOT_SCORES: Final = (*OF_THE_PAPER, "mi", "pmi")
"""Names of scores; `mi` and `pmi` use labels."""


def score_pivots(name: str, corpora: Sequence[Corpus], counts: Sequence[PivotCounts]) -> Scores:
    """Return the score of every feature of the counts of corpora with one set of class codes."""
    check_choice("pivots", name, PIVOT_SCORES)
    if name in _OF_COUNTS:
        return _OF_COUNTS[name](counts)
    documents = [document_matrix(corpus, counts[0].features) for corpus in corpora]
    labels: list[NDArray[np.int32]] = [corpus.labels for corpus in corpora]
    if name == "mi":
        return mutual_information(documents, labels)
    return pmi(*class_documents(documents, labels))
