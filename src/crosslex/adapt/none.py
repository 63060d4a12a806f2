"""No adaptation: the source's classifier is applied to target documents as they are."""

from dataclasses import dataclass
from typing import ClassVar, Self

from scipy.sparse import csr_array

from crosslex.adapt.representation import RepresentationMethod
from crosslex.adapt.task import AdaptationTask


@dataclass(kw_only=True, eq=False, repr=False)
class NoAdaptation(RepresentationMethod):
    """Leave every document as it is (the row *NA* of the literature).

    The baseline of every method: same features, same classifier, the difference between the
    domains ignored.

    Examples
    --------
    >>> documents = csr_array([[1.0, 0.0]])
    >>> NoAdaptation().transform(documents, domain=0) is documents
    True
    """

    randomized: ClassVar[bool] = False

    C: float = 10.0

    def learn(self, task: AdaptationTask) -> Self:
        """Learn nothing."""
        return self

    def transform(self, documents: csr_array, domain: int) -> csr_array:
        """Return the documents themselves."""
        return documents


METHOD = NoAdaptation()
