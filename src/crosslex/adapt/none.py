"""No adaptation: the classifier meets target documents as they are."""

from typing import Self

from scipy.sparse import csr_array

from crosslex.adapt.interface import AdaptationTask


class NoAdaptation:
    """Leave every document as it is (the row *NA* of the literature).

    Whatever a method earns, it earns over this one: same features, same
    classifier, the difference between the domains ignored.

    Examples
    --------
    >>> documents = csr_array([[1.0, 0.0]])
    >>> NoAdaptation().transform(documents, domain=0) is documents
    True
    """

    def fit(self, task: AdaptationTask) -> Self:
        """Learn nothing."""
        return self

    def transform(self, documents: csr_array, domain: int) -> csr_array:
        """Return the documents themselves."""
        return documents
