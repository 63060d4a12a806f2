import warnings

import numpy as np
import pytest

from crosslex import Corpus, CrossDomainEmbedding, DomainVectors, TextSettings
from crosslex.errors import CrosslexWarning, InputError, StorageError, UnknownWordError
from crosslex.lookup import (
    Comparison,
    Likeness,
    Neighbor,
    Neighborhood,
    WordLookup,
    known_form,
)
from crosslex.storage import SavedVectors
from processes import run_python
from small_domains import BOOKS, KITCHEN, vectors_of

LOOKUP = WordLookup({"books": BOOKS, "kitchen": KITCHEN})


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    films = Corpus.from_texts(["a sharp plot", "dull actors. A good plot!"] * 10, name="films")
    tools = Corpus.from_texts(["sharp knives", "a dull knife. Good blades"] * 10, name="tools")
    return CrossDomainEmbedding(dimension=8).fit([films, tools])


class TestCompare:
    def test_gives_one_column_per_domain(self):
        found = LOOKUP.compare("novel", top=1)
        assert found.columns == {
            "books": (("story", 0.6),),
            "kitchen": (("knife", pytest.approx(0.6)),),
        }

    def test_tells_the_cosines_of_its_vectors(self):
        cosine = BOOKS.similarity("novel", "novel", across=KITCHEN)
        told = f"novel; cosine of its vectors: books and kitchen {cosine:.2f}"
        assert LOOKUP.compare("novel").verdict == LOOKUP.neighbors("novel").verdict == told
        assert LOOKUP.neighbors("novel", domain="books").verdict == "novel"

    def test_tells_the_range_of_many_cosines_once(self):
        pairs = [Likeness((f"d{at}", f"e{at}"), 0.4 + at / 10) for at in range(6)]
        told = "between 0.40 (d0 and e0) and 0.95 (a and b)"
        found = Comparison("novel", (), (Likeness(("a", "b"), 0.95), *pairs)).cosines
        assert found == f"cosine of its vectors: {told}"


class TestKnownForm:
    @pytest.mark.parametrize("typed", ["knife", " KNIFE ", "knives", "Knives", "Knives!"])
    def test_is_what_the_analysis_of_the_texts_makes_of_a_word(self, model, typed):
        assert known_form(typed, model.vectors_) == "knife"

    def test_names_stop_words_that_are_left_out(self, model):
        told = "'Knife of the' is looked up as 'knife', since 'of' and 'the' are stop words; for"
        with pytest.warns(CrosslexWarning, match=told):
            assert known_form("Knife of the", model.vectors_) == "knife"
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert known_form("Sharp knives", model.vectors_) == "sharp knife"

    def test_of_an_unknown_word_names_its_parts(self, model):
        told = "'plot-knives' has no vector in any domain; its parts have: 'plot', 'knife'$"
        with pytest.raises(UnknownWordError, match=told):
            known_form("plot-knives", model.vectors_)
        with pytest.raises(UnknownWordError, match=r"any domain$"):
            known_form("plot-xyzzy", model.vectors_)

    def test_of_a_term_that_is_rare_is_explained(self):
        settings = TextSettings(terms=["sharp knife"])
        corpora = [
            Corpus.from_texts(["a plot", text] * 10, name=text, text_settings=settings)
            for text in ("a dull pan", "a good pan")
        ]
        vectors = CrossDomainEmbedding(dimension=2).fit(corpora).vectors_
        with pytest.raises(UnknownWordError, match="a given term, but too rare"):
            known_form("Sharp knife", vectors)

    def test_is_the_word_itself_where_a_domain_has_it(self):
        settings = TextSettings()
        both = DomainVectors("d", ("left", "leave"), np.eye(2), None, settings)
        assert known_form("left", {"d": both}) == "left"

    def test_of_an_unknown_word_names_the_domains_that_have_it(self, model):
        with pytest.raises(UnknownWordError, match=r"in domain 'films'; it has one in tools$"):
            known_form("Knives", model.vectors_, ["films"])

    def test_of_what_is_no_text_is_refused(self, model):
        with pytest.raises(InputError, match="word: found 5; give a text"):
            model.compare(5)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Recieve", "'receive', 'receiver'"),
        ("well_written", "'well written'"),
        ("a book well written", "'well written'"),
        ("\ud800\U0010ffff", "'\\ud800'"),
    ],
)
def test_near_spellings_are_what_was_meant(typed, meant):
    words = ("the", "receive", "receiver", "well written", "a\nb", "\ud800")
    known = {"d": DomainVectors("d", words, np.eye(len(words)))}
    with pytest.raises(UnknownWordError) as caught:
        known_form(typed, known)
    assert str(caught.value).partition("; ")[2] == f"near spellings: {meant}"
    with pytest.raises(UnknownWordError, match=r"in domain 'd'$"):
        known_form("", known)


class TestNeighbors:
    def test_are_given_for_each_domain_that_has_the_word(self):
        found = LOOKUP.neighbors("Novel", top=1)
        assert [(each.domain, each.neighbors[0].word) for each in found] == [
            ("books", "story"),
            ("kitchen", "knife"),
        ]
        assert [each.domain for each in LOOKUP.neighbors("story")] == ["books"]

    def test_may_be_searched_in_another_domain(self):
        [found] = LOOKUP.neighbors("novel", domain="books", among="kitchen", top=1)
        assert (found.domain, found.among) == ("books", "kitchen")
        assert found.neighbors == (Neighbor("novel", pytest.approx(0.8), 0),)

    def test_may_be_required_to_be_frequent(self):
        vectors = {"d": vectors_of("d", [5, 9, 2], a=[1, 0], b=[0, 1], c=[1, 1])}
        [found] = WordLookup(vectors).neighbors("a", min_count=3)
        assert found == Neighborhood("d", "d", 5, (Neighbor("b", 0.0, 9),))

    @pytest.mark.parametrize("name", ["domain", "among"])
    def test_refuse_a_domain_that_there_is_not(self, name):
        with pytest.raises(InputError, match=f"{name}: found 'dvd'; give one of books"):
            LOOKUP.neighbors("novel", **{name: "dvd"})


class TestSavedVectors:
    def test_reads_and_checks_no_more_than_it_needs(self, model, tmp_path):
        model.save(tmp_path / "model")
        for name in (
            "halves.safetensors",
            "occurrences.safetensors",
        ):
            (tmp_path / "model" / name).unlink()
        SavedVectors.read(tmp_path / "model")
        with pytest.raises(StorageError, match=r"halves\.safetensors"):
            CrossDomainEmbedding.load(tmp_path / "model")


HEAVY = ("numba", "sklearn", "scipy", "matplotlib", "pandas")

LOOK_UP = f"""
import contextlib, io, sys
from crosslex.cli import main

with contextlib.redirect_stdout(io.StringIO()):
    assert main(sys.argv[1:]) == 0
print(*sorted({{name.partition(".")[0] for name in sys.modules}} & {set(HEAVY)!r}))
"""


@pytest.mark.parametrize(
    "arguments",
    [["neighbors", "MODEL", "knife"], ["compare", "MODEL", "knife"], ["info", "MODEL"]],
    ids=lambda arguments: arguments[0],
)
def test_looking_up_imports_nothing_that_takes_long(model, tmp_path, arguments):
    model.save(tmp_path / "model")
    given = [str(tmp_path / "model") if each == "MODEL" else each for each in arguments]
    assert run_python(LOOK_UP, *given).split() == []
