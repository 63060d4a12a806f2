import numpy as np
import pytest
from crosslex.learn.initial_state import continued_state, initial_state
from crosslex.learn.learned import LearnedVectors
from crosslex.learn.settings import TrainingSettings


def test_shared_start_has_zero_words_and_one_set_of_pivots():
    state = initial_state(200, [5, 6], TrainingSettings(dimension=100))
    np.testing.assert_array_equal(state.pivots[0], state.pivots[1])
    assert not any(words.any() for words in state.words)
    assert state.pivots[0].std() == pytest.approx(0.1, rel=0.05)  # 1/√100


@pytest.mark.parametrize(("start", "scale"), [("small", 0.1), ("normal", 1.0)])
def test_random_starts_draw_every_vector_on_its_own(start, scale):
    state = initial_state(200, [300, 300], TrainingSettings(dimension=100, start=start))
    parts = [*state.pivots, *state.words]
    for index, part in enumerate(parts):
        assert part.std() == pytest.approx(scale, rel=0.05)
        assert part.mean() == pytest.approx(0, abs=0.05 * scale)
        assert not any(np.allclose(part[:200], other[:200]) for other in parts[:index])


def test_start_scale_is_the_standard_deviation():
    settings = TrainingSettings(dimension=100, start="normal", start_scale=3.0)
    assert initial_state(500, [2, 2], settings).pivots.std() == pytest.approx(3, rel=0.05)


def test_another_seed_draws_other_vectors():
    first, second = (
        initial_state(3, [2], TrainingSettings(dimension=4, random_state=seed)) for seed in (0, 1)
    )
    assert not np.allclose(first.pivots, second.pivots)


def test_continued_state_keeps_what_is_known_and_starts_the_rest():
    known = LearnedVectors(
        domains=("films", "tools"),
        pivots=("good",),
        words=(("plot", "cast"), ("saw",)),
        pivot_vectors=np.array([[[1, 2]], [[3, 6]]], np.float32),
        word_vectors=(np.array([[1, 1], [2, 2]], np.float32), np.array([[3, 3]], np.float32)),
        curve=(),
    )
    state = continued_state(
        known,
        ["films", "tools", "toys"],
        [("cast", "scene", "plot"), ("saw",), ("doll",)],
        TrainingSettings(dimension=2),
    )
    np.testing.assert_array_equal(state.pivots, [[[1, 2]], [[3, 6]], [[2, 4]]])
    np.testing.assert_array_equal(state.words[0], [[2, 2], [0, 0], [1, 1]])
    np.testing.assert_array_equal(state.words[1], [[3, 3]])
    np.testing.assert_array_equal(state.words[2], [[0, 0]])
    state.pivots[:] = 0
    assert known.pivot_vectors.all()  # the vectors continued from are left as they were
