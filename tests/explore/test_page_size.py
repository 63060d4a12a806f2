"""A page made smaller holds the first of everything that the page held."""

import pytest

from crosslex.explore.data import (
    MAX_BYTES,
    REDUCTIONS,
    DomainData,
    Example,
    PageData,
    PageNeighborhood,
    reduced,
    to_json,
    with_at_most,
)
from crosslex.explore.gather import gather


@pytest.fixture(scope="module")
def data(of_three, shifts_of_three):
    return gather(of_three, shifts_of_three, examples=3)


def texts(page):
    """The sentences of all words and domains, with the places of the word in each."""
    return [
        [(page.sentences[each.sentence], each.places) for each in shown]
        for domain in page.domains
        for shown in domain.examples
    ]


def test_the_first_examples_and_the_nearest_neighbors_are_kept_and_no_other_sentence(data):
    fewer = with_at_most(data, examples=1, neighbors=2)
    assert texts(fewer) == [shown[:1] for shown in texts(data)]
    shown = {text for some in texts(fewer) for text, _ in some}
    assert set(fewer.sentences) == shown
    assert len(fewer.sentences) == len(shown) < len(data.sentences)
    for before, after in zip(data.domains, fewer.domains, strict=True):
        for near, nearest in zip(before.neighborhoods, after.neighborhoods, strict=True):
            expected = near and (near.words[:2], near.cosines[:2], near.points[:6])
            assert nearest == expected


def test_a_page_becomes_smaller_step_by_step_and_no_smaller_than_asked(data):
    sizes = [
        len(to_json(with_at_most(data, examples=examples, neighbors=neighbors)).encode())
        for examples, neighbors in REDUCTIONS
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert len(to_json(reduced(data, sizes[1])).encode()) == sizes[1]
    assert len(to_json(reduced(data, 1)).encode()) == sizes[-1]


def test_five_thousand_words_with_long_sentences_of_their_own_fit():
    size = 5000
    near = PageNeighborhood(tuple(range(4990, 5000)), (37,) * 10, (-12, 34) * 11)
    domains = tuple(
        DomainData(
            f"domain {at}",
            (1234,) * size,
            (near,) * size,
            tuple(
                tuple(Example(3 * (size * at + word) + each, (90, 99)) for each in range(3))
                for word in range(size)
            ),
            (-12.3,) * size,
        )
        for at in range(4)
    )
    sentences = tuple(f"{number:05d} {'x' * 94}" for number in range(3 * size * len(domains)))
    words = tuple(f"word {number:05d}" for number in range(size))
    fitting = len(to_json(reduced(PageData("title", "1", words, sentences, domains))).encode())
    assert MAX_BYTES / 2 < fitting <= MAX_BYTES
