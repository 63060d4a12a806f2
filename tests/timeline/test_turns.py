"""Where words turn: the formula by hand, its compiled twin, and texts with a known turn."""

import numpy as np
import pytest
from periods import CITY, FARM, NAMES, TURN, periods

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.counts.samples import sample_sentences
from crosslex.timeline.kernels import largest_steps
from crosslex.timeline.profiles import Anchors
from crosslex.timeline.turns import count_documents, step_sizes


def gram_of(directions: list[list[float]]) -> np.ndarray:
    """Return the dot products of two equal halves per period, for one word."""
    halves = np.repeat(np.array(directions, float), 2, axis=0)
    return (halves @ halves.T)[None]


def test_the_size_of_a_step_is_the_one_calculated_by_hand() -> None:
    gram, weights = gram_of([[1, 0], [1, 0], [0, 1], [0, 1]]), np.ones((1, 8))
    sizes, changes = step_sizes(gram, weights)
    # Step 2: (1, 0) and (0, 1) are 2 apart, weights 4 and 4. Step 1: (1, 0) and (1/3, 2/3).
    assert sizes[0] == pytest.approx([8 / 9 * 12 / 8, 2 * 16 / 8, 8 / 9 * 12 / 8])
    assert changes[0] == pytest.approx([1 - 1 / np.sqrt(5), 1, 1 - 1 / np.sqrt(5)])


def test_noise_of_the_halves_alone_makes_no_step() -> None:
    # Signal e0; each half has noise of its own, orthogonal to all else.
    halves = np.hstack([np.full((8, 1), 0.6), 0.8 * np.eye(8)])
    sizes, changes = step_sizes((halves @ halves.T)[None], np.ones((1, 8)))
    assert sizes == pytest.approx(np.zeros((1, 3)), abs=1e-12)
    assert changes == pytest.approx(np.zeros((1, 3)), abs=1e-12)


def test_the_compiled_steps_are_those_of_their_numpy_twin() -> None:
    random = np.random.default_rng(0)
    halves = random.normal(size=(5, 10, 7))
    gram, weights = halves @ halves.transpose(0, 2, 1), random.uniform(0.2, 1, (5, 10))
    orders = np.array([np.arange(10), *(random.permutation(10) for _ in range(3))])
    found = np.zeros((4, 5))
    largest_steps(gram, weights, orders, found)
    for at, order in enumerate(orders):
        sizes, _ = step_sizes(gram[:, order][:, :, order], weights[:, order])
        assert found[at] == pytest.approx(sizes.max(axis=1))


def test_dot_products_of_profiles_are_correlations_of_cosines() -> None:
    random = np.random.default_rng(1)
    anchors = Anchors(("a", "b", "c", "d"), np.eye(4, 6, dtype=np.float32))
    vectors = random.normal(size=(2, 6)).astype(np.float32)
    one, other = anchors.profiles(vectors, ["x", "y"])
    unit = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    assert one @ other == pytest.approx(np.corrcoef(unit[:, :4])[0, 1], abs=1e-5)
    assert anchors.profiles(vectors[:1], ["c"])[0, 2] == 0


def test_documents_are_counted_once_per_feature() -> None:
    texts = ["plot plot. A dull plot.", "a plot", "dull"]
    sample = sample_sentences(Corpus.from_texts(texts, name="films"), ["plot", "dull", "dull plot"])
    assert count_documents(sample, 3).tolist() == [2, 2, 1]


def test_a_word_turns_in_the_period_in_which_its_text_does(ordered: CrossDomainEmbedding) -> None:
    found = ordered.timeline("Plants")
    assert (found.word, found.turn) == ("plant", NAMES[TURN])
    assert found.q is not None
    assert found.q <= 0.05
    assert found.change is not None
    assert found.change > 0.5
    turns = ordered.turns(top=5)
    assert (turns[0].word, turns[0].period, turns.tested) == ("plant", NAMES[TURN], 19)
    assert turns[0].before[0][0] in {*FARM, "soil"}
    assert turns[0].after[0][0] in {*CITY, "street"}
    # Its neighbors of old lose one word, which is little beside.
    assert all(turn.change < found.change / 2 for turn in turns[1:])
    assert ordered.timeline(FARM[0]).turn is None


def test_words_that_only_came_or_went_are_apart(ordered: CrossDomainEmbedding) -> None:
    turns = ordered.turns()
    assert [(each.word, each.period) for each in turns.came] == [("airport", NAMES[4])]
    assert [(each.word, each.period) for each in turns.went] == [("carriage", NAMES[2])]
    assert {"airport", "carriage"}.isdisjoint(turn.word for turn in turns)


def test_without_change_at_most_one_word_in_twenty_turns() -> None:
    turned = tested = 0
    for seed in range(3):
        model = CrossDomainEmbedding(dimension=12, ordered=True).fit(
            periods(seed=seed, turning=False)
        )
        found = model.turns(min_count=1)
        turned, tested = turned + sum(found.turned), tested + found.tested
    assert tested >= 50
    assert turned <= tested / 20


def test_an_update_measures_the_turns_anew(ordered: CrossDomainEmbedding) -> None:
    first, *rest = periods()
    model = CrossDomainEmbedding(dimension=12, ordered=True).fit([first, rest[0], rest[1]])
    assert model.timeline("plant").turn is None
    for corpus in rest[2:]:
        model.update(corpus)
    assert model.timeline("plant").turn == NAMES[TURN]
