"""No adaptation: the source's classifier is applied to target documents as they are."""

from dataclasses import dataclass
from typing import ClassVar, Self

from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.task import AdaptationTask


@dataclass(kw_only=True, eq=False, repr=False)
class NoAdaptation(AdaptationMethod):
    """Leave every document as it is (the row *NA* of the literature).

    The baseline of every method: same features, same classifier, the difference between the
    domains ignored.
    """

    randomized: ClassVar[bool] = False
    fits_line: ClassVar[bool] = False

    C: float = 10.0

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of all sources."""
        self.decision_ = self.source_decision(task)
        return self


METHOD = NoAdaptation()
