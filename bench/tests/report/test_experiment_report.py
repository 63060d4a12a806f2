"""Reports and figures say what the results are."""

from dataclasses import replace
from pathlib import Path

import pytest
from made_results import made_main, made_study

from crosslex_bench.engine.results import Results
from crosslex_bench.report.figures import draw_accuracies, draw_study
from crosslex_bench.report.report import write_report
from crosslex_bench.studies.names import STUDY_NAMES, StudyName


@pytest.fixture(scope="module")
def main_table() -> Results:
    return made_main()


def test_the_report_tells_every_number_and_needs_no_other_file(
    main_table: Results, tmp_path: Path
) -> None:
    write_report(main_table, tmp_path / "run", "crosslex-bench methods <data> --out 'my results'")
    assert {path.name for path in (tmp_path / "run").iterdir()} == {
        "report.md",
        "report.html",
        "figure1.png",
        "figure1.svg",
    }
    markdown = (tmp_path / "run" / "report.md").read_text()
    assert "| films-\\>knives | 50.0 | 90.0 | **77.5** |" in markdown
    assert "| mean | 60.0 | 91.7 | 77.5 |" in markdown
    assert "| crosslex − none | +17.5 |" in markdown
    assert "\ncrosslex-bench methods <data> --out 'my results'\n" in markdown
    page = (tmp_path / "run" / "report.html").read_text()
    assert "<td>films-&gt;knives</td><td>50.0</td><td>90.0</td><td class=strong>77.5</td>" in page
    assert "crosslex-bench methods &lt;data&gt;" in page
    assert page.count("<svg") == 1
    assert not [part for part in ("src=", 'href="http', "<script") if part in page]
    assert (tmp_path / "run" / "figure1.png").read_bytes().startswith(b"\x89PNG")


def test_the_figure_draws_every_method_on_every_pair(main_table: Results) -> None:
    figure = draw_accuracies(main_table)
    panels = {axes.get_title(): axes for axes in figure.axes}
    assert set(panels) == {
        "mean of 3 pairs",
        "films → knives",
        "songs → knives",
        "knives → songs",
    }
    panel = panels["films → knives"]
    # Best mean on top, so the last drawn.
    drawn = [list(line.get_xdata()) for line in panel.lines if len(line.get_xdata()) == 1]
    assert drawn == [[50.0], [77.5], [90.0]]
    spans = [line.get_xdata() for line in panel.lines if line.get_linestyle() == "-"]
    found = [main_table.methods[name].pairs["films->knives"] for name in ORDER]
    for span, bound in zip([each for each in spans if len(each) == 2], found, strict=True):
        assert list(span) == pytest.approx([100 * bound.low, 100 * bound.high])


ORDER = ("none", "crosslex", "in_domain")


def test_one_pair_has_no_panel_of_means(main_table: Results) -> None:
    setup = replace(main_table.setup, pairs=("films->knives",))
    panels = draw_accuracies(replace(main_table, setup=setup)).axes
    assert [axes.get_title() for axes in panels] == ["films → knives"]


def test_the_same_results_give_the_same_figure(main_table: Results, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_report(main_table, tmp_path / name / "run", "crosslex")
    one, two = (
        {path.name: path.read_bytes() for path in (tmp_path / name / "run").iterdir()}
        for name in ("one", "two")
    )
    assert one == two


@pytest.mark.parametrize("name", STUDY_NAMES)
def test_every_study_has_a_figure_and_a_report(name: StudyName, tmp_path: Path) -> None:
    results = made_study(name, 1)
    write_report(results, tmp_path, "crosslex-bench methods <data>")
    assert {path.name for path in tmp_path.iterdir()} == {
        "report.md",
        "report.html",
        "study.png",
        "study.svg",
    }
    assert len(draw_study(results).axes) == len(results.panels)
    page = (tmp_path / "report.html").read_text()
    accuracy = next(iter(results.methods.values())).mean.accuracy
    assert f"<td>{100 * accuracy:.1f}</td>" in page
    assert page.count("<svg") == 1


def test_a_line_passes_through_the_means() -> None:
    dimensions = made_study("dimension", 3)
    axes = draw_study(dimensions).axes[0]
    lines = {tuple(line.get_xdata()): line for line in axes.lines}
    drawn = lines[50, 100, 200, 300, 600, 1000]
    means = [100 * each.methods["glove"].mean.accuracy for each in dimensions.panels[0].variants]
    assert drawn.get_ydata().tolist() == pytest.approx(means)
    named = [text.get_text() for text in axes.get_legend().get_texts()]
    # In the order in which the lines end.
    assert named == ["crosslex-documents", "crosslex-expansion", "crosslex-paper", "glove", "none"]
