"""numba's compiler, with a cache on disk where there is room for one."""

from collections.abc import Callable
from typing import Any

from numba import njit


def cached_njit(**options: Any) -> Callable[[Callable[..., Any]], Any]:
    """Return numba's decorator; without a folder that it can write to, nothing is cached.

    An installation may be read-only for a user who has no home: then every process compiles
    for itself, which takes seconds.

    >>> add = cached_njit(nogil=True)(lambda first, second: first + second)
    >>> add(1, 2)
    3
    """

    def compiled(function: Callable[..., Any]) -> Any:
        try:
            return njit(cache=True, **options)(function)
        except RuntimeError:
            return njit(**options)(function)

    return compiled
