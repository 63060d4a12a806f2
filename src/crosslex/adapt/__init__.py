"""Ways to carry a classifier from labeled source domains to an unlabeled target."""

from typing import TYPE_CHECKING

from crosslex.lazy import lazy_names

if TYPE_CHECKING:
    from crosslex.adapt.decision import Decision as Decision
    from crosslex.adapt.decision import LinearDecision as LinearDecision
    from crosslex.adapt.expansion_method import ExpansionMethod as ExpansionMethod
    from crosslex.adapt.method import AdaptationMethod as AdaptationMethod
    from crosslex.adapt.methods import METHODS as METHODS
    from crosslex.adapt.methods import fresh_method as fresh_method
    from crosslex.adapt.methods import method_name as method_name
    from crosslex.adapt.names import METHOD_NAMES as METHOD_NAMES
    from crosslex.adapt.names import MethodName as MethodName
    from crosslex.adapt.names import WeightingName as WeightingName
    from crosslex.adapt.representation import RepresentationMethod as RepresentationMethod
    from crosslex.adapt.task import AdaptationTask as AdaptationTask
    from crosslex.adapt.task import DomainDocuments as DomainDocuments
    from crosslex.adapt.task import LinearClassifier as LinearClassifier
    from crosslex.adapt.weighting import Weighting as Weighting
else:
    __all__, __getattr__ = lazy_names(
        __name__,
        {
            "decision": ("Decision", "LinearDecision"),
            "expansion_method": ("ExpansionMethod",),
            "method": ("AdaptationMethod",),
            "methods": ("METHODS", "fresh_method", "method_name"),
            "names": ("METHOD_NAMES", "MethodName", "WeightingName"),
            "representation": ("RepresentationMethod",),
            "task": ("AdaptationTask", "DomainDocuments", "LinearClassifier"),
            "weighting": ("Weighting",),
        },
    )
