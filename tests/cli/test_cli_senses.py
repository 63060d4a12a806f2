"""`crosslex senses`."""

from pathlib import Path

import pytest
from cli_runs import AMBIGUOUS, Program

from crosslex import CrossDomainEmbedding


def test_senses_are_those_the_model_finds(run: Program, model: Path) -> None:
    told = run("senses", model, AMBIGUOUS.title(), "--json").json
    expected = CrossDomainEmbedding.load(model).senses(AMBIGUOUS)
    assert told["word"] == AMBIGUOUS
    assert told["domains"] == ["films", "tools"]
    assert len(told["senses"]) == len(expected)
    for each, sense in zip(told["senses"], expected, strict=True):
        assert each["contexts"] == list(sense.contexts)
        assert each["uses"] == list(sense.uses)
        assert each["shares"][0]["value"] == pytest.approx(sense.shares[0].value)


def test_the_table_names_contexts_and_shares(run: Program, model: Path) -> None:
    out = run("senses", model, AMBIGUOUS).out
    sense = CrossDomainEmbedding.load(model).senses(AMBIGUOUS)[0]
    assert sense.contexts[0] in out
    assert f"{sense.shares[0].value:.0%}" in out


def test_groups_that_may_be_topics_are_shown_with_a_note(
    run: Program, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crosslex.senses.grouping.are_senses", lambda *_: False)
    monkeypatch.setattr("crosslex.senses.grouping.MAX_P_UNCONFIRMED", 1.0)
    out = " ".join(run("senses", model, AMBIGUOUS).out.split())
    assert f"{AMBIGUOUS}: " in out
    assert "groups of contexts in films and tools" in out
    assert "they may be topics, not senses" in out
    assert run("senses", model, AMBIGUOUS, "--json").json["confirmed"] is False


def test_an_unknown_word_is_one_line(run: Program, model: Path) -> None:
    ran = run("senses", model, "nothing")
    assert (ran.code, ran.out) == (2, "")
    assert "'nothing' has no vector" in ran.err
    assert ran.err.count("\n") == 1
