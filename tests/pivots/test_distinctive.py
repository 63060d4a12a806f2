"""Distinctive words: the published formula, and few of them where domains do not differ."""

from math import log, sqrt

import numpy as np
import pytest

from crosslex import Corpus
from crosslex.counts.frequent_features import count_domains
from crosslex.errors import InputError
from crosslex.pivots.distinctive import distinctive_words
from crosslex.pivots.vocabulary import Vocabulary, assign_roles


def vocabulary(words, counts) -> Vocabulary:
    table = np.array(counts)
    domains = tuple("abcd"[: len(table)])
    return Vocabulary(domains, words, table, assign_roles(table, table[0] < 0), (), True)


def test_it_is_the_formula_of_the_paper():
    found = distinctive_words(vocabulary(("key", "note"), [[30, 70], [10, 190]]), prior_share=0.2)
    # All text has 40 and 260 of 300: a fifth of it adds 8 and 52.
    here = log(38 / (100 + 60 - 38))
    there = log(18 / (200 + 60 - 18))
    assert found.log_odds[0, 0] == pytest.approx(here - there)
    assert found.z_scores[0, 0] == pytest.approx((here - there) / sqrt(1 / 38 + 1 / 18))
    # Of two domains, what distinguishes one from the other is the same with another sign.
    assert found.z_scores[1] == pytest.approx(-found.z_scores[0])


def test_of_three_domains_each_stands_against_the_two_others_together():
    three = vocabulary(("key", "note"), [[30, 70], [4, 90], [6, 100]])
    two = vocabulary(("key", "note"), [[30, 70], [10, 190]])
    assert distinctive_words(three).z_scores[0] == pytest.approx(distinctive_words(two).z_scores[0])


def test_a_word_that_is_all_of_the_text_distinguishes_no_domain():
    assert distinctive_words(vocabulary(("key",), [[30], [10]])).z_scores.tolist() == [[0], [0]]


def test_phrases_are_scored_but_do_not_count_twice():
    with_phrase = vocabulary(("key", "note", "key note"), [[30, 70, 20], [10, 190, 1]])
    without = vocabulary(("key", "note"), [[30, 70], [10, 190]])
    found = distinctive_words(with_phrase)
    assert found.z_scores[:, :2] == pytest.approx(distinctive_words(without).z_scores)
    assert found.z_scores[0, 2] > 1.96


def test_a_larger_prior_trusts_rare_words_less():
    rare = vocabulary(("key", "note", "rest"), [[3, 500, 497], [0, 500, 500]])
    small, large = (distinctive_words(rare, prior_share=size).log_odds[0, 0] for size in (0.01, 1))
    assert small > large > 0


@pytest.mark.parametrize(("share", "least", "most"), [(0.001, 0.02, 0.08), (1.0, 0.0, 0.03)])
def test_few_words_of_a_random_split_are_beyond_two_standard_errors(share, least, most):
    rng = np.random.default_rng(0)
    shares = 1 / np.arange(1, 2001)
    counts = rng.multinomial(200_000, shares / shares.sum(), size=2)
    words = tuple(f"w{number}" for number in range(2000))
    z_scores = distinctive_words(vocabulary(words, counts), prior_share=share).z_scores[0]
    # The rare half says little where the prior is small.
    assert least <= (np.abs(z_scores[:1000]) > 1.96).mean() <= most


def test_the_words_of_a_domain_come_first_in_it():
    films = Corpus.from_texts(["a good plot", "a dull plot"] * 10, name="films")
    tools = Corpus.from_texts(["a good drill", "a dull drill"] * 10, name="tools")
    counts = count_domains([films, tools])
    found = distinctive_words(counts)
    assert found.top("films", 1)[0][0] == "plot"
    assert found.top("tools", 1)[0][0] == "drill"
    good = counts[0].features.index("good")
    assert found.z_scores[:, good] == pytest.approx([0, 0])


def test_wrong_arguments_are_named():
    two = vocabulary(("key", "note"), [[30, 70], [10, 190]])
    with pytest.raises(InputError, match="prior_share: found 0"):
        distinctive_words(two, prior_share=0)
    with pytest.raises(InputError, match="counts: found 1; give those of two domains"):
        distinctive_words(vocabulary(("key", "note"), [[30, 70]]))
    films = Corpus.from_texts(["a good plot"], name="films")
    tools = Corpus.from_texts(["a good saw"], name="tools")
    with pytest.raises(InputError, match="their features differ"):
        distinctive_words([*count_domains([films]), *count_domains([tools])])
