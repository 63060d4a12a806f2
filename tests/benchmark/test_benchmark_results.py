"""From cells to results.json: sums, intervals, means and comparisons by hand."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binomtest

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import Protocol
from crosslex.benchmark.report import write_report
from crosslex.benchmark.results import Results, summarize

PAIRS = [Pair(("films",), "knives"), Pair(("songs",), "knives"), Pair(("knives",), "songs")]
METHODS = ["none", "in_domain", "crosslex"]
SIZE = 40


def right(count: int) -> np.ndarray:
    return np.arange(SIZE) < count


def cell(method: str, pair: Pair, seed: int, count: int) -> Cell:
    return Cell(CellKey(method, pair, seed), right(count), None, count / 100, 2.0 + seed)


@pytest.fixture(scope="module")
def results(reviews_dataset: Dataset) -> Results:
    counts = {"none": [20, 24, 28], "in_domain": [36, 36, 38], "crosslex": [30, 28, 32]}
    cells = [
        cell(method, pair, seed, count + 2 * seed)
        for method in METHODS
        for pair, count in zip(PAIRS, counts[method], strict=True)
        for seed in range(2 if method == "crosslex" else 1)
    ]
    return summarize(
        reviews_dataset,
        Protocol(),
        {each.key: each for each in cells},
        pairs=PAIRS,
        methods=METHODS,
        seeds=2,
        validation=("music",),
    )


def test_sums_are_over_seeds_and_intervals_over_one_test_set(results: Results) -> None:
    ours = results.methods["crosslex"]["films->knives"]
    assert (ours.correct, ours.total, ours.accuracy) == (62, 80, 62 / 80)
    exact = binomtest(31, SIZE).proportion_ci(method="exact")
    assert (ours.low, ours.high) == pytest.approx((exact.low, exact.high))
    assert ours.auc == pytest.approx(0.31)
    assert ours.cpu_seconds == 2.5


def test_a_method_without_chance_counts_alike_with_every_seed(results: Results) -> None:
    none = results.methods["none"]["films->knives"]
    assert (none.correct, none.total, none.accuracy) == (40, 80, 0.5)
    exact = binomtest(20, SIZE).proportion_ci(method="exact")
    assert (none.low, none.high) == pytest.approx((exact.low, exact.high))


def test_means_weigh_all_pairs_alike(results: Results) -> None:
    mean = results.means["none"]
    assert mean.accuracy == pytest.approx((20 + 24 + 28) / 3 / SIZE)
    assert mean.auc == pytest.approx((0.2 + 0.24 + 0.28) / 3)
    assert mean.low < mean.accuracy < mean.high


def test_every_two_methods_are_compared_once_and_ours_first(results: Results) -> None:
    assert [(each.a, each.b) for each in results.comparisons] == [
        ("crosslex", "in_domain"),
        ("crosslex", "none"),
        ("in_domain", "none"),
    ]
    gain = results.comparisons[1]
    assert gain.difference == pytest.approx((31 + 29 + 33 - 20 - 24 - 28) / 3 / SIZE)
    assert 0 < gain.low < gain.difference < gain.high
    assert gain.p < 0.001
    # By the first seed: 10, 4 and 4 documents that only ours got right.
    assert gain.mcnemar == {
        "films->knives": pytest.approx(2 / 2**10),
        "songs->knives": pytest.approx(2 / 2**4),
        "knives->songs": pytest.approx(2 / 2**4),
    }


def test_the_file_has_the_keys_agreed_on(results: Results) -> None:
    content = json.loads(results.to_json())
    assert list(content) == [
        "dataset",
        "protocol",
        "seeds",
        "versions",
        "methods",
        "means",
        "comparisons",
        "tuning",
    ]
    assert list(content["methods"]) == METHODS
    assert list(content["methods"]["none"]) == [str(pair) for pair in PAIRS]
    assert set(content["methods"]["none"]["films->knives"]) == {
        "correct",
        "total",
        "accuracy",
        "low",
        "high",
        "auc",
        "cpu_seconds",
    }
    assert set(content["means"]["crosslex"]) >= {"accuracy", "low", "high", "auc"}
    assert set(content["comparisons"][0]) >= {"a", "b", "difference", "low", "high", "p"}
    assert content["protocol"]["validation"] == ["music"]
    assert content["versions"]["numpy"] == np.__version__
    for found in content["methods"].values():
        for result in found.values():
            assert 0 <= result["low"] <= result["accuracy"] <= result["high"] <= 1


def test_a_missing_auc_makes_the_mean_missing(reviews_dataset: Dataset) -> None:
    cells = {
        CellKey("none", pair, 0): Cell(CellKey("none", pair, 0), right(30), None, auc, 1.0)
        for pair, auc in zip(PAIRS, (0.8, None, 0.9), strict=True)
    }
    found = summarize(
        reviews_dataset,
        Protocol(),
        cells,
        pairs=PAIRS,
        methods=["none"],
        seeds=1,
        validation=(),
    )
    assert found.means["none"].auc is None
    assert found.comparisons == ()


def test_the_report_tells_every_number_and_needs_no_other_file(
    results: Results, tmp_path: Path
) -> None:
    write_report(results, tmp_path, "crosslex benchmark <data> --out 'my results'")
    assert {path.name for path in tmp_path.iterdir()} == {
        "report.md",
        "report.html",
        "figure1.png",
        "figure1.svg",
    }
    markdown = (tmp_path / "report.md").read_text()
    assert "| films-\\>knives | 50.0 | 90.0 | **77.5** |" in markdown
    assert "| mean | 60.0 | 91.7 | 77.5 |" in markdown
    assert "| crosslex − none | +17.5 |" in markdown
    assert "\ncrosslex benchmark <data> --out 'my results'\n" in markdown
    page = (tmp_path / "report.html").read_text()
    assert "<td>films-&gt;knives</td><td>50.0</td><td>90.0</td><td class=strong>77.5</td>" in page
    assert "crosslex benchmark &lt;data&gt;" in page
    assert page.count("<svg") == 1
    assert not [part for part in ("src=", 'href="http', "<script") if part in page]
    assert (tmp_path / "figure1.png").read_bytes().startswith(b"\x89PNG")


def test_the_figure_draws_every_method_on_every_pair(results: Results, tmp_path: Path) -> None:
    from crosslex.benchmark.figures import draw_accuracies

    figure = draw_accuracies(results)
    panels = {axes.get_title(): axes for axes in figure.axes}
    assert set(panels) == {
        "mean of 3 pairs",
        "films → knives",
        "songs → knives",
        "knives → songs",
    }
    panel = panels["films → knives"]
    # Best mean on top, so the last drawn.
    drawn = [line.get_xdata().tolist() for line in panel.lines if line.get_marker() in ("o", "D")]
    assert drawn == [[50.0], [77.5], [90.0]]
    spans = [line.get_xdata() for line in panel.lines if line.get_linestyle() == "-"]
    bounds = [results.methods[name]["films->knives"] for name in ("none", "crosslex", "in_domain")]
    for span, bound in zip([each for each in spans if len(each) == 2], bounds, strict=True):
        assert list(span) == pytest.approx([100 * bound.low, 100 * bound.high])


def test_one_pair_has_no_panel_of_means(results: Results) -> None:
    from crosslex.benchmark.figures import draw_accuracies

    alone = {
        name: {"films->knives": found["films->knives"]} for name, found in results.methods.items()
    }
    panels = draw_accuracies(replace(results, methods=alone)).axes
    assert [axes.get_title() for axes in panels] == ["films → knives"]


def test_the_same_results_give_the_same_figure(results: Results, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        write_report(results, tmp_path / name, "crosslex")
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    )
    assert one == two
