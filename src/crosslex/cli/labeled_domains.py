"""Labeled and unlabeled domains named on the command line, read into corpora."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from crosslex.checks import check_choice
from crosslex.cli import domain_files
from crosslex.cli.domain_files import Reading, split_domain
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import Corpus
    from crosslex.corpus.documents import Document
    from crosslex.corpus.options import ReadOptions, ReadReport


class DomainFile(NamedTuple):
    """A file of a domain, and whether its labels are read."""

    domain: str
    path: str
    labeled: bool


def named_files(
    domains: Sequence[str], target: str, unlabeled: Sequence[str], *, target_labels: bool
) -> list[DomainFile]:
    """Return the files of all domains; a domain may have labeled and unlabeled ones.

    >>> named_files(["films=f.csv"], "tools=t.txt", ["films=more.txt"], target_labels=False)[1:]
    [DomainFile(domain='tools', path='t.txt', labeled=False),
     DomainFile(domain='films', path='more.txt', labeled=False)]
    """
    files = [DomainFile(*split_domain("domains", argument), True) for argument in domains]
    further = [split_domain("--unlabeled", argument) for argument in unlabeled]
    name, path = split_domain("--target", target)
    if name in {file.domain for file in files}:
        raise InputError(
            f"--target: {name!r} is a labeled domain too; give the target a name of its own"
        )
    files.append(DomainFile(name, path, target_labels))
    files += [DomainFile(*each, False) for each in further]
    if [file.path for file in files].count(domain_files.STANDARD_INPUT) > 1:
        raise InputError(domain_files.STANDARD_INPUT_TWICE)
    return files


def labeled_paths(
    domains: Sequence[str], target: str, unlabeled: Sequence[str], options: "ReadOptions"
) -> list[tuple[str | None, str]]:
    """Return each path with its domain, None where a column names the domain."""
    if options.domain_column is not None:
        return [(None, path) for path in domains]
    files = named_files(domains, target, unlabeled, target_labels=False)
    return [(file.domain, file.path) for file in files]


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
        read = domain_files.read_corpora(domains, reading)
        corpora = [corpus for corpus in read if isinstance(corpus, Corpus)]
        check_choice("--target", target, [corpus.name for corpus in corpora])
        return corpora, target
    files = named_files(domains, target, unlabeled, target_labels=target_labels)
    target = target.partition("=")[0]
    names = dict.fromkeys(file.domain for file in files if file.domain != target)
    corpora = [
        _read_domain(name, [file for file in files if file.domain == name], reading)
        for name in (*names, target)
    ]
    return corpora, target


def _read_domain(name: str, files: Sequence[DomainFile], reading: Reading) -> "Corpus":
    from crosslex import Corpus
    from crosslex.corpus.options import ReadReport

    report = ReadReport()
    documents = (_read_documents(file, reading.options, report) for file in files)
    corpus = Corpus.from_documents(
        chain.from_iterable(documents),
        name=name,
        text_settings=reading.text_settings,
        keep_texts=False,
        n_jobs=reading.jobs,
    )
    labeled = [file.path for file in files if file.labeled]
    if labeled and (corpus.labels < 0).all():
        raise InputError(
            f"{labeled[0]}: none of the texts of {name!r} has a label; name its column with "
            "--label-column, or give the file to --unlabeled"
        )
    return replace(corpus, skipped=report.skipped)


def _read_documents(
    file: DomainFile, options: "ReadOptions", report: "ReadReport"
) -> Iterator["Document"]:
    from crosslex.corpus.readers import read_documents

    if file.labeled:
        return read_documents(file.path, options, report)
    unlabeled = read_documents(file.path, replace(options, label_column=None), report)
    return (replace(document, label=None) for document in unlabeled)


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
