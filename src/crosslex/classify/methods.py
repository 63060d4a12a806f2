"""The product's methods by name, and the two baselines among them."""

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import ClassVar, Final, Self

import numpy as np
from sklearn.base import clone

from crosslex.checks import did_you_mean
from crosslex.classify.decision import LinearDecision
from crosslex.classify.method import AdaptationMethod
from crosslex.classify.names import METHOD_NAMES, MethodName
from crosslex.classify.task import AdaptationTask
from crosslex.errors import InputError


@dataclass(kw_only=True, eq=False, repr=False)
class NoAdaptation(AdaptationMethod):
    """Apply the source's classifier to target documents as they are (*NA* in the literature).

    The baseline of every method: same features, same classifier, the difference between the
    domains ignored.
    """

    randomized: ClassVar[bool] = False
    recalibrates: ClassVar[bool] = False

    C: float = 10.0

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of all sources."""
        self.decision_ = self.source_decision(task)
        return self


@dataclass(kw_only=True, eq=False, repr=False)
class InDomain(AdaptationMethod):
    """Train on the target's own labels: the ceiling (*InDomain* in the literature)."""

    needs_target_labels: ClassVar[bool] = True
    randomized: ClassVar[bool] = False
    recalibrates: ClassVar[bool] = False

    C: float = 10.0

    def fit(self, task: AdaptationTask) -> Self:
        """Train on the labeled documents of the target alone."""
        target = task.labeled(task.target)
        if len(np.unique(target.labels)) < max(2, task.n_classes):
            raise InputError(
                f"method 'in_domain' needs labels of every class, of two or more, in domain "
                f"{task.domains[task.target].name!r}"
            )
        fitted = self.train(task, [target.documents], [target.labels])
        self.decision_ = LinearDecision.of_classifier(fitted, len(task.features))
        return self


# Imported when asked for: the default method must not load the paper's.
_HOMES: Final[Mapping[MethodName, tuple[str, str]]] = {
    "crosslex": ("crosslex.classify.crosslex", "Crosslex"),
    "none": (__name__, "NoAdaptation"),
    "in_domain": (__name__, "InDomain"),
    "paper": ("crosslex.paper.classifier", "PaperClassifier"),
}


def fresh_method(method: str | AdaptationMethod) -> AdaptationMethod:
    """Return an unfitted copy of a method, given by its name or as an object.

    >>> fresh_method("none").set_params(C=1.0).C
    1.0
    """
    if isinstance(method, str) and method in METHOD_NAMES:
        module, name = _HOMES[method]
        made: AdaptationMethod = getattr(import_module(module), name)()
        return made
    if not isinstance(method, AdaptationMethod):
        raise InputError(
            f"method: found {method!r}{did_you_mean(method, METHOD_NAMES)}; give one of "
            f"{', '.join(METHOD_NAMES)}, or an object of your own AdaptationMethod"
        )
    copy: AdaptationMethod = clone(method)
    return copy


def method_name(method: str | AdaptationMethod) -> str:
    """Return the name that a method is shown and saved by; for an object, that of its class.

    >>> method_name("none")
    'none'
    """
    return method if isinstance(method, str) else type(method).__name__
