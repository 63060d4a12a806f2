"""Batches of documents, analyzed and encoded by one or several processes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, tee
from multiprocessing.reduction import ForkingPickler

import numpy as np
from numpy.typing import NDArray

from crosslex.checks import check_whole
from crosslex.corpus.document import Document
from crosslex.errors import InputError
from crosslex.text.analysis import sentences_of
from crosslex.text.settings import TextSettings
from crosslex.workers import map_in_order

BATCH_CHARACTERS = 2**20
BATCH_DOCUMENTS = 20_000


@dataclass(frozen=True, eq=False, slots=True)
class EncodedBatch:
    """Some documents as word ids, which are this batch's own; documents count their sentences."""

    words: list[str]
    ids: NDArray[np.int32]
    sentence_lengths: NDArray[np.int64]
    document_lengths: NDArray[np.int64]


def encoded_batches(
    documents: Iterable[Document],
    text_settings: TextSettings,
    n_jobs: int,
    *,
    by_domain: bool = False,
) -> Iterator[tuple[list[Document], EncodedBatch]]:
    """Yield batches of documents, each with its encoding, in order.

    With `by_domain`, a batch holds documents of one domain.
    """
    check_whole("n_jobs", n_jobs, least=1)
    work = partial(encode_batch, text_settings=text_settings)
    if n_jobs > 1:
        check_sendable(work, n_jobs)
    batches, read_ahead = tee((_batches_by_domain if by_domain else _batches)(documents))
    texts = ([document.text for document in batch] for batch in read_ahead)
    for encoded, batch in zip(map_in_order(work, texts, n_jobs), batches, strict=True):
        yield batch, encoded


def encode_batch(texts: list[str], text_settings: TextSettings) -> EncodedBatch:
    """Analyze some texts and encode them with ids in order of first appearance."""
    index: defaultdict[str, int] = defaultdict(count().__next__)
    ids: list[int] = []
    sentence_lengths: list[int] = []
    document_lengths: list[int] = []
    for text in texts:
        before = len(sentence_lengths)
        for sentence in sentences_of(text, text_settings):
            sentence_lengths.append(len(sentence))
            ids.extend(map(index.__getitem__, sentence))
        document_lengths.append(len(sentence_lengths) - before)
    return EncodedBatch(
        words=list(index),
        ids=np.array(ids, np.int32),
        sentence_lengths=np.array(sentence_lengths, np.int64),
        document_lengths=np.array(document_lengths, np.int64),
    )


def check_sendable(work: object, n_jobs: int) -> None:
    """Refuse several processes if the user's own text functions cannot be sent to them."""
    try:
        ForkingPickler.dumps(work)
    except Exception:
        raise InputError(
            f"n_jobs: found {n_jobs}, but your own text functions cannot be sent to other "
            "processes; define them in a module of yours, or give n_jobs=1"
        ) from None


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
