"""Documents to word ids, as a stream; the result does not depend on batches or processes."""

import sys
from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from itertools import accumulate, chain, count, pairwise, tee
from multiprocessing.reduction import ForkingPickler
from pathlib import Path
from typing import cast

import numpy as np

from crosslex.arrays import (
    SURROGATE,
    GrowingArray,
    GrowingTexts,
    Int32s,
    Int64s,
    offsets_of,
    release_pages,
)
from crosslex.checks import check_jobs
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import (
    UNLABELED,
    Document,
    Label,
    ReadOptions,
    ReadReport,
    read_label,
    whole_number,
)
from crosslex.corpus.periods import split_cell
from crosslex.corpus.readers import read_documents
from crosslex.corpus.streams import check_any_read
from crosslex.errors import InputError
from crosslex.progress import progress
from crosslex.text.analysis import located_pieces
from crosslex.text.segmenters import check_script
from crosslex.text.settings import TextSettings
from crosslex.workers import map_in_order

BATCH_CHARACTERS = 2**20
BATCH_DOCUMENTS = 20_000
JUDGED_CHARACTERS = 20_000
"""Characters of a domain by which its script is recognized."""


@dataclass(frozen=True, eq=False, slots=True)
class EncodedBatch:
    """Some documents as word ids, which are this batch's own; documents count their sentences.

    Sentences end at bytes of their document.
    """

    words: list[str]
    ids: Int32s
    sentence_lengths: Int64s
    document_lengths: Int64s
    sentence_ends: Int64s


def encode_batch(texts: list[str], text_settings: TextSettings) -> EncodedBatch:
    """Analyze some texts and encode them with ids in order of first appearance."""
    index: defaultdict[str, int] = defaultdict(count().__next__)
    ids: list[int] = []
    sentence_lengths: list[int] = []
    document_lengths: list[int] = []
    sentence_ends = array("q")  # as these numbers are large, a list would take five times as much
    for text in texts:
        before, ends = len(sentence_lengths), array("q")
        for sentences, ends_of_piece in located_pieces(text, text_settings):
            ids += map(index.__getitem__, chain.from_iterable(sentences))
            sentence_lengths += map(len, sentences)
            ends.extend(ends_of_piece)
        document_lengths.append(len(sentence_lengths) - before)
        sentence_ends.extend(_in_bytes(text, ends))
    return EncodedBatch(
        words=list(index),
        ids=np.array(ids, np.int32),
        sentence_lengths=np.array(sentence_lengths, np.int64),
        document_lengths=np.array(document_lengths, np.int64),
        sentence_ends=np.array(sentence_ends, np.int64),
    )


def _in_bytes(text: str, places: Sequence[int]) -> Sequence[int]:
    """Return places of a text in bytes of its UTF-8."""
    if text.isascii():
        return places
    pieces = (text[start:stop] for start, stop in pairwise([0, *places]))
    return [*accumulate(len(piece.encode(errors="surrogatepass")) for piece in pieces)]


def check_sendable(work: object, n_jobs: int) -> None:
    """Refuse several processes if the user's own text functions cannot be sent to them."""
    try:
        sent = bytes(ForkingPickler.dumps(work))
        if b"__main__" in sent and not hasattr(sys.modules["__main__"], "__file__"):
            raise TypeError  # of a notebook, which no process can import
    except Exception:
        raise InputError(
            f"n_jobs: found {n_jobs}, but your own text functions cannot be sent to other "
            "processes; define them in a module of yours, or give n_jobs=1"
        ) from None


