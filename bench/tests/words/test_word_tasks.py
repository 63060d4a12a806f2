"""Agreement with people, vectors kept between runs, stable neighbors, and renamed words."""

from pathlib import Path

import numpy as np
import pytest

from crosslex import Corpus
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.words.agreement import (
    JudgedPair,
    WordVectors,
    judge,
    read_judgments,
)
from crosslex_bench.words.constants import change_scores
from crosslex_bench.words.methods import learn_once
from crosslex_bench.words.renamed import RENAMINGS, neighbors, rename


def test_vectors_are_learned_once(tmp_path: Path) -> None:
    folder = RunFolder.open(tmp_path / "out", {}, resume=False)
    learned = []

    def learn() -> dict[str, tuple[list[str], np.ndarray]]:
        learned.append(1)
        return {"films": (["plot", "cast"], np.eye(2)), "all text": (["saw"], np.ones((1, 2)))}

    first, second = (learn_once(folder, "method", learn) for _ in range(2))
    assert len(learned) == 1
    assert list(second) == ["films", "all text"]
    assert second["films"].words == ("plot", "cast")
    assert np.array_equal(second["films"].vectors, np.eye(2))
    assert first["all text"].seconds == second["all text"].seconds


def test_neighbors_leave_out_what_is_no_word_and_what_was_renamed() -> None:
    words = ["knife", "2", "banana", "x", "edge"]
    vectors = np.array([[1, 0], [1, 0], [1, 0.1], [1, 0], [1, 0.2]])
    assert neighbors((words, vectors), "knife") == ["edge"]


def test_renamed_words_are_gone_and_their_uses_those_of_the_rare_ones() -> None:
    frequent = " ".join(each.frequent for each in RENAMINGS)
    rare = " ".join(each.rare for each in RENAMINGS)
    books = Corpus.from_texts([frequent, frequent, rare], name="books")
    kitchen = Corpus.from_texts([rare, frequent], name="kitchen")
    here, there = rename(books, kitchen)
    uses = dict(zip(here.words, np.bincount(here.ids, minlength=len(here.words)), strict=True))
    for each in RENAMINGS:
        assert (uses[each.frequent], uses[each.rare]) == (0, 3)
    assert there.n_tokens == kitchen.n_tokens
    assert there.words == here.words


def test_planted_words_score_by_the_cosine_of_their_two_vectors() -> None:
    words = [f"word{number}" for number in range(40)]
    rng = np.random.default_rng(0)
    first = rng.normal(size=(40, 8))
    second = first + 0.01 * rng.normal(size=first.shape)
    second[5] = -first[5]
    corpora = [Corpus.from_texts([" ".join(words)] * 3, name=name) for name in ("a", "b")]
    found = change_scores({"a": (words, first), "b": (words, second)}, corpora, [*words, "unknown"])
    assert found.argmax() == 5
    assert found[-1] == pytest.approx(found[:-1].min())


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


def test_only_pairs_that_all_vectors_have_are_judged() -> None:
    all_words = made([[1, 0], [2, 0], [1, 1], [0, 3]])
    without_d = made([[1, 0], [2, 0], [1, 1]], ("a", "b", "c"))
    vectors = {("one", "x"): all_words, ("other", "x"): without_d}
    pairs = {"set": [*PAIRS, JudgedPair("b", "c", 4), JudgedPair("b", "a", 8)]}
    found = judge(vectors, pairs, references={"one": ["one"]})
    assert {row.pairs["set"] for row in found.values()} == {4}


def test_both_sets_are_read_whole() -> None:
    pytest.importorskip("gensim")
    found = read_judgments()
    # 353 and 999 pairs, as their names say.
    assert {name: len(pairs) for name, pairs in found.items()} == {"WS353": 353, "SimLex": 999}
    assert found["SimLex"][0].judgment == 1.58  # old, new: the first line of the published file
