"""Learned vectors used again by trials that differ only in what comes after them."""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, TypeVar

from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.task import AdaptationTask

T = TypeVar("T")


@dataclass
class _Last:
    """What was learned last, and from what."""

    key: Any = None
    texts: tuple[Any, ...] = ()
    learned: Any = None


_last: ContextVar[_Last | None] = ContextVar("_last", default=None)


@contextmanager
def reuse_learned() -> Iterator[None]:
    """Within it, a method that is fitted again to the same task learns its vectors only once."""
    token = _last.set(_Last())
    try:
        yield
    finally:
        _last.reset(token)


def learn_once(
    method: AdaptationMethod, task: AdaptationTask, later: Collection[str], learn: Callable[[], T]
) -> T:
    """Return what `learn` returns, or what it returned for the same settings and task.

    `later` are the settings that matter only for what comes after learning.
    """
    last = _last.get()
    if last is None:
        return learn()
    settings = {k: v for k, v in method.get_params(deep=False).items() if k not in later}
    domains = [
        (each.name, id(each.corpus.ids), each.corpus.text_settings, each.labels.tobytes())
        for each in task.domains
    ]
    pivots = task.pivots.tobytes()
    key = (type(method), settings, domains, task.features, pivots, task.target, task.random_state)
    if last.key != key:
        last.learned, last.key = learn(), key
        # Held, so that no other array can take one's place in memory, and with it its id.
        last.texts = tuple(each.corpus.ids for each in task.domains)
    found: T = last.learned
    return found
