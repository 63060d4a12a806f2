"""`crosslex shifts` and the pictures of `shifts` and `compare`."""

import csv
import io
import json
from pathlib import Path

import pytest
from cli_runs import AMBIGUOUS, FILM, Program, assert_refused, write_texts

from crosslex import CrossDomainEmbedding
from crosslex.cli import main


def test_words_are_those_the_model_finds(
    run: Program, model: Path, learned: CrossDomainEmbedding
) -> None:
    ran = run("shifts", model, "--top", "all", "--jobs", 2, "--json")
    assert "only 11 words of films and tools are compared" in ran.err
    assert "lower --min-count" in ran.err
    [pair] = ran.json["pairs"]
    expected = learned.shifts(top=None)
    assert pair["domains"] == ["films", "tools"]
    assert pair["tested"] == expected.tested
    assert [each["word"] for each in pair["words"]] == [shift.word for shift in expected]
    for each, shift in zip(pair["words"], expected, strict=True):
        assert each["change"]["value"] == pytest.approx(shift.change.value)
        assert each["q"] == pytest.approx(shift.q)
        assert each["counts"] == list(shift.counts)


def test_the_order_of_domains_is_that_asked_for(run: Program, model: Path) -> None:
    [pair] = run("shifts", model, "--domains", "tools, films", "--json").json["pairs"]
    assert pair["domains"] == ["tools", "films"]


@pytest.mark.parametrize("columns", [60, 200])
def test_the_table_names_words_and_fits(
    run: Program, model: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    out = run("shifts", model, "--top", "all").out
    assert out.startswith("films and tools use words alike: 0 of 11 words differ")
    assert "Not certain (q above 0.05):" in out
    assert AMBIGUOUS in out
    assert max(map(len, out.splitlines())) <= columns


def test_pictures_are_written_in_the_format_their_ending_names(
    run: Program, model: Path, tmp_path: Path
) -> None:
    shifts, compare = tmp_path / "shifts.png", tmp_path / "compare.pdf"
    assert run("shifts", model, "--top", 3, "--plot", shifts).code == 0
    assert run("compare", model, AMBIGUOUS, "--plot", compare).code == 0
    assert shifts.read_bytes().startswith(b"\x89PNG")
    assert compare.read_bytes().startswith(b"%PDF")


def test_a_picture_holds_the_words(run: Program, model: Path, tmp_path: Path) -> None:
    path = tmp_path / "compare.svg"
    neighbor = run("compare", model, AMBIGUOUS, "--plot", path, "--json").json["domains"][0]
    # Letters are drawn as outlines, but each text's words stand beside it as a comment.
    assert f"<!-- {neighbor['neighbors'][0]['word']} -->" in path.read_text()


def test_three_domains_are_three_pairs_and_no_one_picture(
    run: Program, domains: list[str], tmp_path: Path
) -> None:
    third = f"plays={write_texts(tmp_path / 'plays.jsonl', FILM, seed=3)}"
    folder = tmp_path / "model"
    learn = ["learn", *domains, third, "--out", str(folder), "--dimension", "8", "--jobs", "1"]
    assert main(learn) == 0
    pairs = run("shifts", folder, "--top", 1, "--json").json["pairs"]
    assert [pair["domains"] for pair in pairs] == [
        ["films", "tools"],
        ["films", "plays"],
        ["tools", "plays"],
    ]
    ran = run("shifts", folder, "--plot", tmp_path / "a.png")
    assert_refused(ran, "--plot draws two domains; name them with --domains")

    # Words of films are frequent in films and plays alone.
    ran = run("shifts", folder, "--words", "plot,sharp", "--json")
    assert [
        (pair["domains"], sorted(each["word"] for each in pair["words"]))
        for pair in ran.json["pairs"]
    ] == [
        (["films", "tools"], ["sharp"]),
        (["films", "plays"], ["plot", "sharp"]),
        (["tools", "plays"], ["sharp"]),
    ]
    assert "films and tools: 'plot' not compared" in ran.err
    ran = run("shifts", folder, "--words", "sharp,blade")
    assert_refused(ran, "--words: 'blade' occurs 10 times and in 3 documents in no two domains")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--domains", "films,kitchen"], "domains: found 'kitchen'; choose two of films, tools"),
        (["--domains", "films,films"], "give two different ones"),
        (["--domains", "films"], "--domains: found 'films'; give two names"),
        (["--min-count", "100000"], "--min-count: 0 words occur 100000 times"),
        (["--resamples", "5"], "--resamples"),
        (["--top", "0"], "--top"),
        (["--plot", "nowhere/a.png"], "its folder does not exist"),
        (["--plot", "a.bmp"], "the ending must be .png, .svg or .pdf"),
        (["--out", "shifts.txt"], "--out: found 'shifts.txt'; give the name of a file that ends"),
    ],
)
def test_a_mistake_is_one_line(run: Program, model: Path, options: list[str], message: str) -> None:
    ran = run("shifts", model, *options)
    assert_refused(ran, message)


def test_the_file_holds_every_tested_word_and_nothing_stays_beside_it(
    run: Program, model: Path, tmp_path: Path
) -> None:
    out = tmp_path / "shifts.json"
    [shown] = run("shifts", model, "--top", 2, "--out", out, "--json").json["pairs"]
    [written] = json.loads(out.read_text())["pairs"]
    assert written["words"][: len(shown["words"])] == shown["words"]
    assert len(written["words"]) == shown["tested"] > 2
    assert list(tmp_path.iterdir()) == [out]


def test_csv_is_printed_and_written(run: Program, model: Path, tmp_path: Path) -> None:
    ran = run("shifts", model, "--top", 3, "--csv", "--out", tmp_path / "shifts.csv")
    assert (tmp_path / "shifts.csv").read_text().startswith(ran.out.strip())
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    words = run("shifts", model, "--top", 3, "--json").json["pairs"][0]["words"]
    assert [row["word"] for row in rows] == [each["word"] for each in words]
    assert [float(row["q"]) for row in rows] == pytest.approx(
        [each["q"] for each in words], rel=1e-5
    )
    ran = run("shifts", model, "--csv", "--json")
    assert_refused(ran, "--json, --csv: found both; give one")


def test_words_asked_for_are_shown_whatever_their_change(run: Program, model: Path) -> None:
    [every] = run("shifts", model, "--top", "all", "--json").json["pairs"]
    last, first = every["words"][-1], every["words"][0]
    asked = f"{last['word'].title()},{first['word']}"
    [pair] = run("shifts", model, "--words", asked, "--top", 1, "--json").json["pairs"]
    assert [each["word"] for each in pair["words"]] == [first["word"], last["word"]]
    assert pair["words"][1]["change"] == pytest.approx(last["change"])
    assert pair["tested"] == every["tested"]
