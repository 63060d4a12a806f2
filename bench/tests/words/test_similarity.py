"""Agreement with people's judgments."""

import numpy as np
import pytest

from crosslex_bench.words.agreement import groups
from crosslex_bench.words.similarity import (
    POOLED,
    JudgedPair,
    WordVectors,
    judge,
    read_judgments,
)

WORDS = ("a", "b", "c", "d")
PAIRS = [JudgedPair("a", "b", 9), JudgedPair("a", "c", 5), JudgedPair("a", "d", 1)]


def made(rows: list[list[float]], words: tuple[str, ...] = WORDS) -> WordVectors:
    return WordVectors(words, np.array(rows, float), 1.5)


def test_agreement_is_the_rank_correlation_of_cosines_and_judgments() -> None:
    good, bad = made([[1, 0], [2, 0], [1, 1], [0, 3]]), made([[1, 0], [0, 3], [1, 1], [2, 0]])
    found = judge(
        {("good", "x"): good, ("bad", "x"): bad},
        {"set": [*PAIRS, JudgedPair("a", "unknown", 9)]},
        references={"the bad one": ["bad"]},
    )
    ours = found["good", "x"]
    assert (ours.rho["set"], ours.pairs["set"], ours.seconds) == (pytest.approx(1), 3, 1.5)
    assert found["bad", "x"].rho["set"] == pytest.approx(-1)
    assert not found["bad", "x"].differences
    assert ours.differences["the bad one"].value == pytest.approx(2)


def test_a_reference_of_several_seeds_is_their_mean() -> None:
    good, bad = made([[1, 0], [2, 0], [1, 1], [0, 3]]), made([[1, 0], [0, 3], [1, 1], [2, 0]])
    found = judge(
        {("ours", "x"): good, ("seed 1", POOLED): good, ("seed 2", POOLED): bad},
        {"set": PAIRS},
        references={"peer": ["seed 1", "seed 2"]},
    )
    assert found["ours", "x"].differences["peer"].value == pytest.approx(1 - (1 - 1) / 2)
    assert not found["seed 1", POOLED].differences


def test_only_pairs_that_all_vectors_have_are_judged() -> None:
    all_words = made([[1, 0], [2, 0], [1, 1], [0, 3]])
    without_d = made([[1, 0], [2, 0], [1, 1]], ("a", "b", "c"))
    vectors = {("one", "x"): all_words, ("other", "x"): without_d}
    pairs = {"set": [*PAIRS, JudgedPair("b", "c", 4), JudgedPair("b", "a", 8)]}
    found = judge(vectors, pairs, references={"one": ["one"]})
    assert {row.pairs["set"] for row in found.values()} == {4}
    found = judge(vectors, pairs, references={"one": ["one"]}, few_words=["other"])
    assert [row.pairs["set"] for row in found.values()] == [5, 4]


def test_both_sets_are_read_whole() -> None:
    pytest.importorskip("gensim")
    found = read_judgments()
    # 353 and 999 pairs, as their names say.
    assert {name: len(pairs) for name, pairs in found.items()} == {"WS353": 353, "SimLex": 999}
    assert found["SimLex"][0].judgment == 1.58  # old, new: the first line of the published file


def test_by_domain_only_its_own_vectors_and_those_of_all_text_are_compared() -> None:
    vectors = made([[1, 0]], ("a",))
    keys = [("ours", "films"), ("ours", "tools"), ("other", POOLED)]
    found = dict.fromkeys(keys, vectors)
    assert [set(group) for group in groups(found, by_domain=False).values()] == [set(keys)]
    apart = groups(found, by_domain=True)
    assert set(apart["films"]) == {("ours", "films"), ("other", POOLED)}
    assert set(apart[POOLED]) == {("other", POOLED)}
