"""`crosslex explore`."""

import os
from pathlib import Path

import pytest
from cli_runs import Program


def test_it_writes_one_page(run: Program, model: Path, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    told = run("explore", model, "--out", out, "--words", 20, "--title", "Mine", "--json").json
    assert told["page"] == str(out)
    assert told["words"] == 20
    assert told["domains"] == ["films", "tools"]
    assert told["bytes"] == out.stat().st_size
    assert "<title>Mine</title>" in out.read_text(encoding="utf-8")
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]


def test_it_tells_people_that_text_is_in_it(run: Program, model: Path, tmp_path: Path) -> None:
    ran = run("explore", model, "--out", tmp_path / "page.html")
    assert ran.code == 0
    assert "sentences of your texts" in ran.out
    ran = run("explore", model, "--out", tmp_path / "page.html", "--examples", 0)
    assert ran.code == 0
    assert "sentences" not in ran.out
    assert run("explore", model, "--out", tmp_path / "page.html", "--quiet").err == ""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--out", "thesis.txt"], "thesis.txt is no page of crosslex's"),
        (["--out", "."], "is a folder"),
        (["--out", "thesis.txt/page.html"], "cannot write"),
        (["--out", "page.html", "--words", "0"], "--words"),
        (["--out", "page.html", "--colour", "red"], "No such option"),
        ([], "--out"),
    ],
)
def test_a_mistake_is_one_line(
    run: Program,
    model: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("thesis.txt").write_text("all my work")
    ran = run("explore", model, *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    assert Path("thesis.txt").read_text() == "all my work"
    assert not Path("page.html").exists()


@pytest.mark.skipif(
    os.name != "posix" or os.geteuid() == 0, reason="root may write anywhere; run as a user"
)
def test_a_read_only_folder_is_said_before_the_work(
    run: Program, model: Path, tmp_path: Path
) -> None:
    tmp_path.chmod(0o500)
    ran = run("explore", model, "--out", tmp_path / "page.html")
    tmp_path.chmod(0o700)
    assert (ran.code, ran.out) == (2, "")
    assert "is read-only" in ran.err


def test_where_nothing_can_be_written_it_says_so(run: Program, model: Path) -> None:
    if not Path("/proc/version").exists():
        pytest.skip("needs /proc, where even root writes nothing")
    ran = run("explore", model, "--out", "/proc/page.html")
    assert (ran.code, ran.out) == (2, "")
    assert "cannot write" in ran.err
