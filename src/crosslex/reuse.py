"""Results used again by experiments that differ only in what comes after them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")


class _Entry(NamedTuple):
    key: Any
    held: Any  # so that no other array can take one's place in memory, and with it its id
    result: Any


@dataclass
class Memory:
    """The latest results of every kind, the most recently used last."""

    entries: dict[str, list[_Entry]] = field(default_factory=dict)


_memory: ContextVar[Memory | None] = ContextVar("_memory", default=None)


@contextmanager
def reuse(memory: Memory) -> Iterator[None]:
    """Within it, what `once` computes is kept in the memory, and taken from there."""
    token = _memory.set(memory)
    try:
        yield
    finally:
        _memory.reset(token)


def once(kind: str, key: Any, held: Any, compute: Callable[[], T], *, most: int = 2) -> T:
    """Return what `compute` returns, or what it returned for an equal key.

    `most` results of a kind are kept. A key that names objects by their ids must have them
    `held`. Outside `reuse`, nothing is kept.

    >>> with reuse(Memory()):
    ...     found = [once("square", n, None, lambda: print(n) or n * n) for n in (2, 2, 3)]
    2
    3
    >>> found
    [4, 4, 9]
    """
    memory = _memory.get()
    if memory is None:
        return compute()
    entries = memory.entries.setdefault(kind, [])
    place = next((place for place, each in enumerate(entries) if each.key == key), None)
    entry = _Entry(key, held, compute()) if place is None else entries.pop(place)
    entries.append(entry)
    del entries[:-most]
    result: T = entry.result
    return result
