"""One document as a reader finds it, before any analysis."""

from dataclasses import dataclass

Label = int | str

UNLABELED = -1
"""The label, and the class code, of a document that has none."""


@dataclass(frozen=True, slots=True)
class Document:
    """A text with its label, if it has one, and its domain, where one file holds several."""

    text: str
    label: Label | None = None
    domain: str | None = None
