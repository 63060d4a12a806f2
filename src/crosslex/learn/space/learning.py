"""Space: one vector per word and domain, placed by one projection of what stands around it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

from crosslex.counting.contexts import ContextCounts, ContextShape
from crosslex.errors import InputError
from crosslex.learn.space.borrowing import estimate_borrowing
from crosslex.learn.space.directions import leading_directions
from crosslex.learn.space.information import positive_information
from crosslex.vectors import unit_rows

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]

EXPONENT = 0.75
"""Directions are divided by their singular values to this power: the strongest would drown the
others."""
ELSEWHERE = 1e-3
"""Share of its probability elsewhere that a context keeps in a domain that never uses it."""
SAMPLE = 3000
"""Words from which borrowing is estimated, evenly over the ranks of frequency."""
LEAST_USES, LEAST_ELSEWHERE = 2, 10
"""Uses in each half of a domain, and in the other domains, for a word to be among them."""


@dataclass(frozen=True, eq=False)
class Space:
    """Vectors of all domains' words in one space.

    Parameters
    ----------
    domains, words, contexts, shape
        What was counted.
    projection
        Columns of the counts × dimension: places any row of positive information in the space.
    pooled
        One unit vector per word, from the text of all domains.
    vectors
        One vector per word, for each domain.
    own_shares
        Domains × words, from 0 to 1: how much of a vector is the word's own evidence there;
        the rest is borrowed from all text.
    """

    domains: tuple[str, ...]
    words: tuple[str, ...]
    contexts: tuple[str, ...]
    shape: ContextShape
    projection: Floats
    pooled: Floats
    vectors: tuple[Floats, ...]
    own_shares: Doubles


def learn_space(
    counts: Sequence[ContextCounts], *, dimension: int = 300, random_state: int = 0
) -> Space:
    """Return the space of the words of one domain or more.

    The positive information of the pooled counts has one set of strongest directions, which all
    domains share; each domain's words are placed by what stands around them there, and lean on
    the pooled vector by how little of that there is. It sees counts alone, so its cost does not
    depend on the amount of text. BLAS has one thread, so that bytes do not depend on how many
    there are.

    Parameters
    ----------
    counts
        One per domain, with the same words and contexts.
    dimension
        Length of the vectors.
    random_state
        Seed of the decomposition.
    """
    _check(counts)
    shape = counts[0].shape
    with threadpool_limits(limits=1, user_api="blas"):
        totals = [each.total for each in counts]
        everything = totals[0]
        for each in totals[1:]:
            everything = csr_array(everything + each)
        columns = _column_sums(everything)
        information = positive_information(everything, columns, shape)
        # Phrases repeat what their words say, and would make frequent ones count twice.
        single = np.flatnonzero([" " not in word for word in counts[0].words])
        values, directions = leading_directions(
            csr_array(information[single]), dimension, random_state=random_state
        )
        projection = np.asarray(directions * np.maximum(values, 1e-6) ** -EXPONENT, np.float32)
        pooled = unit_rows(np.asarray(information @ projection))
        uses = np.sum([each.uses for each in counts], axis=(0, 1))
        placed = [
            _place_domain(each, everything, columns, uses, projection, pooled) for each in counts
        ]
    return Space(
        tuple(each.domain for each in counts),
        counts[0].words,
        counts[0].contexts,
        shape,
        projection,
        pooled,
        tuple(vectors for vectors, _ in placed),
        np.array([share for _, share in placed]),
    )


def _place_domain(
    counts: ContextCounts,
    everything: csr_array,
    columns: Doubles,
    all_uses: NDArray[np.int64],
    projection: Floats,
    pooled: Floats,
) -> tuple[Floats, Doubles]:
    """Return a domain's vectors, and how much of each is its own."""
    total, uses = counts.total, counts.uses.sum(axis=0)
    own_columns = _column_sums(total)
    base = own_columns + ELSEWHERE * own_columns.sum() * columns / max(columns.sum(), 1)

    def place(rows: csr_array, totals: Doubles) -> Floats:
        return unit_rows(np.asarray(positive_information(rows, totals, counts.shape) @ projection))

    sample = _sample(counts.uses, all_uses - uses)
    halves = [csr_array(half[sample]) for half in counts.halves]
    others = csr_array(everything[sample] - halves[0] - halves[1])
    others.eliminate_zeros()
    borrowing = estimate_borrowing(
        (place(halves[0], base), place(halves[1], base)),
        place(others, columns - own_columns + ELSEWHERE * columns),
        uses[sample],
    )
    shares = borrowing.own_shares(uses)
    # What no other domain uses has nothing to borrow.
    shares[(uses > 0) & (uses == all_uses)] = 1
    own = place(total, base)
    mixed = shares[:, None] * own + (1 - shares)[:, None] * pooled
    return mixed.astype(np.float32), shares


def _sample(uses: NDArray[np.int64], elsewhere: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return words that can be compared between halves, evenly over the ranks of frequency."""
    known = np.flatnonzero((uses >= LEAST_USES).all(axis=0) & (elsewhere >= LEAST_ELSEWHERE))
    if len(known) <= SAMPLE:
        return known
    by_uses = known[np.argsort(-uses.sum(axis=0)[known], kind="stable")]
    return by_uses[np.linspace(0, len(by_uses) - 1, SAMPLE).astype(np.intp)]


def _column_sums(table: csr_array) -> Doubles:
    return np.asarray(table.sum(axis=0, dtype=np.float64))


def _check(counts: Sequence[ContextCounts]) -> None:
    if not counts:
        raise InputError("counts: found none; give one per domain")
    for each in counts:
        if (each.words, each.contexts, each.shape) != (
            counts[0].words,
            counts[0].contexts,
            counts[0].shape,
        ):
            raise InputError(
                f"counts of domain {each.domain!r} have other words or contexts than those of "
                f"{counts[0].domain!r}; count all domains alike"
            )
