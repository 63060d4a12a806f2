"""Texts as users hold them: by domain, or in columns."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.corpus.by_domain import corpora_by_domain
from crosslex.errors import InputError

FILMS, TOOLS = ["a sharp plot", "a dull plot"] * 6, ["a sharp drill", "a dull drill"] * 6


def test_all_ways_to_give_texts_learn_the_same_model():
    corpora = [Corpus.from_texts(FILMS, name="films"), Corpus.from_texts(TOOLS, name="tools")]
    frame = pd.DataFrame({"text": FILMS + TOOLS, "kind": ["films"] * 12 + ["tools"] * 12})
    expected = CrossDomainEmbedding(dimension=4).fit(corpora).vectors_
    by_domain = CrossDomainEmbedding(dimension=4).fit({"films": iter(FILMS), "tools": TOOLS})
    by_column = CrossDomainEmbedding(dimension=4).fit(frame["text"], sample_domain=frame["kind"])
    columns = pa.table(frame)
    of_arrow = CrossDomainEmbedding(dimension=4).fit(columns["text"], sample_domain=columns["kind"])
    for model in (by_domain, by_column, of_arrow):
        assert list(model.vectors_) == ["films", "tools"]
        for name, vectors in model.vectors_.items():
            np.testing.assert_array_equal(vectors.vectors, expected[name].vectors)


@pytest.mark.parametrize(
    ("X", "domains", "message"),
    [
        ("a text", None, "X: found str; give texts with sample_domain"),
        (7, None, "X: found int"),
        (np.array("a text"), ["films"], "X: found a table of a single value"),
        (FILMS, None, "sample_domain: give the domain of each text"),
        (FILMS, ["films"], "sample_domain: found 1 for 12 texts"),
        (FILMS, [None] * 12, "sample_domain: found none in row 0"),
        (FILMS, [b"films"] * 12, "sample_domain: found bytes in row 0"),
        ({"f\ud800": FILMS}, None, "half a character"),
        (FILMS, pd.Series(["a", None] * 6, dtype="string"), "sample_domain: found none in row 1"),
        ({"films": pd.DataFrame({"a": FILMS, "b": FILMS})}, None, "films: found a table of 12 × 2"),
        ({"films": FILMS}, ["films"] * 12, "sample_domain: the texts are by domain already"),
        ([Corpus.from_texts(FILMS, name="films")], ["films"], "corpora have a domain each"),
        (pd.DataFrame({"a": FILMS, "b": FILMS}), ["films"] * 12, "a table of 12 × 2; give one"),
        (pd.DataFrame({"a": FILMS, "b": FILMS}), None, r"found DataFrame; give Corpus\.from_frame"),
    ],
)
def test_what_is_no_text_or_domain_is_said(X, domains, message):
    with pytest.raises(InputError, match=message):
        corpora_by_domain(X, domains)


def test_periods_of_a_column_are_sorted_if_their_order_matters():
    years = [2000, 1990, 2000, 1990]
    found = corpora_by_domain(["a plot"] * 4, years, ordered=True)
    assert [corpus.name for corpus in found] == ["1990", "2000"]
    with pytest.raises(InputError, match="sample_domain: found 'spring', which has no order"):
        corpora_by_domain(["a plot"] * 2, ["spring", "1990"], ordered=True)


COLUMNS = {
    "review": ["A sharp plot.", "A sharp saw.", "A dull plot."],
    "kind": ["films", "tools", "films"],
    "key": ["f1", "t1", "f2"],
    "stars": [1, 0, 0],
}


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow", "dict"])
def test_a_frame_becomes_one_corpus_per_domain(package):
    make = {
        "pandas": pd.DataFrame,
        "polars": lambda columns: pytest.importorskip("polars").DataFrame(columns),
        "pyarrow": lambda columns: pytest.importorskip("pyarrow").table(columns),
        "dict": dict,
    }[package]
    frame = make(COLUMNS)
    films, tools = Corpus.from_frame(frame, text="review", domain="kind", id="key", label="stars")
    assert (films.name, list(films.texts)) == ("films", ["A sharp plot.", "A dull plot."])
    assert (list(films.document_ids), films.labels.tolist()) == (["f1", "f2"], [1, 0])
    assert (tools.name, list(tools.document_ids)) == ("tools", ["t1"])
    by_row = Corpus.from_frame(frame, text="review", domain="kind")[1]
    assert list(by_row.document_ids) == ["1"]
    column = Corpus.from_texts(frame["review"], name="x", ids=frame["key"], labels=frame["stars"])
    assert list(column.texts) == COLUMNS["review"]
    assert list(column.document_ids) == COLUMNS["key"]
    with pytest.raises(InputError, match=r"domain: found 'kinds' \(did you mean kind"):
        Corpus.from_frame(frame, text="review", domain="kinds")
    for missing in ("review", "kind", "key"):
        broken = make({**COLUMNS, missing: [*COLUMNS[missing][:2], None]})
        with pytest.raises(InputError, match=r"found .* in row 2; "):
            Corpus.from_frame(broken, text="review", domain="kind", id="key")


def test_frames_without_rows_are_refused():
    with pytest.raises(InputError, match="frame: found no row"):
        Corpus.from_frame(pd.DataFrame(COLUMNS)[:0], text="review", domain="kind")
    polars = pytest.importorskip("polars")
    with pytest.raises(InputError, match=r"frame: found a LazyFrame; call collect\(\) first"):
        Corpus.from_frame(polars.DataFrame(COLUMNS).lazy(), text="review", domain="kind")


@pytest.mark.parametrize("text", [None, float("nan"), b"bytes", 7, pd.NA])
def test_what_is_no_text_is_named_by_its_row(text):
    texts = ["a plot", "a saw", text]
    for give in (
        lambda: corpora_by_domain(texts, ["films", "tools", "tools"]),
        lambda: Corpus.from_texts(iter(texts), name="films"),
        lambda: CrossDomainEmbedding().fit({"films": texts, "tools": TOOLS}),
    ):
        with pytest.raises(InputError, match=r"texts: found .* in row 2.*; every text must be"):
            give()


def test_a_table_of_one_column_is_its_column_and_a_single_value_is_none():
    frame = pd.DataFrame({"text": FILMS})
    assert list(Corpus.from_texts(frame[["text"]], name="films").texts) == FILMS
    labels = (row % 2 for row in range(12))
    assert Corpus.from_texts(iter(FILMS), name="films", labels=labels).classes == (0, 1)
    for bad in ({"texts": np.array("one")}, {"texts": FILMS, "labels": np.array(1)}):
        with pytest.raises(InputError, match="found a table of a single value; give one column"):
            Corpus.from_texts(name="films", **bad)
    with pytest.raises(InputError, match="name: found ''; a domain needs a name"):
        CrossDomainEmbedding().fit({None: FILMS, "tools": TOOLS})


def test_tokens_are_encoded_as_they_are():
    documents = [["The", "Knives", "don't"], [["cut", "."], ["!", "<b>"]], []]
    corpus = Corpus.from_tokens(iter(documents), name="x", ids=["a", "b", "c"], labels=[1, 0, 1])
    found = [corpus.words[number] for number in corpus.ids]
    assert found == ["The", "Knives", "don't", "cut", ".", "!", "<b>"]
    assert corpus.sentence_offsets.tolist() == [0, 3, 5, 7]
    assert corpus.document_offsets.tolist() == [0, 1, 3, 3]
    assert (list(corpus.document_ids), corpus.labels.tolist()) == (["a", "b", "c"], [1, 0, 1])
    for bad in ("a text", [["two words"]], [7], [["fine", None]]):
        with pytest.raises(InputError, match=r"tokens: row 1 has "):
            Corpus.from_tokens([["fine"], bad], name="x")


def test_domains_that_differ_in_white_space_around_them_are_one(tmp_path):
    path = tmp_path / "texts.csv"
    path.write_text("domain,text\nbooks,a plot\nbooks ,a cast\n dvd,a disc\n")
    found = Corpus.read_domains(path)
    assert [(corpus.name, len(corpus)) for corpus in found] == [("books", 2), ("dvd", 1)]