def encode(
    documents: Iterable[Document],
    name: str | None,
    text_settings: TextSettings | None = None,
    keep_texts: bool = True,
    n_jobs: int = 1,
) -> list[Corpus]:
    """Return one corpus per domain, in the order in which the domains first appear.

    Without a `name`, documents name their domains; with it, they all belong to that domain.
    """
    settings = text_settings or TextSettings()
    builders = {} if name is None else {name: _Builder(name, settings, keep_texts)}
    n_jobs = check_jobs(n_jobs)
    work = partial(encode_batch, text_settings=settings)
    if n_jobs > 1:
        check_sendable(work, n_jobs)
    batches, read_ahead = tee(_batches(documents, name))
    texts = ([document.text for document in batch] for _, batch in read_ahead)
    with progress("read" if name is None else f"read {name}") as advance:
        encoded = map_in_order(work, texts, n_jobs)
        for found, (domain, batch) in zip(encoded, batches, strict=True):
            if domain not in builders:
                builders[domain] = _Builder(domain, settings, keep_texts)
            builders[domain].add(batch, found)
            advance(len(batch))
    return [builder.finish() for builder in builders.values()]


def _batches(
    documents: Iterable[Document], name: str | None
) -> Iterator[tuple[str, list[Document]]]:
    """Yield documents in batches of one domain each: that of the name, or their own."""
    some: dict[str, list[Document]] = {}
    characters = size = 0
    for row, document in enumerate(documents):
        check_text(document.text, row, name)
        domain = name or (document.domain or "").strip()
        if not domain:
            raise InputError("domain_column: a document names no domain; name one in each")
        some.setdefault(domain, []).append(document)
        characters, size = characters + len(document.text), size + 1
        if characters > BATCH_CHARACTERS or size == BATCH_DOCUMENTS:
            yield from some.items()
            some, characters, size = {}, 0, 0
    yield from some.items()


def check_text(text: object, row: int, domain: str | None) -> None:
    """Refuse what is no text, such as None, NaN, bytes or a number."""
    if not isinstance(text, str):
        of = f" of {domain!r}" if domain else ""
        raise InputError(
            f"texts: found {type(text).__name__} {text!r:.40} in row {row}{of}; every text must "
            "be a string"
        )


def encode_files(
    path: str | Path,
    options: ReadOptions,
    name: str | None,
    text_settings: TextSettings | None,
    keep_texts: bool,
    n_jobs: int = 1,
) -> list[Corpus]:
    """Read the documents of a path and return one corpus per domain; see `encode`."""
    report = ReadReport()
    documents = read_documents(path, options, report)
    corpora = encode(documents, name, text_settings, keep_texts, n_jobs)
    check_any_read(report)
    if options.group_column is not None:
        corpora = [replace(corpus, group=split_cell(corpus.name)[0]) for corpus in corpora]
    return [replace(corpus, skipped=report.skipped) for corpus in corpora]


def check_name(name: object) -> None:
    """Refuse a domain's name that is empty or no string."""
    if not isinstance(name, str) or not name.strip():
        raise InputError(f"name: found {name!r}; a domain needs a name that is a word")
    if SURROGATE.search(name):
        raise InputError(f"name: found {name!r}, which has half a character; give a whole one")


def word_keys(words: Iterable[str]) -> Int64s:
    """Return a number from 0 to 2⁶³ − 1 for each word, the same on every machine.

    Two words share a number with a chance of one in 2⁶³.

    >>> word_keys(["plot", "saw", "plot"]).tolist()
    [8458654659903134552, 7211290252563494664, 8458654659903134552]
    """
    # A user's own analyzer may return half a surrogate pair as a word.
    encoded = (word.encode(errors="surrogatepass") for word in words)
    digests = b"".join(blake2b(word, digest_size=8).digest() for word in encoded)
    return (np.frombuffer(digests, "<u8") >> np.uint64(1)).astype(np.int64)


