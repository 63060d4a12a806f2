"""A classifier that learns in one domain and is used in another."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.classify.classifier import CrossDomainClassifier as CrossDomainClassifier
    from crosslex.classify.expected_accuracy import ExpectedAccuracy as ExpectedAccuracy
    from crosslex.classify.explanation import Contribution as Contribution
    from crosslex.classify.explanation import Explanation as Explanation
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "classifier": ["CrossDomainClassifier"],
            "expected_accuracy": ["ExpectedAccuracy"],
            "explanation": ["Contribution", "Explanation"],
        },
    )
