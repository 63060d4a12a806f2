"""The benchmark suite tells a slowdown from a speed-up, whichever way a number counts."""

from typing import Any

import pytest

from crosslex_bench.speed.suite import compare, draw_shares, relative_to_target


def results(encoding: float, peak: float, thorough: bool = False) -> dict[str, Any]:
    return {
        "machine": {"cores": 2, "python": "3", "load_average": 0},
        "thorough": thorough,
        "encoding": {"encoding": {"ratio": encoding}},
        "text": {"peak_resident_bytes": peak},
    }


@pytest.mark.parametrize(
    ("now", "verdicts"),
    [
        (results(3.0, 1e9), ["as before", "as before"]),
        (results(2.0, 2e9), ["slower", "slower"]),
        (results(6.0, 0.5e9), ["better", "better"]),
        (results(2.0, 2e9, thorough=True), ["", ""]),
    ],
)
def test_ratios_are_compared_with_the_last_run_of_the_same_size(
    now: dict[str, Any], verdicts: list[str]
) -> None:
    rows = compare(now, results(3.0, 1e9))
    assert [row[-1] for row in rows] == verdicts


def test_a_target_that_is_missed_is_said_so() -> None:
    assert [row[3] for row in compare(results(1.4, 3.1e9), {})] == ["missed", "missed"]
    assert [row[3] for row in compare(results(1.6, 2.9e9), {})] == ["met", "met"]


def test_a_number_that_should_be_small_stands_to_its_target_the_other_way_round() -> None:
    found = results(3.0, 1.5e9)
    assert list(relative_to_target(found).values()) == [2.0, 2.0]
    assert "<svg" in draw_shares(relative_to_target(found)).svg
