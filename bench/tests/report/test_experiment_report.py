"""Reports and figures say what the results are, and show the studies next to a main table."""

from dataclasses import replace
from pathlib import Path

import pytest
from made_results import made_main, made_study

from crosslex_bench.engine.results import Results, to_json
from crosslex_bench.pages import to_html, to_markdown
from crosslex_bench.report.figures import draw_accuracies, draw_study
from crosslex_bench.report.report import find_siblings, report_blocks, write_report
from crosslex_bench.studies.names import STUDY_NAMES, StudyName


@pytest.fixture(scope="module")
def main_table() -> Results:
    return made_main()


def test_the_report_tells_every_number_and_needs_no_other_file(
    main_table: Results, tmp_path: Path
) -> None:
    write_report(main_table, tmp_path / "run", "crosslex-bench methods <data> --out 'my results'")
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


@pytest.mark.parametrize("name", STUDY_NAMES)
def test_every_study_has_a_figure_and_a_report(name: StudyName) -> None:
    results = made_study(name, 1)
    assert len(draw_study(results).axes) == len(results.panels)
    page = to_html("Study", report_blocks(results, "<svg/>", "crosslex-bench study"))
    accuracy = next(iter(results.methods.values())).mean.accuracy
    assert f"<td>{100 * accuracy:.1f}</td>" in page


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


OTHERS = {
    "list": "[1]",
    "cut": "{",
    "main": '{"data_sha256": "mark"}',
    "tags": '{"study": "tagging"}',
    "old": '{"data_sha256": "mark", "study": {"name": "one"}}',
    "text": "\xff",
}


@pytest.fixture(scope="module")
def study() -> Results:
    return made_study("lambda", 1)


def write_study(folder: Path, results: Results, svg: str = "") -> None:
    folder.mkdir()
    (folder / "results.json").write_text(to_json(results))
    if svg:
        (folder / "study.svg").write_text(svg)


def test_studies_on_other_data_and_files_of_others_are_passed_by(
    main_table: Results, study: Results, tmp_path: Path
) -> None:
    write_study(tmp_path / "first", study)
    other = replace(study.setup, data_sha256="other")
    write_study(tmp_path / "second", replace(study, setup=other))
    write_study(tmp_path / "third", main_table)
    for name, content in OTHERS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(content, encoding="latin-1")
    found = find_siblings(tmp_path / "main", main_table)
    assert [each.folder for each in found] == ["first"]
    assert [each.results for each in found] == [study]


def test_the_report_of_a_main_table_judges_claims_by_studies_of_the_same_protocol(
    main_table: Results, study: Results, tmp_path: Path
) -> None:
    write_study(tmp_path / "lambda", study)
    by_protocol = replace(main_table, setup=replace(main_table.setup, preset="paper"))
    write_study(tmp_path / "protocol", replace(study, setup=by_protocol.setup))
    for results, shown in ((main_table, "lambda"), (by_protocol, "protocol")):
        found = find_siblings(tmp_path / "main", results)
        assert [each.folder for each in found] == [shown]
        blocks = report_blocks(results, "<svg/>", "crosslex", found)
        claims = [block for block in blocks if "Claims of the paper" in str(block)]
        assert len(claims) == (results is by_protocol)
    assert "| flat in λ from 0.001 to 1,000 | crosslex-paper |" in to_markdown("main", blocks)
