"""Every method by its name, with the settings that `crosslex benchmark --tune` chose."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from sklearn.base import clone

from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.names import METHOD_NAMES, MethodName
from crosslex.checks import did_you_mean
from crosslex.errors import InputError


class _Methods(Mapping[MethodName, AdaptationMethod]):
    """The `METHOD` of each method's file, imported when first asked for."""

    def __getitem__(self, name: MethodName) -> AdaptationMethod:
        if name not in METHOD_NAMES:
            raise KeyError(name)
        module = import_module(f"crosslex.adapt.{name.replace('-', '_')}")
        method: AdaptationMethod = module.METHOD
        return method

    def __iter__(self) -> Iterator[MethodName]:
        return iter(METHOD_NAMES)

    def __len__(self) -> int:
        return len(METHOD_NAMES)


METHODS: Final[Mapping[MethodName, AdaptationMethod]] = _Methods()
"""Unfitted objects: clone one before you fit or change it."""


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
