"""The change score: correlations of words' similarities in two domains, and their errors."""

import numpy as np
import pytest

from crosslex.shifts import score
from crosslex.shifts.difference import expected_differences
from crosslex.shifts.score import (
    SHARPNESS,
    WordVectors,
    measure_changes,
    profile_correlations,
    vector_errors,
)
from crosslex.shifts.uses import Uses, both_sides, use_vectors

WORDS, DOCUMENTS, DIMENSION = 120, 15, 8


def uses_of(means: np.ndarray, rng: np.random.Generator, noise: float) -> Uses:
    sums = np.repeat(means, DOCUMENTS, axis=0)
    sums = (sums + noise * rng.normal(size=sums.shape)).astype(np.float32)
    starts = np.arange(0, len(sums) + 1, DOCUMENTS)
    often = rng.integers(1, 4, len(sums)).astype(np.float32)
    return Uses(use_vectors(sums), starts, np.arange(len(sums)), often)


def known(here: np.ndarray, there: np.ndarray, error: float = 0.0) -> WordVectors:
    counts = np.full(len(here), 50)
    rng = np.random.default_rng(9)
    errors = tuple(error * rng.normal(size=each.shape) for each in (here, there))
    return WordVectors((here, there), errors, (counts, counts))


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    return float(a @ b / np.linalg.norm(a) / np.linalg.norm(b))


@pytest.mark.parametrize("sharpness", [0.0, 3.0])
@pytest.mark.parametrize("chunk", [512, 7])
def test_correlations_are_those_of_each_word_computed_alone(
    sharpness: float, chunk: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(score, "CHUNK", chunk)
    rng = np.random.default_rng(0)
    here, there = rng.normal(size=(2, 20, 4))
    anchors = np.array([3, 0, 11, 19, 7, 12])
    found = profile_correlations((here, there), (here, there), anchors, sharpness=sharpness)
    for word in range(20):
        others = [anchor for anchor in anchors if anchor != word]
        sides = [[cosine(rows[word], rows[other]) for other in others] for rows in (here, there)]
        if sharpness:
            sides = [np.exp(sharpness * np.array(side)) for side in sides]
        assert found[word] == pytest.approx(np.corrcoef(*sides)[0, 1])


def test_change_is_one_minus_the_mean_of_two_correlations_less_what_is_expected() -> None:
    rng = np.random.default_rng(1)
    here, there = rng.normal(size=(2, WORDS, DIMENSION))
    first, second = uses_of(here, rng, 0.3), uses_of(there, rng, 0.3)
    found = measure_changes(first, second, known(here, there))
    pairs = []
    for rows in (
        tuple(each / np.linalg.norm(each, axis=1, keepdims=True) for each in (here, there)),
        tuple(both_sides(uses.means(of_occurrences=True)) for uses in (first, second)),
    ):
        half = expected_differences(rows, (first.sizes, second.sizes)) / 2
        pairs.append((rows[0] - half, rows[1] + half))
    mean = np.vstack(pairs[0]).mean(axis=0)
    pairs[0] = (pairs[0][0] - mean, pairs[0][1] - mean)
    every = np.arange(WORDS)
    by_vectors = profile_correlations(pairs[0], pairs[0], every, sharpness=SHARPNESS)
    by_uses = profile_correlations(pairs[1], pairs[1], every)
    assert found.values == pytest.approx(np.clip(1 - (by_vectors + by_uses) / 2, 0, 1))


@pytest.mark.parametrize("rotated", [False, True])
def test_words_that_trade_places_come_first_however_the_space_is_turned(rotated: bool) -> None:
    rng = np.random.default_rng(2)
    here = rng.normal(size=(WORDS, DIMENSION))
    turn = np.linalg.qr(rng.normal(size=(DIMENSION, DIMENSION)))[0]
    there = here @ turn if rotated else here.copy()
    changed = [3, 50, 90]
    there[changed] = there[[50, 90, 3]]
    found = measure_changes(uses_of(here, rng, 0.2), uses_of(there, rng, 0.2), known(here, there))
    assert sorted(np.argsort(-found.values)[:3].tolist()) == changed
    others = np.delete(np.arange(WORDS), changed)
    assert found.values[changed].min() > 2 * np.median(found.values[others])


def test_errors_of_uses_are_those_of_new_documents() -> None:
    """The spread over many draws of the documents, against the estimate from one of them."""
    rng = np.random.default_rng(4)
    here = rng.normal(size=(WORDS, DIMENSION))
    there = here + rng.normal(size=here.shape)
    drawn = [
        measure_changes(uses_of(here, rng, 1.0), uses_of(there, rng, 1.0), known(here, there))
        for _ in range(40)
    ]
    spread = np.std([each.values for each in drawn], axis=0)
    assert drawn[0].errors(np.arange(WORDS)).mean() == pytest.approx(spread.mean(), rel=0.3)


def test_errors_of_vectors_are_those_of_vectors_drawn_anew() -> None:
    rng = np.random.default_rng(5)
    here = rng.normal(size=(400, DIMENSION))
    there = here + rng.normal(size=here.shape)
    here, there = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in (here, there))
    every = np.arange(400)
    found = vector_errors(known(here, there, error=0.05), every)
    drawn = []
    for _ in range(60):
        moved = tuple(each + 0.05 * rng.normal(size=each.shape) for each in (here, there))
        drawn.append(profile_correlations(moved, moved, every, sharpness=SHARPNESS))
    assert found.mean() == pytest.approx(np.std(drawn, axis=0).mean(), rel=0.25)
