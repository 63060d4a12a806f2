"""A dataset's texts before they are encoded, some held out for testing.

They are read from JSON lines, or from the files of the Multi-Domain Sentiment Dataset as its
authors distribute them.

References
----------
Blitzer, Dredze, Pereira: Biographies, Bollywood, Boom-boxes and Blenders: Domain Adaptation
for Sentiment Classification. ACL 2007.
"""

import gzip
import hashlib
import re
import warnings
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from crosslex.corpus import Label
from crosslex.errors import CrosslexWarning, InputError

Split = Literal["train", "test"]
LABELED: Final = "labelled.jsonl"
UNLABELED: Final = "unlabelled.jsonl"

Name = Annotated[str, msgspec.Meta(min_length=1)]
Record = TypeVar("Record", bound=msgspec.Struct)

# A domain may come with further files, such as all.review, that hold the same reviews again.
_FILE: Final = re.compile(r"(positive|negative|unlabeled)\.review(\.gz)?")
_LABELS: Final = {"positive": 1, "negative": 0}
_REVIEW: Final = re.compile(
    r"^<review>$((?:(?!^<review>$).)*?)^</review>$", re.DOTALL | re.MULTILINE
)

TEST_SHARE: Final = Fraction(1, 5)
"""Of each class of each domain; of 1,000 + 1,000 reviews that leaves 800 + 800 to train on."""


@dataclass(frozen=True, slots=True)
class Review:
    """A raw text of a domain; without a label it is always for training."""

    text: str
    domain: str
    label: Label | None = None
    split: Split = "train"


def hold_out(reviews: Sequence[Review], *, seed: int | None = None) -> list[Review]:
    """Keep a fifth of each class of each domain for testing: the last, or chosen by a seed.

    With a seed, they are chosen by SHA-256 of seed and text, by no library's random numbers. Texts
    that repeat are in the same split, except one per class.

    >>> texts = [Review(str(number), "books", label=1) for number in range(5)]
    >>> [review.split for review in hold_out(texts)]
    ['train', 'train', 'train', 'train', 'test']
    """

    def checksum(place: int) -> bytes:
        return hashlib.sha256(f"{seed}\n{reviews[place].text}".encode()).digest()

    strata: dict[tuple[str, Label], list[int]] = defaultdict(list)
    for place, review in enumerate(reviews):
        if review.label is not None:
            strata[review.domain, review.label].append(place)
    held_out: set[int] = set()
    for places in strata.values():
        if seed is not None:
            places.sort(key=checksum)
        n_test = round(len(places) * TEST_SHARE)
        held_out.update(places[len(places) - n_test :])
    return [
        replace(review, split="test" if place in held_out else "train")
        for place, review in enumerate(reviews)
    ]


class _Unlabeled(msgspec.Struct):
    domain: Name
    text: str
    title: str | None = None

    def review_text(self) -> str:
        return "\n\n".join(filter(None, ((self.title or "").strip(), self.text.strip())))


class _Labeled(_Unlabeled, kw_only=True):
    label: Name | int
    split: Split | None = None


def find_jsonl(folder: Path, name: str) -> Path | None:
    """Find a file in a folder, plain or with `.gz`."""
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)


def read_jsonl_folder(folder: Path) -> list[Review]:
    """Read the labeled and the unlabeled texts of all domains.

    `labelled.jsonl` holds one object per line with `domain`, `label`, `text`, `title` (may be
    absent or empty; it goes before the text) and `split`, which is `train` or `test`; where no
    line has a split, the last fifth of each class of each domain is for testing.
    `unlabelled.jsonl`, which may be absent, holds `domain` and `text`. Both may be `.gz`.
    """
    labeled = find_jsonl(folder, LABELED)
    if labeled is None:
        raise InputError(f"{folder}: no {LABELED} in this folder; check the path")
    reviews: list[Review] = []
    with_split = 0
    for where, line in read_records(labeled, _Labeled):
        if line.label == -1:
            raise InputError(f"{where}: found the label -1, which means unlabeled; write another")
        with_split += line.split is not None
        reviews.append(Review(line.review_text(), line.domain, line.label, line.split or "train"))
    if 0 < with_split < len(reviews):
        raise InputError(f"{labeled}: some lines have a split, others none; give all one or none")
    if not with_split:
        reviews = hold_out(reviews)
    domains = {review.domain for review in reviews}
    if unlabeled := find_jsonl(folder, UNLABELED):
        for where, record in read_records(unlabeled, _Unlabeled):
            if record.domain not in domains:
                raise InputError(
                    f"{where}: domain {record.domain!r} has no labeled text; found "
                    f"{', '.join(sorted(domains))}"
                )
            reviews.append(Review(record.review_text(), record.domain))
    return reviews


def read_records(path: Path, kind: type[Record]) -> Iterator[tuple[str, Record]]:
    """Yield (file:line, record) for every line that is not blank."""
    where = str(path)
    decoder = msgspec.json.Decoder(kind)
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                where = f"{path}:{number}"
                if not line.isspace():
                    yield where, decoder.decode(line)
    except (OSError, EOFError) as error:
        raise InputError(f"{where}: cannot be read ({error}); check the file") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{where}: {error}; fix it") from None


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
    for path in find_review_files(folder):
        if domains.setdefault(path.parent.name, path.parent) != path.parent:
            raise InputError(
                f"{folder}: domain {path.parent.name!r} is in {domains[path.parent.name]} and "
                f"in {path.parent}; give the folder of one of them"
            )
        reviews += read_review_file(path)
    # The order of files must not matter; that of reviews in a file does.
    return hold_out(sorted(reviews, key=lambda each: (each.domain, str(each.label))))


def read_review_file(path: Path) -> list[Review]:
    """Return the reviews of a file such as `books/positive.review`.

    The text is the title, a blank line and the review; the label is 1 or 0 by the file's
    name, None unless it is called positive or negative; the domain is the folder's name.
    HTML entities are kept; the text analysis resolves them.
    """
    with gzip.open(path) if path.suffix.lower() == ".gz" else path.open("rb") as lines:
        content = "".join(map(_decoded, lines))
    label = _LABELS.get(path.name.lower().partition(".")[0])
    reviews = []
    for review in _REVIEW.findall(content):
        if text := _inside("review_text", review):
            title = _inside("title", review)
            reviews.append(Review(f"{title}\n\n{text}" if title else text, path.parent.name, label))
    if unreadable := len(re.findall(r"(?m)^<review>", content)) - len(reviews):
        message = f"{path}: {unreadable} reviews without text or end were left out"
        warnings.warn(message, CrosslexWarning, stacklevel=3)
    return reviews


def _inside(tag: str, review: str) -> str:
    """Return the text between the first opening of a tag and its next end."""
    return review.partition(f"<{tag}>")[2].partition(f"</{tag}>")[0].strip()


def _decoded(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        # Remains of Windows' Latin-1 in the published files.
        return line.decode("cp1252", errors="replace")
