import subprocess
import sys

import numpy as np
import pytest

from crosslex import Corpus, CrossDomainEmbedding, DomainVectors, TextSettings
from crosslex.errors import CrosslexError, InputError, StorageError, UnknownWordError
from crosslex.lookup import (
    Comparison,
    Neighbor,
    Neighborhood,
    compare,
    find_neighbors,
    known_form,
)
from crosslex.storage.vectors import SavedVectors
from crosslex.vectors import differing_words


def domain(name: str, counts: list[int] | None = None, **vectors: list[float]) -> DomainVectors:
    words = tuple(word.replace("_", " ") for word in vectors)
    rows = np.array(list(vectors.values()), np.float32)
    return DomainVectors(name, words, rows, None if counts is None else np.array(counts))


@pytest.fixture
def books():
    return domain("books", novel=[1, 0], story=[3, 4], well_written=[0, 2], nothing=[0, 0])


@pytest.fixture
def kitchen():
    return domain("kitchen", knife=[0, 1], novel=[4, 3], sharp=[-1, -1])


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    films = Corpus.from_texts(["a sharp plot", "dull actors. A good plot!"] * 10, name="films")
    tools = Corpus.from_texts(["sharp knives", "a dull knife. Good blades"] * 10, name="tools")
    return CrossDomainEmbedding(dimension=8).fit([films, tools])


class TestCompare:
    def test_gives_one_column_per_domain(self, books, kitchen):
        found = compare("novel", {"books": books, "kitchen": kitchen}, top=1)
        assert found.columns == {
            "books": (("story", 0.6),),
            "kitchen": (("knife", pytest.approx(0.6)),),
        }

    def test_shows_where_there_is_no_vector(self, books, kitchen):
        found = compare("story", {"books": books, "kitchen": kitchen}, top=2, phrases=True)
        assert found.columns["kitchen"] is None
        assert str(found).splitlines() == [
            "story",
            "books               kitchen",
            " 0.80 well written  no vector",
            " 0.60 novel",
        ]

    def test_of_a_word_that_no_domain_has(self, books, kitchen):
        with pytest.raises(UnknownWordError, match=r"any domain; near spellings: 'knife'"):
            compare("knive", {"books": books, "kitchen": kitchen})

    def test_html_is_escaped(self):
        near = (Neighbor('"<script>"', 0.5, 1),)
        found = Comparison(
            "<b>", (Neighborhood("a&b", "a&b", 1, near), Neighborhood("c", "c", 0, None))
        )
        shown = found._repr_html_()
        assert "<script>" not in shown
        assert "<b>" not in shown
        assert "<th>a&amp;b</th><th>c</th>" in shown
        assert "&quot;&lt;script&gt;&quot;</td><td>no vector</td>" in shown

    def test_as_a_data_frame(self, books, kitchen):
        pytest.importorskip("pandas", reason="pandas is not installed")
        frame = compare(
            "story", {"books": books, "kitchen": kitchen}, top=2, phrases=True
        ).to_frame()
        assert frame.to_dict("list") == {
            "domain": ["books", "books"],
            "rank": [1, 2],
            "neighbor": ["well written", "novel"],
            "cosine": [pytest.approx(0.8), pytest.approx(0.6)],
        }

    def test_as_a_data_frame_without_pandas(self, books, monkeypatch):
        monkeypatch.setitem(sys.modules, "pandas", None)
        with pytest.raises(CrosslexError, match="pip install pandas"):
            compare("story", {"books": books}).to_frame()


class TestKnownForm:
    @pytest.mark.parametrize("typed", ["knife", "Knife", "knives", " Knives "])
    def test_is_what_the_analysis_of_the_texts_makes_of_a_word(self, model, typed):
        assert known_form(typed, model.vectors_) == "knife"

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

    def test_of_an_unknown_word_names_near_spellings(self, model):
        with pytest.raises(UnknownWordError, match=r"in any domain; near spellings: 'knife'$"):
            known_form("knfie", model.vectors_)


