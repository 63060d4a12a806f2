"""CrossDomainEmbedding: fit, update, pre-trained vectors, and scikit-learn's habits."""

import inspect

import numpy as np
import pytest
from sklearn.base import clone

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.counts.contexts import ContextShape, count_contexts
from crosslex.counts.stream import document_matrix
from crosslex.errors import InputError
from crosslex.paper import PaperEmbedding
from crosslex.space.projection import column_sums, expected_columns, project, tables_of
from crosslex.space.space import learn_space
from small_domains import OWN, SHARED, corpus_of, texts_of

PRETRAINED = {"good": [1.0, 0.2, 0.0], "bad": [1.0, 0.1, 0.1], "drill": [0.0, -1.0, 1.0]}
"""Pre-trained vectors in which `good` and `bad` are alike, and `drill` is unlike them."""


CORPORA = [corpus_of("films"), corpus_of("tools")]


def embedding(**settings) -> CrossDomainEmbedding:
    return CrossDomainEmbedding(**{"dimension": 8, "min_documents": 5} | settings)


def all_bytes(model: CrossDomainEmbedding) -> list[bytes]:
    return [vectors.vectors.tobytes() for vectors in model.vectors_.values()]


@pytest.fixture(scope="module")
def model() -> CrossDomainEmbedding:
    """Two small domains; no test changes it."""
    return embedding().fit(CORPORA)


@pytest.fixture(scope="module")
def with_pretrained() -> CrossDomainEmbedding:
    return embedding(pretrained=PRETRAINED).fit(CORPORA)


class TestFit:
    def test_gives_each_domain_vectors_of_its_words(self, model):
        assert list(model.vectors_) == ["films", "tools"]
        for corpus, other in zip(CORPORA, ("tools", "films"), strict=True):
            vectors = model.vectors_[corpus.name]
            assert vectors.words == model.vocabulary_.words(corpus.name)
            assert np.abs(vectors.vectors).sum(axis=1).all(), "no vector is zero"
            counted = document_matrix(corpus, vectors.words).sum(axis=0)
            np.testing.assert_array_equal(vectors.counts, counted)
            assert set(SHARED + OWN[corpus.name]) <= set(vectors.words)
            assert not set(OWN[other]) & set(vectors.words)

    def test_is_the_space_of_the_contexts_of_its_words(self):
        model = embedding(window=4, n_contexts=187, random_state=3).fit(CORPORA)
        stop_words = sorted(TextSettings().stop_words_used)
        single = [word for word in model.vocabulary_.features if " " not in word]
        assert model.contexts_ == (*stop_words, *single)[:187]
        words = (*model.vocabulary_.features, *stop_words)
        shape = ContextShape(2, 4)
        counts = [count_contexts(each, words, model.contexts_, shape=shape) for each in CORPORA]
        space = learn_space(counts, dimension=8, random_state=3)
        for place, vectors in enumerate(model.vectors_.values()):
            rows = [words.index(word) for word in vectors.words]
            np.testing.assert_array_equal(vectors.vectors, space.vectors[place][rows])
            np.testing.assert_allclose(vectors.domain_weights, space.domain_weights[place][rows])

    def test_a_word_of_one_domain_alone_is_not_shrunk(self, model):
        assert model.vectors_["films"].domain_weight("plot") == 1
        assert 0 <= model.vectors_["films"].domain_weight("good") <= 1

    def test_keeps_no_examples_unless_all_corpora_hold_their_texts(self, model):
        without = embedding().fit([corpus_of("films", keep_texts=False), CORPORA[1]])
        assert without.examples("good", "tools") == model.examples("unheard", "tools") == []


