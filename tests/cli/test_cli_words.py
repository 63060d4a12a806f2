"""`crosslex neighbors`, `compare` and `senses` say what the model says."""

import csv
import io
import json
import re
from collections import Counter
from typing import Any

import pytest
from cli_runs import AMBIGUOUS, Program, assert_refused

from crosslex import CrossDomainEmbedding
from crosslex.cli.output import Screen, to_json
from crosslex.cli.words import show_senses
from crosslex.results import Interval
from crosslex.senses import Sense, Senses


@pytest.mark.parametrize(
    ("command", "word", "asked"),
    [
        ("neighbors", "plot", {"top": 50, "phrases": True}),
        ("neighbors", AMBIGUOUS, {"domain": "films", "among": "tools", "min_count": 30}),
        ("compare", AMBIGUOUS, {"top": 3, "min_count": 30}),
    ],
)
def test_neighbors_are_the_models(
    on_model: Program,
    learned: CrossDomainEmbedding,
    command: str,
    word: str,
    asked: dict[str, Any],
) -> None:
    options = [
        part
        for name, value in asked.items()
        for part in [f"--{name.replace('_', '-')}", *([] if value is True else [value])]
    ]
    told = on_model(command, word, *options, "--json").json
    assert told == _as_json(getattr(learned, command)(word, **asked))
    assert told["word"] == word


@pytest.mark.parametrize("command", ["neighbors", "compare", "senses"])
def test_csv_has_the_records_of_the_result(
    on_model: Program, learned: CrossDomainEmbedding, command: str
) -> None:
    rows = list(csv.DictReader(io.StringIO(on_model(command, AMBIGUOUS, "--csv").out)))
    records = getattr(learned, command)(AMBIGUOUS).records()
    assert [list(row) for row in rows] == [list(record) for record in records]
    for row, record in zip(rows, records, strict=True):
        for name, value in record.items():
            number = isinstance(value, float)
            shown = float(row[name]) if number else row[name]
            assert shown == (pytest.approx(value, rel=1e-5) if number else str(value))


def _as_json(result: Any) -> Any:
    return json.loads(to_json(result))


def test_a_concordance_is_the_models(on_model: Program, learned: CrossDomainEmbedding) -> None:
    asked = {"domain": "films", "near": "plot", "within": 3, "sort": "left"}
    options = [part for name, value in asked.items() for part in (f"--{name}", value)]
    expected = learned.concordance(AMBIGUOUS, **asked)
    assert 0 < len(expected) < sum(expected.counts.values())
    assert on_model("concordance", AMBIGUOUS, *options, "--json").json == _as_json(expected)
    rows = on_model("concordance", AMBIGUOUS, "--csv").out.splitlines()
    assert len(rows) == 1 + len(learned.concordance(AMBIGUOUS))
    shown = on_model("concordance", AMBIGUOUS, "--domain", "films").out.splitlines()
    uses = [line for line in shown if re.search(r"\w+\.\w+:\d+", line)]
    assert len(uses) == 50
    assert len({re.search(AMBIGUOUS, line[30:]).start() for line in uses[:3]}) == 1
    by_sense = on_model("concordance", AMBIGUOUS, "--sense", 1, "--json").json
    assert {use["sense"] for use in by_sense["uses"]} == {1}
    n_senses = len(learned.senses(AMBIGUOUS))
    assert n_senses > 1
    for number in range(1, n_senses + 1):  # whatever is filtered, no sense is denied
        assert on_model("concordance", AMBIGUOUS, "--sense", number, "--near", "plot").code == 0
    many = on_model("concordance", AMBIGUOUS, "--sense", n_senses + 1)
    assert_refused(many, f"have {n_senses}")
    assert_refused(on_model("concordance", AMBIGUOUS, "--sense", "x"), "--sense: found 'x'")
    assert_refused(on_model("concordance", AMBIGUOUS, "--matching", "("), "--matching: found")


def test_stop_words_that_are_left_out_are_named_on_standard_error(on_model: Program) -> None:
    told = "'sharp up' is looked up as 'sharp', since 'up' is a stop word; for the phrase use "
    for command in ("compare", "concordance"):
        ran = on_model(command, "sharp up")
        assert ran.err == f"crosslex: warning: {told}concordance --matching\n"
        assert ran.out == on_model(command, "sharp").out


def test_tables_hold_the_words_and_their_cosines(
    on_model: Program, learned: CrossDomainEmbedding
) -> None:
    near = learned.neighbors("plot", domain="films")[0].neighbors[0]
    for command in ("neighbors", "compare"):
        assert f"{near.cosine:.2f} {near.word}" in on_model(command, "plot").out
    assert "no vector" in on_model("compare", "plot").out