class TestNeighbors:
    def test_are_given_for_each_domain_that_has_the_word(self, books, kitchen):
        vectors = {"books": books, "kitchen": kitchen}
        found = find_neighbors("Novel", vectors, top=1)
        assert [(each.domain, each.neighbors[0].word) for each in found] == [
            ("books", "story"),
            ("kitchen", "knife"),
        ]
        assert [each.domain for each in find_neighbors("story", vectors)] == ["books"]

    def test_may_be_searched_in_another_domain(self, books, kitchen):
        vectors = {"books": books, "kitchen": kitchen}
        [found] = find_neighbors("novel", vectors, domain="books", among="kitchen", top=1)
        assert (found.domain, found.among) == ("books", "kitchen")
        assert found.neighbors == (Neighbor("novel", pytest.approx(0.8), 0),)

    def test_may_be_required_to_be_frequent(self):
        vectors = {"d": domain("d", [5, 9, 2], a=[1, 0], b=[0, 1], c=[1, 1])}
        [found] = find_neighbors("a", vectors, min_count=3)
        assert found == Neighborhood("d", "d", 5, (Neighbor("b", 0.0, 9),))

    @pytest.mark.parametrize("name", ["domain", "among"])
    def test_refuse_a_domain_that_there_is_not(self, books, name):
        with pytest.raises(InputError, match=f"{name}: found 'dvd'; give one of books"):
            find_neighbors("novel", {"books": books}, **{name: "dvd"})

    @pytest.mark.parametrize("name", ["top", "min_count"])
    @pytest.mark.parametrize("value", [0, True, 2.5])
    def test_refuse_numbers_that_are_none(self, books, name, value):
        with pytest.raises(InputError, match=f"{name}: found"):
            find_neighbors("novel", {"books": books}, **{name: value})


def test_differing_words_are_those_with_the_least_cosine():
    here = domain("here", [9, 9, 9, 1], same=[1, 0], turned=[0, 1], half=[1, 1], rare=[1, 0])
    there = domain("there", [9, 9, 9, 9], same=[2, 0], turned=[0, -1], half=[0, 1], rare=[-1, 0])
    assert differing_words({"a": here, "b": there}, min_count=5, top=2) == ["turned", "half"]


class TestThroughAModel:
    def test_words_are_found_as_typed(self, model):
        assert model.compare("Knives").word == "knife"
        assert model.compare("Knives").columns["films"] is None
        [found] = model.neighbors("KNIVES", top=3)
        near = model.vectors_["tools"].neighbors("Knives", 3)
        assert [(each.word, each.cosine) for each in found.neighbors] == near
        assert found.occurrences == 20

    def test_rare_neighbors_may_be_left_out(self, model):
        found = model.compare("good", min_count=20)
        for each in found.domains:
            assert all(near.occurrences >= 20 for near in each.neighbors)


class TestSavedVectors:
    def test_has_the_vectors_of_the_model(self, model, tmp_path):
        model.save(tmp_path / "model")
        saved = SavedVectors.read(tmp_path / "model")
        for name, vectors in saved.vectors().items():
            np.testing.assert_array_equal(vectors.vectors, model.vectors_[name].vectors)
            np.testing.assert_array_equal(vectors.counts, model.vectors_[name].counts)
            assert vectors.words == model.vectors_[name].words
            np.testing.assert_array_equal(
                vectors.domain_weights, model.vectors_[name].domain_weights
            )
        assert saved.contexts == model.contexts_

    def test_reads_and_checks_no_more_than_it_needs(self, model, tmp_path):
        model.save(tmp_path / "model")
        for name in (
            "space.safetensors",
            "counts.safetensors",
            "occurrences.safetensors",
            "examples.jsonl",
        ):
            (tmp_path / "model" / name).unlink()
        SavedVectors.read(tmp_path / "model")
        with pytest.raises(StorageError, match=r"space\.safetensors"):
            CrossDomainEmbedding.load(tmp_path / "model")

    @pytest.mark.parametrize("name", ["model.json", "vectors.safetensors"])
    def test_refuses_any_flipped_byte_of_what_it_reads(self, model, tmp_path, name):
        model.save(tmp_path / "model")
        path = tmp_path / "model" / name
        data = path.read_bytes()
        for position in np.random.default_rng(0).integers(len(data), size=20):
            damaged = bytearray(data)
            damaged[position] ^= 1
            path.write_bytes(damaged)
            with pytest.raises(StorageError, match=name):
                SavedVectors.read(tmp_path / "model")


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
    [["neighbors", "MODEL", "knife"], ["compare", "MODEL", "knife"], ["info", "MODEL"], ["--help"]],
    ids=lambda arguments: arguments[0],
)
def test_looking_up_imports_nothing_that_takes_long(model, tmp_path, arguments):
    model.save(tmp_path / "model")
    given = [str(tmp_path / "model") if each == "MODEL" else each for each in arguments]
    done = subprocess.run(
        [sys.executable, "-c", LOOK_UP, *given], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == []
