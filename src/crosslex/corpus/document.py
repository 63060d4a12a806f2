"""Documents as readers find them, before any analysis, and raw texts as a corpus keeps them."""

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
