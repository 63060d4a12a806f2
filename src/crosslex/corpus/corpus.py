"""Corpus: the texts of one domain, analyzed and encoded once, used by every later stage."""

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from crosslex.arrays import Int32s, Int64s, Texts
from crosslex.corpus.columns import documents_of_columns, documents_of_frame, texts_of_tokens
from crosslex.corpus.documents import UNLABELED, Document, Label, ReadOptions
from crosslex.corpus.periods import cut_periods, total_words
from crosslex.corpus.readers import words_by_group
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings

Counts = TypeVar("Counts")
Count = Callable[["Corpus"], Counts]
Add = Callable[[Counts, Counts], Counts]
Part = TypeVar("Part")
CountPart = Callable[["Corpus"], tuple[Counts, Part]]
Keep = Callable[[Part], object]


@dataclass(frozen=True, eq=False)
class Corpus:
    """The texts of one domain as word ids, with labels where there are any.

    Build one with `from_texts` or `read`; large ones are memory-mapped temporary files.

    Parameters
    ----------
    name
        The domain's name.
    words
        The word of each id, the most frequent first and ties in alphabetical order, so that
        ids do not depend on the order of the texts.
    ids
        All lemmas, stop words kept.
    sentence_offsets
        Where each sentence begins in `ids`; one more than there are sentences.
    document_offsets
        Where each document begins in `sentence_offsets`; one more than there are documents.
    labels
        The class code of each document, -1 where it has no label.
    classes
        The label of each class code.
    texts
        The raw texts, to show examples; None where they were not kept.
    sentence_ends
        Where each sentence ends in the bytes of the texts; it begins where the one before it ends.
        With your own tokenizer or analyzer, each is the whole text, and ends with it.
    document_ids
        The id of each document, as text: given ones, or file name and line, or the row.
    text_settings
        How the texts were analyzed.
    skipped
        How many unreadable lines were left out.
    first_document
        How many documents of the domain come before these, where this is a shard of it.
    minus_ones
        How many documents have no label because it was given as -1.
    group
        The group of texts that a period's texts are of, if periods are divided into groups: then
        the name is that of the group and that of the period.

    Examples
    --------
    >>> corpus = Corpus.from_texts(["Sharp knives.", "Not sharp."], name="kitchen")
    >>> corpus.words
    ('sharp', 'knife', 'not')
    >>> corpus.ids
    array([0, 1, 2, 0], dtype=int32)
    """

    name: str
    words: tuple[str, ...]
    ids: Int32s
    sentence_offsets: Int64s
    document_offsets: Int64s
    labels: Int32s
    classes: tuple[Label, ...]
    texts: Texts | None
    sentence_ends: Int64s | None
    document_ids: Texts
    text_settings: TextSettings
    skipped: int = 0
    first_document: int = 0
    minus_ones: int = 0
    group: str = ""
    # How often each word occurs, as encoding counted it. Not copied by `replace`, whose result may
    # have other words: None there.
    word_counts: Int64s | None = field(init=False, default=None, repr=False)

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[str],
        *,
        name: str,
        labels: Iterable[Label | None] | None = None,
        ids: Iterable[str | int] | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
        n_jobs: int = 1,
    ) -> "Corpus":
        """Analyze and encode texts: a list, an iterator, or a column of a data frame.

        A label of None or -1 means that the text has none. Without ids, a text is known by its
        row, from 0 on.
        """
        return cls.from_documents(
            documents_of_columns(texts, labels=labels, ids=ids),
            name=name,
            text_settings=text_settings,
            keep_texts=keep_texts,
            n_jobs=n_jobs,
        )

    @classmethod
    def from_tokens(
        cls,
        tokens: Iterable[Iterable[str] | Iterable[Iterable[str]]],
        *,
        name: str,
        labels: Iterable[Label | None] | None = None,
        ids: Iterable[str | int] | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
    ) -> "Corpus":
        """Encode documents that are lists of words, or lists of sentences of words.

        Words are kept as they are; `text_settings` only says which of them are stop words, and
        whether phrases are features.

        >>> Corpus.from_tokens([["Sharp", "knives"], ["Dull"]], name="kitchen").words
        ('Dull', 'Sharp', 'knives')
        """
        settings = replace(
            text_settings or TextSettings(), tokens="whitespace", lemmatize=False, lemmatizer=None
        )
        return cls.from_texts(
            texts_of_tokens(tokens),
            name=name,
            labels=labels,
            ids=ids,
            text_settings=settings,
            keep_texts=keep_texts,
        )

    @classmethod
    def from_frame(
        cls,
        frame: Any,
        *,
        domain: str,
        text: str = "text",
        id: str | None = None,
        label: str | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
        n_jobs: int = 1,
    ) -> list["Corpus"]:
        """Analyze and encode a data frame: one corpus per domain, as they first occur.

        For a frame of one domain, give its columns to `from_texts`.

        Parameters
        ----------
        frame
            A pandas or polars data frame, a pyarrow table, a Hugging Face data set: anything with
            named columns.
        domain
            The name of its column of domains.
        text
            The name of its column of texts.
        id, label
            The names of further columns. Without `id`, a document is known by its row, from 0 on.

        Examples
        --------
        >>> frame = {"text": ["A plot.", "A saw."], "kind": ["films", "tools"], "key": ["f1", "t1"]}
        >>> films, tools = Corpus.from_frame(frame, domain="kind", id="key")
        >>> tools.name, list(tools.document_ids)
        ('tools', ['t1'])
        """
        from crosslex.corpus.encode import encode

        documents = documents_of_frame(frame, text=text, domain=domain, label=label, id=id)
        return encode(documents, None, text_settings, keep_texts, n_jobs)

    @classmethod
    def from_documents(
        cls,
        documents: Iterable[Document],
        *,
        name: str,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
        n_jobs: int = 1,
    ) -> "Corpus":
        """Analyze and encode the documents of one domain, from any source."""
        # Imported here: encoding builds corpora.
        from crosslex.corpus.encode import check_name, encode

        check_name(name)
        [corpus] = encode(documents, name, text_settings, keep_texts, n_jobs)
        return corpus

    @classmethod
    def read(
        cls,
        path: str | Path,
        *,
        name: str,
        options: ReadOptions | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
        n_jobs: int = 1,
    ) -> "Corpus":
        """Read, analyze and encode a file, a folder, a glob pattern or `-` for standard input.

        Parameters
        ----------
        path
            Text (`.txt`), `.jsonl`, `.ndjson`, `.csv`, `.tsv`, `.parquet`, each also `.gz`.
        name
            The domain's name.
        options
            Columns, format, unit of a document, and what to do with unreadable lines.
        text_settings
            How to analyze.
        keep_texts
            Whether to keep the raw texts, to show examples.
        n_jobs
            How many processes analyze; -1 means one per core. The result is the same. A script
            that asks for several must do so under `if __name__ == "__main__":`.
        """
        from crosslex.corpus.encode import check_name, encode_files

        check_name(name)
        options = options or ReadOptions()
        [corpus] = encode_files(path, options, name, text_settings, keep_texts, n_jobs)
        return corpus

    @classmethod
    def read_domains(
        cls,
        path: str | Path,
        *,
        options: ReadOptions | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
        n_jobs: int = 1,
    ) -> list["Corpus"]:
        """Read a path that holds several domains, named in `options.domain_column`.

        Without options, the column is `domain`; otherwise as `read`.
        """
        from crosslex.corpus.encode import encode_files

        options = options or ReadOptions(domain_column="domain")
        return encode_files(path, options, None, text_settings, keep_texts, n_jobs)

    @classmethod
    def read_periods(
        cls,
        path: str | Path,
        *,
        over: str,
        periods: int | Sequence[str | int] | None = None,
        by: str | None = None,
        groups: Sequence[str] = (),
        options: ReadOptions | None = None,
        text_settings: TextSettings | None = None,
        keep_texts: bool = True,
        n_jobs: int = 1,
    ) -> list["Corpus"]:
        """Read a path as periods of a column of numbers or dates, in their order.

        Parameters
        ----------
        over
            The column: years, or dates such as 1999-12-31.
        periods
            How many periods, of about equal amounts of text; or the first value of every period
            but the first; or None for one period per value.
        by
            A second column, such as the party, whose values divide each period into groups: one
            corpus per group and period, for timelines that compare the groups.
        groups
            The values of `by` to read; texts of others are left out. Without any, all are read.
        """
        if not isinstance(path, str | PathLike):
            raise InputError(
                f"path: found {type(path).__name__}; give a file or a folder, or for a data frame "
                f'CrossDomainEmbedding(ordered=True).fit(frame["text"], frame[{over!r}])'
            )
        if isinstance(groups, str):
            raise InputError(f"groups: found {groups!r}; give a list of values")
        options = replace(
            options or ReadOptions(),
            domain_column=over,
            group_column=by,
            groups=tuple(groups),
            labels=False,
        )
        found = cut_periods(over, total_words(words_by_group(path, options)), periods)
        corpora = cls.read_domains(
            path,
            options=replace(options, periods=found),
            text_settings=text_settings,
            keep_texts=keep_texts,
            n_jobs=n_jobs,
        )
        return sorted(corpora, key=lambda corpus: found.cell_order(corpus.name))

    def with_word_counts(self, counts: Int64s) -> "Corpus":
        """Return the same corpus with what encoding has counted."""
        counted = replace(self)
        object.__setattr__(counted, "word_counts", counts)
        return counted

    def __len__(self) -> int:
        """Return the number of documents."""
        return len(self.document_offsets) - 1

    def __repr__(self) -> str:
        return (
            f"Corpus({self.name!r}: {len(self):,} documents, {self.n_sentences:,} sentences, "
            f"{self.n_tokens:,} tokens, {len(self.words):,} words)"
        )

    @property
    def n_sentences(self) -> int:
        """Number of sentences."""
        return len(self.sentence_offsets) - 1

    @property
    def n_tokens(self) -> int:
        """Number of tokens, including stop words."""
        return len(self.ids)

    @property
    def n_words(self) -> int:
        """Number of different words, including stop words."""
        return len(self.words)

    def aggregate(self, count: "Count[Counts]", add: "Add[Counts]" = operator.add) -> Counts:
        """Return the counts of the corpus; those of a `ShardedCorpus` are added up by `add`."""
        return count(self)

    def slice(self, start: int, stop: int) -> "Corpus":
        """Return the documents from `start` up to `stop`, encoded with the same word ids."""
        start, stop, _ = slice(start, stop).indices(len(self))
        first, last = self.document_offsets[start], self.document_offsets[max(start, stop)]
        sentences = self.sentence_offsets[first : last + 1]
        return replace(
            self,
            ids=self.ids[sentences[0] : sentences[-1]],
            sentence_offsets=sentences - sentences[0],
            document_offsets=self.document_offsets[start : max(start, stop) + 1] - first,
            labels=self.labels[start:stop],
            texts=self.texts and self.texts.slice(start, stop),
            sentence_ends=None if self.sentence_ends is None else self.sentence_ends[first:last],
            document_ids=self.document_ids.slice(start, stop),
        )

    def sentence_starts(self) -> Int64s:
        """Return where each sentence begins in the bytes of the texts, which must be there."""
        assert self.texts is not None
        assert self.sentence_ends is not None
        first = np.repeat(self.texts.offsets[:-1], np.diff(self.document_offsets))
        before = np.concatenate([[0], self.sentence_ends[:-1]])[: len(first)]
        # Sentences that end together are not told apart: each is the whole text.
        return np.where(before < self.sentence_ends, np.maximum(before, first), first)

    def without_labels(self) -> "Corpus":
        """Return the same texts with every label hidden."""
        labels = np.full(len(self), UNLABELED, np.int32)
        return replace(self, labels=labels, classes=(), minus_ones=0)
