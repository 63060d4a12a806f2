"""Domains named on the command line, read into corpora; checks of paths before the work begins."""

import logging
import os
import warnings
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fnmatch import fnmatch
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from crosslex.cli.options import split_names
from crosslex.corpus import STANDARD_INPUT
from crosslex.errors import CrosslexWarning, InputError, StorageError
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
        name, path = split_name(argument)
        if not name or not path:
            raise InputError(
                f"{option}: found {argument!r}; write NAME=PATH, such as books=books.txt, or give "
                "one file and --domain-column"
            )
        found.append(DomainFiles(name, path, labeled))
    return found


def split_name(argument: str) -> tuple[str, str]:
    """Return the name and the path of NAME=PATH, either of them empty if it is not there.

    >>> split_name("kitchen=k=2.txt"), split_name("k.txt")
    (('kitchen', 'k=2.txt'), ('k.txt', ''))
    """
    name, _, path = argument.partition("=")
    return " ".join(name.split()), path


def named_path(argument: str) -> tuple[str, str]:
    """Return the name and the path of NAME=PATH, or of a PATH, which is named after its file.

    >>> named_path("kitchen=reviews.csv"), named_path("kitchen.jsonl.gz")
    (('kitchen', 'reviews.csv'), ('kitchen', 'kitchen.jsonl.gz'))
    """
    name, path = split_name(argument)
    # A file or a pattern may have the sign in its name.
    if name and path and not Path(argument).exists() and not glob(argument):  # noqa: PTH207
        return name, path
    stem = Path(argument).name.partition(".")[0]
    # A file's name need not be text.
    return stem if stem.isprintable() else "", argument


def check_names(files: Sequence[DomainFiles]) -> None:
    """Refuse a single domain, and two of one name."""
    for name, number in Counter(file.domain for file in files).items():
        if number > 1:
            raise InputError(f"domains: the name {name!r} is given twice; give each domain its own")
    if len(files) < 2 and files[0].domain is not None:
        raise InputError(f"domains: found {len(files)}; give two or more as NAME=PATH")


def check_inputs(
    paths: Sequence[tuple[str | None, str]], out: Path | None, options: "ReadOptions"
) -> None:
    """Refuse a file that is given as two domains, and an output where files are read.

    `paths` are pairs of a domain's name and its path.
    """
    from crosslex.corpus import find_files

    if [path for _, path in paths].count(STANDARD_INPUT) > 1:
        raise InputError("domains: standard input can be read once; give - to one domain")
    domain_of: dict[Path, str | None] = {}
    for domain, path in paths:
        if path == STANDARD_INPUT:
            continue
        if out is not None:
            _check_outside(path, out)
        for file in find_files(path, any_ending=options.format is not None):
            other = domain_of.setdefault(file.resolve(), domain)
            if other != domain:
                raise InputError(
                    f"{file}: given as the domains {other!r} and {domain!r}; give each domain "
                    "texts of its own"
                )


def _check_outside(path: str, out: Path) -> None:
    """Refuse an output where a path or a pattern reads: the next run would read it as text."""
    place, read = out.resolve(), Path(path).resolve()
    # Of a pattern, `**` stands for any folders; one more `*` is tried for what a folder holds.
    inside = place.is_relative_to(read) if read.exists() else fnmatch(str(place), str(read))
    if inside or (not read.exists() and fnmatch(str(place), f"{read}/*")):
        raise InputError(f"{out} is where {path} is read; write it elsewhere")


def check_output_file(out: Path, *endings: str, option: str = "--out") -> None:
    """Refuse a file of another ending, so that a slip does not replace some other file."""
    if out.suffix.lower() not in endings or out.is_dir():
        raise InputError(
            f"{option}: found {str(out)!r}; give the name of a file that ends in "
            f"{' or '.join(endings)}"
        )
    check_writable(out)


def check_output(folder: Path, manifest: str = "model.json") -> None:
    """Refuse a folder that saving would refuse, before hours of work; saving checks it again."""
    place = folder.absolute()
    with suppress(OSError):  # of which the next check speaks
        found = sorted(path.name for path in place.iterdir())
        if found and manifest not in found:
            raise StorageError(f"{place} already holds {found[0]}: choose another folder")
    if place.is_file():
        raise StorageError(f"{place} is a file: choose another folder")
    check_writable(place)


def check_writable(path: Path) -> None:
    """Refuse a path that cannot be written."""
    place = path.absolute()
    try:
        with suppress(FileNotFoundError, NotADirectoryError):
            place.stat()  # fails for a loop of links
        parent = next(parent for parent in place.parents if parent.exists())
        if not parent.is_dir():
            raise StorageError(f"cannot write {place}: {parent} is a file")
        if not os.access(parent, os.W_OK):
            raise StorageError(f"cannot write {place}: {parent} is read-only")
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from None


def size_on_disk(folder: Path) -> int:
    """Return the bytes of a folder's files together."""
    return sum(path.stat().st_size for path in folder.iterdir())


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
    """Warn of domains in which vectors say little, or of periods with many rare words.

    Warn of domains of so few documents that their words cannot be compared, too.
    """
    from crosslex.corpus import DIVIDE_HINT
    from crosslex.shifts import MIN_DOCUMENTS

    few = [domain for domain in domains if domain["documents"] < MIN_DOCUMENTS]
    if few:
        named = ", ".join(f"{domain['domain']!r} ({domain['documents']})" for domain in few)
        warnings.warn(
            f"too few documents in {named}: words are compared by how they vary between documents, "
            f"at least {MIN_DOCUMENTS}; {DIVIDE_HINT}",
            CrosslexWarning,
            stacklevel=2,
        )
    least = MIN_USEFUL_TOKENS if options.periods is None else MIN_TOKENS
    small = [domain for domain in domains if domain["tokens"] < least]
    if small:
        why = "too few for its vectors to say much; give more text"
        if options.periods is not None:
            why = (
                "so that its rare words are mostly shrunk toward all periods; give more text, or "
                "fewer --periods"
            )
        name, tokens = small[0]["domain"], small[0]["tokens"]
        warnings.warn(
            f"little text in {len(small)} of {len(domains)} domains: {name!r} has only {tokens:,} "
            f"tokens, {why} ({MIN_TOKENS:,} tokens are enough)",
            CrosslexWarning,
            stacklevel=2,
        )
