"""Gold is read as written, rankings are judged as by hand, and trials name real constants."""

import gzip
import json
from collections import Counter
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import roc_auc_score

from crosslex.shifts import score
from crosslex_bench.change.constants import PACKAGES, SCORE_TRIALS, SENSE_TRIALS
from crosslex_bench.change.methods import METHODS, Scores, Task
from crosslex_bench.change.rankings import rank_all
from crosslex_bench.change.senses import group_words, halve, shuffle_words
from crosslex_bench.data.annotated_pairs import JudgedChange, read_judged
from crosslex_bench.engine.statistics import areas, draw_items, rank_correlations
from crosslex_bench.words.constants import changed

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


def test_a_word_whose_context_stayed_scores_least(judged: JudgedChange) -> None:
    scores = METHODS["PPMI rows"](Task(judged, epochs=1, seed=0, min_count=3)).ranked
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
    scores = {"ours": Scores([3.0, 1.0, 2.0], 1), "other": Scores([1.0, 3.0, 2.0], 2)}
    drawn = draw_items(3)
    measures = {
        "rho": partial(rank_correlations, gold=judged.graded, drawn=drawn),
        "AUC": partial(areas, positive=judged.binary, drawn=drawn),
    }
    found = rank_all(scores, measures, "ours")
    ours, other = found["ours"], found["other"]
    assert (ours.agreement["rho"].value, other.agreement["rho"].value) == (1, -1)
    assert (ours.agreement["AUC"].value, other.agreement["AUC"].value) == (1, 0)
    assert not ours.differences
    difference = other.differences["rho"]
    # Opposite rankings differ by 2 in every draw of two different words or more.
    assert (difference.value, difference.low, difference.high) == (2, 2, 2)


def test_a_word_without_a_score_counts_as_the_least_changed() -> None:
    scores = Scores.of(np.array([2.0, np.nan, 5.0]), 1.5)
    assert scores.values == [2.0, None, 5.0]
    assert scores.ranked.tolist() == [2, 2, 5]


DOCUMENTS = [[["red", "dog"], ["old", "dog", "ran"]], [["fox"]], [["dog", "slept"]], [["red"]]]


def words_of(documents):
    return Counter(word for each in documents for sentence in each for word in sentence)


def test_shuffled_documents_have_the_same_words_and_lengths():
    found = shuffle_words(DOCUMENTS, np.random.default_rng(0))
    assert words_of(found) == words_of(DOCUMENTS)
    assert [[len(sentence) for sentence in each] for each in found] == [[2, 3], [1], [2], [1]]
    assert found != DOCUMENTS


def test_words_that_are_frequent_in_both_halves_are_grouped():
    random = np.random.default_rng(2)
    words = [f"w{number}" for number in range(6)]
    documents = [[list(random.choice(words, 3, replace=False))] for _ in range(240)]
    documents += [[["rare", "w0", "w1"]]] * 10
    found = group_words(halve(documents, random), 0)
    assert len(found) == len(words)
    assert sum(each.labels.max() > 0 for each in found) <= 2


@pytest.mark.parametrize("trial", [*SCORE_TRIALS, *SENSE_TRIALS], ids=str)
def test_every_trial_changes_constants_that_exist(trial) -> None:
    before = score.SHARPNESS
    with changed(trial, PACKAGES):
        assert trial.get("SHARPNESS", before) == score.SHARPNESS
    assert before == score.SHARPNESS
