"""Which words the page holds."""

from collections.abc import Mapping, Sequence

import numpy as np

from crosslex.shift.result import Shifts
from crosslex.vectors import DomainVectors

CHANGED_SHARE = 0.2
"""Share of the page for the words that change most, however rare they are."""


def choose_words(
    vectors: Mapping[str, DomainVectors], shifts: Sequence[Shifts], size: int
) -> tuple[str, ...]:
    """Return the words that change most and, in the rest of the page, the most frequent.

    A word's frequency is the sum of its shares in the domains, so that a small domain has as
    much say as a large one. The most frequent come first.

    >>> books = DomainVectors("books", ("plot", "good"), np.eye(2), np.array([1, 3]))
    >>> tools = DomainVectors("tools", ("drill", "good"), np.eye(2), np.array([2, 2]))
    >>> choose_words({"books": books, "tools": tools}, [], 2)
    ('good', 'drill')
    """
    frequency: dict[str, float] = {}
    for domain in vectors.values():
        counts = np.ones(len(domain)) if domain.counts is None else domain.counts
        for word, share in zip(domain, (counts / counts.sum()).tolist(), strict=True):
            frequency[word] = frequency.get(word, 0.0) + share
    # By the word where frequencies are equal, so that the same model gives the same page.
    ranked = sorted(frequency, key=lambda word: (-frequency[word], word))
    each = int(CHANGED_SHARE * size / max(1, len(shifts)))
    changed = [shift.word for pair in shifts for shift in pair[:each] if shift.word in frequency]
    chosen = set(list(dict.fromkeys([*changed, *ranked]))[:size])
    return tuple(word for word in ranked if word in chosen)
