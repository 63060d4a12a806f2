import sys

import numpy as np
import pytest

from crosslex.spelling import near_spellings


class TestNearSpellings:
    words = ("the", "their", "receive", "receiver", "lightweight", "well written", "kitchen")

    @pytest.mark.parametrize(
        ("typed", "meant"),
        [
            ("recieve", "receive"),
            ("Lightwieght", "lightweight"),
            ("wellwritten", "well written"),
            ("well_written", "well written"),
            ("itchen", "kitchen"),
            ("bitchem", "kitchen"),
        ],
    )
    def test_finds_what_was_meant_among_many(self, typed, meant):
        generator = np.random.default_rng(0)
        noise = {
            "".join(map(chr, generator.integers(97, 123, size=size)))
            for size in generator.integers(3, 12, size=20_000)
        }
        assert meant in near_spellings(typed, (*sorted(noise), *self.words))

    def test_finds_short_words(self):
        assert near_spellings("teh", self.words) == ["the"]

    def test_of_odd_input(self):
        assert near_spellings("word", ()) == []
        assert near_spellings("", self.words) == []
        assert near_spellings("\ud800" + chr(sys.maxunicode), ("a\nb", "\ud800")) == ["\ud800"]
