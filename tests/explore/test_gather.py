"""What the page is given is what the model holds."""

import json
from dataclasses import astuple, replace
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crosslex.errors import InputError
from crosslex.explore.data import DomainData, PageData, to_json
from crosslex.explore.gather import choose_words, gather
from crosslex.explore.neighborhoods import lay_in_plane
from crosslex.explore.page import most_changed, render, senses_of, shifts_of_all_pairs
from crosslex.results import Interval
from crosslex.senses.result import Sense, Senses
from crosslex.shifts.result import Shifts
from crosslex.vectors import DomainVectors


@pytest.fixture(scope="module")
def data(model, shifts):
    return gather(model, shifts, neighbors=4)


@pytest.mark.parametrize("words", [5000, 12])
def test_a_page_has_the_models_own_neighbors_on_it_or_not(model, shifts, words):
    data = gather(model, shifts, words=words, neighbors=4)
    everything = {word for vectors in model.vectors_.values() for word in vectors}
    assert len(data.words) == min(words, len(everything))
    names = data.words + data.others
    assert len(set(names)) == len(names)
    assert bool(set(data.others) - {"unheard-of"}) == (words == 12)
    for domain in data.domains:
        vectors = model.vectors_[domain.name]
        for word, near in zip(data.words, domain.neighborhoods, strict=True):
            if word not in vectors:
                assert near is None
                continue
            found = vectors.neighbors(word, 4, min_count=5)
            assert [names[number] for number in near.words] == [other for other, _ in found]
            assert near.cosines == tuple(round(100 * cosine) for _, cosine in found)


def test_figures_and_ranks_are_those_of_the_shifts(data, shifts):
    [pair] = data.pairs
    by_word = dict(zip(data.words, pair.shifts, strict=True))
    assert pair.tested == shifts[0].tested
    for rank, shift in enumerate(shifts[0], start=1):
        figures = by_word[shift.word]
        assert figures.rank == rank
        assert figures.change == pytest.approx((*astuple(shift.change), 0.02), rel=0.005)
        assert figures.mark == "a mark"
    assert by_word["plot"] is None
    assert pair.verdict == shifts[0].verdict


@pytest.mark.parametrize("words", [5000, 1])
def test_contrasts_are_those_of_the_shifts_on_the_page_or_not(model, shifts, words):
    data = gather(model, shifts, words=words, neighbors=1)
    names = data.words + data.others
    assert len(set(names)) == len(names)
    [pair] = data.pairs
    [first, *_] = [figures for figures in pair.shifts if figures]
    shown = [[names[number] for number in side] for side in first.contrasts]
    assert shown == [["plot", "unheard-of"], ["drill", "knife"]]


def quoted(data, domain, word):
    """The sentences of a word, by the number of the domain, with what is marked in them."""
    shown = data.domains[domain].examples[data.words.index(word)]
    found = []
    for number, places in shown:
        text, ends = data.sentences[number], zip(places[::2], places[1::2], strict=True)
        found.append((text, {text[start:end].lower() for start, end in ends}))
    return found


def test_examples_are_those_of_the_shift_or_else_of_the_model(model, data):
    good, plot = (model.examples(word, "films") for word in ("good", "plot"))
    assert quoted(data, 0, "good") == [(text, {"good"}) for text in good[1:3]]
    assert sorted(quoted(data, 0, "plot")) == sorted((text, {"plot"}) for text in plot)
    assert len(plot) > 3
    assert quoted(data, 1, "plot") == []
    assert len(set(data.sentences)) == len(data.sentences)
    # Forms of a word are marked, too.
    marked = [each for domain in (0, 1) for _, each in quoted(data, domain, "knife")]
    assert marked
    assert set().union(*marked) == {"knife", "knives"}


def test_counts_z_scores_and_shares_are_those_of_the_model(model, data):
    for domain, known in zip(
        data.domains, model.distinctive_words().to_dict().values(), strict=True
    ):
        assert domain.distinctive == pytest.approx([known[word] for word in data.words], abs=0.06)
        vectors = model.vectors_[domain.name]
        for place, word in enumerate(data.words):
            shares = (domain.domain_weights[place], domain.neighbor_stability[place])
            if word not in vectors:
                assert (domain.counts[place], shares) == (0, (None, None))
                continue
            assert domain.counts[place] == vectors.count(word)
            known_shares = (100 * vectors.domain_weight(word), 100 * vectors.stability(word))
            assert shares == pytest.approx(known_shares, abs=0.51)


def one_sense(word, *quoted):
    shares = (Interval(0.5, 0.25, 0.754), Interval(1.0, 0.9, 1.0))
    sense = Sense(("blade",), "shifted", shares, (9, 9), (quoted, ()))
    return Senses(word, ("tools", "films"), (sense,), confirmed=False)


