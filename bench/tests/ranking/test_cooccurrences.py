import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from counting_twins import (
    FEATURES,
    cooccurrences,
    corpus_of,
    documents,
    feature_occurrences,
    features,
)
from crosslex.corpus.corpus import Corpus
from crosslex.errors import InputError
from crosslex_bench.ranking.cooccurrences import count_cooccurrences

CONTEXTS = ["window", "sentence", "document"]
contexts = st.sampled_from(CONTEXTS)
windows = st.sampled_from([1, 2, 3, 10, 1000])
OVERLAPS = [[["a", "a", "a", "b"], ["a"]], [["a", "of", "a"]]]


@example(OVERLAPS, FEATURES, FEATURES, "window", 1)
@example(OVERLAPS, FEATURES, FEATURES, "window", 2)
@example(OVERLAPS, FEATURES, FEATURES, "sentence", 1)
@example(OVERLAPS, FEATURES, FEATURES, "document", 1)
@given(documents, features, features, contexts, windows)
def test_pairs_are_counted_as_the_twin_counts_them(texts, pivots, words, context, window):
    found = count_cooccurrences(corpus_of(texts), pivots, words, context=context, window=window)
    expected = cooccurrences(texts, context, window)
    assert found.counts.shape == (len(pivots), len(words))
    assert found.counts.toarray().tolist() == [
        [expected[pivot, word] for word in words] for pivot in pivots
    ]
    assert (found.pivots, found.words) == (tuple(pivots), tuple(words))
    assert found.word_counts.tolist() == [feature_occurrences(texts)[word] for word in words]


@given(documents, contexts)
def test_counts_are_canonical_whole_numbers(texts, context):
    counts = count_cooccurrences(corpus_of(texts), FEATURES, FEATURES, context=context).counts
    assert counts.dtype == np.int64
    assert counts.has_canonical_format
    assert (counts.data > 0).all()


@given(documents, contexts, windows)
def test_features_that_are_both_are_counted_alike_both_ways(texts, context, window):
    counts = count_cooccurrences(
        corpus_of(texts), FEATURES, FEATURES, context=context, window=window
    ).counts.toarray()
    assert np.array_equal(counts, counts.T)


@given(documents, features, features, contexts, st.integers(1, 5), st.data())
def test_counts_of_parts_add_up_to_the_counts_of_the_whole(
    texts, pivots, words, context, window, data
):
    def counted(part):
        return count_cooccurrences(part, pivots, words, context=context, window=window)

    cut = data.draw(st.integers(0, len(texts)))
    corpus = corpus_of(texts)
    assert counted(corpus.slice(0, cut)) + counted(corpus.slice(cut, len(corpus))) == counted(
        corpus
    )
    # The same where each part was read on its own, with other word ids.
    assert counted(corpus_of(texts[:cut])) + counted(corpus_of(texts[cut:])) == counted(corpus)


@given(documents, features, features, contexts, st.sampled_from([1, 4]), st.sampled_from([1, 20]))
def test_blocks_and_tables_make_no_difference(texts, pivots, words, context, block, table):
    corpus = corpus_of(texts)
    whole = count_cooccurrences(corpus, pivots, words, context=context, window=2)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.counts.stream.BLOCK_TOKENS", block)
        patch.setattr("crosslex_bench.ranking.cooccurrences.TABLE_SIZE", table)
        assert count_cooccurrences(corpus, pivots, words, context=context, window=2) == whole


def test_counts_that_differ_are_not_equal():
    one = count_cooccurrences(corpus_of([[["a", "b"]]]), ["a"], ["b"])
    assert one == count_cooccurrences(corpus_of([[["a", "b"]]]), ["a"], ["b"])
    assert one != count_cooccurrences(corpus_of([[["a", "b", "a"]]]), ["a"], ["b"])
    assert one != count_cooccurrences(corpus_of([[["a", "b"]]], "b"), ["a"], ["b"])
    assert one != count_cooccurrences(corpus_of([[["a", "b"], ["b"]]]), ["a"], ["b"])
    assert one != "something else"


def test_a_worked_example():
    corpus = Corpus.from_texts(["The plot is not bad. Not a bad plot; bad cast."], name="films")
    # Without stop words: plot not bad | not bad plot bad cast
    pivots, words = ["bad", "not bad"], ["plot", "cast", "bad", "bad plot"]
    window = count_cooccurrences(corpus, pivots, words, window=1).counts.toarray()
    assert window.tolist() == [
        # bad at 2 | at 1 and 3: plot at 2 twice; cast at 4 once; never itself, two away;
        # "bad plot" at 1–2 touches bad at 3.
        [2, 1, 0, 1],
        # not bad at 1–2 | at 0–1: plot before, plot after; bad at 3 is two away from 1.
        [2, 0, 0, 0],
    ]
    sentence = count_cooccurrences(corpus, pivots, words, context="sentence").counts.toarray()
    assert sentence.tolist() == [[2, 1, 1, 1], [2, 1, 1, 0]]
    document = count_cooccurrences(corpus, pivots, words, context="document").counts.toarray()
    # The first sentence's "not bad" does not overlap the second's "bad plot".
    assert document.tolist() == [[1, 1, 1, 1], [1, 1, 1, 1]]


@pytest.mark.parametrize("context", CONTEXTS)
def test_no_pivots_no_words_or_no_text(context):
    corpus = corpus_of([[["a", "b"]]])
    assert count_cooccurrences(corpus, [], ["a"], context=context).counts.shape == (0, 1)
    assert count_cooccurrences(corpus, ["a"], [], context=context).counts.shape == (1, 0)
    assert count_cooccurrences(corpus_of([]), ["a"], ["b"], context=context).counts.nnz == 0


@pytest.mark.parametrize("window", [0, -1, True])
def test_a_window_must_hold_something(window):
    with pytest.raises(InputError, match=f"window: found {window}; give a whole number from 1 on"):
        count_cooccurrences(corpus_of([[["a", "b"]]]), ["a"], ["b"], window=window)


def test_an_unknown_context_is_named():
    with pytest.raises(
        InputError, match="context: found 'page'; give one of window, sentence, document"
    ):
        count_cooccurrences(corpus_of([[["a", "b"]]]), ["a"], ["b"], context="page")


@pytest.mark.parametrize(("pivots", "words"), [(["b"], ["b"]), (["a"], ["a"])])
def test_counts_of_different_vocabularies_cannot_be_added(pivots, words):
    corpus = corpus_of([[["a", "b"]]])
    with pytest.raises(InputError, match="different vocabularies cannot be added"):
        count_cooccurrences(corpus, ["a"], ["b"]) + count_cooccurrences(corpus, pivots, words)
