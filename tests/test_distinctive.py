"""Distinctive words: the published formula, and few of them where domains do not differ."""

from math import log, sqrt

import numpy as np
import pytest

from crosslex.distinctive import distinctive_words
from crosslex.errors import InputError


def distinctive(words, counts, **options):
    return distinctive_words("abcd"[: len(counts)], words, np.array(counts), **options)


def test_it_is_the_formula_of_the_paper():
    found = distinctive(("key", "note"), [[30, 70], [10, 190]])
    # All text has 40 and 260 of 300, which are added to each side.
    here = log(70 / (100 + 300 - 70))
    there = log(50 / (200 + 300 - 50))
    assert found.log_odds[0, 0] == pytest.approx(here - there)
    assert found.z_scores[0, 0] == pytest.approx((here - there) / sqrt(1 / 70 + 1 / 50))
    # Of two domains, what distinguishes one from the other is the same with another sign.
    assert found.z_scores[1] == pytest.approx(-found.z_scores[0])


def test_of_three_domains_each_stands_against_the_two_others_together():
    three = distinctive(("key", "note"), [[30, 70], [4, 90], [6, 100]])
    two = distinctive(("key", "note"), [[30, 70], [10, 190]])
    assert three.z_scores[0] == pytest.approx(two.z_scores[0])


def test_a_word_that_is_all_of_the_text_distinguishes_no_domain():
    assert distinctive(("key",), [[30], [10]]).z_scores.tolist() == [[0], [0]]


def test_phrases_are_scored_but_do_not_count_twice():
    found = distinctive(("key", "note", "key note"), [[30, 70, 20], [10, 190, 1]])
    without = distinctive(("key", "note"), [[30, 70], [10, 190]])
    assert found.z_scores[:, :2] == pytest.approx(without.z_scores)
    assert found.z_scores[0, 2] > 1.96


def test_few_words_of_a_random_split_are_beyond_two_standard_errors():
    rng = np.random.default_rng(0)
    shares = 1 / np.arange(1, 2001)
    counts = rng.multinomial(200_000, shares / shares.sum(), size=2)
    words = tuple(f"w{number}" for number in range(2000))
    assert (np.abs(distinctive(words, counts).z_scores[0]) > 1.96).mean() <= 0.03


def test_wrong_arguments_are_named():
    with pytest.raises(InputError, match="domains: found 1; give two or more"):
        distinctive(("key", "note"), [[30, 70]])


def test_the_result_prints_the_most_distinctive_words_of_each_domain_first():
    found = distinctive(("key", "note"), [[30, 70], [10, 190]])
    assert str(found) == "a     b\nkey   note\nnote  key"
    assert found.to_frame().loc["key", "a"] == found.z_scores[0, 0] > 0
