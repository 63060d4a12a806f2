"""One BLAS thread while crosslex computes."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Any

from threadpoolctl import ThreadpoolController

_lock = Lock()
_users = 0
_libraries: tuple[int, Any] = (0, None)
_before: Any = None


@contextmanager
def single_threaded() -> Iterator[None]:
    """Limit BLAS to one thread; afterwards there are as many as before.

    Its threads spin while they wait, and gain nothing on matrices of this size. The limit may be
    the whole process's: if several threads set it side by side, each would restore what it found,
    perhaps the limit of another. The last one therefore restores what the first one found.
    """
    global _before, _libraries, _users
    with _lock:
        if _users == 0:
            # Libraries come with modules; to look for them takes milliseconds.
            if _libraries[0] != len(sys.modules):
                _libraries = len(sys.modules), ThreadpoolController()
            _before = _libraries[1].limit(limits=None)
        _users += 1
    try:
        with _libraries[1].limit(limits=1, user_api="blas"):
            yield
    finally:
        with _lock:
            _users -= 1
            if _users:
                # Leaving the block above restored what this thread found, under the others.
                _libraries[1].limit(limits=1, user_api="blas")
            else:
                with _before:
                    pass  # leaving it restores the numbers
