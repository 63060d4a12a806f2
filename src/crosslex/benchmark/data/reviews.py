"""A dataset's texts before they are encoded, and which of them are for testing."""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from crosslex.corpus.document import Label

Split = Literal["train", "test"]

TEST_SHARE: Final = Fraction(1, 5)
"""Of each class of each domain; of 1,000 + 1,000 reviews that leaves 800 + 800 to train on."""


@dataclass(frozen=True, slots=True)
class Review:
    """A text of a domain.

    Parameters
    ----------
    text
        The raw text.
    domain
        Its domain.
    label
        Its class, None where it has none.
    split
        Whether it is for training or testing; unlabeled texts are always for training.
    """

    text: str
    domain: str
    label: Label | None = None
    split: Split = "train"


def split_by_order(reviews: Sequence[Review]) -> list[Review]:
    """Keep the last fifth of each class of each domain for testing.

    >>> texts = [Review(str(number), "books", label=1) for number in range(5)]
    >>> [review.split for review in split_by_order(texts)]
    ['train', 'train', 'train', 'train', 'test']
    """
    return _split(reviews, sorted_by=lambda place: place)


def split_by_text(reviews: Sequence[Review], *, seed: int) -> list[Review]:
    """Keep a fifth of each class of each domain for testing, whatever order they stand in.

    Which ones depends on nothing but the seed and the texts, on no library's random numbers:
    they are ordered by SHA-256. Texts that repeat are in the same split, except one per class.
    """

    def checksum(place: int) -> str:
        return hashlib.sha256(f"{seed}\n{reviews[place].text}".encode()).hexdigest()

    return _split(reviews, sorted_by=checksum)


def _split(
    reviews: Sequence[Review], sorted_by: Callable[[int], int] | Callable[[int], str]
) -> list[Review]:
    strata: dict[tuple[str, Label], list[int]] = defaultdict(list)
    for place, review in enumerate(reviews):
        if review.label is not None:
            strata[review.domain, review.label].append(place)
    held_out: set[int] = set()
    for places in strata.values():
        n_test = round(len(places) * TEST_SHARE)
        held_out.update(sorted(places, key=sorted_by)[len(places) - n_test :])
    return [
        replace(review, split="test" if place in held_out else "train")
        for place, review in enumerate(reviews)
    ]


def count_splits(reviews: Sequence[Review]) -> Counter[tuple[str, Split]]:
    """Count the labeled texts of every domain and split."""
    return Counter((review.domain, review.split) for review in reviews if review.label is not None)
