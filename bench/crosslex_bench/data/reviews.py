"""A dataset's texts before they are encoded, and which of them are for testing."""

import hashlib
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final, Literal

from crosslex.corpus.documents import Label

Split = Literal["train", "test"]

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
