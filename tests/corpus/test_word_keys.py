"""Words as numbers of one size."""

from hashlib import blake2b

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crosslex.corpus.encode import word_keys


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1)))
def test_keys_are_the_upper_63_bits_of_the_word_s_digest(words: list[str]) -> None:
    digests = [blake2b(word.encode(), digest_size=8).digest() for word in words]
    expected = [int.from_bytes(digest, "little") // 2 for digest in digests]
    assert word_keys(words).tolist() == expected
    assert word_keys(words).dtype == np.int64


def test_half_a_character_has_a_key_too() -> None:
    keys = word_keys(["\ud800", "\udfff", "plot"])
    assert len(set(keys.tolist())) == 3
    assert (keys >= 0).all()