class _Builder:
    """Joins the encoded batches of one domain."""

    def __init__(self, name: str, text_settings: TextSettings, keep_texts: bool) -> None:
        check_name(name)
        self._name, self._text_settings = name, text_settings
        self._index: dict[str, int] = {}
        self._counts = np.zeros(0, np.int64)
        self._ids: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._sentence_lengths: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._document_lengths: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._sentence_ends: GrowingArray[np.int64] = GrowingArray(np.int64)
        self._labels: GrowingArray[np.int32] = GrowingArray(np.int32)
        self._texts = GrowingTexts() if keep_texts else None
        self._document_ids = GrowingTexts()
        self._label_codes: dict[Label, int] = {}
        self._n_documents = self._n_bytes = self._minus_ones = 0

    def add(self, batch: list[Document], encoded: EncodedBatch) -> None:
        if self._n_documents == 0 and self._text_settings.finds_words:
            some = "".join(document.text[:JUDGED_CHARACTERS] for document in batch[:100])
            check_script(some[:JUDGED_CHARACTERS], self._name, self._text_settings.language)
        index = self._index
        to_corpus = np.array(
            [index.setdefault(word, len(index)) for word in encoded.words], np.int32
        )
        if len(index) > len(self._counts):
            # Grown by half, so that the cost stays linear over all batches.
            self._counts = np.pad(self._counts, (0, len(index) * 3 // 2 - len(self._counts) + 1))
        self._counts[to_corpus] += np.bincount(encoded.ids, minlength=len(to_corpus))
        self._ids.append(to_corpus[encoded.ids])
        self._sentence_lengths.append(encoded.sentence_lengths)
        self._document_lengths.append(encoded.document_lengths)
        self._labels.append(np.array([self._code(document.label) for document in batch], np.int32))
        self._document_ids.append(
            str(row) if document.id is None else document.id
            for row, document in enumerate(batch, start=self._n_documents)
        )
        self._n_documents += len(batch)
        if self._texts is not None:
            lengths = self._texts.append(document.text for document in batch)
            starts = self._n_bytes + offsets_of(lengths)
            self._n_bytes = int(starts[-1])
            first_byte = np.repeat(starts[:-1], encoded.document_lengths)
            self._sentence_ends.append(first_byte + encoded.sentence_ends)

    def finish(self) -> Corpus:
        words, rank = _by_frequency(self._index, self._counts)
        word_counts = -np.sort(-self._counts[: len(words)])
        ids = self._ids.finish()
        for start in range(0, len(ids), 2**24):
            ids[start : start + 2**24] = rank[ids[start : start + 2**24]]
            release_pages(ids)
        classes, code_of = _sorted_classes(self._label_codes, self._name)
        sentence_ends = self._sentence_ends.finish()
        corpus = Corpus(
            name=self._name,
            words=words,
            ids=ids,
            sentence_offsets=offsets_of(self._sentence_lengths.finish()),
            document_offsets=offsets_of(self._document_lengths.finish()),
            labels=code_of[self._labels.finish()],
            classes=classes,
            texts=None if self._texts is None else self._texts.finish(),
            sentence_ends=None if self._texts is None else sentence_ends,
            document_ids=self._document_ids.finish(),
            text_settings=self._text_settings,
            minus_ones=self._minus_ones,
        )
        return corpus.with_word_counts(word_counts)

    def _code(self, label: Label | None) -> int:
        read = read_label(label)
        if read is None or read == UNLABELED:
            self._minus_ones += read is not None
            return UNLABELED
        return self._label_codes.setdefault(read, len(self._label_codes))


def _by_frequency(index: dict[str, int], counts: Int64s) -> tuple[tuple[str, ...], Int32s]:
    """Return the words by (-count, word), and the new id of each old one."""
    words = sorted(index)
    old = np.array([index[word] for word in words], np.int64)
    order = np.argsort(-counts[old], kind="stable")
    rank = np.empty(len(words), np.int32)
    rank[old[order]] = np.arange(len(words), dtype=np.int32)
    return tuple(words[place] for place in order.tolist()), rank


def _sorted_classes(codes: dict[Label, int], name: str) -> tuple[tuple[Label, ...], Int32s]:
    """Return the classes in order, and the new code of each old one; -1 stays -1."""
    numbers = {label: whole_number(str(label)) for label in codes}
    are_numbers = None not in numbers.values()
    meant = {label: cast(Label, numbers[label] if are_numbers else label) for label in codes}
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
