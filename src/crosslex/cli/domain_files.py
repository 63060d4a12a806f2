"""Domains named on the command line, read into corpora by this machine or a Dask cluster."""

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crosslex import __version__
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex.corpus.options import ReadOptions
    from crosslex.corpus.sharded import AnyCorpus, Engine
    from crosslex.text.settings import TextSettings

_logger = logging.getLogger(__name__)

STANDARD_INPUT = "-"
STANDARD_INPUT_TWICE = "domains: standard input can be read once; give - to one domain"


@dataclass(frozen=True)
class Reading:
    """How files are read, and encoded: in shards by an engine, or each file as a whole."""

    options: "ReadOptions"
    text_settings: "TextSettings | None" = None
    keep_texts: bool = True
    jobs: int = 1
    engine: "Engine | None" = None


@dataclass(frozen=True)
class DomainSize:
    """How much text a domain has."""

    name: str
    documents: int
    sentences: int
    tokens: int
    words: int


def split_domain(option: str, argument: str, *, more: str = "") -> tuple[str, str]:
    """Split `NAME=PATH`, and refuse anything else with an example.

    >>> split_domain("--target", "kitchen=k=2.txt")
    ('kitchen', 'k=2.txt')
    """
    name, equals, path = argument.partition("=")
    if not (name and equals and path):
        file = path or ("books.txt" if equals else argument)
        example = name if equals and name else Path(file).name.partition(".")[0]
        if not example.strip("-"):  # standard input has no name
            example = "books"
        raise InputError(
            f"{option}: found {argument!r}; write NAME=PATH, such as {example}={file}{more}"
        )
    return name, path


def domain_paths(domains: Sequence[str], options: "ReadOptions") -> dict[str | None, str]:
    """Return the path of each domain; with `--domain-column`, the one path under None.

    >>> from crosslex.corpus.options import ReadOptions
    >>> domain_paths(["books=b.txt", "kitchen=k=2.txt"], ReadOptions())
    {'books': 'b.txt', 'kitchen': 'k=2.txt'}
    """
    if options.domain_column is not None:
        if len(domains) != 1:
            raise InputError(
                f"domains: found {len(domains)} arguments; with --domain-column give one PATH, "
                "of a file, a folder or a pattern"
            )
        return {None: domains[0]}
    paths: dict[str | None, str] = {}
    for argument in domains:
        name, path = split_domain(
            "domains", argument, more=", or give one file and --domain-column"
        )
        if path == STANDARD_INPUT and path in paths.values():
            raise InputError(STANDARD_INPUT_TWICE)
        if name in paths:
            raise InputError(f"domains: the name {name!r} is given twice; give each domain its own")
        paths[name] = path
    if len(paths) < 2:
        raise InputError(f"domains: found {len(paths)}; give two or more as NAME=PATH")
    return paths


def read_corpora(domains: Sequence[str], reading: Reading) -> "list[AnyCorpus]":
    """Read `NAME=PATH` arguments, or one path whose documents name their domains."""
    corpora: list[AnyCorpus] = []
    for name, path in domain_paths(domains, reading.options).items():
        corpora += _read(path, name, reading)
        if corpora and corpora[-1].n_tokens == 0:
            raise InputError(
                f"{path}: no words were found for the domain {corpora[-1].name!r}; check the file"
            )
    return corpora


def _read(path: str, name: str | None, reading: Reading) -> "Sequence[AnyCorpus]":
    from crosslex import Corpus

    engine, options = reading.engine, reading.options
    kept: dict[str, Any] = {
        "text_settings": reading.text_settings,
        "keep_texts": reading.keep_texts,
    }
    if engine is not None and path != STANDARD_INPUT:
        if name is None:
            return engine.read_domains(path, options=options, **kept)
        return [engine.read(path, name=name, options=options, **kept)]
    how: dict[str, Any] = asdict(options) | kept | {"n_jobs": reading.jobs}
    if name is None:
        return Corpus.read_domains(path, **how)
    del how["domain_column"]
    return [Corpus.read(path, name=name, **how)]


def report_read(corpora: Sequence["AnyCorpus"], options: "ReadOptions") -> int:
    """Log what was read; return how many unreadable lines were left out, and warn of them."""
    for corpus in corpora:
        _logger.info("read %r", corpus)
    # In one file of many domains, every corpus counts the skipped lines of the whole file.
    counts = [corpus.skipped for corpus in corpora]
    skipped = sum(counts) if options.domain_column is None else max(counts, default=0)
    warn_of_skipped(skipped)
    return skipped


def warn_of_skipped(number: int) -> None:
    """Warn of unreadable lines that were left out."""
    if number:
        lines = "line was" if number == 1 else "lines were"
        warnings.warn(f"{number:,} unreadable {lines} left out", CrosslexWarning, stacklevel=2)


def domain_sizes(corpora: Sequence["AnyCorpus"]) -> tuple[DomainSize, ...]:
    """Return how much text each domain has."""
    return tuple(
        DomainSize(corpus.name, len(corpus), corpus.n_sentences, corpus.n_tokens, corpus.n_words)
        for corpus in corpora
    )


@contextmanager
def engine_opened(
    name: str, scheduler: str | None, out: Path, domains: Sequence[str], reading: Reading
) -> Iterator[Reading]:
    """Return how to read with an engine, and lock the output for this run.

    Shards that a killed run has encoded are kept as checkpoints in a folder next to the output
    and used again; the folder is removed when the run ends.
    """
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.corpus.shard_files import ShardFiles, choose_shard_size

    if scheduler is not None and name != "dask":
        raise InputError("scheduler: only --engine dask has one; give both or neither")
    run = _describe_run(domains, reading)
    with open_checkpoints(checkpoint_folder(out), run) as checkpoints:
        if name == "dask":
            from crosslex.counts.dask import DaskEngine

            with DaskEngine(scheduler, n_workers=reading.jobs) as engine:
                # What goes wrong is said in one line of ours.
                logging.getLogger("distributed").setLevel(logging.CRITICAL)
                yield replace(reading, engine=engine)
        else:
            size = choose_shard_size(sum(file["bytes"] for file in run["files"]))
            files = ShardFiles(checkpoints, n_jobs=reading.jobs, shard_size=size)
            yield replace(reading, engine=files)


def _describe_run(domains: Sequence[str], reading: Reading) -> dict[str, Any]:
    """Return what encoded shards depend on: the files, and how they are read."""
    from crosslex.corpus.files import find_files

    paths = domain_paths(domains, reading.options)
    any_ending = reading.options.format is not None
    files = [
        {
            "domain": name,
            "path": str(file.absolute()),
            "bytes": file.stat().st_size,
            "modified": file.stat().st_mtime_ns,
        }
        for name, path in paths.items()
        if path != STANDARD_INPUT
        for file in find_files(path, any_ending=any_ending)
    ]
    return {
        "crosslex": __version__,
        "files": files,
        "options": asdict(reading.options),
        "text": reading.text_settings.describe() if reading.text_settings else None,
        "keep_texts": reading.keep_texts,
    }
