"""Domains named on the command line, with or without labels, read into corpora."""

import logging
import warnings
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from crosslex.cli.options import split_names
from crosslex.corpus import STANDARD_INPUT
from crosslex.errors import CrosslexWarning, InputError
from crosslex.progress import progress

if TYPE_CHECKING:
    from crosslex import Corpus, TextSettings
    from crosslex.corpus import AnyCorpus, Engine, ReadOptions

MIN_TOKENS = 50_000
"""Tokens to aim at in each domain: the demo's smallest has somewhat more."""
MIN_USEFUL_TOKENS = 2_000
"""Tokens below which hardly any word occurs often enough for a meaningful vector."""

_logger = logging.getLogger(__name__)


class DomainFiles(NamedTuple):
    """A path, its domain (None where a column names it), and whether its labels are read."""

    domain: str | None
    path: str
    labeled: bool = False


def parse_domains(
    option: str, arguments: Sequence[str], options: "ReadOptions", *, labeled: bool = False
) -> list[DomainFiles]:
    """Return the files of `NAME=PATH` arguments; with a column of domains, of the one path.

    >>> from crosslex.corpus import ReadOptions
    >>> parse_domains("--target", ["kitchen=k=2.txt"], ReadOptions())
    [DomainFiles(domain='kitchen', path='k=2.txt', labeled=False)]
    """
    if options.domain_column is not None:
        if len(arguments) != 1:
            raise InputError(
                f"domains: found {len(arguments)} arguments; with --domain-column or --over give "
                "one PATH, of a file, a folder or a pattern"
            )
        return [DomainFiles(None, arguments[0], labeled)]
    found = []
    for argument in arguments:
        name, _, path = argument.partition("=")
        if not name.strip() or not path:
            raise InputError(
                f"{option}: found {argument!r}; write NAME=PATH, such as books=books.txt, or give "
                "one file and --domain-column"
            )
        found.append(DomainFiles(" ".join(name.split()), path, labeled))
    return found


def check_names(files: Sequence[DomainFiles]) -> None:
    """Refuse a single domain, and two of one name."""
    for name, number in Counter(file.domain for file in files).items():
        if number > 1:
            raise InputError(f"domains: the name {name!r} is given twice; give each domain its own")
    if len(files) < 2 and files[0].domain is not None:
        raise InputError(f"domains: found {len(files)}; give two or more as NAME=PATH")


def read_corpora(
    files: Sequence[DomainFiles],
    options: "ReadOptions",
    text: "TextSettings",
    *,
    keep_texts: bool,
    n_jobs: int,
    engine: "Engine | None" = None,
) -> "list[AnyCorpus]":
    """Return one corpus per domain, in shards of an engine's if there is one."""
    from crosslex.corpus import encode_files

    corpora: list[AnyCorpus] = []
    for name, path, _ in files:
        if engine is not None and path != STANDARD_INPUT:
            corpora += engine.read_domains(
                path, options=options, name=name, text_settings=text, keep_texts=keep_texts
            )
        else:
            corpora += encode_files(path, options, name, text, keep_texts, n_jobs)
        if corpora and corpora[-1].n_tokens == 0:
            raise InputError(
                f"{path}: no words were found for the domain {corpora[-1].name!r}; check the file"
            )
    return corpora


def read_labeled(
    files: Sequence[DomainFiles],
    options: "ReadOptions",
    text: "TextSettings",
    *,
    keep_texts: bool,
    n_jobs: int,
) -> "list[Corpus]":
    """Return one corpus per domain; a domain may have labeled and unlabeled files."""
    from crosslex import Corpus
    from crosslex.corpus import ReadReport, read_documents

    if options.domain_column is not None:
        read = read_corpora(files, options, text, keep_texts=keep_texts, n_jobs=n_jobs)
        return [corpus for corpus in read if isinstance(corpus, Corpus)]
    unlabeled = replace(options, label_column=None, labels=False)
    corpora = []
    for name in dict.fromkeys(file.domain or "" for file in files):
        own = [file for file in files if file.domain == name]
        report = ReadReport()
        documents = (
            document
            for _, path, labeled in own
            for document in read_documents(path, options if labeled else unlabeled, report)
        )
        corpus = Corpus.from_documents(
            documents, name=name, text_settings=text, keep_texts=keep_texts, n_jobs=n_jobs
        )
        if any(file.labeled for file in own) and (corpus.labels < 0).all():
            raise InputError(
                f"{own[0].path}: none of the texts of {name!r} has a label; name its column with "
                "--label-column, or give the file to --unlabeled"
            )
        corpora.append(replace(corpus, skipped=report.skipped))
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


def sizes(corpus: "AnyCorpus") -> dict[str, Any]:
    """Return how much text a domain has."""
    return {
        "domain": corpus.name,
        "documents": len(corpus),
        "sentences": corpus.n_sentences,
        "tokens": corpus.n_tokens,
        "words": corpus.n_words,
    }


def in_periods(path: str, options: "ReadOptions", wanted: str | None) -> "ReadOptions":
    """Return how to read each document into the period of its value in the domain's column."""
    from crosslex.corpus import MAX_PERIODS, cut_periods, total_words, words_by_group

    over = options.domain_column or ""
    with progress(f"read {over}"):
        groups = words_by_group(path, options)
    many: list[str] | int | None = None if wanted is None else split_names("--periods", wanted)
    # One number is how many periods, one year where the second begins.
    if wanted is not None and wanted.strip().isdigit() and int(wanted) <= MAX_PERIODS:
        many = int(wanted)
    return replace(options, periods=cut_periods(over, total_words(groups), many))


def warn_of_little_text(domains: Sequence[dict[str, Any]], options: "ReadOptions") -> None:
    """Warn of domains in which vectors say little, or of periods that lean on the others."""
    least = MIN_USEFUL_TOKENS if options.periods is None else MIN_TOKENS
    small = [domain for domain in domains if domain["tokens"] < least]
    if small:
        why = "too few for its vectors to say much; give more text"
        if options.periods is not None:
            why = "so that its rare words lean on all periods; give more text, or fewer --periods"
        name, tokens = small[0]["domain"], small[0]["tokens"]
        warnings.warn(
            f"little text in {len(small)} of {len(domains)} domains: {name!r} has only {tokens:,} "
            f"tokens, {why} ({MIN_TOKENS:,} tokens are enough)",
            CrosslexWarning,
            stacklevel=2,
        )
