"""A classifier that learns in one domain and is used in another."""

from crosslex.classify.classifier import CrossDomainClassifier
from crosslex.classify.explanation import Contribution, Explanation

__all__ = ["Contribution", "CrossDomainClassifier", "Explanation"]
