"""Some documents, or some labels, of a corpus."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.document import UNLABELED


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


def select_documents(corpus: Corpus, documents: NDArray[np.integer]) -> Corpus:
    """Return some documents of a corpus, encoded with the same word ids.

    >>> corpus = Corpus.from_texts(["old hammer", "new hammer", "old lid"], name="tools")
    >>> chosen = select_documents(corpus, np.array([0, 2]))
    >>> [chosen.words[number] for number in chosen.ids]
    ['old', 'hammer', 'old', 'lid']
    """
    sentences, document_offsets = _ranges(corpus.document_offsets, documents)
    tokens, sentence_offsets = _ranges(corpus.sentence_offsets, sentences)
    return replace(
        corpus,
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
