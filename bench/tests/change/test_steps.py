"""Steps planted among periods."""

import numpy as np
import pytest

from crosslex import Corpus
from crosslex_bench.change import steps
from crosslex_bench.change.steps import judge_steps, plant_steps


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    """Two topics of twenty words each, in documents of one topic."""
    rng = np.random.default_rng(0)
    topics = [[f"{letter}{chr(97 + n)}" for n in range(20)] for letter in ("ba", "do")]
    texts = [" ".join(rng.choice(topics[number % 2], 12)) for number in range(1600)]
    return Corpus.from_texts(texts, name="all")


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_tokens_are_swapped_from_the_step_on(corpus, share, monkeypatch):
    monkeypatch.setattr(steps, "COUNTS", (100, 5000))
    before, after = plant_steps(corpus, 0, seed=3), plant_steps(corpus, share, seed=3, pairs=2)
    assert len(after.words) == (4 if share else 0)
    for at, (one, other) in enumerate(zip(before.periods, after.periods, strict=True)):
        changed = {one.words[number] for number in one.ids[one.ids != other.ids]}
        planted = zip(after.words, after.steps, strict=True)
        assert changed == {word for word, step in planted if at >= step}


def test_the_largest_step_is_between_the_means_before_and_after():
    rng = np.random.default_rng(0)
    words, turning, planted = rng.normal(size=(30, 5)), np.array([4, 9]), np.array([2, 6])
    other = rng.normal(size=(2, 5))
    periods = []
    for at in range(8):
        vectors = words + 0.01 * rng.normal(size=words.shape)
        vectors[turning[at >= planted]] = other[at >= planted]
        periods.append(vectors)
    found = judge_steps(periods, turning, planted, seconds=1.0)
    assert (found.found, found.right) == (1.0, 1.0)
    wrong = judge_steps(periods, turning, planted - 1, seconds=1.0)
    assert (wrong.found, wrong.right) == (1.0, 0.0)
