"""Counts used again by experiments on the same texts."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from crosslex.corpus.corpus import Corpus
from crosslex.reuse import once

T = TypeVar("T")


def corpus_key(corpus: Corpus) -> tuple[Any, ...]:
    """Return what is equal for a corpus and its copies with the same texts, labels and settings.

    It names arrays by their ids: hold the corpus for as long as the key is compared.
    """
    arrays = (corpus.ids, corpus.sentence_offsets, corpus.document_offsets)
    labels = (corpus.labels.tobytes(), corpus.classes)
    return (corpus.name, corpus.text_settings, *map(id, arrays), *labels)


def count_once(
    kind: str, corpora: Sequence[Any], settings: tuple[Any, ...], count: Callable[[], T], most: int
) -> T:
    """Return counts of the corpora; computed once where `crosslex.reuse.reuse` says so."""
    if not all(isinstance(corpus, Corpus) for corpus in corpora):
        return count()
    key = ([corpus_key(corpus) for corpus in corpora], settings)
    return once(kind, key, tuple(corpora), count, most=most)
