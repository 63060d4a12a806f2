"""Tables on the screen."""

import pytest

from crosslex.cli.output import Screen


def test_numbers_stand_to_the_right_however_they_are_written(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    rows = [
        ("a", 5, "9.0% (1.0%–20.5%)", "0.5", 2.25, "1e-05", "2.1 ±0.4", "none"),
        ("long", 1500, "62.5% (60.1%–64.8%)", "-0.25", 10.0, "0.97", "12.0 ±10.4", "some"),
    ]
    Screen().table(("word", "number", "share", "cosine", "change", "q", "±", "what"), rows)
    _, _, first, second = capsys.readouterr().out.splitlines()[:4]
    for short, long in (
        ("5 ", "1,500 "),
        ("20.5%)", "64.8%)"),
        ("0.5 ", "-0.25 "),
        ("2.2", "10.0"),
    ):
        assert first.index(short) + len(short) == second.index(long) + len(long)
    assert first.index("none") == second.index("some")
    assert first.index("a") == second.index("long")
