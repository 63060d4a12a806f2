"""What a main table's report shows of the studies next to it."""

from dataclasses import replace
from pathlib import Path

import pytest
from made_results import made_main, made_study

from crosslex_bench.engine.results import MeanResult, MethodResult, Results, to_json
from crosslex_bench.pages import Paragraph, Picture, Table, to_html, to_markdown
from crosslex_bench.report.report import find_siblings, sibling_blocks, write_report
from crosslex_bench.studies.names import TAGGING

OTHERS = {
    "list": "[1]",
    "cut": "{",
    "main": '{"data_sha256": "mark"}',
    "tags": '{"study": "tagging"}',
    "old": '{"data_sha256": "mark", "study": {"name": "one"}}',
    "text": "\xff",
}


@pytest.fixture(scope="module")
def main_table() -> Results:
    return made_main()


@pytest.fixture(scope="module")
def study() -> Results:
    return made_study("lambda", 1)


def write_study(folder: Path, results: Results, svg: str = "") -> None:
    folder.mkdir()
    (folder / "results.json").write_text(to_json(results))
    if svg:
        (folder / "study.svg").write_text(svg)


def tagging(main_table: Results) -> Results:
    panel = main_table.panels[0]
    means = {"none": (0.5, 0.4, 0.6), "crosslex": (0.75, 0.7, 0.8)}
    methods = {
        name: MethodResult(MeanResult(*mean, None, None, None, 1.0), {})
        for name, mean in means.items()
    }
    panel = replace(panel, variants=(replace(panel.variants[0], methods=methods),))
    setup = replace(main_table.setup, data_sha256="of sentences")
    return replace(main_table, name=TAGGING, setup=setup, panels=(panel, panel))


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


def test_tagging_is_shown_whatever_its_data(main_table: Results, tmp_path: Path) -> None:
    write_study(tmp_path / "tags", tagging(main_table))
    found = find_siblings(tmp_path / "main", main_table)
    tables = [block for block in sibling_blocks(found) if isinstance(block, Table)]
    assert len(tables) == 2
    assert tables[0].headers == ("method", "accuracy", "95 % interval", "CPU s per pair")
    assert tables[0].rows == (
        ("crosslex", "75.0", "70.0–80.0", "1.0"),
        ("none", "50.0", "40.0–60.0", "1.0"),
    )


def test_a_figure_is_shown_if_there_is_one(
    main_table: Results, study: Results, tmp_path: Path
) -> None:
    write_study(tmp_path / "first", study, svg="<?xml?><svg><g/></svg>")
    write_study(tmp_path / "second", replace(study, title="On two"))
    blocks = list(sibling_blocks(find_siblings(tmp_path / "main", main_table)))
    assert [block.file for block in blocks if isinstance(block, Picture)] == ["../first/study.png"]
    assert "second/report.html" in [b.text for b in blocks if isinstance(b, Paragraph)][1]
    assert "<svg><g/></svg>" in to_html("main", blocks)
    assert "## On two" in to_markdown("main", blocks)


def test_the_report_of_a_main_table_judges_claims_by_the_studies_next_to_it(
    main_table: Results, study: Results, tmp_path: Path
) -> None:
    write_report(main_table, tmp_path / "main", "crosslex")
    assert "Claims of the paper" not in (tmp_path / "main" / "report.md").read_text()
    write_study(tmp_path / "lambda", study)
    write_report(main_table, tmp_path / "main", "crosslex")
    report = (tmp_path / "main" / "report.md").read_text()
    assert "All numbers are in lambda/report.html" in report
    assert "Claims of the paper" not in report  # no table by the paper's protocol
    by_protocol = replace(main_table, setup=replace(main_table.setup, preset="paper"))
    write_report(by_protocol, tmp_path / "main", "crosslex")
    # A study under other conditions says nothing of this table.
    assert "λ" not in (tmp_path / "main" / "report.md").read_text()
    write_study(tmp_path / "protocol", replace(study, setup=by_protocol.setup))
    write_report(by_protocol, tmp_path / "main", "crosslex")
    report = (tmp_path / "main" / "report.md").read_text()
    assert "| flat in λ from 0.001 to 1,000 | crosslex-paper |" in report
    assert "All numbers are in protocol/report.html" in report
