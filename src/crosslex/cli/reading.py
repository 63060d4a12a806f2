"""Domains named on the command line, read into corpora."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import Corpus


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
    """

    text_column: str = "text"
    label_column: str | None = None
    domain_column: str | None = None
    format: str | None = None
    on_error: Literal["stop", "skip"] = "stop"
    keep_texts: bool = True
    jobs: int = 1


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
            example = Path(argument).name.partition(".")[0] or "books"
            raise InputError(
                f"domains: found {argument!r}; write NAME=PATH, such as {example}={argument}, "
                "or give one file and --domain-column"
            )
        if name in paths:
            raise InputError(f"domains: the name {name!r} stands twice; give each its own")
        paths[name] = path
    if len(paths) < 2:
        raise InputError(f"domains: found {len(paths)}; give two or more as NAME=PATH")
    return paths


def read_corpora(domains: Sequence[str], reading: Reading) -> list["Corpus"]:
    """Read `NAME=PATH` arguments, or one path whose documents name their domains."""
    if reading.domain_column is None:
        return _read_named(named_paths(domains), reading)
    if len(domains) != 1:
        raise InputError(
            f"domains: found {len(domains)} arguments; with --domain-column give one PATH, "
            "of a file, a folder or a pattern"
        )
    return _read_by_column(domains[0], reading.domain_column, reading)


def _read_named(paths: Mapping[str, str], reading: Reading) -> list["Corpus"]:
    from crosslex import Corpus

    return [
        Corpus.read(
            path,
            name=name,
            text_column=reading.text_column,
            label_column=reading.label_column,
            format=reading.format,
            on_error=reading.on_error,
            keep_texts=reading.keep_texts,
            n_jobs=reading.jobs,
        )
        for name, path in paths.items()
    ]


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


def sizes(corpora: Sequence["Corpus"]) -> tuple[DomainSize, ...]:
    """Tell how much text each domain has."""
    return tuple(
        DomainSize(corpus.name, len(corpus), corpus.n_sentences, corpus.n_tokens, len(corpus.words))
        for corpus in corpora
    )


def all_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