class TestRefuses:
    @pytest.mark.parametrize(
        ("kind", "name", "value"),
        [
            *(
                (kind, name, 0)
                for kind in (CrossDomainEmbedding, PaperEmbedding)
                for name in ("dimension", "window")
            ),
            (CrossDomainEmbedding, "n_contexts", 0),
            (CrossDomainEmbedding, "min_count", "a"),
            (CrossDomainEmbedding, "min_documents", -1),
            (CrossDomainEmbedding, "max_examples", -1),
            (CrossDomainEmbedding, "pretrained", 5),
            (CrossDomainEmbedding, "random_state", -1),
            (CrossDomainEmbedding, "n_jobs", 0),
            (PaperEmbedding, "regularization", -1.0),
            (PaperEmbedding, "tolerance", 0.0),
            (PaperEmbedding, "start", "zero"),
            (PaperEmbedding, "domain_weights", "inverse"),
        ],
    )
    def test_settings_that_make_no_sense(self, kind, name, value):
        paper = {"n_pivots": 4, "n_non_pivots": 3, "min_count": 20}
        model = kind(**({} if kind is CrossDomainEmbedding else paper) | {name: value})
        with pytest.raises(InputError, match=f"{name}: found") as caught:
            model.fit(CORPORA)
        assert "\n" not in str(caught.value)
        assert not hasattr(model, "vectors_")

    def test_texts_that_cannot_be_compared(self):
        apart = [Corpus.from_texts([f"{word} {word}"] * 20, name=word) for word in ("left", "red")]
        with pytest.raises(InputError, match="'left' and 'red' share no feature"):
            CrossDomainEmbedding().fit(apart)
        with pytest.raises(InputError, match="'red' share no feature"):
            embedding().fit([*CORPORA, apart[1]])
        short = [Corpus.from_texts(["good", "bad"] * 20, name=name) for name in "ab"]
        with pytest.raises(InputError, match="no word of these texts has a context word near it"):
            CrossDomainEmbedding().fit(short)

    def test_what_needs_a_fit_before_it(self, tmp_path):
        model = embedding()
        for call in (
            lambda: model.compare("good"),
            lambda: model.shifts(),
            lambda: model.save(tmp_path / "model"),
        ):
            with pytest.raises(InputError, match="call fit first"):
                call()
        assert not list(tmp_path.iterdir())


class TestAsScikitLearnWants:
    def test_parameters_are_kept_untouched_and_cloned(self, model):
        parameters = inspect.signature(CrossDomainEmbedding).parameters.items()
        defaults = {name: parameter.default for name, parameter in parameters}
        assert CrossDomainEmbedding().get_params() == defaults
        copy = clone(model)
        assert copy.get_params() == model.get_params()
        assert not hasattr(copy, "vectors_")
        assert all_bytes(copy.fit(CORPORA)) == all_bytes(model)
        assert repr(model) == "CrossDomainEmbedding(dimension=8, min_documents=5)"

    def test_senses_are_those_of_the_last_fit(self):
        model = embedding().fit(CORPORA)
        assert model.senses("good").domains == tuple(each.name for each in CORPORA)
        model.fit([corpus_of("food"), CORPORA[1]])
        assert model.senses("good").domains == ("food", CORPORA[1].name)

    def test_a_fit_that_fails_leaves_the_model_as_it_was(self):
        model = embedding().fit(CORPORA).set_params(window=0)
        before = vars(model).copy()
        with pytest.raises(InputError, match="window"):
            model.fit([corpus_of("food"), CORPORA[1]])
        assert vars(model) == before


def test_half_differences_come_from_halves_of_the_domains_text_alone():
    words, model = ["old", "good"], embedding().fit(CORPORA)
    counted = (*model.vocabulary_.features, *sorted(TextSettings().stop_words_used))
    counts = [count_contexts(each, counted, model.contexts_) for each in CORPORA]
    projection = learn_space(counts, dimension=8).projection
    expected = expected_columns(column_sums(counts[0].halves), column_sums(tables_of(counts)))
    even, odd = (
        project(
            [
                count_contexts(
                    Corpus.from_texts(texts_of("films")[at::2], name="films"),
                    words,
                    model.contexts_,
                    shape=projection.shape,
                ).total
            ],
            expected,
            projection,
        )
        for at in (0, 1)
    )
    found = model._fitted().half_difference("films", words)
    np.testing.assert_allclose(found, (even - odd) / 2, atol=1e-5)


class TestPretrained:
    def test_words_are_drawn_to_their_pretrained_vectors(self, model, with_pretrained):
        plain, drawn = (each.vectors_["tools"] for each in (model, with_pretrained))
        gained = {
            pair: drawn.similarity(*pair) - plain.similarity(*pair)
            for pair in [("good", "bad"), ("good", "drill")]
        }
        assert gained["good", "bad"] > gained["good", "drill"]
        assert drawn.vectors.shape[1] <= 8
        assert "hammer" in drawn

    def test_a_file_that_breaks_off_is_refused_before_any_text_is_analyzed(self, tmp_path):
        path = tmp_path / "vectors.txt"
        path.write_text("good 1 2\nbad 1")
        with pytest.raises(InputError, match="breaks off at its end"):
            embedding(pretrained=path).fit({"films": [None], "tools": [None]})

    def test_may_be_gensims_vectors_or_a_file(self, with_pretrained, tmp_path):
        keyed = pytest.importorskip("gensim.models").KeyedVectors(3)
        keyed.add_vectors(list(PRETRAINED), np.array(list(PRETRAINED.values()), np.float32))
        path = tmp_path / "vectors"
        keyed.save_word2vec_format(str(path), binary=True)
        for pretrained in (keyed, path, str(path)):
            found = embedding(pretrained=pretrained).fit(CORPORA)
            assert all_bytes(found) == all_bytes(with_pretrained)
