"""Settings written down as JSON, so that a resumed run can tell whether they are the same."""

import hashlib
import inspect
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np


def describe(thing: Any) -> Any:
    """Return an object as JSON can hold it: its class name and parameters.

    >>> from sklearn.linear_model import Ridge
    >>> described = describe(Ridge(alpha=2.0))
    >>> described["class"], described["alpha"]
    ('sklearn.linear_model._ridge.Ridge', 2.0)
    """
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, np.generic):
        return thing.item()
    if isinstance(thing, Mapping):
        return {str(key): describe(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [describe(each) for each in thing]
    if isinstance(thing, set | frozenset):
        return sorted(map(str, thing))
    if isinstance(thing, type) or inspect.isroutine(thing):
        return _qualified(thing)
    if hasattr(thing, "get_params"):
        parameters = thing.get_params(deep=False)
    else:
        parameters = {each.name: getattr(thing, each.name) for each in fields(thing)}
    return {"class": _qualified(type(thing)), **describe(parameters)}


def fingerprint(settings: Mapping[str, Any]) -> str:
    """Return a short checksum of settings.

    >>> fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


def _qualified(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"
