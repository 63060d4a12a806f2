"""A classifier with a method that is not among the shipped, or not so."""

from typing import get_args

from crosslex.adapt import MethodEntry, WeightingName
from crosslex.classify import CrossDomainClassifier
from crosslex.classify.threshold import Threshold
from crosslex.pivots import PivotName

THRESHOLDS: tuple[Threshold, ...] = get_args(Threshold)
"""All rules by which scores become decisions."""


class EntryClassifier(CrossDomainClassifier):
    """The classifier of a method that is given itself instead of its name.

    Parameters
    ----------
    entry
        The method.
    target, weighting, pivots, n_pivots, threshold, random_state
        As for `CrossDomainClassifier`.
    """

    def __init__(
        self,
        entry: MethodEntry,
        target: str,
        *,
        weighting: WeightingName | None = None,
        pivots: PivotName = "mi",
        n_pivots: int | None = None,
        threshold: Threshold | None = None,
        random_state: int = 0,
    ) -> None:
        super().__init__(
            target=target,
            weighting=weighting,
            pivots=pivots,
            n_pivots=n_pivots,
            random_state=random_state,
        )
        self.entry = entry
        # None leaves the rule that is shipped.
        if threshold is not None:
            self.threshold = threshold

    def _entry(self) -> MethodEntry:
        return self.entry
