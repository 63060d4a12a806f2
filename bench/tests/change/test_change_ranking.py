"""Gold is read as it is written, and rankings are judged as by hand."""

import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from crosslex_bench.change.methods import METHODS, Task
from crosslex_bench.change.scoring import Kept, Scores, rank_all, with_least
from crosslex_bench.data.judged_change import JudgedChange, read_judged
from crosslex_bench.engine.statistics import areas, draw_items, rank_correlations

WORDS = ("plane_nn", "tree_nn", "edge_nn")


@pytest.fixture
def judged(tmp_path: Path) -> JudgedChange:
    folder = tmp_path / "dwug_en"
    folder.mkdir()
    (folder / "gold.tsv").write_text(
        "word\tgraded\tbinary\nplane_nn\t0.9\t1\ntree_nn\t0.0\t0\nedge_nn\t0.4\t1\n"
    )
    near = {"old": ("flat", "leaf", "sharp"), "new": ("wing", "leaf", "lead")}
    for side, contexts in near.items():
        lines = [
            json.dumps({"target": word, "lemmas": ["a", context, word, "far", context]})
            for word, context in zip(WORDS, contexts, strict=True)
        ] * 8
        lines += [json.dumps({"lemmas": ["flat", "wing", "leaf", "sharp", "lead"]})] * 3
        (folder / f"{side}.jsonl.gz").write_bytes(gzip.compress("\n".join(lines).encode()))
    return read_judged("dwug_en", tmp_path)


def test_gold_and_lemmas_are_read_as_they_are(judged: JudgedChange) -> None:
    assert judged.words == WORDS
    assert judged.graded.tolist() == [0.9, 0.0, 0.4]
    assert judged.binary.tolist() == [True, False, True]
    old, new = judged.domains
    assert (old.name, new.name, len(old), len(new)) == ("old", "new", 27, 27)
    first = [old.words[number] for number in old.ids[: old.sentence_offsets[1]]]
    assert first == ["a", "flat", "plane_nn", "far", "flat"]


def test_documents_of_several_sentences_stay_together(tmp_path: Path) -> None:
    folder = tmp_path / "semcor"
    folder.mkdir()
    (folder / "gold.tsv").write_text("word\tgraded\tbinary\tp\ntable_n\t0.1\t0\t0.4\n")
    document = {"document": "a", "sentences": [["the", "table_n"], ["go_back"]]}
    for side in ("nonfiction", "fiction"):
        content = f"{json.dumps(document)}\n".encode() * 2
        (folder / f"{side}.jsonl.gz").write_bytes(gzip.compress(content))
    corpus = read_judged("semcor", tmp_path).domains[0]
    assert (len(corpus), corpus.n_sentences) == (2, 4)
    assert set(corpus.words) == {"the", "table_n", "go_back"}


def test_a_word_whose_context_stayed_scores_least(judged: JudgedChange) -> None:
    scores = METHODS["PPMI rows"](Task(judged, epochs=1, seed=0)).values
    assert scores.argmin() == WORDS.index("tree_nn")


def test_rho_and_auc_are_those_of_the_libraries() -> None:
    rng = np.random.default_rng(0)
    scores, gold = rng.normal(size=(2, 30)).round(1)
    positive = gold > 0
    drawn = draw_items(30, draws=5)
    for rho, auc, rows in zip(
        rank_correlations(scores, gold, drawn), areas(scores, positive, drawn), drawn, strict=True
    ):
        assert rho == pytest.approx(spearmanr(scores[rows], gold[rows])[0])
        assert auc == pytest.approx(roc_auc_score(positive[rows], scores[rows]))
    assert drawn[0].tolist() == list(range(30))


def test_a_method_differs_from_ours_over_the_same_words(judged: JudgedChange) -> None:
    good, bad = np.array([3.0, 1.0, 2.0]), np.array([1.0, 3.0, 2.0])
    found = rank_all(judged, {"ours": Scores(good, 1), "other": Scores(bad, 2)}, "ours")
    assert (found["ours"].rho.value, found["other"].rho.value) == (1, -1)
    assert (found["ours"].auc.value, found["other"].auc.value) == (1, 0)
    assert found["ours"].rho_difference is None
    difference = found["other"].rho_difference
    assert difference is not None
    # Opposite rankings differ by 2 in every draw of two different words or more.
    assert (difference.value, difference.low, difference.high) == (2, 2, 2)


def test_a_word_without_a_score_counts_as_the_least_changed() -> None:
    assert with_least(np.array([2.0, np.nan, 5.0])).tolist() == [2, 2, 5]


def test_method_names_can_be_given_with_commas_between() -> None:
    assert ",".join(METHODS).split(",") == list(METHODS)


def test_kept_scores_are_the_scores() -> None:
    scores = Kept.of(Scores(np.array([2.0, np.nan]), 1.5)).scores()
    assert scores.seconds == 1.5
    assert np.array_equal(scores.values, [2.0, np.nan], equal_nan=True)
