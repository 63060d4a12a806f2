"""Domains as peers read them: sentences of words that all domains number alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from crosslex import Corpus
from crosslex_bench.data.planting import with_common_words


@dataclass(frozen=True, eq=False)
class Text:
    """The text of a domain without the words that are left out."""

    name: str
    words: tuple[str, ...]  # what the ids stand for, the same in all domains
    ids: NDArray[np.int32]  # the words in order
    sentence_offsets: NDArray[np.int64]  # where each sentence begins
    documents: NDArray[np.int64]  # the document of each word

    @property
    def size(self) -> int:
        """How many different words are numbered."""
        return len(self.words)

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each word occurs."""
        return np.bincount(self.ids, minlength=self.size)

    def sentences(self) -> Iterator[list[str]]:
        """Yield sentences of two words or more, as gensim wants them."""
        words = np.array(self.words, object)[self.ids]
        for start, stop in pairwise(self.sentence_offsets.tolist()):
            if stop - start > 1:
                yield words[start:stop].tolist()


def number_texts(
    corpora: Sequence[Corpus],
    *,
    min_count: int,
    in_every_domain: bool = False,
    stop_words: bool = True,
) -> list[Text]:
    """Return domains with one list of words, those that occur `min_count` times or more.

    They must do so in all domains together or, `in_every_domain`, in each.
    """
    alike = with_common_words(*corpora)
    counts = np.array([np.bincount(each.ids, minlength=len(each.words)) for each in alike])
    kept = (counts.min(axis=0) if in_every_domain else counts.sum(axis=0)) >= min_count
    if not stop_words:
        kept &= ~np.isin(alike[0].words, list(alike[0].text_settings.stop_words_used))
    number = np.full(len(kept), -1, np.int32)
    number[kept] = np.arange(kept.sum(), dtype=np.int32)
    words = tuple(alike[0].words[index] for index in np.flatnonzero(kept))
    return [_text(each, number, words) for each in alike]


def positions(texts: Sequence[Text], words: Sequence[str]) -> NDArray[np.int64]:
    """Return the numbers of some words, -1 for one that was left out."""
    place = {word: index for index, word in enumerate(texts[0].words)}
    return np.array([place.get(word, -1) for word in words], np.int64)


def _text(corpus: Corpus, number: NDArray[np.int32], words: tuple[str, ...]) -> Text:
    ids = number[corpus.ids]
    kept = ids >= 0
    before = np.concatenate([[0], np.cumsum(kept)])
    bounds = corpus.sentence_offsets[corpus.document_offsets]
    documents = np.repeat(np.arange(len(corpus)), np.diff(bounds))
    return Text(corpus.name, words, ids[kept], before[corpus.sentence_offsets], documents[kept])
