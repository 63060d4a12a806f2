"""Documents and their labels as readers find them, and raw texts as a corpus keeps them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.errors import InputError

Label = int | str

UNLABELED = -1
"""The label, and the class code, of a document that has none."""

SURROGATE = re.compile("[\ud800-\udfff]")
"""Half a character, which JSON can write but no file can hold as UTF-8."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its label, if it has one, and its domain, where one file holds several."""

    text: str
    label: Label | None = None
    domain: str | None = None


@dataclass(frozen=True, eq=False)
class Texts:
    """Raw texts in UTF-8, one after the other; offsets are one more than there are texts."""

    content: NDArray[np.uint8]
    offsets: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, document: int) -> str:
        if not 0 <= document < len(self):
            raise IndexError(document)
        start, stop = self.offsets[document], self.offsets[document + 1]
        return self.content[start:stop].tobytes().decode()


_WHOLE = re.compile(r"([+-]?[0-9]{1,18})(\.0*)?")
_MISSING_TYPES = ("NAType", "NaTType")
"""Type names of pandas' missing values, so that pandas need not be installed."""


def read_label(label: Any) -> Label | None:
    """Return a label as a whole number of 64 bits or a word; None where there is none.

    None, NaN and pandas' missing values mean no label. -1 is returned as -1, in whatever format
    it is written: it means unlabeled, too, but the user may have meant a class.

    >>> [read_label(label) for label in (True, 2.0, "good", float("nan"), "-1.0")]
    [1, 2, 'good', None, -1]
    """
    if label is None or type(label).__name__ in _MISSING_TYPES:
        return None
    if isinstance(label, str):
        return UNLABELED if whole_number(label) == UNLABELED else str(label)
    if isinstance(label, float | np.floating) and np.isnan(label):
        return None
    if isinstance(label, bool | np.bool_ | int | np.integer) or (
        isinstance(label, float | np.floating) and float(label).is_integer()
    ):
        return _checked(int(label))
    raise InputError(
        f"found the label {label!r:.40}; give whole numbers or words, "
        "None or -1 where there is none"
    )


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is, in any of the ways that tables write one.

    >>> [whole_number(text) for text in ("1", "+1", "1.0", "-7", "1.5", "good")]
    [1, 1, 1, -7, None, None]
    """
    found = _WHOLE.fullmatch(text.strip())
    return int(found[1]) if found else None


def class_codes(classes: Iterable[Label]) -> dict[str, int]:
    """Return the code of every class by its name, for `class_code`."""
    return {str(label): code for code, label in enumerate(classes)}


def class_code(label: Label, codes: Mapping[str, int]) -> int | None:
    """Return the code of the class that a label names, in whatever format its number is written.

    >>> [class_code(label, class_codes([0, 1])) for label in (1, "1", "1.0", "good")]
    [1, 1, 1, None]
    >>> [class_code(label, class_codes(["001", "misc"])) for label in ("001", "1")]
    [0, None]
    """
    name = str(label)
    if name not in codes and (number := whole_number(name)) is not None:
        name = str(number)
    return codes.get(name)


def _checked(number: int) -> int:
    limits = np.iinfo(np.int64)
    if not limits.min <= number <= limits.max:
        raise InputError(
            f"found the label {number}, which does not fit into 64 bits; give it as a string"
        )
    return number
