import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as npst

from crosslex import TextSettings
from crosslex.errors import InputError, UnknownWordError
from crosslex.vectors import DomainVectors
from small_domains import BOOKS, KITCHEN, vectors_of


def random_domain(seed: int, size: int = 500, dimension: int = 20) -> DomainVectors:
    vectors = np.random.default_rng(seed).normal(size=(size, dimension)).astype(np.float32)
    return DomainVectors(f"domain {seed}", tuple(f"word{i}" for i in range(size)), vectors)


def naive_cosine(a: np.ndarray, b: np.ndarray) -> float:
    a, b = [float(x) for x in a], [float(x) for x in b]
    lengths = sum(x * x for x in a) ** 0.5 * sum(x * x for x in b) ** 0.5
    return sum(x * y for x, y in zip(a, b, strict=True)) / lengths if lengths else 0.0


class TestLookUp:
    def test_takes_case_and_spacing_as_typed_only_if_that_is_a_word(self):
        assert "Well  Written " in BOOKS
        np.testing.assert_array_equal(BOOKS["  WELL\twritten"], [0, 2])
        both = vectors_of("names", Polish=[1], polish=[2])
        assert both["Polish"] == [1]
        assert both["POLISH"] == [2]

    def test_vectors_cannot_be_changed(self):
        with pytest.raises(ValueError, match="read-only"):
            BOOKS["story"][0] = 1
        with pytest.raises(ValueError, match="read-only"):
            BOOKS.vectors[0] = 1

    def test_a_copy_through_pickle_is_the_same_and_read_only(self):
        BOOKS.neighbors("novel")
        copy = pickle.loads(pickle.dumps(BOOKS))
        assert (copy.domain, copy.words) == (BOOKS.domain, BOOKS.words)
        np.testing.assert_array_equal(copy.vectors, BOOKS.vectors)
        assert not copy.vectors.flags.writeable

    @pytest.mark.parametrize(
        ("words", "vectors", "counts"),
        [
            (("a",), np.zeros((2, 3)), None),
            (("a",), np.zeros(3), None),
            (("a", "a"), np.zeros((2, 3)), None),
            (("a",), np.full((1, 3), np.nan), None),
            (("a",), np.full((1, 3), np.inf), None),
            (("a",), np.zeros((1, 3)), np.zeros(2, dtype=np.int64)),
        ],
    )
    def test_parts_that_do_not_fit_are_refused(self, words, vectors, counts):
        with pytest.raises(InputError):
            DomainVectors("d", words, vectors, counts)


class TestNeighbors:
    def test_by_hand(self):
        assert BOOKS.neighbors("novel") == [("story", 0.6), ("nothing", 0)]
        assert BOOKS.neighbors("novel", phrases=True) == [
            ("story", 0.6),
            ("well written", 0),
            ("nothing", 0),
        ]
        assert BOOKS.neighbors("story", top=1) == [("novel", 0.6)]
        assert BOOKS.neighbors("story", top=1, phrases=True) == [("well written", 0.8)]
        across = BOOKS.neighbors("novel", among=KITCHEN)
        assert [word for word, _ in across] == ["novel", "knife", "sharp"]
        assert [cosine for _, cosine in across] == pytest.approx([0.8, 0, -(0.5**0.5)])

    def test_of_a_vector_may_be_any_word(self):
        assert BOOKS.neighbors([6, 8], top=1) == [("story", 1.0)]
        assert BOOKS.neighbors(BOOKS["story"], top=1) == [("story", 1.0)]

    def test_agree_with_a_naive_loop(self):
        here, there = random_domain(0), random_domain(1)
        for among, own in ((None, here), (there, there)):
            expected = sorted(
                ((naive_cosine(here["word7"], own[word]), word) for word in own), reverse=True
            )
            expected = [pair for pair in expected if among or pair[1] != "word7"][:25]
            found = here.neighbors("word7", top=25, among=among)
            assert [word for word, _ in found] == [word for _, word in expected]
            assert [cosine for _, cosine in found] == pytest.approx(
                [cosine for cosine, _ in expected], abs=1e-12
            )

    @settings(max_examples=60, deadline=None)
    @given(
        npst.arrays(
            np.float32,
            st.tuples(st.integers(1, 30), st.integers(1, 4)),
            elements=st.integers(-3, 3).map(np.float32),
        ),
        st.integers(1, 40),
    )
    def test_equal_cosines_come_in_the_order_of_words(self, vectors, top):
        own = DomainVectors("d", tuple(f"{i:02}" for i in range(len(vectors))), vectors)
        found = own.neighbors("00", top=top)
        assert len(found) == min(top, len(vectors) - 1)
        assert found == sorted(found, key=lambda pair: (-pair[1], pair[0]))
        everything = dict(own.neighbors("00", top=1000))
        assert all(everything[word] == cosine for word, cosine in found)

    @pytest.mark.parametrize("vector", [[1, 2, 3], 1.0, [[1, 2]], ["a", "b"], [np.nan, 1]])
    def test_refuse_vectors_of_another_kind_and_tops_that_are_no_number(self, vector):
        with pytest.raises(InputError):
            BOOKS.neighbors(vector)
        for top in (0, 2.5, True):
            with pytest.raises(InputError, match="top"):
                BOOKS.neighbors("novel", top=top)
        with pytest.raises(InputError, match="3 dimensions"):
            BOOKS.neighbors("novel", among=vectors_of("d", word=[1, 2, 3]))

    def test_do_not_depend_on_length(self):
        tiny, huge = [1e-30, 2e-30], [2e18, 1e18]
        vectors = vectors_of("d", query=[1, 2], tiny=tiny, huge=huge)
        assert vectors.neighbors("query") == [
            ("tiny", pytest.approx(1.0)),
            ("huge", pytest.approx(0.8)),
        ]


