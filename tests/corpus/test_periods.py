"""Periods of a column: cut between values, in order, by number, by amount of text, or by hand."""

import json
from pathlib import Path

import pandas as pd
import pytest

from crosslex import Corpus
from crosslex.corpus.documents import ReadOptions
from crosslex.corpus.periods import cut_periods
from crosslex.corpus.readers import words_by_group
from crosslex.errors import InputError

YEARS = {"9": 30, "10": 10, "11": 10, "12": 10, "20": 30}


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        (None, ("9", "10", "11", "12", "20")),
        (3, ("9", "10-12", "20")),
        (2, ("9-10", "11-20")),
        (["12"], ("9-11", "12-20")),
        (["20", "10.5"], ("9-10", "11-12", "20")),
    ],
)
def test_periods_are_cut_between_values_in_numeric_order(wanted: object, names: object) -> None:
    assert cut_periods("year", YEARS, wanted).names == names  # type: ignore[arg-type]


def test_names_of_dates_are_as_short_as_keeps_periods_apart() -> None:
    days = {"1999-12-31": 1, "2000-01-01": 1, "2000-01-02": 1, "2000-02-01": 1}
    assert cut_periods("day", days, ["2000"]).names == ("1999", "2000")
    assert cut_periods("day", days, ["2000-02"]).names == ("1999-12..2000-01", "2000-02")
    assert cut_periods("day", days, ["2000-01-02"]).names == (
        "1999-12-31..2000-01-01",
        "2000-01-02..2000-02-01",
    )


@pytest.mark.parametrize(
    ("values", "wanted", "message"),
    [
        (["1999", "spring"], 2, r"^when: found 'spring', which has no order; .*ordered=True"),
        (["1999-12-31", "20000101"], 2, r"^when: found the date '1999-12-31' and the number '20"),
        (["1999"], 2, r"^over: found 1 values in the column 'when', and two"),
        (["1", "2", "3"], 4, r"^periods: found 4, and the 3 values of 'when' allow 2 to 3"),
        (["1", "2", "9"], ["4", "5"], r"^periods: 4,5 leaves a period without text: 'when' goes"),
        (["1", "2"], ["1"], r"^periods: 1 leaves a period without text"),
        (["1999-02-31", "1999-03-01"], 2, r"^when: found '1999-02-31', which has no order"),
        (["1904-01", "1905-01"], ["20"], r"^periods: found the date '1904-01' and the number '20"),
        (["1", "2"], [], r"^periods: found \[\]; give a number, or a list"),
        (["1", "2"], "1905", r"^periods: found '1905'; give a number, or a list of first values"),
        ([str(n) for n in range(300)], None, r"^periods: found 300, and the 300 values"),
    ],
)
def test_what_has_no_periods_is_refused_in_one_line(
    values: list[str], wanted: object, message: str
) -> None:
    with pytest.raises(InputError, match=message) as caught:
        cut_periods("when", dict.fromkeys(values, 1), wanted)  # type: ignore[arg-type]
    assert "\n" not in str(caught.value)


def test_a_file_is_read_as_periods_whatever_the_order_of_its_lines(tmp_path: Path) -> None:
    years = [2001, "1900", 1902.0, 1900, 2000]
    lines = [json.dumps({"text": f"text {year}", "year": year}) for year in years]
    path = tmp_path / "texts.jsonl"
    path.write_text("\n".join(lines))
    assert words_by_group(path, ReadOptions(domain_column="year"))[""]["1900"] == 4
    early, late = Corpus.read_periods(path, over="year", periods=["1950"])
    assert (early.name, len(early), late.name, len(late)) == ("1900-1902", 3, "2000-2001", 2)


def test_a_data_frame_in_the_place_of_a_path_is_refused_with_what_to_use() -> None:
    frame = pd.DataFrame({"year": [1, 2], "text": ["one", "two"]})
    with pytest.raises(InputError, match=r"^path: found DataFrame; give a file ") as caught:
        Corpus.read_periods(frame, over="year")  # type: ignore[arg-type]
    assert "(ordered=True).fit(frame[\"text\"], frame['year'])" in str(caught.value)


def test_a_document_without_a_value_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "texts.jsonl"
    lines = [{"text": "one", "year": 1}, {"text": "none", "year": None}, {"text": "two", "year": 2}]
    path.write_text("\n".join(map(json.dumps, lines)))
    with pytest.raises(InputError, match=r"jsonl:2: NoneType None in column 'year' where a year"):
        Corpus.read_periods(path, over="year")
    found = Corpus.read_periods(path, over="year", options=ReadOptions(on_error="skip"))
    assert [(each.name, each.skipped) for each in found] == [("1", 1), ("2", 1)]


def test_a_value_without_an_order_is_unreadable(tmp_path: Path) -> None:
    path = tmp_path / "texts.csv"
    # There is no such day; a value of two words is no group and a year.
    path.write_text("text,when\none,2001\nbad,2001-02-30\nworse,spring 1999\ntwo,2002\n")
    told = r"texts\.csv:3: '2001-02-30' in column 'when', which has no order; write numbers, .*skip"
    with pytest.raises(InputError, match=told):
        Corpus.read_periods(path, over="when")
    found = Corpus.read_periods(path, over="when", options=ReadOptions(on_error="skip"))
    assert [(each.name, len(each), each.skipped) for each in found] == [
        ("2001", 1, 2),
        ("2002", 1, 2),
    ]
