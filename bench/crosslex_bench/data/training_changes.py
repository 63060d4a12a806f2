"""Fewer texts or labels of a corpus, and changes of what a method learns from by them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus
from crosslex.corpus import UNLABELED
from crosslex.errors import InputError
from crosslex_bench.data.pairs import Pair

TrainingChange = Callable[[Sequence[Corpus], Pair, int], list[Corpus]]
"""Returns other corpora of sources, target and perhaps further domains, given pair and seed.

A dataclass, so that its settings can be recorded.
"""


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


def keep_labels(corpus: Corpus, random: np.random.Generator, size: int) -> Corpus:
    """Hide all labels but `size`, drawn from every class in turn; larger draws contain smaller.

    >>> corpus = Corpus.from_texts(list("abcdef"), name="x", labels=[0, 0, 0, 0, 1, 1])
    >>> fewer = keep_labels(corpus, np.random.default_rng(0), 4)
    >>> [int((fewer.labels == code).sum()) for code in (0, 1, -1)]
    [2, 2, 2]
    """
    labeled = np.flatnonzero(corpus.labels != UNLABELED)
    order = labeled[random.permutation(len(labeled))]
    turn = np.empty(len(order), np.intp)
    for code in range(len(corpus.classes)):
        own = corpus.labels[order] == code
        turn[own] = np.arange(own.sum())
    chosen = order[np.argsort(turn, kind="stable")][:size]
    labels = np.full_like(corpus.labels, UNLABELED)
    labels[chosen] = corpus.labels[chosen]
    return replace(corpus, labels=labels)


def select_documents(
    corpus: Corpus, documents: NDArray[np.integer], name: str | None = None
) -> Corpus:
    """Return some documents of a corpus, perhaps under another name, with the same word ids.

    >>> corpus = Corpus.from_texts(["old hammer", "new hammer", "old lid"], name="tools")
    >>> chosen = select_documents(corpus, np.array([0, 2]))
    >>> [chosen.words[number] for number in chosen.ids]
    ['old', 'hammer', 'old', 'lid']
    """
    sentences, document_offsets = _ranges(corpus.document_offsets, documents)
    tokens, sentence_offsets = _ranges(corpus.sentence_offsets, sentences)
    return replace(
        corpus,
        name=corpus.name if name is None else name,
        ids=corpus.ids[tokens],
        sentence_offsets=sentence_offsets,
        document_offsets=document_offsets,
        labels=corpus.labels[documents],
        texts=None,
    )


def join_labeled(train: Corpus, test: Corpus) -> Corpus:
    """Join the labeled documents of a domain's training and test corpora.

    >>> train = Corpus.from_texts(["old hammer", "new lid"], name="tools", labels=[1, None])
    >>> test = Corpus.from_texts(["new hammer"], name="tools", labels=[0])
    >>> joined = join_labeled(train, test)
    >>> [joined.words[number] for number in joined.ids]
    ['old', 'hammer', 'new', 'hammer']
    >>> [joined.classes[code] for code in joined.labels]
    [1, 0]
    """
    first = select_documents(train, np.flatnonzero(train.labels != UNLABELED))
    words = {word: number for number, word in enumerate(train.words)}
    classes = {label: code for code, label in enumerate(train.classes)}
    word_of = [words.setdefault(word, len(words)) for word in test.words]
    class_of = [classes.setdefault(label, len(classes)) for label in test.classes]
    return replace(
        first,
        words=tuple(words),
        ids=np.concatenate([first.ids, np.array(word_of, np.int32)[test.ids]]),
        sentence_offsets=_chained(first.sentence_offsets, test.sentence_offsets),
        document_offsets=_chained(first.document_offsets, test.document_offsets),
        labels=np.concatenate([first.labels, np.array(class_of, np.int32)[test.labels]]),
        classes=tuple(classes),
    )


def _with_pool(corpora: Sequence[Corpus], pair: Pair, pool: Corpus) -> list[Corpus]:
    place = len(pair.sources)
    return [*corpora[:place], pool.without_labels(), *corpora[place + 1 :]]


def _random(corpus: Corpus, seed: int) -> np.random.Generator:
    """Return a generator that depends on domain and seed alone, not on method or pair."""
    return np.random.default_rng([seed, *corpus.name.encode()])


def _chained(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    return np.concatenate([first, first[-1] + second[1:]])


def _ranges(
    offsets: NDArray[np.int64], chosen: NDArray[np.integer]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the positions inside the chosen ranges, and the offsets of these ranges."""
    sizes = offsets[chosen + 1] - offsets[chosen]
    new = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    inside = np.arange(new[-1]) - np.repeat(new[:-1], sizes)
    return np.repeat(offsets[chosen], sizes) + inside, new
