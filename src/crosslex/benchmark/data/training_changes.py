"""Changes of what a method learns from: fewer labels, a smaller or a skewed target pool."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from crosslex.benchmark.data.pairs import Pair
from crosslex.benchmark.data.subsets import keep_labels, select_documents
from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError


class TrainingChange(Protocol):
    """Returns other training corpora; a dataclass, so that its settings can be recorded."""

    def __call__(self, corpora: Sequence[Corpus], pair: Pair, seed: int) -> list[Corpus]:
        """Return changed corpora: those of the sources, the target's, and perhaps others."""
        ...


@dataclass(frozen=True)
class LimitLabels:
    """Keeps the labels of `size` texts per domain, balanced over classes; all texts stay."""

    size: int

    def __call__(self, corpora: Sequence[Corpus], pair: Pair, seed: int) -> list[Corpus]:
        """Return the corpora with fewer labels."""
        return [keep_labels(corpus, _random(corpus, seed), self.size) for corpus in corpora]


@dataclass(frozen=True)
class LimitPool:
    """Keeps `size` random texts of the target, without labels.

    With size 0 the first source's text replaces the target's: without any text of the target,
    the best guess is that it resembles the source.
    """

    size: int

    def __call__(self, corpora: Sequence[Corpus], pair: Pair, seed: int) -> list[Corpus]:
        """Return the corpora with a smaller target."""
        target = corpora[len(pair.sources)]
        if self.size == 0:
            return _with_pool(corpora, pair, replace(corpora[0], name=target.name))
        order = _random(target, seed).permutation(len(target))
        return _with_pool(corpora, pair, select_documents(target, np.sort(order[: self.size])))


@dataclass(frozen=True)
class SkewPool:
    """Keeps labeled training texts of the target, `share` of them of the second class.

    Their labels are hidden. There are 1.25 times as many as the smaller class has, so that
    pools of 80 : 20, 50 : 50 and 20 : 80 have the same size.
    """

    share: float

    def __call__(self, corpora: Sequence[Corpus], pair: Pair, seed: int) -> list[Corpus]:
        """Return the corpora with a skewed target."""
        target = corpora[len(pair.sources)]
        if len(target.classes) != 2:
            raise InputError(f"domain {target.name!r}: a skewed pool needs two classes")
        random = _random(target, seed)
        of_class = [random.permutation(np.flatnonzero(target.labels == code)) for code in (0, 1)]
        size = 1.25 * min(map(len, of_class))
        chosen = [
            documents[: round(size * share)]
            for documents, share in zip(of_class, (1 - self.share, self.share), strict=True)
        ]
        return _with_pool(corpora, pair, select_documents(target, np.sort(np.concatenate(chosen))))


def _with_pool(corpora: Sequence[Corpus], pair: Pair, pool: Corpus) -> list[Corpus]:
    place = len(pair.sources)
    return [*corpora[:place], pool.without_labels(), *corpora[place + 1 :]]


def _random(corpus: Corpus, seed: int) -> np.random.Generator:
    """Return a generator that depends on domain and seed alone, not on method or pair."""
    return np.random.default_rng([seed, *corpus.name.encode()])
