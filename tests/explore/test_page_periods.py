"""The page of ordered domains has the model's turns and timelines."""

import json
from dataclasses import astuple

import pytest

from crosslex.explore.data import to_json, with_at_most
from crosslex.explore.gather import gather
from crosslex.explore.page import most_changed


@pytest.fixture(scope="module")
def data(in_order):
    return gather(in_order, in_order._ordered(), neighbors=4)


def test_every_word_has_the_timeline_of_the_model(in_order, data):
    for place, word in enumerate(data.words):
        shown, timeline = data.timeline.words[place], in_order.timeline(word)
        assert (None if shown.turn < 0 else data.domains[shown.turn].name) == timeline.turn
        assert (shown.change is None) == (timeline.change is None)
        if timeline.change is not None:
            known = timeline.change.value, timeline.q
            assert (shown.change, shown.q) == pytest.approx(known, rel=1e-5)
            # Rounded once: as on the command line.
            assert f"{shown.change:.2f}" == f"{timeline.change.value:.2f}"
        for number, period in enumerate(timeline.periods):
            near = data.domains[number].neighborhoods[place]
            if period.to_last is None:
                assert shown.similarity[number] is None
                continue
            known = [100 * end for end in astuple(period.to_last)]
            assert shown.similarity[number] == pytest.approx(known, abs=0.51)
            found = [other for other, _ in period.neighbors[:4]]
            names = data.words + data.others
            assert [names[other] for other in near.words] == found
            rate = 1e6 * data.domains[number].counts[place] / data.timeline.totals[number]
            assert rate == pytest.approx(period.per_million)


def test_turns_are_the_models_with_what_is_near_only_before_and_only_after(in_order, data):
    turns = in_order.turns(neighbors=4)
    assert (data.timeline.verdict, data.timeline.turned) == (turns.verdict, turns.turned)
    # In the same order as on the command line.
    listed = [
        (data.words[turn.word], data.domains[turn.period].name) for turn in data.timeline.turns
    ]
    assert listed == [(turn.word, turn.period) for turn in turns]
    for turn in data.timeline.turns:
        assert turn.near == data.timeline.words[turn.word].near
    # Every word that turns has them, listed or not.
    every = {turn.word: turn for turn in in_order.turns(top=None, min_count=1)}
    for word, shown in zip(data.words, data.timeline.words, strict=True):
        turn = every.get(word)
        sides = (turn.before, turn.after) if turn else ()
        assert shown.near == tuple(tuple(near for near, _ in side[:3]) for side in sides)
        assert bool(shown.near) == (shown.turn >= 0)


def test_words_that_came_and_went_are_those_of_the_model(in_order, data):
    turns = in_order.turns()
    for shown, known in ((data.timeline.came, turns.came), (data.timeline.went, turns.went)):
        found = [(data.words[word], data.domains[period].name) for word, period in shown]
        assert found == [(each.word, each.period) for each in known]
        assert found


def test_each_period_has_all_kept_sentences_with_the_word(in_order, data):
    knife = data.words.index("knife")
    for domain in data.domains:
        texts = {data.sentences[example.sentence] for example in domain.examples[knife]}
        assert texts == set(in_order.examples("knife", domain.name)) != set()
        assert all(example.places for example in domain.examples[knife])
    plot = data.words.index("plot")
    assert [bool(each.examples[plot]) for each in data.domains] == [True, True, False, False]
    without = gather(in_order, in_order._ordered(), examples=0)
    assert without.sentences == with_at_most(data, examples=0, neighbors=2).sentences == ()


def test_the_page_names_its_first_and_last_period_and_has_no_pairs(in_order, data):
    assert data.title == "Words from plays to machines"
    assert data.pairs == ()
    assert json.loads(to_json(data))["timeline"]["tested"] == 9
    assert most_changed(in_order._ordered(), 2) == tuple(turn.word for turn in in_order.turns()[:2])


def test_groups_have_their_cells_their_differences_and_all_their_comparisons(groups):
    data, turns = gather(groups, groups._ordered(), words=200), groups.turns()
    shape = data.timeline.groups
    names = [f"{shape.names[group]} {shape.periods[period]}" for group, period in shape.domains]
    assert names == [domain.name for domain in data.domains]
    shown = [
        (data.words[word], shape.periods[period], tuple(shape.names[each] for each in two))
        for word, period, _, two in data.timeline.turns
    ]
    assert shown == [(each.word, each.period, each.groups) for each in turns]
    plant = data.words.index("plant")
    known = groups.timeline("plant")
    for (period, *two, q, differs), each in zip(shape.words[plant], known.differences, strict=True):
        assert (shape.periods[period], differs) == (each.period, each.differs)
        assert tuple(shape.names[number] for number in two) == each.groups
        assert q == pytest.approx(each.q, rel=1e-5)
    by_domain = dict(zip(names, data.timeline.words[plant].similarity, strict=True))
    for group, timeline in known.groups.items():
        for period in timeline.periods:
            to_last = [100 * end for end in astuple(period.to_last)]
            assert by_domain[f"{group} {period.name}"] == pytest.approx(to_last, abs=0.51)
