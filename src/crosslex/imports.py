"""Imports that wait until they are needed: names of packages, optional libraries, numba.

Looking a word up, or printing `--help`, must not wait for numba, SciPy and scikit-learn.
"""

import ast
import inspect
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar, cast

from crosslex.errors import InputError

Function = TypeVar("Function", bound=Callable[..., Any])

_INSTALL = {
    "matplotlib": "pip install 'crosslex[plot]'",
    "gensim": "pip install 'crosslex[gensim]'",
    "pandas": "pip install pandas",
    "sentence_transformers": "pip install 'crosslex[encoder]'",
    "jieba": "pip install 'crosslex[zh]'",
    "sudachipy": "pip install 'crosslex[ja]'",
    "sudachidict_small": "pip install 'crosslex[ja]'",
    "kiwipiepy": "pip install 'crosslex[ko]'",
    "pythainlp": "pip install 'crosslex[th]'",
}


def lazy_names(package: str) -> tuple[list[str], Callable[[str], object]]:
    """Return a package's `__all__` and `__getattr__`.

    Its names are those that the package's `if TYPE_CHECKING:` block imports for type checkers.
    """
    blocks = ast.parse(inspect.getsource(sys.modules[package])).body
    home_of = {
        alias.name: str(node.module)
        for block in blocks
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }

    def __getattr__(name: str) -> object:  # noqa: N807
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(home_of[name]), name)
        setattr(sys.modules[package], name, value)
        return value

    return sorted(home_of), __getattr__


def import_optional(module: str, *, needed_for: str) -> ModuleType:
    """Return a module, or raise an error that says how to install it.

    >>> import_optional("pandas", needed_for="to_frame").__name__
    'pandas'
    """
    library = module.partition(".")[0]
    try:
        return import_module(module)
    except ImportError:
        raise InputError(f"{needed_for} needs {library}: {_INSTALL[library]}") from None


def cached_njit(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator; where nothing can be written, nothing is cached.

    An installation may be read-only for a user who has no home, or the disk may be full: then
    every process compiles for itself, which takes seconds.

    >>> add = cached_njit(nogil=True)(lambda first, second: first + second)
    >>> add(1, 2)
    3
    """
    from numba import njit

    def compiled(function: Function) -> Function:
        try:
            dispatcher: Any = njit(cache=True, **options)(function)
        except RuntimeError:
            dispatcher = njit(**options)(function)
            return cast(Function, dispatcher)
        # numba has no option for this: it would end the run for want of a cache.
        cache = dispatcher._cache
        save = cache.save_overload

        def save_if_possible(*compiled: Any) -> None:
            with suppress(OSError):
                save(*compiled)

        cache.save_overload = save_if_possible
        return cast(Function, dispatcher)

    return compiled