def test_senses_keep_their_shares_and_mark_their_sentences(model, shifts):
    senses = one_sense(
        "knife", "Sharp knives.", "Sharp knives.", "A knife.", "A third knife.", "One too many."
    )
    data = gather(model, shifts, [senses], examples=3)
    [found] = [each for each in data.senses if each]
    assert data.senses[data.words.index("knife")] is found
    assert [data.domains[number].name for number in found.domains] == ["tools", "films"]
    assert found.note == senses.note != ""
    [kept] = found.senses
    assert kept.contexts == ("blade",)
    assert kept.shares == ((50, 25, 75), (100, 90, 100))
    first, second = kept.examples
    shown = ["Sharp knives.", "A knife.", "A third knife."]
    assert [data.sentences[each.sentence] for each in first] == shown
    assert first[0].places == (6, 12)
    assert second == ()


def test_sentences_of_words_that_are_not_on_the_page_are_not_in_it(model, shifts):
    shown = gather(model, shifts, words=3, examples=0).words
    left_out = next(word for word in model.vectors_["tools"] if word not in shown)
    page = gather(model, shifts, [one_sense(left_out, "A secret knife.")], words=3, examples=3)
    assert not any(page.senses)
    assert "A secret knife." not in page.sentences


def test_without_examples_no_text_is_in_the_page(model, shifts, data):
    without = gather(model, shifts, examples=0)
    assert without.sentences == ()
    assert data.sentences[0] in render(data)
    assert data.sentences[0] not in render(without)


def test_every_pair_of_three_domains_is_there(of_three, shifts_of_three):
    found = [pair.domains for pair in shifts_of_all_pairs(of_three)]
    assert found == [("films", "tools"), ("films", "music"), ("tools", "music")]
    data = gather(of_three, shifts_of_three)
    assert [pair.domains for pair in data.pairs] == [(0, 1), (0, 2), (1, 2)]
    assert data.title == "Films, tools and music: the same words, other contexts"
    good = [domain.neighborhoods[data.words.index("good")] for domain in data.domains]
    assert [len(near.points) for near in good] == [2 * (1 + 10)] * 3


def test_a_number_that_is_not_finite_is_left_open(model, shifts):
    open_end = replace(shifts[0][0], change=Interval(1.0, 0.5, inf))
    data = gather(model, [Shifts(("films", "tools"), (open_end,), 1)])
    figures = next(each for each in data.pairs[0].shifts if each)
    assert figures.change == (1.0, 0.5, None, 0.02)
    to_json(data)


@pytest.mark.parametrize("name", ["words", "examples"])
def test_wrong_arguments_are_named(model, shifts, name):
    with pytest.raises(InputError, match=f"{name}: found -1"):
        gather(model, shifts, **{name: -1})


def test_the_most_changed_are_on_the_page_however_rare():
    words = tuple(f"w{number}" for number in range(10))
    counts = np.arange(10, 0, -1)
    vectors = {name: DomainVectors(name, words, np.eye(10), counts) for name in ("a", "b")}
    assert choose_words(vectors, [["w9"]], 5) == (*words[:4], "w9")
    assert choose_words(vectors, [], 5) == words[:5]


def test_a_plane_keeps_the_distances_of_points_that_lie_in_one():
    rng = np.random.default_rng(0)
    angles = rng.uniform(0, 2 * np.pi, 6)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    basis = np.linalg.qr(rng.normal(size=(5, 2)))[0]
    vectors = list((circle @ basis.T) * rng.uniform(1, 9, (6, 1)))
    points = np.reshape(lay_in_plane([vectors[:3], vectors[3:]]), (6, 2))
    true = np.linalg.norm(circle[:, None] - circle[None], axis=2)
    drawn = np.linalg.norm(points[:, None] - points[None], axis=2)
    scale = drawn.sum() / true.sum()
    assert np.abs(drawn - scale * true).max() < 2.5  # coordinates are whole numbers
    assert np.abs(points).max() == 99
    assert points[:3, 0].mean() <= points[3:, 0].mean()


@pytest.mark.parametrize("vectors", [[np.zeros(3)], [np.ones(3)] * 2])
def test_a_plane_of_points_that_are_all_one_is_a_point(vectors):
    assert set(lay_in_plane([vectors])[0]) == {0}


@given(st.lists(st.text(st.characters())), st.text(st.characters()))
def test_any_text_comes_back_from_the_json_and_none_can_end_the_script(sentences, title):
    data = PageData(title, "1", (), tuple(sentences), (DomainData(title),))
    written = to_json(data)
    assert not set("<>&\u2028\u2029") & set(written)
    written.encode()
    read = json.loads(written)
    assert (read["title"], read["sentences"]) == (title, sentences)


def test_the_most_changed_words_of_all_pairs_come_in_turn_and_once(shifts_of_three):
    shifts = shifts_of_three
    first = [pair[0].word for pair in shifts]
    second = [pair[1].word for pair in shifts]
    everything = dict.fromkeys([*first, *second])
    assert most_changed(shifts, 4) == tuple(everything)[:4]
    words = most_changed([*shifts, Shifts(("films", "cars"), (), 0)], 1000)
    assert len(words) == len(set(words))
    assert set(words) == {shift.word for pair in shifts for shift in pair}


def test_words_too_rare_to_have_senses_are_left_out(of_three):
    found = senses_of(of_three, ["good", "plot", "good", "unheard-of"])
    assert [each.word for each in found] == ["good", "plot"]
    assert found[0].domains == ("films", "tools", "music")
