"""`crosslex shifts` and the pictures of `shifts` and `compare`."""

import csv
import io
import json
from pathlib import Path

import pytest
from cli_runs import AMBIGUOUS, FILM, Program, assert_refused, write_texts

from crosslex import CrossDomainEmbedding
from crosslex.cli import main


def test_words_are_those_the_model_finds(on_model: Program, learned: CrossDomainEmbedding) -> None:
    ran = on_model("shifts", "--top", "all", "--jobs", 2, "--json")
    assert "only 11 words of films and tools are compared" in ran.err
    [pair] = ran.json["pairs"]
    expected = learned.shifts(top=None)
    assert pair["domains"] == ["films", "tools"]
    assert pair["tested"] == expected.tested
    assert [each["word"] for each in pair["words"]] == [shift.word for shift in expected]
    for each, shift in zip(pair["words"], expected, strict=True):
        assert each["change"]["value"] == pytest.approx(shift.change.value)
        assert each["q"] == pytest.approx(shift.q)
        assert each["counts"] == list(shift.counts)
    rows = list(csv.DictReader(io.StringIO(on_model("shifts", "--top", "all", "--csv").out)))
    assert [row["word"] for row in rows] == [shift.word for shift in expected]
    assert [float(row["q"]) for row in rows] == pytest.approx([s.q for s in expected], rel=1e-5)


@pytest.mark.parametrize("columns", [60, 200])
def test_the_table_names_words_and_fits(
    on_model: Program, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = on_model("shifts", "--top", "all").out
    assert out.startswith("films and tools use words alike: 0 of 11 words differ")
    assert "Not certain (q above 0.05):" in out
    assert AMBIGUOUS in out
    assert max(map(len, out.splitlines())) <= columns


def test_pictures_have_the_format_of_their_ending_and_hold_the_words(on_model: Program) -> None:
    assert on_model("shifts", "--top", 3, "--plot", "shifts.png").code == 0
    assert Path("shifts.png").read_bytes().startswith(b"\x89PNG")
    told = on_model("compare", AMBIGUOUS, "--plot", "compare.svg", "--json").json
    word = told["domains"][0]["neighbors"][0]["word"]
    assert f">{word}</text>" in Path("compare.svg").read_text()


def test_names_may_hold_commas_and_white_space_around_them_does_not_count(
    run: Program, domains: list[str]
) -> None:
    films, tools = (each.partition("=")[2] for each in domains)
    learn = ["learn", f" films, old={films}", f"tools={tools}", "--out", "commas", "--jobs", "1"]
    assert run(*learn, "--dimension", "8").code == 0
    ran = run("shifts", "commas", "--domains", "tools, films, old", "--json")
    assert json.loads(ran.out)["pairs"][0]["domains"] == ["tools", "films, old"]
    ran = run("learn", f"films={films}", f"films ={tools}", "--out", "twice")
    assert_refused(ran, "the name 'films' is given twice")


def test_three_domains_are_three_pairs_and_no_one_picture(run: Program, domains: list[str]) -> None:
    third = f"plays={write_texts(Path('plays.jsonl'), FILM, seed=3)}"
    folder = Path("model")
    learn = ["learn", *domains, third, "--out", str(folder), "--dimension", "8", "--jobs", "1"]
    assert main(learn) == 0
    pairs = run("shifts", folder, "--top", 1, "--json").json["pairs"]
    two = ["films", "tools"], ["films", "plays"], ["tools", "plays"]
    assert [pair["domains"] for pair in pairs] == list(two)
    ran = run("shifts", folder, "--plot", "a.png")
    assert_refused(ran, "--plot is for two domains; name them with --domains")
    ran = run("shifts", folder, "--words", "sharp")
    assert_refused(ran, "--words is for two domains; name them with --domains, two of films")
