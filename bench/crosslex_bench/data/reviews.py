"""A dataset's texts before they are encoded: read from JSON lines, some held out for testing."""

import gzip
import hashlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar

import msgspec

from crosslex.corpus import Label
from crosslex.errors import InputError

Split = Literal["train", "test"]
LABELED: Final = "labelled.jsonl"
UNLABELED: Final = "unlabelled.jsonl"

Name = Annotated[str, msgspec.Meta(min_length=1)]
Record = TypeVar("Record", bound=msgspec.Struct)

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
