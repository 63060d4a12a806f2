"""Domains named on the command line, with or without labels, read into corpora."""

import logging
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from crosslex.checks import check_choice
from crosslex.corpus import STANDARD_INPUT
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import Corpus, TextSettings
    from crosslex.corpus import AnyCorpus, Document, Engine, ReadOptions

MIN_TOKENS = 50_000
"""Tokens to aim at in each domain: the demo's smallest has somewhat more."""

_logger = logging.getLogger(__name__)


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


class DomainFiles(NamedTuple):
    """A path, its domain (None where a column names it), and whether its labels are read."""

    domain: str | None
    path: str
    labeled: bool = False


def split_domain(option: str, argument: str, *, more: str = "") -> tuple[str, str]:
    """Split `NAME=PATH`, and refuse anything else with an example.

    >>> split_domain("--target", "kitchen=k=2.txt")
    ('kitchen', 'k=2.txt')
    """
    name, equals, path = argument.partition("=")
    name = " ".join(name.split())
    if not (name and equals and path):
        file = path or ("books.txt" if equals else argument)
        example = name if equals and name else Path(file).name.partition(".")[0]
        if not example.strip("-"):  # standard input has no name
            example = "books"
        raise InputError(
            f"{option}: found {argument!r}; write NAME=PATH, such as {example}={file}{more}"
        )
    return name, path


def domain_files(domains: Sequence[str], options: "ReadOptions") -> list[DomainFiles]:
    """Return the files of two or more domains; with `--domain-column`, the one path.

    >>> from crosslex.corpus import ReadOptions
    >>> [files.path for files in domain_files(["books=b.txt", "kitchen=k=2.txt"], ReadOptions())]
    ['b.txt', 'k=2.txt']
    """
    if options.domain_column is not None:
        if len(domains) != 1:
            raise InputError(
                f"domains: found {len(domains)} arguments; with --domain-column give one PATH, "
                "of a file, a folder or a pattern"
            )
        return [DomainFiles(None, domains[0])]
    more = ", or give one file and --domain-column"
    found = [DomainFiles(*split_domain("domains", each, more=more)) for each in domains]
    for name, number in Counter(files.domain for files in found).items():
        if number > 1:
            raise InputError(f"domains: the name {name!r} is given twice; give each domain its own")
    if len(found) < 2:
        raise InputError(f"domains: found {len(found)}; give two or more as NAME=PATH")
    return found


def labeled_files(
    domains: Sequence[str],
    target: str,
    unlabeled: Sequence[str],
    options: "ReadOptions",
    *,
    target_labels: bool = False,
) -> list[DomainFiles]:
    """Return the files of all domains; a domain may have labeled and unlabeled ones.

    >>> from crosslex.corpus import ReadOptions
    >>> labeled_files(["films=f.csv"], "tools=t.txt", ["films=more.txt"], ReadOptions())[1:]
    [DomainFiles(domain='tools', path='t.txt', labeled=False),
     DomainFiles(domain='films', path='more.txt', labeled=False)]
    """
    if options.domain_column is not None:
        return [DomainFiles(None, path) for path in domains]
    files = [DomainFiles(*split_domain("domains", argument), True) for argument in domains]
    further = [DomainFiles(*split_domain("--unlabeled", argument)) for argument in unlabeled]
    name, path = split_domain("--target", target)
    if name in {file.domain for file in files}:
        raise InputError(
            f"--target: {name!r} is a labeled domain too; give the target a name of its own"
        )
    files += [DomainFiles(name, path, target_labels), *further]
    return files


def read_corpora(domains: Sequence[str], reading: Reading) -> "list[AnyCorpus]":
    """Read `NAME=PATH` arguments, or one path whose documents name their domains."""
    from crosslex.corpus import encode_files

    how, text, keep_texts = reading.options, reading.text_settings, reading.keep_texts
    corpora: list[AnyCorpus] = []
    for name, path, _ in domain_files(domains, how):
        if reading.engine is not None and path != STANDARD_INPUT:
            corpora += reading.engine.read_domains(
                path, options=how, name=name, text_settings=text, keep_texts=keep_texts
            )
        else:
            corpora += encode_files(path, how, name, text, keep_texts, reading.jobs)
        if corpora and corpora[-1].n_tokens == 0:
            raise InputError(
                f"{path}: no words were found for the domain {corpora[-1].name!r}; check the file"
            )
    return corpora


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


def read_labeled(
    domains: Sequence[str],
    target: str,
    unlabeled: Sequence[str],
    reading: Reading,
    *,
    target_labels: bool,
) -> tuple[list["Corpus"], str]:
    """Return the corpora of all domains, the target's last, and the name of the target.

    Each argument is `NAME=PATH`. With a domain column, `domains` is one path, `target` only a
    name, and `unlabeled` empty. `target_labels` keeps the labels of the target's texts.
    """
    from crosslex import Corpus

    if reading.options.domain_column is not None:
        if unlabeled:
            raise InputError(
                "--unlabeled: with --domain-column all texts are in one PATH; leave it out"
            )
        read = read_corpora(domains, reading)
        corpora = [corpus for corpus in read if isinstance(corpus, Corpus)]
        check_choice("--target", target, [corpus.name for corpus in corpora])
        return corpora, target
    files = labeled_files(domains, target, unlabeled, reading.options, target_labels=target_labels)
    target = target.partition("=")[0]
    names = [*dict.fromkeys(file.domain for file in files if file.domain != target), target]
    corpora = [
        _read_domain(name, [file for file in files if file.domain == name], reading)
        for name in names
        if name is not None
    ]
    return corpora, target


def _read_domain(name: str, files: Sequence[DomainFiles], reading: Reading) -> "Corpus":
    from crosslex import Corpus
    from crosslex.corpus import ReadReport, read_documents

    report = ReadReport()

    def documents() -> Iterator["Document"]:
        for _, path, labeled in files:
            if labeled:
                yield from read_documents(path, reading.options, report)
                continue
            options = replace(reading.options, label_column=None)
            for document in read_documents(path, options, report):
                yield replace(document, label=None)

    corpus = Corpus.from_documents(
        documents(),
        name=name,
        text_settings=reading.text_settings,
        keep_texts=reading.keep_texts,
        n_jobs=reading.jobs,
    )
    labeled = [file.path for file in files if file.labeled]
    if labeled and (corpus.labels < 0).all():
        raise InputError(
            f"{labeled[0]}: none of the texts of {name!r} has a label; name its column with "
            "--label-column, or give the file to --unlabeled"
        )
    return replace(corpus, skipped=report.skipped)


def count_classes(corpora: Sequence["Corpus"]) -> dict[str, int]:
    """Return the number of labels per class, and refuse fewer than two classes."""
    found = Counter(
        str(corpus.classes[code]) for corpus in corpora for code in corpus.labels if code >= 0
    )
    if len(found) < 2:
        names = ", ".join(corpus.name for corpus in corpora)
        what = f"only the class {next(iter(found))!r}" if found else "no label"
        raise InputError(
            f"labels: found {what} in {names}; two classes or more are needed (-1 and an empty "
            "label mean: none)"
        )
    return dict(sorted(found.items()))
