import gc
from collections import Counter
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counting_twins import decoded
from crosslex.arrays import GrowingArray
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import Document
from crosslex.corpus.encode import encode as encode_documents
from crosslex.corpus.encode import word_keys
from crosslex.errors import InputError
from crosslex.text.analysis import analyze
from crosslex.text.settings import TextSettings
from processes import run_python

SETTINGS = TextSettings()
encode = Corpus.from_documents
encode_domains = partial(encode_documents, name=None)
TEXTS = st.lists(
    st.lists(
        st.sampled_from(["good", "bad", "the", "plot", "saw", "é", ".", "!", "don't"]), max_size=12
    ).map(" ".join),
    max_size=8,
)
LABELS = st.sampled_from([None, -1, 0, 1, 2])


def reversed_letters(word: str) -> str:
    return word[::-1]


def assert_same(one: Corpus, other: Corpus) -> None:
    assert one.name == other.name
    assert one.words == other.words
    assert one.classes == other.classes
    assert one.text_settings == other.text_settings
    for array in ("ids", "sentence_offsets", "document_offsets", "labels"):
        assert getattr(one, array).dtype == getattr(other, array).dtype
        assert np.array_equal(getattr(one, array), getattr(other, array)), array
    assert (one.texts is None) == (other.texts is None)
    if one.texts is not None:
        assert list(one.texts) == list(other.texts)


@given(TEXTS)
def test_the_corpus_holds_what_analyze_found_by_ids_in_order_of_frequency(texts):
    corpus = encode(map(Document, texts), name="x", text_settings=SETTINGS)
    counted = Counter(word for text in texts for words in analyze(text) for word in words)
    assert list(corpus.words) == sorted(counted, key=lambda word: (-counted[word], word))
    assert decoded(corpus) == [analyze(text) for text in texts]
    assert list(corpus.texts) == texts
    assert corpus.ids.dtype == np.int32
    assert (corpus.sentence_offsets[0], corpus.document_offsets[0]) == (0, 0)


@given(
    st.lists(st.tuples(TEXTS.map("".join), LABELS), max_size=8),
    st.sampled_from([0, 1, 5, 20]),
    st.sampled_from([1, 2, 3]),
    st.booleans(),
)
def test_the_corpus_does_not_depend_on_batches_and_memory_maps(
    pairs, characters, documents, is_mapped
):
    build = partial(encode, name="x", text_settings=SETTINGS)
    whole = build([Document(*pair) for pair in pairs])
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.corpus.encode.BATCH_CHARACTERS", characters)
        patch.setattr("crosslex.corpus.encode.BATCH_DOCUMENTS", documents)
        if is_mapped:
            small = partial(GrowingArray, memory_limit=4)
            patch.setattr("crosslex.corpus.encode.GrowingArray", small)
        found = build([Document(*pair) for pair in pairs])
    assert_same(found, whole)
    assert isinstance(found.ids, np.memmap) == (is_mapped and found.n_tokens > 1)


def test_two_processes_give_the_same_corpus_as_one(monkeypatch):
    monkeypatch.setattr("crosslex.corpus.encode.BATCH_DOCUMENTS", 3)
    documents = [
        Document(f"Number {number} is good. Isn't {'it' * (number % 5)}?", number % 3 - 1)
        for number in range(50)
    ]
    documents[7] = Document("half a character: \ud800")
    for text_settings in (SETTINGS, TextSettings(lemmatizer=reversed_letters, bigrams=False)):
        one, two = (
            encode(documents, name="x", text_settings=text_settings, n_jobs=n_jobs)
            for n_jobs in (1, 2)
        )
        assert_same(two, one)
    assert two.classes == (0, 1)


def test_functions_that_cannot_be_sent_to_processes_are_refused():
    settings = TextSettings(lemmatizer=lambda word: word)
    with pytest.raises(InputError, match="n_jobs: found 2, but your own text functions"):
        encode([Document("word")], name="x", text_settings=settings, n_jobs=2)


NOTEBOOK = """
from crosslex import Corpus, TextSettings
from crosslex.errors import InputError

def split(text):
    return text.split()

try:
    Corpus.from_texts(["word"], name="x", text_settings=TextSettings(tokenizer=split), n_jobs=2)
except InputError as error:
    print(error)
"""


def test_functions_of_a_notebook_cannot_be_sent_to_processes() -> None:
    assert "your own text functions cannot be sent" in run_python(NOTEBOOK)


@settings(max_examples=30)
@given(
    st.lists(
        st.tuples(TEXTS.map("".join), LABELS, st.sampled_from(["films", "tools", "books"])),
        max_size=12,
    ),
    st.sampled_from([1, 2, 100]),
)
def test_domains_in_one_stream_are_what_they_are_apart(triples, batch):
    documents = [Document(*triple) for triple in triples]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("crosslex.corpus.encode.BATCH_DOCUMENTS", batch)
        corpora = encode_domains(documents, text_settings=SETTINGS)
    names = list(dict.fromkeys(domain for _, _, domain in triples))
    assert [corpus.name for corpus in corpora] == names
    for corpus in corpora:
        own = [document for document in documents if document.domain == corpus.name]
        assert_same(corpus, encode(own, name=corpus.name, text_settings=SETTINGS))


def test_a_changed_copy_of_a_corpus_is_counted_anew() -> None:
    corpus = Corpus.from_texts(["a plot and a plot", "a saw"], name="x")
    assert corpus.word_counts is not None
    assert replace(corpus, ids=corpus.ids[::-1].copy()).word_counts is None
    assert corpus.slice(0, 1).word_counts is None


def test_half_a_character_has_a_key_too() -> None:
    keys = word_keys(["\ud800", "\udfff", "plot"])
    assert len(set(keys.tolist())) == 3
    assert (keys >= 0).all()


@pytest.mark.filterwarnings("error")
def test_a_text_that_is_refused_leaves_no_file_open():
    with pytest.raises(InputError):
        Corpus.from_texts(["a plot", float("nan")], name="films")
    gc.collect()
