"""Periods that lose most uses of a word."""

import numpy as np

from crosslex import Corpus
from crosslex_bench.change.thinned import thin
from crosslex_bench.data.planting import with_common_words


def test_a_period_keeps_as_many_uses_as_asked_and_the_others_keep_all() -> None:
    texts = ["the solar energy", "zeal and energy"] * 20
    periods = with_common_words(*(Corpus.from_texts(texts, name=name) for name in "abc"))
    found = thin(periods, {"energy": 1, "zeal": 0}, 12, np.random.default_rng(0))
    number = {word: at for at, word in enumerate(periods[0].words)}
    uses = [
        [int((each.ids == number[word]).sum()) for each in found] for word in ("energy", "zeal")
    ]
    assert uses == [[40, 12, 40], [12, 20, 20]]
    assert [len(each.ids) for each in found] == [len(each.ids) for each in periods]
