"""Labeled and unlabeled domains named on the command line, read for a classifier."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.cli.reading import STANDARD_INPUT, Reading
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex import Corpus
    from crosslex.corpus import Document


@dataclass(frozen=True)
class DomainFiles:
    """Where a domain's texts stand.

    Parameters
    ----------
    labeled, unlabeled
        Paths; labels in unlabeled ones are not looked at.
    """

    labeled: tuple[str, ...] = ()
    unlabeled: tuple[str, ...] = ()


def named_files(
    domains: Sequence[str], target: str, unlabeled: Sequence[str], *, target_labels: bool
) -> dict[str, DomainFiles]:
    """Collect the files of each domain, the target last.

    A name may stand among the labeled domains and again in `unlabeled`: its texts are read as
    one domain.

    >>> named_files(["films=f.csv"], "tools=t.txt", ["films=more.txt"], target_labels=False)
    {'films': DomainFiles(labeled=('f.csv',), unlabeled=('more.txt',)),
     'tools': DomainFiles(labeled=(), unlabeled=('t.txt',))}
    """
    labeled = [_split("domains", argument) for argument in domains]
    further = [_split("--unlabeled", argument) for argument in unlabeled]
    name, path = _split("--target", target)
    if name in dict(labeled):
        raise InputError(
            f"--target: {name!r} is a labeled domain too; give the target a name of its own"
        )
    read = [path for _, path in (*labeled, (name, path), *further)]
    if read.count(STANDARD_INPUT) > 1:
        raise InputError("domains: standard input can be read once; give - to one domain")
    files: dict[str, DomainFiles] = {}
    for domain, place in labeled:
        known = files.get(domain, DomainFiles())
        files[domain] = replace(known, labeled=(*known.labeled, place))
    for domain, place in [*(pair for pair in further if pair[0] != name), (name, path)]:
        known = files.get(domain, DomainFiles())
        if domain == name and target_labels:
            files[domain] = replace(known, labeled=(place,))
        else:
            files[domain] = replace(known, unlabeled=(*known.unlabeled, place))
    more = tuple(place for domain, place in further if domain == name)
    files[name] = replace(files[name], unlabeled=(*files[name].unlabeled, *more))
    return files


def _split(option: str, argument: str) -> tuple[str, str]:
    name, equals, path = argument.partition("=")
    if not (name and equals and path):
        example = Path(argument).name.partition(".")[0] or "books"
        raise InputError(
            f"{option}: found {argument!r}; write NAME=PATH, such as {example}={argument}"
        )
    return name, path


def read_labeled(
    domains: Sequence[str],
    target: str,
    unlabeled: Sequence[str],
    reading: Reading,
    *,
    target_labels: bool,
) -> tuple[list["Corpus"], str]:
    """Read all domains, and say which one is the target.

    Parameters
    ----------
    domains
        `NAME=PATH` of labeled texts; or one path whose documents name their domains.
    target
        `NAME=PATH`; or the target's name alone where documents name their domains.
    unlabeled
        `NAME=PATH` of further texts.
    reading
        How to read.
    target_labels
        Whether labels of the target's texts are wanted.
    """
    if reading.domain_column is not None:
        return _read_by_column(domains, target, unlabeled, reading)
    files = named_files(domains, target, unlabeled, target_labels=target_labels)
    corpora = [_read_domain(name, places, reading) for name, places in files.items()]
    return corpora, target.partition("=")[0]


def _read_by_column(
    domains: Sequence[str], target: str, unlabeled: Sequence[str], reading: Reading
) -> tuple[list["Corpus"], str]:
    from crosslex import Corpus
    from crosslex.checks import did_you_mean
    from crosslex.cli.reading import read_corpora

    if unlabeled:
        raise InputError(
            "--unlabeled: with --domain-column all texts stand in one PATH; leave it out"
        )
    corpora = [each for each in read_corpora(domains, reading) if isinstance(each, Corpus)]
    names = [corpus.name for corpus in corpora]
    if target not in names:
        raise InputError(
            f"--target: no text of domain {target!r}{did_you_mean(target, names)}; found "
            f"{', '.join(names)}"
        )
    return corpora, target


def _read_domain(name: str, files: DomainFiles, reading: Reading) -> "Corpus":
    from crosslex import Corpus
    from crosslex.corpus.options import ReadOptions, ReadReport
    from crosslex.corpus.readers import read_documents

    with_labels = ReadOptions(
        text_column=reading.text_column,
        label_column=reading.label_column,
        on_error=reading.on_error,
        format=reading.format,
    )
    report = ReadReport()
    labeled = (read_documents(path, with_labels, report) for path in files.labeled)
    without = replace(with_labels, label_column=None)
    unlabeled = (_hidden(read_documents(path, without, report)) for path in files.unlabeled)
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


def _hidden(documents: Iterator["Document"]) -> Iterator["Document"]:
    return (replace(document, label=None) for document in documents)
