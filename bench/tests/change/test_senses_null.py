"""Text without senses and domains that are alike, made from judged documents."""

from collections import Counter

import numpy as np

from crosslex_bench.change.senses import group_words, halve, shuffle_words

DOCUMENTS = [[["red", "dog"], ["old", "dog", "ran"]], [["fox"]], [["dog", "slept"]], [["red"]]]


def words_of(documents):
    return Counter(word for each in documents for sentence in each for word in sentence)


def test_shuffled_documents_have_the_same_words_and_lengths():
    found = shuffle_words(DOCUMENTS, np.random.default_rng(0))
    assert words_of(found) == words_of(DOCUMENTS)
    assert [[len(sentence) for sentence in each] for each in found] == [[2, 3], [1], [2], [1]]
    assert found != DOCUMENTS


def test_every_document_is_in_one_half():
    halves = halve(DOCUMENTS, np.random.default_rng(1))
    assert [len(half) for half in halves] == [2, 2]
    assert [half.name for half in halves] == ["half0", "half1"]


def test_words_that_are_frequent_in_both_halves_are_grouped():
    random = np.random.default_rng(2)
    words = [f"w{number}" for number in range(6)]
    documents = [[list(random.choice(words, 3, replace=False))] for _ in range(240)]
    documents += [[["rare", "w0", "w1"]]] * 10
    found = group_words(halve(documents, random), 0)
    assert len(found) == len(words)
    assert sum(each.labels.max() > 0 for each in found) <= 2
