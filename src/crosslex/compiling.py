"""numba's compiler, with a cache on disk where there is room for one."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., Any])


def cached_njit(**options: Any) -> Callable[[Function], Function]:
    """Return numba's decorator; where nothing can be written, nothing is cached.

    An installation may be read-only for a user who has no home, or the disk may be full: then
    every process compiles for itself, which takes seconds.

    >>> add = cached_njit(nogil=True)(lambda first, second: first + second)
    >>> add(1, 2)
    3
    """

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
