"""The Multi-Domain Sentiment Dataset as its authors distribute it: unpacked, or as an archive.

References
----------
Blitzer, Dredze, Pereira: Biographies, Bollywood, Boom-boxes and Blenders: Domain Adaptation
for Sentiment Classification. ACL 2007.
"""

import re
import tarfile
import warnings
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import Final

from crosslex.corpus import (
    BROKEN_STREAM,
    Document,
    ReadOptions,
    ReadReport,
    Source,
    read_documents,
    read_reviews,
)
from crosslex.errors import CrosslexWarning, InputError
from crosslex_bench.data.reviews import Review, hold_out
from crosslex_bench.data.tar_files import TarFiles, open_tar

# A domain may come with further files, such as all.review, that hold the same reviews again.
_FILE: Final = re.compile(r"(positive|negative|unlabeled)\.review(\.gz)?")
_OPTIONS: Final = ReadOptions(on_error="skip")

LARGEST_ARCHIVE: Final = 2**32
"""Bytes of all files in an archive: its reviews are held in memory."""


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


def read_review_archive(path: Path) -> list[Review]:
    """Read the same out of the archive itself; nothing is unpacked to the disk."""
    report = ReadReport()
    try:
        with open_tar(path) as archive:
            documents = list(_archived(archive, path, report))
    except tarfile.CompressionError as error:
        raise InputError(
            f"{path}: an archive {error}, which is not read; unpack it and give the folder, or "
            "pack it as tar.gz"
        ) from None
    except (tarfile.TarError, *BROKEN_STREAM) as error:
        raise InputError(f"{path}: not a readable tar archive ({error}); fetch it again") from None
    return _split(documents, str(path), report)


def _archived(archive: TarFiles, path: Path, report: ReadReport) -> Iterator[Document]:
    room = LARGEST_ARCHIVE
    for member in archive:
        room -= member.size
        if room < 0:
            raise InputError(f"{path}: over {LARGEST_ARCHIVE:,} bytes unpacked; not the MDSD's")
        name = PurePosixPath(member.name)
        if not (_FILE.fullmatch(name.name.lower()) and name.suffix == ".review"):
            continue
        stream = archive.content(member)
        if stream is not None:
            with stream:
                # Only the last two parts of the name count, for label and domain.
                inside = path / name.parent.name / name.name
                yield from read_reviews(stream, Source(inside, _OPTIONS, report))  # type: ignore[arg-type]


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
    # The order of files in an archive must not matter; that of reviews in a file does.
    return hold_out(sorted(reviews, key=lambda each: (each.domain, str(each.label))))
