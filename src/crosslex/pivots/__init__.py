"""Counts to a vocabulary: which features are pivots, and each word's role in each domain."""

from crosslex.pivots.choice import choose_vocabulary, most_specific
from crosslex.pivots.scores import PIVOT_SCORES, PivotScore, membership_npmi
from crosslex.pivots.vocabulary import Role, Vocabulary

__all__ = [
    "PIVOT_SCORES",
    "PivotScore",
    "Role",
    "Vocabulary",
    "choose_vocabulary",
    "membership_npmi",
    "most_specific",
]
