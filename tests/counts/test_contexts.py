"""Contexts of words, counted against a slow and obvious twin."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosslex import Corpus, TextSettings
from crosslex.counts.contexts import WIDE_UNIT, ContextShape, add_shards, count_contexts
from crosslex.errors import InputError

PLAIN = TextSettings(
    lemmatize=False,
    stop_words=frozenset({"the", "of"}),
    tokenizer=lambda text: [sentence.split() for sentence in text.split(".")],
)
WORDS = ("a", "b", "c", "a b", "c a")
CONTEXTS = ("the", "a", "c", "d")

texts = st.lists(
    st.lists(st.sampled_from(["a", "b", "c", "d", "the", "of", "."]), max_size=30).map(" ".join),
    min_size=1,
    max_size=6,
)
shapes = st.tuples(st.integers(0, 3), st.integers(3, 6)).map(lambda sizes: ContextShape(*sizes))


def corpus_of(documents: list[str]) -> Corpus:
    return Corpus.from_texts(documents, name="x", text_settings=PLAIN)


def twin(documents: list[str], shape: ContextShape) -> np.ndarray:
    """Count by walking every sentence, every use and every position."""
    table = np.zeros((len(WORDS), shape.n_blocks, len(CONTEXTS)), np.int64)
    for document in documents:
        for words in (part.split() for part in document.split(".")):
            # "of" is neither a word nor a context, so it has no position.
            sentence = [word for word in words if word != "of"]
            content = [i for i, word in enumerate(sentence) if word not in ("the", "of")]
            uses = [(sentence[i], i, i) for i in content]
            uses += [(f"{sentence[i]} {sentence[j]}", i, j) for i, j in pairwise(content)]
            for word, first, last in uses:
                if word not in WORDS:
                    continue
                for place, context in enumerate(sentence):
                    if first <= place <= last or context not in CONTEXTS:
                        continue
                    distance = first - place if place < first else place - last
                    cell = table[WORDS.index(word), :, CONTEXTS.index(context)]
                    if distance <= shape.near:
                        cell[
                            shape.near - distance if place < first else shape.near + distance - 1
                        ] += 1
                    if distance <= shape.wide:
                        cell[-1] += max(1, round(WIDE_UNIT / distance))
    return table.reshape(len(WORDS), -1)


@given(texts, shapes, st.sampled_from([(5, 3), (2**20, 2**20)]))
@settings(deadline=None, max_examples=60)
def test_counts_are_those_of_the_twin_in_blocks_of_any_size(
    documents: list[str], shape: ContextShape, sizes: tuple[int, int]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, size in zip(("BLOCK_TOKENS", "USES_AT_ONCE"), sizes, strict=True):
            patch.setattr(f"crosslex.counts.contexts.{name}", size)
        found = count_contexts(corpus_of(documents), WORDS, CONTEXTS, shape=shape)
    np.testing.assert_array_equal(found.total.toarray(), twin(documents, shape))


def test_documents_of_even_and_odd_numbers_are_counted_separately() -> None:
    found = count_contexts(corpus_of(["a c", "c a", "d a"]), ["a"], ["c", "d"])
    even, odd = (half.toarray().reshape(5, 2) for half in found.halves)
    assert even[[1, 2]].tolist() == [[0, 1], [1, 0]]
    assert odd[[1, 2]].tolist() == [[1, 0], [0, 0]]


def test_near_positions_lie_within_the_wide_ones() -> None:
    with pytest.raises(InputError, match="near: found 5; give at most wide, 4"):
        ContextShape(5, 4)


def test_counts_beyond_32_bits_are_added_exactly() -> None:
    counts = count_contexts(corpus_of(["a c"]), WORDS, CONTEXTS)
    total = (2**24 * counts.total, counts.uses)
    for _ in range(3):
        total = add_shards(total, total)
    expected = 2**27 * counts.total.toarray().astype(np.int64)
    assert expected.max() > np.iinfo(np.int32).max
    assert np.array_equal(total[0].toarray(), expected)


def test_phrases_join_stop_words_where_bigrams_come_first() -> None:
    settings = replace(PLAIN, bigrams_first=True)
    corpus = Corpus.from_texts(["waste of money"], name="x", text_settings=settings)
    found = count_contexts(corpus, ["waste of", "of money", "waste money"], ["waste", "money"])
    assert found.uses.sum(axis=0).tolist() == [1, 1, 0]
