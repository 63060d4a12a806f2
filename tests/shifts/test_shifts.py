"""Words that change meaning, through the estimator."""

import numpy as np
import pytest
from scipy.stats import false_discovery_control
from shift_data import CHANGED, TOPICS, planted_corpora

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.errors import InputError


@pytest.fixture(scope="module")
def found(model):
    return model.shifts(top=None)


def test_the_changed_word_is_found_and_no_other(found):
    singles = [shift for shift in found if " " not in shift.word]
    assert singles[0].word == CHANGED
    assert singles[0].q < 0.01
    assert found.different == 1
    assert singles[0].distance.low > found.min_effect > 0
    others = [shift for shift in singles if shift.word != CHANGED]
    assert len(others) > 40
    assert np.mean([shift.p <= 0.05 for shift in others]) < 0.15


def test_words_are_compared_by_vectors_that_borrow_nothing(model):
    words = [CHANGED, TOPICS[0][0]]
    first, second = model._compared(("second", "first")).word_vectors(words)
    np.testing.assert_array_equal(first, model._fitted().own_vectors("second", words))
    np.testing.assert_array_equal(second, model._fitted().own_vectors("first", words))
    assert model.vectors_["second"].domain_weight(words[1]) < 1


def test_the_ranking_is_by_change_and_top_cuts_it(model, found):
    values = [shift.change.value for shift in found]
    assert values == sorted(values, reverse=True)
    best = model.shifts(top=3)
    assert [shift.word for shift in best] == [shift.word for shift in found[:3]]
    assert [shift.change.value for shift in best] == values[:3]
    assert found.tested == len(found)


def test_q_is_benjamini_and_hochbergs_over_all_tested(found):
    expected = false_discovery_control([shift.p for shift in found])
    assert [shift.q for shift in found] == pytest.approx(expected)


def test_any_difference_may_be_asked_for_instead(model, found):
    any_at_all = model.shifts(top=None, min_effect=0)
    assert any_at_all.min_effect == 0
    one = {shift.word: shift for shift in found}
    for shift in any_at_all:
        assert shift.distance == one[shift.word].distance
    changed = next(shift for shift in any_at_all if shift.word == CHANGED)
    assert changed.p < one[CHANGED].p
    far = model.shifts(top=None, min_effect=0.5)
    assert far.different == 0


def test_intervals_hold_their_values(found):
    for shift in found:
        for each in (shift.change, shift.distance):
            assert each.low <= each.value <= each.high
        assert 0 < shift.p <= shift.q <= 1


def test_few_words_are_compared_with_a_warning(model, found, caplog):
    counts = sorted(min(shift.counts) for shift in found)
    assert len(counts) >= 100
    model.shifts(top=1, neighbors=0, examples=0)
    assert not caplog.records
    few = model.shifts(top=1, min_count=counts[-30], neighbors=0, examples=0)
    assert caplog.messages[0].startswith(f"only {few.tested} words of first and second")


def test_threads_change_nothing(model, found):
    assert model.shifts(top=None, n_jobs=3) == found


def test_a_saved_model_finds_the_same(model, found, tmp_path):
    model.save(tmp_path / "model")
    again = CrossDomainEmbedding.load(tmp_path / "model").shifts(top=5)
    assert [shift.word for shift in again] == [shift.word for shift in found[:5]]
    assert [shift.change.value for shift in again] == pytest.approx(
        [shift.change.value for shift in found[:5]], abs=1e-6
    )


def test_domains_may_be_named_in_either_order(model, found):
    other = model.shifts(domains=("second", "first"), top=None)
    one = {shift.word: shift for shift in found}
    assert other.domains == ("second", "first")
    for shift in other:
        assert shift.change.value == pytest.approx(one[shift.word].change.value, abs=0.2)
        assert shift.counts == one[shift.word].counts[::-1]


def test_neighbors_and_examples_show_both_sides(model, found):
    [shift] = [shift for shift in found if shift.word == CHANGED]
    assert list(shift.neighbors[0]) == model.vectors_["first"].neighbors(CHANGED)
    for side, topic in ((0, TOPICS[0]), (1, TOPICS[3])):
        assert 1 <= len(shift.examples[side]) <= 3
        for sentence in shift.examples[side]:
            assert CHANGED in sentence
            assert set(sentence.split()) & set(topic)
    bare = model.shifts(top=1, neighbors=0, examples=0)[0]
    assert (bare.neighbors, bare.examples) == (((), ()), ((), ()))


def test_the_most_telling_example_comes_first():
    """Of a word's sentences in the first domain only one lies on the second's side."""
    corpora = planted_corpora()
    model = CrossDomainEmbedding(dimension=12).fit(corpora)
    strange = f"{TOPICS[3][0]} {TOPICS[3][1]} {CHANGED} {TOPICS[3][2]}"
    model.update(Corpus.from_texts([strange] * 3, name="first"))
    sentences = model.examples_[0][CHANGED]
    shift = next(s for s in model.shifts(top=None, examples=20) if s.word == CHANGED)
    assert set(shift.examples[0]) == set(sentences)
    if strange in sentences:
        assert shift.examples[0][-1] == strange


def test_a_sentence_that_comes_up_again_is_shown_once():
    corpora = [
        Corpus.from_texts([text for text in corpus.texts for _ in range(4)], name=corpus.name)
        for corpus in planted_corpora(documents=120)
    ]
    model = CrossDomainEmbedding(dimension=12).fit(corpora)
    assert len(set(model.examples_[0][CHANGED])) < len(model.examples_[0][CHANGED])
    shift = next(s for s in model.shifts(top=None, examples=20) if s.word == CHANGED)
    assert sorted(shift.examples[0]) == sorted(set(model.examples_[0][CHANGED]))


def test_two_of_three_domains_must_be_named():
    first, second = planted_corpora()
    third = Corpus.from_texts([first.texts[place] for place in range(len(first))], name="third")
    model = CrossDomainEmbedding(dimension=12).fit([first, second, third])
    with pytest.raises(InputError, match="the model has 3; name two of first, second, third"):
        model.shifts()
    assert model.shifts(domains=("first", "third"), top=5)[0].domains == ("first", "third")


def test_results_as_table_frame_and_dictionary(found):
    assert CHANGED in str(found)
    assert f"<td>{CHANGED}</td>" in found._repr_html_()
    frame = found.to_frame()
    assert len(frame) == len(found)
    assert frame["change value"].tolist() == [shift.change.value for shift in found]
    assert found.to_dict()["words"][0]["word"] == found[0].word


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"domains": ("first", "fifth")}, "domains: found 'fifth'; choose two of first, second"),
        ({"domains": ("first", "first")}, "domains: found first and first; give two different"),
        ({"min_count": 10**6}, "min_count: 0 words occur 1000000 times"),
        ({"resamples": 3}, "resamples: found 3; give a whole number from 20 on"),
        ({"top": 0}, "top: found 0"),
        ({"min_effect": -1}, "min_effect: found -1; give a distance from 0 on"),
        ({"n_jobs": 0}, "n_jobs: found 0"),
    ],
)
def test_mistakes_are_named(model, arguments, message):
    with pytest.raises(InputError, match=message):
        model.shifts(**arguments)
