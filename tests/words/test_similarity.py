"""Agreement with people's judgments."""

import numpy as np
import pytest

from benchmarks.words.similarity import JudgedPair, WordVectors, agreement, read_judgments


def test_agreement_is_the_rank_correlation_of_cosines_and_judgments() -> None:
    words = ("a", "b", "c", "d")
    vectors = WordVectors(words, np.array([[1.0, 0], [2, 0], [1, 1], [0, 3]]), 0.0)
    pairs = [JudgedPair("a", "b", 9), JudgedPair("a", "c", 5), JudgedPair("a", "d", 1)]
    assert agreement(vectors, pairs, words) == (pytest.approx(1), 3)
    assert agreement(vectors, [*pairs, JudgedPair("a", "x", 9)], words) == (pytest.approx(1), 3)


def test_both_sets_are_read_whole() -> None:
    pytest.importorskip("gensim")
    found = read_judgments()
    # 353 and 999 pairs, as their names say.
    assert {name: len(pairs) for name, pairs in found.items()} == {"WS353": 353, "SimLex": 999}
    assert found["SimLex"][0].judgment == 1.58  # old, new: the first line of the published file
