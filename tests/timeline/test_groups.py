"""Groups over time: a word that differs from a known period on, and what people see of it."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from periods import FIELDS, GROUPS, NAMES, ROADS, TURN, grouped

from crosslex import CrossDomainEmbedding
from crosslex.cli import main
from crosslex.errors import InputError
from crosslex.timeline import GroupTimeline, GroupTurns


@pytest.fixture(scope="module")
def plant(groups: CrossDomainEmbedding) -> GroupTimeline:
    found = groups.timeline("Plants", top=3)
    assert isinstance(found, GroupTimeline)
    return found


def test_groups_differ_in_the_periods_in_which_their_texts_do(plant: GroupTimeline) -> None:
    assert [each for each in NAMES if plant.differs(each)] == list(NAMES[TURN:])
    # The left group has no text in the first period.
    assert [each.period for each in plant.differences] == list(NAMES[1:])
    # The pair is named once.
    assert plant.verdict.count("left and right differ in 1930 (change ") == 1
    assert plant.verdict.count("left") == 1
    assert all(f"{each} (change" in plant.verdict for each in NAMES[TURN:])
    for each in plant.differences:
        here, there = ({word for word, _ in side} for side in each.neighbors)
        assert here <= {*FIELDS, "rare"}
        assert there <= {*(ROADS if each.differs else FIELDS), "rare"}


def test_each_group_turns_in_its_own_period(plant: GroupTimeline) -> None:
    assert [each.turn for each in plant.groups.values()] == [None, NAMES[TURN]]
    assert [each.name for each in plant.groups["left"].periods] == list(NAMES[1:])
    right = [each.to_last.value for each in plant.groups["right"].periods if each.to_last]
    # The last use of all groups together is half the one and half the other.
    left = [each.to_last.value for each in plant.groups["left"].periods if each.to_last]
    assert max(left[-1], right[-1]) < 0.99
    assert abs(right[0] - left[0]) < 0.05


def test_groups_that_surely_differ_a_little_are_not_said_to_differ(plant: GroupTimeline) -> None:
    little = [replace(each, change=0.29) for each in plant.differences]
    found = replace(plant, differences=tuple(little))
    assert not any(map(found.differs, NAMES))
    told = "plant: the groups differ little in any period (largest change 0.29); turns in 1930"
    assert found.verdict == f"{told} in right"
    assert {each["differs_from"] for each in found.records()} == {""}


def test_tables_show_every_group_and_where_they_differ_what_is_near_in_one_alone(
    plant: GroupTimeline,
) -> None:
    [_, *rows] = plant.rows()
    assert len(rows) == 2 * len(NAMES)
    for at, (_, _, group, *_, near) in enumerate(rows):
        period = NAMES[at // 2]
        [side] = [each for each in plant.differences if each.period == period] or [None]
        assert near.startswith("only here: ") == plant.differs(period)
        if plant.differs(period):
            own = side.neighbors[side.groups.index(group.removeprefix("→ "))]
            assert near == f"only here: {', '.join(word for word, _ in own)}"
    frame = plant.to_frame()
    assert len(frame) == 2 * len(NAMES) - 1
    assert set(frame[frame["differs_from"] == "left"]["period"]) == set(NAMES[TURN:])


def test_the_list_has_the_word_that_differs_and_nothing_else(groups: CrossDomainEmbedding) -> None:
    found = groups.turns()
    assert isinstance(found, GroupTurns)
    expected = [("plant", each) for each in NAMES[TURN:]]
    assert sorted((each.word, each.period) for each in found) == expected
    assert found.different == (0, 0, 0, 1, 1, 1)
    assert found.verdict.startswith(f"left and right differ in 3 of {found.tested:,} compar")
    assert [turn.word for turn in found.groups["right"]][:1] == ["plant"]
    assert "plant" not in [turn.word for turn in found.groups["left"]]


def test_equal_groups_differ_in_nothing() -> None:
    model = CrossDomainEmbedding(dimension=30, ordered=True).fit(grouped(seed=1, differing=False))
    found = model.turns()
    assert (len(found), found.tested > 500) == (0, True)
    assert found.verdict.startswith("left and right differ in none of ")
    told = model.timeline("plant").verdict
    assert told.startswith("plant: the groups differ in no period by more than chance (lowest q")


def test_a_word_that_a_group_lacks_is_absent_there(groups: CrossDomainEmbedding) -> None:
    found = groups.timeline("harbor")
    assert all(each.uses == 0 and each.to_last is None for each in found.groups["left"].periods)
    assert all(each.uses > 0 for each in found.groups["right"].periods)
    assert found.differences == ()
    assert found.verdict == "harbor: too rare to compare the groups in any period"
    rows = found.rows()[1:]
    assert [row[-1] for row in rows if row[2] == "left"] == ["no text", *["absent"] * 5]
    assert groups.timeline("rare").differences == ()


def test_cells_are_domains_that_can_be_compared(groups: CrossDomainEmbedding) -> None:
    assert groups.shifts(domains=("left 1950", "right 1950"), top=1)[0].word == "plant"


def test_more_groups_than_a_picture_can_tell_apart_are_refused_before_learning(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("crosslex.model.count_domains", None)
    texts = {("1900", f"g{at}"): ["some words"] * 9 for at in range(7)}
    told = r"^domains: found 7 groups \(g0, g1, g2, g3, g4, g5, g6\); give up to 6$"
    with pytest.raises(InputError, match=told):
        CrossDomainEmbedding(ordered=True).fit(texts)


def test_a_trajectory_of_groups_is_refused(
    groups_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    drawn = [tmp_path / "plot.svg", tmp_path / "way.svg"]
    options = ["--plot", str(drawn[0]), "--trajectory", str(drawn[1])]
    assert main(["timeline", str(groups_folder), "plant", *options]) == 2
    err = capsys.readouterr().err
    assert "--trajectory draws one way, but the model has groups; use --plot" in err
    assert err.count("\n") == 1
    assert not any(path.exists() for path in drawn)


def test_the_command_learns_prints_draws_and_exports(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    texts = {**grouped(), ("1900", "middle"): ["nothing of note"] * 50}
    rows = [(period, group, line) for (period, group), lines in texts.items() for line in lines]
    with (tmp_path / "texts.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("year", "side", "text"), *rows])
    path, model = str(tmp_path / "texts.csv"), str(tmp_path / "model")
    learn = ["learn", path, "--over", "year", "--by", "side", "--dimension", "30", "--out", model]
    assert main([*learn, "--groups", "left,right"]) == 0
    out = capsys.readouterr()
    assert "right 1900" in out.out
    assert "little text in 11 of 11 domains: 'right 1900' has only" in out.err
    figure = tmp_path / "plant.svg"
    assert main(["timeline", model, "plant", "--plot", str(figure)]) == 0
    assert "left and right differ in 1930" in capsys.readouterr().out
    drawn = figure.read_text("utf-8")
    assert all(f">{name}<" in drawn for name in (*NAMES, *GROUPS, "no text", "uses (per million)"))
    assert main(["timeline", model]) == 0
    assert "right: " in capsys.readouterr().out
    assert main(["timeline", model, "plant", "--csv"]) == 0
    assert capsys.readouterr().out.startswith("group,word,period,uses")
    assert main(["info", model, "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["domains"]) == 11


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (["--by", "side"], "--by: only a column of years or dates has periods"),
        (["--over", "year", "--by", "party"], "'side', 'text', 'one'; name it in --by"),
        (["--over", "year", "--groups", "left"], "--groups: name their column with --by"),
        (["--over", "year", "--by", "side", "--groups", "lift"], "(did you mean left?)"),
        (["--over", "year", "--by", "text"], "--by: found 8 groups (t0, t1, t2, t3"),
        (["--over", "year", "--by", "one"], "--by: found only 'x' in the column 'one'; two gr"),
    ],
)
def test_a_mistake_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], given: list[str], message: str
) -> None:
    lines = [f"{1900 + at},{GROUPS[at % 2]},t{at},x" for at in range(8)]
    (tmp_path / "texts.csv").write_text("\n".join(["year,side,text,one", *lines]))
    path, model = str(tmp_path / "texts.csv"), str(tmp_path / "model")
    assert main(["learn", path, *given, "--out", model]) == 2
    err = capsys.readouterr().err
    assert message in err
    assert err.count("\n") == 1
