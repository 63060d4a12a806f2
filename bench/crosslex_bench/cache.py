"""The cache of work that trials share: what differs only in later settings is computed once."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeVar

from crosslex import Corpus
from crosslex.classify import AdaptationMethod, AdaptationTask

T = TypeVar("T")


class _Entry(NamedTuple):
    key: Any
    held: Any  # so that no other array can take one's place in memory, and with it its id
    result: Any


Cache = dict[str, list[_Entry]]
"""The latest results of every kind, the most recently used last."""
_active: ContextVar[Cache | None] = ContextVar("_active", default=None)


@contextmanager
def use(cache: Cache) -> Iterator[None]:
    """Within it, what `cached` computes is kept in the cache, and taken from there."""
    token = _active.set(cache)
    try:
        yield
    finally:
        _active.reset(token)


def cached(kind: str, key: Any, held: Any, compute: Callable[[], T], *, most: int = 2) -> T:
    """Return what `compute` returns, or what it returned for an equal key.

    `most` results of a kind are kept. A key that names objects by their ids must have them
    `held`. Outside `use`, nothing is kept.

    >>> with use(Cache()):
    ...     found = [cached("square", n, None, lambda: print(n) or n * n) for n in (2, 2, 3)]
    2
    3
    >>> found
    [4, 4, 9]
    """
    cache = _active.get()
    if cache is None:
        return compute()
    entries = cache.setdefault(kind, [])
    place = next((place for place, each in enumerate(entries) if each.key == key), None)
    entry = _Entry(key, held, compute()) if place is None else entries.pop(place)
    entries.append(entry)
    del entries[:-most]
    result: T = entry.result
    return result


def corpus_key(corpus: Corpus) -> tuple[Any, ...]:
    """Return what is equal for a corpus and its copies with the same texts, labels and settings.

    It names arrays by their ids: hold the corpus for as long as the key is compared.
    """
    arrays = (corpus.ids, corpus.sentence_offsets, corpus.document_offsets)
    labels = (corpus.labels.tobytes(), corpus.classes)
    return (corpus.name, corpus.text_settings, *map(id, arrays), *labels)


def cached_from_texts(
    kind: str, corpora: Sequence[Corpus], settings: Any, compute: Callable[[], T], *, most: int
) -> T:
    """Return what is computed from the corpora with these settings, once."""
    key = ([corpus_key(corpus) for corpus in corpora], settings)
    return cached(kind, key, tuple(corpora), compute, most=most)


def cached_learning(
    method: AdaptationMethod,
    task: AdaptationTask,
    later: Collection[str],
    learn: Callable[[], T],
    *,
    kind: str = "learned",
    most: int = 2,
) -> T:
    """Return what `learn` returns, or what it returned for the same settings and task.

    `later` are the settings that matter only for what comes after learning.
    """
    settings = {k: v for k, v in method.get_params(deep=False).items() if k not in later}
    domains = [corpus_key(each.corpus) for each in task.domains]
    labels = [each.labels.tobytes() for each in task.domains]
    weighting = [each.documents.sum() for each in task.domains]
    made_of = (domains, labels, task.features, task.pivots.tobytes(), weighting)
    key = (type(method), settings, made_of, task.target, task.random_state)
    texts = tuple(each.corpus for each in task.domains)
    return cached(kind, key, texts, learn, most=most)