class TestSimilarity:
    def test_by_hand(self):
        assert BOOKS.similarity("novel", "story") == 0.6
        assert BOOKS.similarity("novel", "novel", across=KITCHEN) == 0.8
        assert BOOKS.similarity("nothing", "story") == 0
        assert BOOKS.similarity("nothing", "nothing") == 0

    def test_is_the_number_that_neighbors_give_and_symmetric(self):
        here, there = random_domain(0), random_domain(1)
        for word, cosine in here.neighbors("word3", top=5, among=there):
            assert here.similarity("word3", word, across=there) == cosine
            assert there.similarity(word, "word3", across=here) == cosine


def test_the_hint_of_a_missing_word_is_made_once_when_read_and_survives_pickling():
    made = []
    error = UnknownWordError("no such word", lambda: made.append(1) or "; try another")
    assert not made
    again = pickle.loads(pickle.dumps(error))
    assert str(error) == str(error) == str(again) == "no such word; try another"
    assert (made, type(again)) == ([1], UnknownWordError)


def test_a_phrase_of_more_than_two_words_is_not_answered_in_part():
    words = ("foreign key", "constraint")
    tables = DomainVectors("sql", words, np.eye(2), text_settings=TextSettings())
    assert "Foreign keys, constraints" not in tables
    with pytest.raises(UnknownWordError, match="near spellings: 'foreign key'"):
        tables["Foreign key constraint"]


class TestOtherForms:
    def test_gensim_finds_the_same_neighbors_and_counts(self):
        pytest.importorskip("gensim", reason="gensim is not installed")
        own = random_domain(0)
        counted = DomainVectors("d", own.words, own.vectors, np.arange(len(own)) + 1)
        keyed = counted.to_keyed_vectors()
        for word in own.words[:5]:
            found = [
                (near, pytest.approx(cosine, abs=1e-5)) for near, cosine in own.neighbors(word)
            ]
            assert keyed.most_similar(word, topn=10) == found
            assert keyed.get_vecattr(word, "count") == counted.count(word)
        assert BOOKS.to_keyed_vectors()["well written"].tolist() == [0, 2]

    def test_a_data_frame_has_one_row_per_word(self):
        pytest.importorskip("pandas", reason="pandas is not installed")
        assert KITCHEN.to_frame().loc["novel"].tolist() == [4, 3]
        assert list(KITCHEN.to_frame().index) == list(KITCHEN.words)
        term = DomainVectors("d", ("cost\N{NO-BREAK SPACE}of\N{NO-BREAK SPACE}living",), np.eye(1))
        assert term.to_frame().loc["cost of living"].tolist() == [1]
