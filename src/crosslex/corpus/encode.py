"""Documents to an encoded Corpus: streaming, on several processes, the same however it is cut."""

import pickle
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus.arrays import GrowingArray, release_pages
from crosslex.corpus.corpus import UNLABELED, Corpus, Texts
from crosslex.corpus.document import Document, Label
from crosslex.corpus.workers import worker_pool
from crosslex.errors import InputError
from crosslex.progress import progress
from crosslex.text import TextSettings, analyze

BATCH_CHARACTERS = 2**20

# Half a character, as broken JSON may hold it: UTF-8 has no form for it.
_SURROGATE = re.compile("[\ud800-\udfff]")
BATCH_DOCUMENTS = 20_000


@dataclass(frozen=True, eq=False, slots=True)
class EncodedBatch:
    """Some documents as ids of the words they hold themselves.

    Parameters
    ----------
    words
        What this batch's ids stand for.
    ids
        The words of all documents.
    sentence_lengths
        Words in each sentence.
    document_lengths
        Sentences in each document.
    """

    words: list[str]
    ids: NDArray[np.int32]
    sentence_lengths: NDArray[np.int64]
    document_lengths: NDArray[np.int64]


def encode(
    documents: Iterable[Document],
    *,
    name: str,
    text_settings: TextSettings,
    keep_texts: bool = True,
    n_jobs: int = 1,
) -> Corpus:
    """Encode the documents of one domain.

    >>> encode([Document("Good. Very good!")], name="x", text_settings=TextSettings()).words
    ('good', 'very')
    """
    builder = _Builder(name, text_settings, keep_texts)
    with progress(f"read {name}") as advance:
        for batch, encoded in _encoded(_batches(documents), text_settings, n_jobs):
            builder.add(batch, encoded)
            advance(len(batch))
    return builder.finish()


def encode_domains(
    documents: Iterable[Document],
    *,
    text_settings: TextSettings,
    keep_texts: bool = True,
    n_jobs: int = 1,
) -> list[Corpus]:
    """Encode documents that name their domains, in the order in which those first appear."""
    builders: dict[str, _Builder] = {}
    with progress("read") as advance:
        for batch, encoded in _encoded(_batches_by_domain(documents), text_settings, n_jobs):
            domain = batch[0].domain
            if not domain:
                raise InputError("domain_column: a document names no domain; name one in each")
            if domain not in builders:
                builders[domain] = _Builder(domain, text_settings, keep_texts)
            builders[domain].add(batch, encoded)
            advance(len(batch))
    return [builder.finish() for builder in builders.values()]


def encode_batch(texts: list[str], text_settings: TextSettings) -> EncodedBatch:
    """Analyze some texts and encode them with ids in order of first appearance."""
    index: dict[str, int] = {}
    ids: list[int] = []
    sentence_lengths: list[int] = []
    document_lengths: list[int] = []
    for text in texts:
        sentences = analyze(text, text_settings)
        document_lengths.append(len(sentences))
        for sentence in sentences:
            sentence_lengths.append(len(sentence))
            ids.extend([index.setdefault(word, len(index)) for word in sentence])
    return EncodedBatch(
        words=list(index),
        ids=np.array(ids, np.int32),
        sentence_lengths=np.array(sentence_lengths, np.int64),
        document_lengths=np.array(document_lengths, np.int64),
    )


def _batches(documents: Iterable[Document]) -> Iterator[list[Document]]:
    batch: list[Document] = []
    characters = 0
    for document in documents:
        if not isinstance(document.text, str):
            raise InputError(
                f"texts: found {type(document.text).__name__} {document.text!r:.40}; "
                "every text must be a string"
            )
        batch.append(document)
        characters += len(document.text)
        if characters > BATCH_CHARACTERS or len(batch) == BATCH_DOCUMENTS:
            yield batch
            batch, characters = [], 0
    if batch:
        yield batch


def _batches_by_domain(documents: Iterable[Document]) -> Iterator[list[Document]]:
    for batch in _batches(documents):
        by_domain: dict[str | None, list[Document]] = {}
        for document in batch:
            by_domain.setdefault(document.domain, []).append(document)
        yield from by_domain.values()


def _encoded(
    batches: Iterator[list[Document]], text_settings: TextSettings, n_jobs: int
) -> Iterator[tuple[list[Document], EncodedBatch]]:
    """Pair each batch with its encoding, in order, on so many processes."""
    if n_jobs < 1:
        raise InputError(f"n_jobs: found {n_jobs}; give 1 or more")
    work: Callable[[list[str]], EncodedBatch] = partial(encode_batch, text_settings=text_settings)
    if n_jobs == 1:
        for batch in batches:
            yield batch, work([document.text for document in batch])
        return
    check_sendable(work, n_jobs)
    with worker_pool(n_jobs) as pool:
        waiting: deque[tuple[list[Document], Future[EncodedBatch]]] = deque()
        for batch in batches:
            waiting.append((batch, pool.submit(work, [document.text for document in batch])))
            # A few batches ahead keep every process busy; more would fill the memory.
            if len(waiting) > 2 * n_jobs:
                done, future = waiting.popleft()
                yield done, future.result()
        while waiting:
            done, future = waiting.popleft()
            yield done, future.result()


