"""Texts as users hold them: by domain, or in columns."""

import numpy as np
import pandas as pd
import pytest

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.corpus.columns import corpora_by_domain
from crosslex.errors import InputError

FILMS, TOOLS = ["a sharp plot", "a dull plot"] * 6, ["a sharp drill", "a dull drill"] * 6


def test_three_ways_to_give_texts_learn_the_same_model():
    corpora = [Corpus.from_texts(FILMS, name="films"), Corpus.from_texts(TOOLS, name="tools")]
    frame = pd.DataFrame({"text": FILMS + TOOLS, "kind": ["films"] * 12 + ["tools"] * 12})
    expected = CrossDomainEmbedding(dimension=4).fit(corpora).vectors_
    by_domain = CrossDomainEmbedding(dimension=4).fit({"films": iter(FILMS), "tools": TOOLS})
    by_column = CrossDomainEmbedding(dimension=4).fit(frame["text"], sample_domain=frame["kind"])
    for model in (by_domain, by_column):
        assert list(model.vectors_) == ["films", "tools"]
        for name, vectors in model.vectors_.items():
            np.testing.assert_array_equal(vectors.vectors, expected[name].vectors)


@pytest.mark.parametrize(
    ("X", "domains", "message"),
    [
        ("a text", None, "X: found str; give texts by domain"),
        (7, None, "X: found int"),
        (FILMS, None, "sample_domain: give the domain of each text"),
        (FILMS, ["films"], "sample_domain: found 1 for 12 texts"),
        (FILMS, [None] * 12, "sample_domain: found none in row 0"),
        (FILMS, pd.Series(["a", None] * 6, dtype="string"), "sample_domain: found none in row 1"),
        ({"films": pd.DataFrame({"a": FILMS, "b": FILMS})}, None, "films: found a table of 12 × 2"),
        ({"films": FILMS}, ["films"] * 12, "sample_domain: the texts are by domain already"),
        ([Corpus.from_texts(FILMS, name="films")], ["films"], "corpora have a domain each"),
        (pd.DataFrame({"a": FILMS, "b": FILMS}), ["films"] * 12, "a table of 12 × 2; give one"),
        ({"films": ["a plot", None]}, None, "None"),
        ({"films": ["a plot", float("nan")]}, None, "nan"),
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
