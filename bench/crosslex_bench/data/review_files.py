"""The Multi-Domain Sentiment Dataset as its authors distribute it, unpacked.

References
----------
Blitzer, Dredze, Pereira: Biographies, Bollywood, Boom-boxes and Blenders: Domain Adaptation
for Sentiment Classification. ACL 2007.
"""

import re
import warnings
from pathlib import Path
from typing import Final

from crosslex.corpus import Document, ReadOptions, ReadReport, read_documents
from crosslex.errors import CrosslexWarning, InputError
from crosslex_bench.data.reviews import Review, hold_out

# A domain may come with further files, such as all.review, that hold the same reviews again.
_FILE: Final = re.compile(r"(positive|negative|unlabeled)\.review(\.gz)?")
_OPTIONS: Final = ReadOptions(on_error="skip")


def find_review_files(folder: Path) -> list[Path]:
    """List the files of a folder that is laid out as `<domain>/positive.review` and so on."""
    return sorted(
        path for path in folder.glob("**/*.review*") if _FILE.fullmatch(path.name.lower())
    )


def read_review_folder(folder: Path) -> list[Review]:
    """Read the reviews of all domains of an unpacked archive.

    The authors give no split: the last fifth of each class of each domain, in the files' own
    order, is for testing (200 + 200 of 1,000 + 1,000).
    """
    report = ReadReport()
    domains: dict[str, Path] = {}
    documents: list[Document] = []
    for path in find_review_files(folder):
        if domains.setdefault(path.parent.name, path.parent) != path.parent:
            raise InputError(
                f"{folder}: domain {path.parent.name!r} is in {domains[path.parent.name]} and "
                f"in {path.parent}; give the folder of one of them"
            )
        documents += read_documents(path, _OPTIONS, report)
    return _split(documents, str(folder), report)


def _split(documents: list[Document], where: str, report: ReadReport) -> list[Review]:
    if not documents:
        raise InputError(
            f"{where}: no review found; it should hold folders such as books/positive.review"
        )
    if report.skipped:
        warnings.warn(
            f"{where}: {report.skipped} unreadable reviews were left out, such as "
            f"{report.messages[0]}",
            CrosslexWarning,
            stacklevel=4,
        )
    reviews = [Review(each.text, each.domain or "", each.label) for each in documents]
    # The order of files must not matter; that of reviews in a file does.
    return hold_out(sorted(reviews, key=lambda each: (each.domain, str(each.label))))
