"""Ways to carry a classifier from labeled source domains to an unlabeled target."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.adapt.decision import LinearDecision as LinearDecision
    from crosslex.adapt.expansion import ExpansionMethod as ExpansionMethod
    from crosslex.adapt.method import AdaptationMethod as AdaptationMethod
    from crosslex.adapt.methods import METHODS as METHODS
    from crosslex.adapt.representation import RepresentationMethod as RepresentationMethod
    from crosslex.adapt.task import AdaptationTask as AdaptationTask
    from crosslex.adapt.task import DomainDocuments as DomainDocuments
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "decision": ["LinearDecision"],
            "expansion": ["ExpansionMethod"],
            "method": ["AdaptationMethod"],
            "methods": ["METHODS"],
            "representation": ["RepresentationMethod"],
            "task": ["AdaptationTask", "DomainDocuments"],
        },
    )
