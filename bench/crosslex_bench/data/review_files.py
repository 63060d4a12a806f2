"""The Multi-Domain Sentiment Dataset as its authors distribute it, unpacked.

References
----------
Blitzer, Dredze, Pereira: Biographies, Bollywood, Boom-boxes and Blenders: Domain Adaptation
for Sentiment Classification. ACL 2007.
"""

import gzip
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crosslex.errors import CrosslexWarning, InputError
from crosslex_bench.data.reviews import Review, hold_out

# A domain may come with further files, such as all.review, that hold the same reviews again.
_FILE: Final = re.compile(r"(positive|negative|unlabeled)\.review(\.gz)?")
_LABELS: Final = {"positive": 1, "negative": 0}


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
    domains: dict[str, Path] = {}
    reviews: list[Review] = []
    unreadable: list[str] = []
    for path in find_review_files(folder):
        if domains.setdefault(path.parent.name, path.parent) != path.parent:
            raise InputError(
                f"{folder}: domain {path.parent.name!r} is in {domains[path.parent.name]} and "
                f"in {path.parent}; give the folder of one of them"
            )
        reviews += read_review_file(path, unreadable)
    if not reviews:
        raise InputError(
            f"{folder}: no review found; it should hold folders such as books/positive.review"
        )
    if unreadable:
        warnings.warn(
            f"{folder}: {len(unreadable)} unreadable reviews were left out, such as "
            f"{unreadable[0]}",
            CrosslexWarning,
            stacklevel=3,
        )
    # The order of files must not matter; that of reviews in a file does.
    return hold_out(sorted(reviews, key=lambda each: (each.domain, str(each.label))))


def read_review_file(path: Path, unreadable: list[str]) -> Iterator[Review]:
    """Yield the reviews of a file such as `books/positive.review`, and note unreadable ones.

    The text is the title, a blank line and the review; the label is 1 or 0 by the file's
    name, None unless it is called positive or negative; the domain is the folder's name.
    HTML entities are kept; the text analysis resolves them.
    """
    label = _LABELS.get(path.name.lower().partition(".")[0])
    for number, review in _reviews(path, unreadable):
        text = _inside("review_text", review)
        if text is None:
            unreadable.append(f"{path}:{number}: a review without <review_text>")
            continue
        parts = [_inside("title", review), text]
        yield Review("\n\n".join(part for part in parts if part), path.parent.name, label)


def _reviews(path: Path, unreadable: list[str]) -> Iterator[tuple[int, str]]:
    """Yield (line of its first tag, everything inside) for each review."""
    started: int | None = None
    inside: list[str] = []
    with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as lines:
        for number, line in enumerate(lines, start=1):
            tag = line.strip()
            if tag in (b"<review>", b"</review>") and started is not None:
                if tag == b"</review>":
                    yield started, "".join(inside)
                else:
                    unreadable.append(f"{path}:{started}: a review without </review>")
            if tag in (b"<review>", b"</review>"):
                started, inside = (number, []) if tag == b"<review>" else (None, [])
            elif started is not None:
                inside.append(_decoded(line))
    if started is not None:
        unreadable.append(f"{path}:{started}: a review without </review>")


def _inside(tag: str, review: str) -> str | None:
    """Return the text between the first opening of a tag and its next end, if both are there."""
    start = review.find(f"<{tag}>")
    stop = review.find(f"</{tag}>", start) if start >= 0 else -1
    return None if stop < 0 else review[start + len(tag) + 2 : stop].strip()


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        # Remains of Windows' Latin-1 in the published files.
        return line.decode("cp1252", errors="replace")
