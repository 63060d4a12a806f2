"""A page made smaller holds the first of everything that the page held."""

import pytest

from crosslex.explore import gather
from crosslex.explore.data import REDUCTIONS, reduced, to_json, with_at_most


@pytest.fixture(scope="module")
def data(of_three, shifts_of_three):
    return gather(of_three, shifts_of_three, examples=3)


def texts(page, word):
    """What is shown of a word: its sentences and where it stands in them, by pair and side."""
    return [
        [(page.sentences[each.sentence], each.places) for each in side]
        for pair in page.pairs
        for side in pair.examples[word]
    ]


def test_a_page_that_is_small_enough_stays_as_it_is(data):
    assert reduced(data) is data


def test_of_examples_the_first_are_kept_and_no_sentence_that_no_word_needs(data):
    fewer = with_at_most(data, examples=1, neighbors=10)
    for word in range(len(data.words)):
        assert texts(fewer, word) == [shown[:1] for shown in texts(data, word)]
    shown = {
        text for word in range(len(data.words)) for side in texts(fewer, word) for text, _ in side
    }
    assert set(fewer.sentences) == shown
    assert len(fewer.sentences) == len(shown) < len(data.sentences)


def test_of_neighbors_the_nearest_are_kept_with_their_points(data):
    fewer = with_at_most(data, examples=3, neighbors=2)
    for word in range(len(data.words)):
        points, at = [], 0
        for before, after in zip(data.domains, fewer.domains, strict=True):
            near = before.neighborhoods[word]
            if near is None:
                assert after.neighborhoods[word] is None
                continue
            assert after.neighborhoods[word] == (near.words[:2], near.cosines[:2])
            points += data.planes[word][at : at + 6]
            at += 2 * (1 + len(near.words))
        assert list(fewer.planes[word]) == points


def test_a_page_becomes_smaller_step_by_step_and_no_smaller_than_asked(data):
    sizes = [
        len(to_json(with_at_most(data, examples=examples, neighbors=neighbors)).encode())
        for examples, neighbors in REDUCTIONS
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert len(to_json(reduced(data, sizes[1])).encode()) == sizes[1]
    assert len(to_json(reduced(data, 1)).encode()) == sizes[-1]
