"""Distances of mean uses beyond what other words predict, and halves of the documents."""

from dataclasses import replace

import numpy as np
import pytest

from crosslex.shifts.distance import (
    baseline_effect,
    expected_differences,
    expected_of,
    fit_ridge,
    random_halves,
    residual_distances,
    topic_halves,
)
from crosslex.shifts.uses import (
    Uses,
    both_sides,
    collect_uses,
    use_vectors,
)

WORDS, DIMENSION = 80, 4


def uses_around(means, size, rng, noise=0.7):
    """Uses of each word around a mean of its contexts before and after."""
    sums = np.repeat(means, size, axis=0)
    sums = (sums + noise * rng.normal(size=sums.shape)).astype(np.float32)
    starts = np.arange(0, len(sums) + 1, size)
    return Uses(use_vectors(sums), starts, np.arange(len(sums)))


def test_the_distance_is_that_between_domains_less_that_within() -> None:
    """If nothing is expected: means over all pairs of uses, one by one."""
    rng = np.random.default_rng(0)
    here, there = (
        both_sides(uses_around(np.ones((1, 8)), size, rng).vectors.astype(float)) for size in (6, 9)
    )
    between = np.mean([1 - a @ b for a in here for b in there])
    within = np.mean(
        [
            np.mean([1 - a @ b for place, a in enumerate(uses) for b in uses[place + 1 :]])
            for uses in (here, there)
        ]
    )
    means = (here.mean(axis=0)[None], there.mean(axis=0)[None])
    found = residual_distances(means, (np.array([6]), np.array([9])), np.zeros((1, 4)))
    assert found[0] == pytest.approx(between - within)


def test_no_difference_is_no_distance_on_average() -> None:
    rng = np.random.default_rng(1)
    means = rng.normal(size=(400, 2 * DIMENSION))
    first, second = uses_around(means, 10, rng), uses_around(means, 10, rng)
    pair = (both_sides(first.means()), both_sides(second.means()))
    found = residual_distances(pair, (first.sizes, second.sizes), expected_of(first, second))
    error = found.std() / np.sqrt(400)
    assert abs(found.mean()) < 4 * error
    assert (found < 0).mean() > 0.3


def test_what_all_words_have_in_common_is_expected_of_each() -> None:
    rng = np.random.default_rng(2)
    here = rng.normal(size=(WORDS, DIMENSION))
    there = here - np.array([0.3, 0.0, -0.2, 0.1])
    sizes = (np.full(WORDS, 500), np.full(WORDS, 500))
    assert expected_differences((here, there), sizes) == pytest.approx(here - there, abs=0.01)


def test_a_word_has_no_say_in_what_is_expected_of_it() -> None:
    rng = np.random.default_rng(3)
    here, there = rng.normal(size=(2, WORDS, DIMENSION))
    sizes = (np.full(WORDS, 50), np.full(WORDS, 80))
    found = expected_differences((here, there), sizes)
    others = np.arange(WORDS) != 7
    evidence = 50 * 80 / 130
    weights = np.full(WORDS - 1, evidence / (evidence + 300))
    middles, gaps = (here + there) / 2, here - there
    fitted = fit_ridge(middles[others], gaps[others], weights)
    alone = np.append(middles[7], 100.0) @ fitted.coefficients
    assert found[7] == pytest.approx(alone, abs=1e-6)


def test_random_halves_keep_every_use_of_every_document_together() -> None:
    rng = np.random.default_rng(4)
    first, second = (
        Uses(
            rng.normal(size=(9, 6)).astype(np.float32),
            np.array([0, 4, 9]),
            np.array([0, 1, 2, 3, 0, 1, 2, 3, 4]),
        )
        for _ in range(2)
    )
    halves = random_halves(first, second, random_state=1)
    assert (halves[0].sizes + halves[1].sizes).tolist() == [8, 10]
    side_of: dict[tuple[int, int], int] = {}
    for side, half in enumerate(halves):
        for word in (0, 1):
            for row, document in zip(
                half.of(word), half.documents[half.starts[word] :], strict=False
            ):
                [domain] = [at for at, e in enumerate((first, second)) if row in e.of(word)]
                assert side_of.setdefault((domain, int(document)), side) == side


def test_words_that_one_half_lacks_are_left_out() -> None:
    few = Uses(np.ones((1, 6), np.float32), np.array([0, 1]), np.array([0]))
    first, second = random_halves(few, few, random_state=0)
    assert len(first.sizes) == len(second.sizes) == 0


@pytest.fixture(scope="module")
def planted(model):
    compared = model._all_domains
    return compared, compared.contexts


def test_halves_are_by_topic_and_no_larger_than_each_other(planted) -> None:
    compared, contexts = planted
    halves = topic_halves(compared.samples[0], contexts)
    assert halves.mean() == pytest.approx(0.5, abs=0.01)
    topics = np.arange(len(halves)) // 2 % 12
    shares = [np.mean(halves[topics == topic]) for topic in range(12)]
    agree = [max(share, 1 - share) for share in shares]
    assert np.mean(agree) > 0.9


def test_documents_that_the_sample_lacks_are_in_no_half(planted) -> None:
    compared, contexts = planted
    [sample, _] = compared.samples
    halves = topic_halves(sample, contexts)
    apart = topic_halves(replace(sample, documents=5 * sample.documents), contexts)
    assert np.array_equal(apart[::5], halves)
    assert (apart[np.arange(len(apart)) % 5 > 0] == -1).all()


def test_the_min_effect_is_the_median_over_halves(planted) -> None:
    compared, contexts = planted
    tested = np.arange(40)
    uses = [
        collect_uses(each, tested, compared.vocabulary.counts.shape[1], contexts)
        for each in compared.samples
    ]
    halves = [
        topic_halves(sample, contexts)[domain.documents]
        for domain, sample in zip(uses, compared.samples, strict=True)
    ]
    found = baseline_effect(uses, halves)
    every, known = [], []
    for domain, sample in zip(uses, compared.samples, strict=True):
        half = topic_halves(sample, contexts)[domain.documents]
        pair = [[], []]
        sizes = np.zeros((2, len(tested)), int)
        for word in tested:
            rows = slice(domain.starts[word], domain.starts[word + 1])
            for side in (0, 1):
                chosen = both_sides(domain.vectors[rows][half[rows] == side].astype(float))
                sizes[side, word] = len(chosen)
                pair[side].append(
                    chosen.mean(axis=0) if len(chosen) else np.zeros(contexts.vectors.shape[1])
                )
        means, counts = (np.array(pair[0]), np.array(pair[1])), (sizes[0], sizes[1])
        every.append(residual_distances(means, counts, expected_differences(means, counts)))
        known.append(sizes.min(axis=0))
    every, known = np.concatenate(every), np.concatenate(known)
    assert (known >= 2).sum() < 50
    assert found == pytest.approx(max(0, np.median(every[known >= 2])), abs=1e-5)
