"""From cells to results: sums, means, intervals and comparisons, by hand."""

from pathlib import Path

import pytest
from made_results import SIZE, made_main, made_study
from scipy.stats import binomtest

from crosslex_bench.engine.results import Results, read_results, to_json


@pytest.fixture(scope="module")
def main_table() -> Results:
    return made_main()


@pytest.fixture(scope="module")
def dimensions() -> Results:
    return made_study("dimension", 3)


def test_sums_are_over_seeds_and_intervals_over_one_test_set(main_table: Results) -> None:
    ours = main_table.methods["crosslex"].pairs["films->knives"]
    assert (ours.correct, ours.total, ours.accuracy) == (62, 80, 62 / 80)
    exact = binomtest(31, SIZE).proportion_ci(method="exact")
    assert (ours.low, ours.high) == pytest.approx((exact.low, exact.high))
    assert ours.auc == pytest.approx(0.2)
    assert ours.cpu_seconds == 2.5


def test_every_two_methods_are_compared_once_and_ours_first(main_table: Results) -> None:
    assert [(each.mean.a, each.mean.b) for each in main_table.contrasts] == [
        ("crosslex", "in_domain"),
        ("crosslex", "none"),
        ("in_domain", "none"),
    ]
    gain = main_table.contrasts[1]
    assert gain.mean.difference == pytest.approx((31 + 29 + 33 - 20 - 24 - 28) / 3 / SIZE)
    assert 0 < gain.mean.low < gain.mean.difference < gain.mean.high
    assert gain.mean.p < 0.001
    # By the first seed: 10, 4 and 4 documents that only ours got right.
    assert {pair: each.p for pair, each in gain.pairs.items()} == {
        "films->knives": pytest.approx(2 / 2**10),
        "songs->knives": pytest.approx(2 / 2**4),
        "knives->songs": pytest.approx(2 / 2**4),
    }


def test_every_two_variants_are_compared_the_later_less_the_earlier(dimensions: Results) -> None:
    differences = dimensions.panels[0].differences["glove"]
    assert len(differences) == 6 * 5 / 2
    found = next(each for each in differences if (each.a, each.b) == ("1000", "50"))
    assert found.difference == pytest.approx(5 / SIZE)
    assert 0 < found.low < found.difference < found.high
    back = found.reversed()
    assert (back.a, back.b, back.low, back.high) == ("50", "1000", -found.high, -found.low)


def test_two_seeds_are_averaged_and_three_resampled() -> None:
    one, two, three = (made_study("lambda", seeds) for seeds in (1, 2, 3))
    first, second = (
        each.panels[0].variants[0].methods["crosslex-paper"].mean.accuracy for each in (one, two)
    )
    assert second - first == pytest.approx(0.5 / SIZE)
    assert [each.seeds_resampled for each in (one, two, three)] == [False, False, True]


def test_what_is_written_can_be_read_again(
    main_table: Results, dimensions: Results, tmp_path: Path
) -> None:
    for results in (main_table, dimensions):
        (tmp_path / "results.json").write_text(to_json(results))
        assert read_results(tmp_path / "results.json") == results
