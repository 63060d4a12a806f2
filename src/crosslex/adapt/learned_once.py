"""What a method has learned, used again where only later settings differ."""

from collections.abc import Callable, Collection
from typing import TypeVar

from crosslex.adapt.method import AdaptationMethod
from crosslex.adapt.task import AdaptationTask
from crosslex.counts.reused import corpus_key
from crosslex.reuse import once

T = TypeVar("T")


def learn_once(
    method: AdaptationMethod,
    task: AdaptationTask,
    later: Collection[str],
    learn: Callable[[], T],
    *,
    kind: str = "learned",
    most: int = 1,
) -> T:
    """Return what `learn` returns, or what it returned for the same settings and task.

    `later` are the settings that matter only for what comes after learning. As many results as
    `most` says are kept, and only within `crosslex.reuse.reuse`.
    """
    settings = {k: v for k, v in method.get_params(deep=False).items() if k not in later}
    domains = [corpus_key(each.corpus) for each in task.domains]
    labels = [each.labels.tobytes() for each in task.domains]
    pivots = task.pivots.tobytes()
    weighting = [each.documents.sum() for each in task.domains]
    made_of = (domains, labels, task.features, pivots, weighting, task.target, task.random_state)
    texts = tuple(each.corpus for each in task.domains)
    return once(kind, (type(method), settings, made_of), texts, learn, most=most)
