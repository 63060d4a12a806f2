"""The counts of one domain, from which its vocabulary is chosen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crosslex.corpus import Label
from crosslex.errors import InputError


@dataclass(frozen=True, eq=False)
class DomainCounts:
    """How often each feature occurs in one domain, or in a shard of one.

    Counts of shards over the same features add up exactly to the counts of the whole. Features
    are words, and bigrams with a space; each has its occurrences and the sentences and documents
    that hold it. Named sentences hold the domain's name word. `class_documents` is classes ×
    features: the labeled documents of a class that hold a feature.
    """

    domain: str
    features: tuple[str, ...]
    occurrences: NDArray[np.int64]
    sentences: NDArray[np.int64]
    documents: NDArray[np.int64]
    named_sentences: NDArray[np.int64]
    n_sentences: int
    n_documents: int
    n_named_sentences: int
    classes: tuple[Label, ...]
    class_documents: NDArray[np.int64]
    n_class_documents: NDArray[np.int64]

    def __add__(self, other: "DomainCounts") -> "DomainCounts":
        """Return the counts of two shards of one domain taken together."""
        if (self.domain, self.features) != (other.domain, other.features):
            raise InputError("counts of different domains or features cannot be added")
        kinds = {type(label) for label in (*self.classes, *other.classes)}
        if len(kinds) > 1:
            raise InputError("counts with numbers and with words for classes cannot be added")
        # A shard need not hold every class.
        classes = tuple(sorted({*self.classes, *other.classes}))
        summed: dict[str, Any] = {
            name: getattr(self, name) + getattr(other, name) for name in _SUMMED
        }
        for name in ("class_documents", "n_class_documents"):
            own, others = getattr(self, name), getattr(other, name)
            summed[name] = _by_class(self.classes, own, classes)
            summed[name] += _by_class(other.classes, others, classes)
        return replace(self, classes=classes, **summed)

    def select(self, chosen: Sequence[int]) -> "DomainCounts":
        """Return the counts of some of the features, by their numbers, in that order."""
        counts = {name: getattr(self, name)[chosen] for name in _PER_FEATURE}
        return replace(
            self,
            features=tuple(self.features[number] for number in chosen),
            class_documents=self.class_documents[:, chosen],
            **counts,
        )


_PER_FEATURE = ("occurrences", "sentences", "documents", "named_sentences")
_SUMMED = (*_PER_FEATURE, "n_sentences", "n_documents", "n_named_sentences")


def _by_class(
    own: tuple[Label, ...], counts: NDArray[np.int64], classes: tuple[Label, ...]
) -> NDArray[np.int64]:
    """Return the rows of some classes at their places among more classes."""
    rows = np.zeros((len(classes), *counts.shape[1:]), np.int64)
    rows[[classes.index(label) for label in own]] = counts
    return rows
