"""Every method by its name, with the settings that `crosslex benchmark --tune` chose."""

import re
from collections.abc import Mapping
from importlib import import_module
from typing import Final

from sklearn.base import clone

from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.names import METHOD_NAMES, MethodName
from crosslex.checks import did_you_mean
from crosslex.errors import InputError

METHODS: Final[Mapping[MethodName, AdaptationMethod]] = {
    name: import_module(f"crosslex.adapt.{re.sub('[-+]', '_', name)}").METHOD
    for name in METHOD_NAMES
}
"""The `METHOD` of each method's file, unfitted: clone one before you fit or change it."""


def fresh_method(method: str | AdaptationMethod) -> AdaptationMethod:
    """Return an unfitted copy of a method, given by its name or as an object.

    >>> fresh_method("scl").set_params(dimension=100).C
    3.0
    """
    if isinstance(method, str) and method in METHOD_NAMES:
        method = METHODS[method]
    if not isinstance(method, AdaptationMethod):
        raise InputError(
            f"method: found {method!r}{did_you_mean(method, METHOD_NAMES)}; give one of "
            f"{', '.join(METHOD_NAMES)}, or an object of your own AdaptationMethod"
        )
    copy: AdaptationMethod = clone(method)
    return copy


def method_name(method: str | AdaptationMethod) -> str:
    """Return the name that a method is shown and saved by; for an object, that of its class.

    >>> method_name("scl")
    'scl'
    """
    return method if isinstance(method, str) else type(method).__name__
