"""A method with one of its settings changed, wherever in the method it stands."""

import copy
import inspect
from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from typing import Any, TypeVar

from crosslex.adapt import MethodEntry
from crosslex.errors import InputError

T = TypeVar("T")


def with_settings(entry: MethodEntry, settings: Mapping[str, object]) -> MethodEntry:
    """Return a method with other settings and all else as it is shipped."""
    if not settings:
        return entry
    method = entry.make()
    for name, value in settings.items():
        method = with_setting(method, name, value)
    changed = method
    # Made anew each time, for some methods keep what they have learned.
    return replace(entry, make=lambda: copy.deepcopy(changed))


def with_setting(method: T, name: str, value: object) -> T:
    """Return a copy of a method in which each part that has the setting has this value.

    >>> from crosslex.adapt.decision import Represented
    >>> from crosslex.adapt.sfa import SpectralFeatureAlignment
    >>> method = Represented(SpectralFeatureAlignment(dimension=100))
    >>> with_setting(method, "dimension", 25).representation.dimension
    25
    """
    if not has_setting(method, name):
        raise InputError(f"{name}: {type(method).__name__} has no such setting")
    changed: T = _changed(method, name, value)
    return changed


def has_setting(thing: object, name: str) -> bool:
    """Say whether a method, or a part of it, has a setting of this name."""
    parts = _parts(thing)
    return name in parts or any(has_setting(part, name) for part in parts.values())


def _parts(thing: Any) -> dict[str, Any]:
    """Name what a thing of ours consists of; anything else has no parts."""
    if isinstance(thing, partial):
        offered = dict.fromkeys(inspect.signature(thing.func).parameters)
        return offered | thing.keywords
    if isinstance(thing, tuple):
        return {str(place): part for place, part in enumerate(thing)}
    if isinstance(thing, type) or not type(thing).__module__.startswith("crosslex."):
        return {}
    if is_dataclass(thing):
        return {field.name: getattr(thing, field.name) for field in fields(thing) if field.init}
    return dict(vars(thing)) if hasattr(thing, "__dict__") else {}


def _changed(thing: Any, name: str, value: object) -> Any:
    new = {
        part: value if part == name else _changed(old, name, value)
        for part, old in _parts(thing).items()
        if part == name or has_setting(old, name)
    }
    if not new:
        return thing
    if isinstance(thing, partial):
        return partial(thing.func, *thing.args, **{**thing.keywords, **new})
    if isinstance(thing, tuple):
        return tuple(new.get(str(place), part) for place, part in enumerate(thing))
    if is_dataclass(thing) and not isinstance(thing, type):
        return replace(thing, **new)
    twin = copy.copy(thing)
    for part, changed in new.items():
        setattr(twin, part, changed)
    return twin
