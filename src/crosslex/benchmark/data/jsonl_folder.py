"""A dataset as a folder of two files: labelled.jsonl and unlabelled.jsonl."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from crosslex.benchmark.data.reviews import Review, split_by_order
from crosslex.corpus import Label
from crosslex.errors import InputError

LABELED: Final = "labelled.jsonl"
UNLABELED: Final = "unlabelled.jsonl"


def find_jsonl(folder: Path, name: str) -> Path | None:
    """Find a file in a folder, plain or with `.gz`."""
    return next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)


def read_jsonl_folder(folder: Path) -> list[Review]:
    """Read the labeled and the unlabeled texts of all domains.

    `labelled.jsonl` holds an object a line with `domain`, `label`, `text`, `title` (may be
    absent or empty; it goes before the text) and `split`, which is `train` or `test`; where no
    line has a split, the last fifth of each class of each domain is for testing.
    `unlabelled.jsonl`, which may be absent, holds `domain` and `text`. Both may be `.gz`.
    """
    labeled = find_jsonl(folder, LABELED)
    if labeled is None:
        raise InputError(f"{folder}: no {LABELED} in this folder; check the path")
    reviews = _read_labeled(labeled)
    domains = {review.domain for review in reviews}
    if unlabeled := find_jsonl(folder, UNLABELED):
        for where, record in read_records(unlabeled):
            domain = _string(record, "domain", where)
            if domain not in domains:
                raise InputError(
                    f"{where}: domain {domain!r} has no labeled text; found {_listed(domains)}"
                )
            reviews.append(Review(_text(record, where), domain))
    return reviews


def _read_labeled(path: Path) -> list[Review]:
    reviews: list[Review] = []
    with_split = 0
    for where, record in read_records(path):
        part = record.get("split")
        if part not in ("train", "test", None):
            raise InputError(f"{where}: found the split {part!r}; write train or test")
        with_split += part is not None
        domain = _string(record, "domain", where)
        label = _label(record, where)
        reviews.append(Review(_text(record, where), domain, label, part or "train"))
    if 0 < with_split < len(reviews):
        raise InputError(f"{path}: some lines have a split, others none; give all one or none")
    return reviews if with_split else split_by_order(reviews)


def read_records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (file:line, object) for every line that is not blank."""
    where = str(path)
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as lines:
            for number, line in enumerate(lines, 1):
                where = f"{path}:{number}"
                if line.isspace():
                    continue
                record = json.loads(line)
                if not isinstance(record, dict):
                    raise InputError(f"{where}: not a JSON object; write one a line")
                yield where, record
    except (OSError, EOFError) as error:
        raise InputError(f"{where}: cannot be read ({error}); check the file") from None
    except InputError:
        raise
    except (ValueError, RecursionError) as error:
        raise InputError(f"{where}: broken JSON ({error}); mend it") from None


def _text(record: dict[str, Any], where: str) -> str:
    title = record.get("title") or ""
    if not isinstance(title, str):
        raise InputError(f"{where}: the title is {type(title).__name__}; write a text")
    parts = (title.strip(), _string(record, "text", where, empty=True).strip())
    return "\n\n".join(part for part in parts if part)


def _string(record: dict[str, Any], key: str, where: str, *, empty: bool = False) -> str:
    value = record.get(key)
    if not isinstance(value, str) or not (value or empty):
        found = "nothing" if value is None or value == "" else type(value).__name__
        raise InputError(f"{where}: found {found} where {key!r} should be; write a text there")
    return value


def _label(record: dict[str, Any], where: str) -> Label:
    label = record.get("label")
    if not isinstance(label, str | int) or label in ("", -1):
        raise InputError(f"{where}: found the label {label!r}; write a whole number or a word")
    return label


def _listed(domains: set[str]) -> str:
    return ", ".join(sorted(domains))
