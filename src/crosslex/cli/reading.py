"""Domains named on the command line, read into corpora."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import Corpus
    from crosslex.corpus import AnyCorpus, Engine
    from crosslex.corpus.options import ReadOptions


STANDARD_INPUT = "-"


@dataclass(frozen=True)
class Reading:
    """How files are read.

    Parameters
    ----------
    text_column, label_column, domain_column, format, on_error
        As for `Corpus.read` and `Corpus.read_domains`.
    keep_texts
        Whether to keep the raw texts.
    jobs
        Processes that analyze.
    engine
        Who encodes and counts files in parts; None does so here, all at once.
    """

    text_column: str = "text"
    label_column: str | None = None
    domain_column: str | None = None
    format: str | None = None
    on_error: Literal["stop", "skip"] = "stop"
    keep_texts: bool = True
    jobs: int = 1
    engine: "Engine | None" = None

    @property
    def options(self) -> "ReadOptions":
        """The options of all readers."""
        from crosslex.corpus.options import ReadOptions

        return ReadOptions(
            self.text_column, self.label_column, self.domain_column, self.on_error, self.format
        )


@dataclass(frozen=True)
class DomainSize:
    """How much text a domain has."""

    name: str
    documents: int
    sentences: int
    tokens: int
    words: int


def named_paths(domains: Sequence[str]) -> dict[str, str]:
    """Split `NAME=PATH` arguments, and refuse those that name no two domains.

    >>> named_paths(["books=b.txt", "kitchen=k=2.txt"])
    {'books': 'b.txt', 'kitchen': 'k=2.txt'}
    """
    paths: dict[str, str] = {}
    for argument in domains:
        name, equals, path = argument.partition("=")
        if not (name and equals and path):
            file = path or ("books.txt" if equals else argument)
            example = name if equals and name else Path(file).name.partition(".")[0] or "books"
            raise InputError(
                f"domains: found {argument!r}; write NAME=PATH, such as {example}={file}, "
                "or give one file and --domain-column"
            )
        if path == STANDARD_INPUT and path in paths.values():
            raise InputError("domains: standard input can be read once; give - to one domain")
        if name in paths:
            raise InputError(f"domains: the name {name!r} stands twice; give each its own")
        paths[name] = path
    if len(paths) < 2:
        raise InputError(f"domains: found {len(paths)}; give two or more as NAME=PATH")
    return paths


def domain_paths(domains: Sequence[str], reading: Reading) -> dict[str | None, str]:
    """Give the path of each domain; with a column of domains, the one path under None."""
    if reading.domain_column is None:
        return dict(named_paths(domains).items())
    if len(domains) != 1:
        raise InputError(
            f"domains: found {len(domains)} arguments; with --domain-column give one PATH, "
            "of a file, a folder or a pattern"
        )
    return {None: domains[0]}


def read_corpora(domains: Sequence[str], reading: Reading) -> list["AnyCorpus"]:
    """Read `NAME=PATH` arguments, or one path whose documents name their domains."""
    corpora: list[AnyCorpus] = []
    for name, path in domain_paths(domains, reading).items():
        if reading.engine is not None and path != STANDARD_INPUT:
            kept = reading.keep_texts
            if name is None:
                corpora += reading.engine.read_domains(
                    path, options=reading.options, keep_texts=kept
                )
            else:
                corpora.append(
                    reading.engine.read(path, name=name, options=reading.options, keep_texts=kept)
                )
        elif name is None:
            assert reading.domain_column is not None
            corpora += _read_by_column(path, reading.domain_column, reading)
        else:
            corpora.append(_read_named(path, name, reading))
        if corpora and corpora[-1].n_tokens == 0:
            raise InputError(
                f"{path}: no words were found for the domain {corpora[-1].name!r}; check the file"
            )
    return corpora


def _read_named(path: str, name: str, reading: Reading) -> "Corpus":
    from crosslex import Corpus

    return Corpus.read(
        path,
        name=name,
        text_column=reading.text_column,
        label_column=reading.label_column,
        format=reading.format,
        on_error=reading.on_error,
        keep_texts=reading.keep_texts,
        n_jobs=reading.jobs,
    )


def _read_by_column(path: str, domain_column: str, reading: Reading) -> list["Corpus"]:
    from crosslex import Corpus

    return Corpus.read_domains(
        path,
        domain_column=domain_column,
        text_column=reading.text_column,
        label_column=reading.label_column,
        format=reading.format,
        on_error=reading.on_error,
        keep_texts=reading.keep_texts,
        n_jobs=reading.jobs,
    )


def sizes(corpora: Sequence["AnyCorpus"]) -> tuple[DomainSize, ...]:
    """Tell how much text each domain has."""
    return tuple(
        DomainSize(corpus.name, len(corpus), corpus.n_sentences, corpus.n_tokens, corpus.n_words)
        for corpus in corpora
    )


def useful_jobs(asked: int | None) -> int:
    """Return how many processes to start: as many as asked, but no more than there are cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(asked or cores or 1, cores or 1)
