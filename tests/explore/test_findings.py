"""What is found out of a model for its page."""

import pytest
from explore_models import cosine_shifts, learn

from crosslex.explore.gather import most_changed, senses_of, shifts_of_all_pairs
from crosslex.shifts.result import Shifts


@pytest.fixture(scope="module")
def model():
    return learn("films", "tools", "music")


def test_every_pair_of_domains_is_compared(model):
    found = shifts_of_all_pairs(model)
    assert [pair.domains for pair in found] == [
        ("films", "tools"),
        ("films", "music"),
        ("tools", "music"),
    ]


def test_the_most_changed_words_of_all_pairs_come_in_turn_and_once(model):
    shifts = cosine_shifts(model)
    first = [pair[0].word for pair in shifts]
    second = [pair[1].word for pair in shifts]
    everything = dict.fromkeys([*first, *second])
    assert most_changed(shifts, 4) == tuple(everything)[:4]
    words = most_changed([*shifts, Shifts(("films", "cars"), (), 0)], 1000)
    assert len(words) == len(set(words))
    assert set(words) == {shift.word for pair in shifts for shift in pair}


def test_words_too_rare_to_have_senses_are_left_out(model):
    found = senses_of(model, ["good", "plot", "good", "unheard-of"])
    assert [each.word for each in found] == ["good", "plot"]
    assert found[0].domains == ("films", "tools", "music")
