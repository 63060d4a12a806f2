"""Counts to a vocabulary: which features are pivots, and each word's role in each domain."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.pivots.choice import choose_vocabulary as choose_vocabulary
    from crosslex.pivots.choice import most_specific as most_specific
    from crosslex.pivots.names import PivotName as PivotName
    from crosslex.pivots.names import Scope as Scope
    from crosslex.pivots.scores import PivotScore as PivotScore
    from crosslex.pivots.vocabulary import Role as Role
    from crosslex.pivots.vocabulary import Vocabulary as Vocabulary
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "choice": ["choose_vocabulary", "most_specific"],
            "names": ["PivotName", "Scope"],
            "scores": ["PivotScore"],
            "vocabulary": ["Role", "Vocabulary"],
        },
    )
