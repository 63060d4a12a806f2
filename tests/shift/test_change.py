"""How far words depart from what their peers lead to expect."""

import numpy as np
import pytest

from crosslex.shift.change import measure_changes
from crosslex.shift.contexts import Uses

WORDS, DOCUMENTS, DIMENSION = 120, 15, 8


def uses_of(means: np.ndarray, rng: np.random.Generator, noise: float) -> Uses:
    vectors = np.repeat(means, DOCUMENTS, axis=0)
    vectors = vectors + noise * rng.normal(size=vectors.shape)
    starts = np.arange(0, len(vectors) + 1, DOCUMENTS)
    return Uses(vectors.astype(np.float32), starts, np.ones(len(vectors), np.int32))


@pytest.mark.parametrize("unchanged", [0.0, 1.0])
def test_words_that_depart_from_the_drift_of_all_others_come_first(unchanged: float) -> None:
    rng = np.random.default_rng(0)
    here = rng.normal(size=(WORDS, DIMENSION))
    # All words drift a little, the same way; three go where another word was.
    drift = np.eye(DIMENSION) + 0.1 * rng.normal(size=(DIMENSION, DIMENSION))
    there = here @ drift
    changed = [3, 50, 90]
    there[changed] = there[[50, 90, 3]]
    found = measure_changes(uses_of(here, rng, 0.3), uses_of(there, rng, 0.3), unchanged=unchanged)
    assert sorted(np.argsort(-found.values)[:3].tolist()) == changed
    assert found.p[changed].max() < 0.05
    errors = found.errors(np.arange(WORDS))
    assert np.isfinite(errors).all()
    assert (errors > 0).all()


def test_words_whose_uses_never_vary_have_numbers_too() -> None:
    rng = np.random.default_rng(1)
    means = rng.normal(size=(WORDS, DIMENSION))
    found = measure_changes(uses_of(means, rng, 0.0), uses_of(means, rng, 0.0), unchanged=0.5)
    assert np.isfinite(found.values).all()
    assert np.isfinite(found.p).all()
