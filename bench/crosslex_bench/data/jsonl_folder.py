"""A dataset as a folder of two files: labelled.jsonl and unlabelled.jsonl."""

import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Final, TypeVar

import msgspec

from crosslex.errors import InputError
from crosslex_bench.data.reviews import Review, Split, hold_out

LABELED: Final = "labelled.jsonl"
UNLABELED: Final = "unlabelled.jsonl"

Name = Annotated[str, msgspec.Meta(min_length=1)]
Record = TypeVar("Record", bound=msgspec.Struct)


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
