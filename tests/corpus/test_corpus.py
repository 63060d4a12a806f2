import numpy as np
import pandas as pd
import pytest

from crosslex.corpus.corpus import Corpus
from crosslex.corpus.sharded import check_domains
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings

TEXTS = ["Good plot. Good cast.", "", "Dull.", "?!", "Not good, not bad. Fine. Café."]


@pytest.fixture
def corpus() -> Corpus:
    return Corpus.from_texts(TEXTS, name="films", labels=[1, None, 0, -1, 1])


@pytest.mark.parametrize(
    ("labels", "classes", "codes"),
    [
        ([1, 0, 1], (0, 1), [1, 0, 1]),
        (["7", "10", "2"], (2, 7, 10), [1, 2, 0]),
        (["1", 1, "01"], (1,), [0, 0, 0]),
        (["-2", "0", "-1"], (-2, 0), [0, 1, -1]),
        (["10", "9", "many"], ("10", "9", "many"), [0, 1, 2]),
        ([None, "pos", -1], ("pos",), [-1, 0, -1]),
        (None, (), [-1, -1, -1]),
        ([-(2**63), 0, 2**63 - 1], (-(2**63), 0, 2**63 - 1), [0, 1, 2]),
        (["1", "1.0", "1.5"], ("1", "1.0", "1.5"), [0, 1, 2]),
        (np.array([1, -1, 0]), (0, 1), [1, -1, 0]),
        (np.array(["b", "a", "-1"]), ("a", "b"), [1, 0, -1]),
        *(([1, none, 0.0], (0, 1), [1, -1, 0]) for none in (float("nan"), pd.NA, pd.NaT)),
        ([1, np.float32("nan"), None], (1,), [0, -1, -1]),
    ],
)
def test_labels(labels, classes, codes):
    corpus = Corpus.from_texts(["one", "two", "three"], name="x", labels=labels)
    given = [] if labels is None else map(str, labels)
    assert corpus.minus_ones == list(given).count("-1")
    assert corpus.classes == classes
    assert [type(label) for label in corpus.classes] == [type(label) for label in classes]
    assert corpus.labels.tolist() == codes
    assert corpus.labels.dtype == np.int32


def test_labels_of_two_kinds_are_refused():
    with pytest.raises(InputError, match=r"domain 'x': labels are partly numbers, partly words"):
        Corpus.from_texts(["one", "two"], name="x", labels=[1, "pos"])


@pytest.mark.parametrize("label", [1.5, float("inf"), ["pos"], {"a": 1}, 2**63, -(2**63) - 1])
def test_labels_that_are_neither_numbers_of_64_bits_nor_words_are_refused(label):
    with pytest.raises(InputError, match=r"^labels: found the label "):
        Corpus.from_texts(["one", "two"], name="x", labels=[0, label])


def test_texts_must_be_a_list_and_labels_as_many():
    with pytest.raises(InputError, match="labels: found 1 for 2 texts"):
        Corpus.from_texts(["one", "two"], name="x", labels=[1])
    for texts in ("one text", None, {"a": "one"}, b"bytes"):
        with pytest.raises(InputError, match=r"texts: found .*; give a list or a column"):
            Corpus.from_texts(texts, name="x")


@pytest.mark.parametrize(("start", "stop"), [(1, 3), (2, 2), (4, 1), (3, 99), (-2, 5)])
def test_a_part_is_the_documents_themselves(corpus, start, stop):
    part = corpus.slice(start, stop)
    chosen = range(len(TEXTS))[start:stop]
    assert len(part) == len(chosen)
    assert list(part.texts) == TEXTS[start:stop]
    assert part.labels.tolist() == corpus.labels[start:stop].tolist()
    assert list(part.document_ids) == [str(row) for row in chosen]
    assert part.words == corpus.words
    assert (part.sentence_offsets[0], part.document_offsets[0]) == (0, 0)
    alone = Corpus.from_texts(TEXTS[start:stop], name="films")
    assert [part.words[number] for number in part.ids] == [
        alone.words[number] for number in alone.ids
    ]
    assert part.sentence_offsets.tolist() == alone.sentence_offsets.tolist()
    assert part.document_offsets.tolist() == alone.document_offsets.tolist()


def domain(name: str, text: str = "good", **options) -> Corpus:
    return Corpus.from_texts([text], name=name, text_settings=TextSettings(**options))


@pytest.mark.parametrize(
    ("corpora", "message"),
    [
        ([domain("a")], "domains: found 1; give two or more"),
        ([domain("a"), domain("b"), domain("a")], "domains: the name 'a' occurs twice"),
        ([domain("a"), domain("b", text="?!")], "domain 'b': no words were found"),
        ([domain("a"), domain("b", bigrams=False)], "domain 'b' was analyzed with other"),
        ([domain("a"), domain("b", lemmatizer=str.lower)], "domain 'b' was analyzed with other"),
    ],
)
def test_domains_that_cannot_be_compared_are_refused(corpora, message):
    with pytest.raises(InputError, match=f"^{message}"):
        check_domains(corpora)


def test_half_a_character_does_no_harm():
    corpus = Corpus.from_texts(["good \ud800 plot"], name="x")
    assert corpus.words == ("good", "plot")
    assert corpus.texts[0] == "good \N{REPLACEMENT CHARACTER} plot"
