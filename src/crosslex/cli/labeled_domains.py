"""Labeled and unlabeled domains named on the command line, read into corpora."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from crosslex.checks import check_choice
from crosslex.cli.domain_files import (
    STANDARD_INPUT,
    STANDARD_INPUT_TWICE,
    Reading,
    read_corpora,
    split_domain,
)
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import Corpus
    from crosslex.corpus.document import Document


@dataclass(frozen=True)
class DomainFiles:
    """The files of a domain.

    Parameters
    ----------
    labeled, unlabeled
        Paths; labels in unlabeled files are ignored.
    """

    labeled: tuple[str, ...] = ()
    unlabeled: tuple[str, ...] = ()


def named_files(
    domains: Sequence[str], target: str, unlabeled: Sequence[str], *, target_labels: bool
) -> dict[str, DomainFiles]:
    """Return the files of each domain, the target last.

    A domain may have labeled and unlabeled files: they are read as one domain.

    >>> named_files(["films=f.csv"], "tools=t.txt", ["films=more.txt"], target_labels=False)
    {'films': DomainFiles(labeled=('f.csv',), unlabeled=('more.txt',)),
     'tools': DomainFiles(labeled=(), unlabeled=('t.txt',))}
    """
    labeled = [split_domain("domains", argument) for argument in domains]
    further = [split_domain("--unlabeled", argument) for argument in unlabeled]
    name, path = split_domain("--target", target)
    if name in dict(labeled):
        raise InputError(
            f"--target: {name!r} is a labeled domain too; give the target a name of its own"
        )
    read = [path for _, path in (*labeled, (name, path), *further)]
    if read.count(STANDARD_INPUT) > 1:
        raise InputError(STANDARD_INPUT_TWICE)
    with_labels = [*labeled, *([(name, path)] if target_labels else [])]
    without = [*([] if target_labels else [(name, path)]), *further]
    names = dict.fromkeys(each for each, _ in (*labeled, *further) if each != name)
    return {
        each: DomainFiles(
            tuple(path for domain, path in with_labels if domain == each),
            tuple(path for domain, path in without if domain == each),
        )
        for each in (*names, name)
    }


def read_labeled(
    domains: Sequence[str],
    target: str,
    unlabeled: Sequence[str],
    reading: Reading,
    *,
    target_labels: bool,
) -> tuple[list["Corpus"], str]:
    """Return the corpora of all domains, and the name of the target.

    Each argument is `NAME=PATH`. With a domain column, `domains` is one path, `target` only a
    name, and `unlabeled` empty. `target_labels` keeps the labels of the target's texts.
    """
    if reading.options.domain_column is not None:
        return _read_by_column(domains, target, unlabeled, reading)
    files = named_files(domains, target, unlabeled, target_labels=target_labels)
    corpora = [_read_domain(name, places, reading) for name, places in files.items()]
    return corpora, target.partition("=")[0]


def _read_by_column(
    domains: Sequence[str], target: str, unlabeled: Sequence[str], reading: Reading
) -> tuple[list["Corpus"], str]:
    from crosslex import Corpus

    if unlabeled:
        raise InputError(
            "--unlabeled: with --domain-column all texts are in one PATH; leave it out"
        )
    corpora = [each for each in read_corpora(domains, reading) if isinstance(each, Corpus)]
    check_choice("--target", target, [corpus.name for corpus in corpora])
    return corpora, target


def _read_domain(name: str, files: DomainFiles, reading: Reading) -> "Corpus":
    from crosslex import Corpus
    from crosslex.corpus.options import ReadReport
    from crosslex.corpus.readers import read_documents

    report = ReadReport()
    labeled = (read_documents(path, reading.options, report) for path in files.labeled)
    without = replace(reading.options, label_column=None)
    unlabeled = (_without_labels(read_documents(path, without, report)) for path in files.unlabeled)
    corpus = Corpus.from_documents(
        chain.from_iterable(chain(labeled, unlabeled)),
        name=name,
        keep_texts=False,
        n_jobs=reading.jobs,
    )
    if files.labeled and (corpus.labels < 0).all():
        raise InputError(
            f"{files.labeled[0]}: none of the texts of {name!r} has a label; name its column with "
            "--label-column, or give the file to --unlabeled"
        )
    return replace(corpus, skipped=report.skipped)


def _without_labels(documents: Iterator["Document"]) -> Iterator["Document"]:
    return (replace(document, label=None) for document in documents)


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