def check_sendable(work: object, n_jobs: int) -> None:
    """Refuse several processes where the user's own text functions cannot go to them."""
    try:
        pickle.dumps(work)
    except (AttributeError, TypeError, pickle.PicklingError):
        raise InputError(
            f"n_jobs: found {n_jobs}, but your own text functions cannot be sent to other "
            "processes; define them in a module of yours, or give n_jobs=1"
        ) from None


class _Builder:
    """Puts encoded batches together into one corpus."""

    def __init__(self, name: str, text_settings: TextSettings, keep_texts: bool) -> None:
        if not isinstance(name, str) or not name.strip():
            raise InputError(f"name: found {name!r}; a domain needs a name that is a word")
        self._name = name
        self._text_settings = text_settings
        self._keep_texts = keep_texts
        self._index: dict[str, int] = {}
        self._counts = np.zeros(0, np.int64)
        self._ids: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._sentence_lengths: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._document_lengths: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._text_bytes: GrowingArray[np.uint8] = GrowingArray(np.uint8)
        self._text_lengths: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._label_codes: dict[Label, int] = {}
        self._labels: GrowingArray[np.int32] = GrowingArray(np.int32)

    def add(self, batch: list[Document], encoded: EncodedBatch) -> None:
        index = self._index
        to_corpus = np.array(
            [index.setdefault(word, len(index)) for word in encoded.words], np.int32
        )
        if len(index) > len(self._counts):
            # Half as much again, so that growing stays linear over all batches.
            self._counts = np.pad(self._counts, (0, len(index) * 3 // 2 - len(self._counts) + 1))
        self._counts[to_corpus] += np.bincount(encoded.ids, minlength=len(to_corpus))
        self._ids.append(to_corpus[encoded.ids])
        self._sentence_lengths.append(encoded.sentence_lengths)
        self._document_lengths.append(encoded.document_lengths)
        self._labels.append(np.array([self._code(document.label) for document in batch], np.int32))
        if self._keep_texts:
            raw = [
                _SURROGATE.sub("\N{REPLACEMENT CHARACTER}", document.text).encode()
                for document in batch
            ]
            self._text_bytes.append(np.frombuffer(b"".join(raw), np.uint8))
            self._text_lengths.append(np.array([len(text) for text in raw], np.int64))

    def finish(self) -> Corpus:
        words, rank = _by_frequency(self._index, self._counts)
        ids = self._ids.finish()
        for start in range(0, len(ids), 2**24):
            ids[start : start + 2**24] = rank[ids[start : start + 2**24]]
            release_pages(ids)
        classes, code_of = _sorted_classes(self._label_codes, self._name)
        texts = None
        if self._keep_texts:
            texts = Texts(self._text_bytes.finish(), _offsets(self._text_lengths.finish()))
        return Corpus(
            name=self._name,
            words=words,
            ids=ids,
            sentence_offsets=_offsets(self._sentence_lengths.finish()),
            document_offsets=_offsets(self._document_lengths.finish()),
            labels=code_of[self._labels.finish()],
            classes=classes,
            texts=texts,
            text_settings=self._text_settings,
        )

    def _code(self, label: Label | None) -> int:
        if isinstance(label, int | np.integer | np.bool_):
            label = int(label)
        elif isinstance(label, str):
            label = str(label)
        elif label is not None:
            raise InputError(
                f"labels: found {type(label).__name__} {label!r:.40}; give whole numbers or "
                "words, None or -1 where there is none"
            )
        if label is None or label in (UNLABELED, str(UNLABELED)):
            return UNLABELED
        return self._label_codes.setdefault(label, len(self._label_codes))


def _by_frequency(
    index: dict[str, int], counts: NDArray[np.int64]
) -> tuple[tuple[str, ...], NDArray[np.int32]]:
    """Order words by (-count, word), and say where each old id goes."""
    words = sorted(index, key=lambda word: (-counts[index[word]], word))
    rank = np.empty(len(words), np.int32)
    rank[[index[word] for word in words]] = np.arange(len(words), dtype=np.int32)
    return tuple(words), rank


def _sorted_classes(
    codes: dict[Label, int], name: str
) -> tuple[tuple[Label, ...], NDArray[np.int32]]:
    """Order the classes, whole numbers as numbers; the last entry maps "no label" to itself."""
    numbers: dict[Label, Label] = {
        label: int(label) for label in codes if re.fullmatch(r"-?[0-9]{1,18}", str(label))
    }
    meant = numbers if len(numbers) == len(codes) else {label: label for label in codes}
    if len({type(label) for label in meant.values()}) > 1:
        raise InputError(
            f"domain {name!r}: labels are partly numbers, partly words "
            f"({', '.join(map(repr, list(codes)[:4]))}); use one kind"
        )
    classes = sorted(set(meant.values()))
    code_of = np.full(len(codes) + 1, UNLABELED, np.int32)
    for label, code in codes.items():
        code_of[code] = classes.index(meant[label])
    return tuple(classes), code_of


def _offsets(lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets
