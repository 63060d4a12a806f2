"""Counts to a vocabulary: which features are pivots, and each word's role in each domain."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.pivots.choice import choose_vocabulary as choose_vocabulary
    from crosslex.pivots.choice import most_specific as most_specific
    from crosslex.pivots.scores import PIVOT_SCORES as PIVOT_SCORES
    from crosslex.pivots.scores import PivotScore as PivotScore
    from crosslex.pivots.scores import membership_npmi as membership_npmi
    from crosslex.pivots.vocabulary import Role as Role
    from crosslex.pivots.vocabulary import Vocabulary as Vocabulary
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "choice": ["choose_vocabulary", "most_specific"],
            "scores": ["PIVOT_SCORES", "PivotScore", "membership_npmi"],
            "vocabulary": ["Role", "Vocabulary"],
        },
    )
