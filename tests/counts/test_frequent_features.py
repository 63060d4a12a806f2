"""Counts by keys: merged, bounded, and complete after as many passes as it takes."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crosslex.counts import frequent_features as module
from crosslex.counts.frequent_features import HashedCounts
from crosslex.counts.kernels import merge_counts

some_keys = st.lists(st.integers(0, 30))


def as_counter(counts: HashedCounts) -> Counter[int]:
    return Counter(dict(zip(counts.keys.tolist(), counts.occurrences.tolist(), strict=True)))


def counts_of(keys: list[int]) -> HashedCounts:
    return HashedCounts.of(np.array(keys, np.int64))


@given(some_keys, some_keys)
def test_the_kernel_merges_as_counters_add(one: list[int], other: list[int]) -> None:
    first, second = counts_of(one), counts_of(other)
    size = len(first.keys) + len(second.keys)
    merged, total = np.empty(size, np.int64), np.empty(size, np.int64)
    found = merge_counts(
        first.keys, first.occurrences, second.keys, second.occurrences, merged, total
    )
    expected = Counter(one) + Counter(other)
    assert merged[:found].tolist() == sorted(expected)
    assert total[:found].tolist() == [expected[key] for key in sorted(expected)]


@given(some_keys, some_keys)
def test_sums_are_those_of_all_keys_at_once(one: list[int], other: list[int]) -> None:
    assert as_counter(counts_of(one) + counts_of(other)) == Counter(one + other)
    assert as_counter(counts_of(one) + HashedCounts.none()) == Counter(one)


@given(st.lists(some_keys, min_size=1, max_size=5), st.integers(1, 6))
def test_what_is_left_out_is_known_and_nothing_else_is(parts: list[list[int]], most: int) -> None:
    everything = Counter(key for part in parts for key in part)
    unbounded = module.MOST_KEYS
    module.MOST_KEYS = most
    try:
        total = HashedCounts.none()
        for part in parts:
            total += counts_of(part)
    finally:
        module.MOST_KEYS = unbounded
    assert len(total.keys) <= most
    assert as_counter(total) == {
        key: count for key, count in everything.items() if key < total.complete
    }
    # A pass gets on: it is complete, or it has all the keys that it may have.
    assert total.complete == module.ALL_KEYS or len(total.keys) == min(
        most, sum(key < total.complete for key in everything)
    )