@pytest.mark.parametrize("columns", [30, 200])
@pytest.mark.parametrize("command", ["neighbors", "compare", "info"])
def test_tables_fit_the_terminal(
    on_model: Program, monkeypatch: pytest.MonkeyPatch, command: str, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    word = [] if command == "info" else [AMBIGUOUS]
    lines = on_model(command, *word).out.splitlines()
    assert max(map(len, lines)) <= columns


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["compare", "shrap"], "'shrap' has no vector in any domain; near spellings: 'sharp'"),
        (["compare", "sharp", "--plot", "a.bmp"], "the ending must be .png, .svg or .pdf"),
        (["senses", "nothing"], "'nothing' has no vector"),
        (["compare", "the"], "'the' has no vector in any domain; it is a stop word"),
        (
            ["neighbors", "blade", "--domain", "films"],
            "'blade' has no vector in domain 'films'; it has one in tools",
        ),
        (
            ["neighbors", "sharp", "--domain", "kitchen"],
            "--domain: found 'kitchen'; give one of films, tools",
        ),
        (["shifts", "--domains", "films,kitchen"], "--domains: found 'films,kitchen'; give two of"),
        (["shifts", "--domains", "films,films"], "--domains: found 'films,films'; give two of f"),
        (["shifts", "--min-count", "100000"], "--min-count: 0 words occur at least 100000 "),
        (["shifts", "--top", "0"], "--top"),
        (["concordance", "sharp", "--within", "3"], "--within: found 3, but .* as --near sharp"),
        (["shifts", "--plot", "nowhere/a.png"], "its folder does not exist"),
        (["shifts", "--csv", "--json"], "--json, --csv: found both; give one"),
    ],
)
def test_a_mistake_is_one_line(on_model: Program, arguments: list[str], message: str) -> None:
    assert_refused(on_model(*arguments), message)


def test_a_domain_without_a_vector_shows_no_count(on_model: Program) -> None:
    # A model of the paper's method does not know how often such a domain uses the word.
    assert on_model("compare", "blade").out.split("\n")[1].split()[:2] == ["films", "tools"]


def test_a_single_word_is_not_broken(capsys: pytest.CaptureFixture[str]) -> None:
    near = "theater, theatre"
    Screen().table(("word", *"abcde"), [("entertainment", near, near, near, near, near)])
    assert "entertainment" in capsys.readouterr().out


@pytest.mark.parametrize("columns", [40, 80])
def test_no_digit_is_cut_off(
    columns: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    numbers = (1234567, 12345678, 123456789, 1234567, 1123456)
    Screen().table(("domain", *"abcde"), [("international-news", *numbers)])
    shown = capsys.readouterr().out
    digits = Counter(char for char in shown if char.isdigit())
    assert digits == Counter("".join(map(str, numbers)))


def test_what_is_borrowed_is_said_where_it_is_most_of_a_vector(
    on_model: Program, learned: CrossDomainEmbedding
) -> None:
    for word in (AMBIGUOUS, "good", "plot"):
        shown = " ".join(on_model("compare", word).out.split())
        for name, domain in learned.vectors_.items():
            if word in domain:
                share = domain.domain_weight(word)
                said = f"{name}: {1 - share:.0%} of its vector is borrowed" in shown
                assert said == (share <= 0.5)


def test_senses_are_those_the_model_finds(on_model: Program, learned: CrossDomainEmbedding) -> None:
    expected = learned.senses(AMBIGUOUS)
    assert on_model("senses", AMBIGUOUS.title(), "--json").json == _as_json(expected)
    out = on_model("senses", AMBIGUOUS).out
    assert expected[0].contexts[0] in out
    assert f"{expected[0].shares[0].value:.0%}" in out


def test_groups_that_may_be_topics_are_shown_with_a_note(
    on_model: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crosslex.senses.grouping.are_senses", lambda *_: False)
    monkeypatch.setattr("crosslex.senses.grouping.MAX_P_UNCONFIRMED", 1.0)
    out = " ".join(on_model("senses", AMBIGUOUS).out.split())
    assert f"{AMBIGUOUS}: " in out
    assert "groups of contexts in films and tools" in out
    assert "they may be topics, not senses" in out
    assert on_model("senses", AMBIGUOUS, "--json").json["confirmed"] is False


def test_many_domains_are_rows_of_the_senses_with_one_sentence_per_sense(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shares = [Interval(value, value, value) for value in (0.1, 0.7, 0.2, 0.3)]
    rest = [Interval(1 - each.value, 0, 1) for each in shares]
    examples = tuple((f"said in {year}",) for year in range(1900, 1904))
    senses = (
        Sense(("tree", "leaf"), "shifted", tuple(shares), (9,) * 4, examples),
        Sense(("factory",), "shifted", tuple(rest), (9,) * 4, ((), *examples[1:])),
    )
    show_senses(Screen(), Senses("plant", ("1900", "1901", "1902", "1903"), senses))
    lines = capsys.readouterr().out.splitlines()
    [row] = [line for line in lines if line.split()[:1] == ["1901"]]
    assert row.split() == ["1901", "70%", "(70%–70%)", "30%", "(0%–100%)"]
    assert ["domain", "1", "tree,", "leaf", "2", "factory"] in map(str.split, lines)
    # Of the domain that uses the sense most; the second sense has none there.
    assert [line.split(": ")[1].strip() for line in lines if "|" in line] == ["said in 1901"]
