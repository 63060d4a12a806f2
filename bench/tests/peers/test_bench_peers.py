"""Peers do what their papers say: a rotation is found, contexts stay frozen, words are tagged."""

import numpy as np
import pytest

from crosslex import Corpus
from crosslex_bench.peers.change_scores import (
    aligned,
    among_like_frequency,
    cosine_distance,
    information_distance,
    lost_neighbors,
)
from crosslex_bench.peers.kernels import skipgram_pass
from crosslex_bench.peers.text import Text, number_texts, positions
from crosslex_bench.peers.vectors import information_rows, tag_words


@pytest.fixture
def texts() -> tuple[Text, Text]:
    corpora = [
        Corpus.from_texts(["red apple pie. red apple", "sour apple"], name="fruit"),
        Corpus.from_texts(["red apple phone", "red phone phone"], name="devices"),
    ]
    first, second = number_texts(corpora, min_count=2)
    return first, second


def test_words_are_numbered_alike_and_rare_ones_left_out(texts: tuple[Text, Text]) -> None:
    # Over both: red 4, apple 4, phone 3; pie and sour once.
    assert sorted(texts[0].words) == ["apple", "phone", "red"]
    assert list(texts[0].sentences()) == [["red", "apple"], ["red", "apple"]]
    red, phone = positions(texts, ["red", "phone"])
    assert (texts[0].counts[red], texts[1].counts[red], texts[1].counts[phone]) == (2, 2, 3)
    assert positions(texts, ["pie"]).tolist() == [-1]
    assert texts[0].documents.tolist() == [0, 0, 0, 0, 1]


def test_alignment_finds_a_rotation_and_leaves_absent_words_absent() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(50, 5))
    rotation = np.linalg.qr(rng.normal(size=(5, 5)))[0]
    there = vectors @ rotation
    vectors[3] = 0
    there[7] = 0
    # Each space is centered on its own words, so that one absent word moves the other slightly.
    first, second = aligned(vectors, there)
    assert not first[3].any()
    assert not second[7].any()
    both = [row for row in range(50) if row not in (3, 7)]
    assert cosine_distance(first, second)[both].max() < 0.02


def test_lost_neighbors_by_hand() -> None:
    first = np.array([[1.0, 0], [0.9, 0.1], [0.8, 0.3], [0, 1]])
    second = first[[0, 3, 2, 1]]
    # Nearest two of row 0 are rows 1 and 2 in the first, rows 3 and 2 in the second.
    assert lost_neighbors(first, second, 2)[0] == 0.5


def test_information_rows_by_hand(texts: tuple[Text, Text]) -> None:
    # red and apple stand together twice, and nothing else does: each sees the other alone.
    red, apple = positions(texts, ["red", "apple"])
    found = information_rows([texts[0]], by_distance=False).toarray()
    assert found[red, apple] == pytest.approx(np.log(1 / 0.5))
    assert np.count_nonzero(found) == 2
    assert information_distance((texts[0], texts[0]))[red] == pytest.approx(0)


def test_one_step_of_skipgram_is_the_gradient_of_its_loss() -> None:
    """One sentence of two words, one negative that is always the third word."""
    words = np.array([[0.3, -0.2], [0.1, 0.4], [0.0, 0.0]], np.float32)
    contexts = np.array([[0.5, 0.1], [-0.3, 0.2], [0.2, 0.6]], np.float32)
    start, frozen = words.astype(float), contexts.copy()
    still = frozen.astype(float)
    ids = np.array([0, 1], np.int32)
    table = np.array([2], np.int32)
    skipgram_pass(ids, ids, np.array([0, 2]), 1, 1, table, 0.1, 0.1, 0, True, words, contexts)

    def sigmoid(value: float) -> float:
        return float(1 / (1 + np.exp(-value)))

    for word, other in ((0, 1), (1, 0)):
        pull = (1 - sigmoid(start[word] @ still[other])) * still[other]
        push = sigmoid(start[word] @ still[2]) * still[2]
        assert words[word] == pytest.approx(start[word] + 0.1 * (pull - push), abs=1e-6)
    assert np.array_equal(contexts, frozen)


def test_tagged_words_have_a_row_per_domain_and_one_context(texts: tuple[Text, Text]) -> None:
    [red] = positions(texts, ["red"])
    both, rows = tag_words(texts, np.array([red]), np.random.default_rng(0))
    tagged = texts[0].size
    assert np.bincount(both.ids).tolist() == (texts[0].counts + texts[1].counts).tolist()
    assert (rows == red).sum() == texts[0].counts[red]
    assert (rows == tagged).sum() == texts[1].counts[red]
    assert (both.ids[rows == tagged] == red).all()
    untagged = rows < tagged
    assert np.array_equal(rows[untagged], both.ids[untagged])
    sentences = [sentence for text in texts for sentence in text.sentences()]
    assert sorted(both.sentences()) == sorted(sentences)


def test_scores_are_compared_among_words_of_like_frequency() -> None:
    rng = np.random.default_rng(3)
    counts = np.array([np.repeat([10, 1000], 600)] * 2)
    scores = rng.normal(size=1200) + np.repeat([0, 50], 600)
    scores[100] += 20
    found = among_like_frequency(scores, counts)
    assert found.argmax() == 100
    # The median of a normal sample is 0 and its 84 % quantile 1, in either class.
    assert np.median(found[:500]) == pytest.approx(0, abs=0.1)
    assert np.median(found[-500:]) == pytest.approx(0, abs=0.1)
    assert np.quantile(found[:500], 0.84) == pytest.approx(1, abs=0.15)
