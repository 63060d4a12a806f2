"""Packages whose names are imported when they are first used.

Looking a word up, or printing `--help`, must not wait for numba, SciPy and scikit-learn.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazy_names(
    package: str, modules: Mapping[str, Sequence[str]]
) -> tuple[list[str], Callable[[str], object]]:
    """Return a package's `__all__` and `__getattr__`, by the names it offers from each module.

    An `if TYPE_CHECKING:` block lists the same names for type checkers; a test compares them.
    """
    home_of = {name: module for module, names in modules.items() for name in names}

    def __getattr__(name: str) -> object:  # noqa: N807
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(f"{package}.{home_of[name]}"), name)
        setattr(sys.modules[package], name, value)
        return value

    return sorted(home_of), __getattr__
