"""Reports and figures say what the results are; tables of the pages are the kept results'."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from made_results import made_main, made_study

from crosslex_bench.engine.results import Results, to_json
from crosslex_bench.pages import to_markdown
from crosslex_bench.report.figures import draw_study
from crosslex_bench.report.report import find_studies, report_blocks, write_report
from crosslex_bench.report.result_tables import PAGES, Page
from crosslex_bench.studies.catalog import STUDIES


@pytest.fixture(scope="module")
def main_table() -> Results:
    return made_main()


def test_the_report_tells_every_number(main_table: Results, tmp_path: Path) -> None:
    write_report(main_table, tmp_path / "run", "crosslex-bench methods <data> --out 'my results'")
    markdown = (tmp_path / "run" / "report.md").read_text()
    assert "| films-\\>knives | 50.0 | 90.0 | **77.5** |" in markdown
    assert "| mean | 60.0 | 91.7 | 77.5 |" in markdown
    assert "| crosslex − none | +17.5 |" in markdown
    assert "\ncrosslex-bench methods <data> --out 'my results'\n" in markdown
    assert (tmp_path / "run" / "figure1.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", STUDIES)
def test_every_study_has_a_figure_and_a_report(name: str) -> None:
    results = made_study(name, 1)
    assert len(draw_study(results).axes) == len(results.panels)
    page = to_markdown("Study", report_blocks(results, "crosslex-bench study", {}))
    accuracy = next(iter(results.methods.values())).mean.accuracy
    assert f"| {100 * accuracy:.1f} |" in page


@pytest.fixture(scope="module")
def study() -> Results:
    return made_study("lambda", 1)


def write_study(folder: Path, results: Results) -> None:
    folder.mkdir()
    (folder / "results.json").write_text(to_json(results))


def test_studies_on_other_data_and_files_of_others_are_passed_by(
    main_table: Results, study: Results, tmp_path: Path
) -> None:
    write_study(tmp_path / "first", study)
    other = replace(study.setup, data_sha256="other")
    write_study(tmp_path / "second", replace(study, setup=other))
    write_study(tmp_path / "third", main_table)
    for name, content in (("list", "[1]"), ("old", '{"data_sha256": "mark"}'), ("text", "\xff")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "results.json").write_text(content, encoding="latin-1")
    found = find_studies(tmp_path / "main", main_table)
    assert found == {"lambda": study, "main": main_table}


def test_the_report_of_the_paper_s_main_table_judges_its_claims(
    main_table: Results, study: Results
) -> None:
    by_protocol = replace(main_table, setup=replace(main_table.setup, preset="paper"))
    for results in (main_table, by_protocol):
        page = to_markdown("main", report_blocks(results, "crosslex", {"lambda": study}))
        assert ("Claims of the paper" in page) == (results is by_protocol)
    assert "| flat in λ from 0.001 to 1,000 | crosslex-paper |" in page


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.path.stem)
def test_the_page_has_the_tables_that_the_results_make_and_a_place_for_each(page: Page) -> None:
    assert page.with_tables(page.text(), page.runs()) == page.text()
    places = re.findall(r"<!-- ([\w ]+) -->\n", page.text())
    assert sorted(set(places) - {"end"}) == sorted(page.tables)
