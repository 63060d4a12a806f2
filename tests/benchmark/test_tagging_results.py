"""Accuracies of tags against counts by hand, intervals against draws by hand."""

from math import isclose

import numpy as np

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.tagging.data import Sentence, TaggingDataset
from crosslex.benchmark.tagging.results import (
    bootstrap_ratios,
    summarize_tagging,
    sums_by_document,
)

SOURCE = [Sentence(("a", "b"), ("X", "Y"), "s")]
TARGET = [
    Sentence(("a", "c"), ("X", "Y"), "one"),
    Sentence(("b",), ("Y",), "two"),
    Sentence(("d", "e"), ("X", "X"), "one"),
]
PAIR = Pair(("s",), "t")


def test_sums_are_taken_over_all_sentences_of_a_document() -> None:
    correct = np.array([[1, 0], [1, 1], [0, 1], [1, 1], [0, 0]], float)
    counted = np.array([True, True, True, True, False])
    # Document one: tokens 0, 1 and 3 (4 is not counted); document two: token 2.
    expected = [[3, 2, 3], [0, 1, 1]]
    assert sums_by_document(correct, counted, TARGET).tolist() == expected


def test_accuracies_of_tokens_and_unknown_words_are_those_counted_by_hand() -> None:
    dataset = TaggingDataset("x", "", {"s": SOURCE, "t": TARGET}, {}, {"t": TARGET, "s": SOURCE})
    decided = {
        ("none", 0): [1, 0, 1, 0, 0],
        ("none", 1): [1, 0, 1, 0, 1],
        ("crosslex", 0): [1, 1, 1, 0, 1],
        ("crosslex", 1): [1, 1, 0, 0, 1],
    }
    cells = {
        (key := CellKey(name, PAIR, seed)): Cell(key, np.array(found, bool), None, None, 1.0)
        for (name, seed), found in decided.items()
    }
    results = summarize_tagging(dataset, cells, pairs=[PAIR], methods=["none", "crosslex"], seeds=2)
    tokens, unknown = results.tokens, results.unknown
    # c, d and e are unknown; a and b occur in the source.
    assert (tokens.pairs["none"]["s->t"].total, unknown.pairs["none"]["s->t"].total) == (5, 3)
    assert isclose(tokens.pairs["none"]["s->t"].accuracy, 2.5 / 5)
    assert isclose(tokens.pairs["crosslex"]["s->t"].accuracy, 3.5 / 5)
    assert isclose(unknown.pairs["none"]["s->t"].accuracy, 0.5 / 3)
    assert isclose(unknown.pairs["crosslex"]["s->t"].accuracy, 2 / 3)
    (gain,) = tokens.differences
    assert (gain.a, gain.b) == ("crosslex", "none")
    assert isclose(gain.difference, 0.2)
    assert gain.low <= 0.2 <= gain.high


def test_each_draw_divides_the_drawn_right_tokens_by_the_drawn_tokens() -> None:
    table = np.array([[1.0, 2.0], [3.0, 3.0], [0.0, 5.0]])
    drawn = bootstrap_ratios([table], ["t"], draws=4000, seed=3)[:, 0]
    # All 27 equally likely draws of three documents, one by one.
    exact = [
        table[[a, b, c], 0].sum() / table[[a, b, c], 1].sum()
        for a in range(3)
        for b in range(3)
        for c in range(3)
    ]
    assert set(drawn.round(9)) == set(np.round(exact, 9))
    assert abs(drawn.mean() - np.mean(exact)) < 4 * np.std(exact) / np.sqrt(len(drawn))


def test_pairs_with_one_target_share_the_draw() -> None:
    table = np.array([[1.0, 2.0], [3.0, 3.0], [0.0, 5.0]])
    rest = np.column_stack([table[:, 1] - table[:, 0], table[:, 1]])
    # One pair is right where the other is wrong: drawn alike, their mean is always a half.
    assert np.allclose(bootstrap_ratios([table, rest], ["t", "t"], draws=50), 0.5)
    assert np.ptp(bootstrap_ratios([table, rest], ["t", "u"], draws=50)) > 0.01
