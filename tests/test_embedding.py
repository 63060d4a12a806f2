"""The default trainer through the estimator: fit, update, infer."""

import numpy as np
import pytest
from crosslex.counts.domain_counts import count_features
from sklearn.metrics import roc_auc_score

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.counts.contexts import ContextShape, count_contexts
from crosslex.errors import InputError
from crosslex.space.space import learn_space
from planted_domains import MOVED, STABLE, planted_corpora, planted_texts, topic_of

KeyedVectors = pytest.importorskip("gensim.models").KeyedVectors

SHARED = ["good", "bad", "cheap", "strong", "nice", "old"]
OWN = {
    "films": ["plot", "actor", "scene"],
    "tools": ["hammer", "drill", "nail"],
    "food": ["soup", "bread", "salt"],
}


def texts_of(name: str, *, seed: int = 0) -> list[str]:
    rng = np.random.default_rng([seed, *map(ord, name)])
    words = SHARED + OWN[name]
    return [
        f"The {' '.join(rng.choice(words, 5))}. A {' '.join(rng.choice(words, 4))}."
        for _ in range(40)
    ]


def corpus_of(name: str) -> Corpus:
    return Corpus.from_texts(texts_of(name), name=name)


def embedding(**settings) -> CrossDomainEmbedding:
    return CrossDomainEmbedding(**{"dimension": 8, "min_documents": 5} | settings)


@pytest.fixture(scope="module")
def planted() -> CrossDomainEmbedding:
    return CrossDomainEmbedding(dimension=60).fit(planted_corpora(2, seed=0))


def right_neighbors(model: CrossDomainEmbedding, word: str, domain: int) -> float:
    """The share of a word's ten neighbors that are of its topic in the domain."""
    [found] = model.neighbors(word, domain=f"domain {domain}")
    topics = [topic_of(near.word, domain) for near in found.neighbors]
    return float(np.mean([topic == topic_of(word, domain) for topic in topics]))


class TestFit:
    @pytest.mark.parametrize("names", [["films", "tools"], ["films", "tools", "food"]])
    def test_gives_each_domain_vectors_of_its_words(self, names):
        corpora = [corpus_of(name) for name in names]
        model = embedding().fit(corpora)
        assert list(model.vectors_) == names
        for corpus in corpora:
            vectors = model.vectors_[corpus.name]
            assert np.abs(vectors.vectors).sum(axis=1).all(), "no vector is zero"
            counted = count_features(corpus, vectors.words)
            np.testing.assert_array_equal(vectors.counts, counted.occurrences)
            assert set(SHARED + OWN[corpus.name]) <= set(vectors.words)
            for other in set(names) - {corpus.name}:
                assert not set(OWN[other]) & set(vectors.words)

    def test_is_the_space_of_the_contexts_of_its_words(self):
        corpora = [corpus_of("films"), corpus_of("tools")]
        model = embedding(window=4, n_contexts=187, random_state=3).fit(corpora)
        stop_words = sorted(TextSettings().stop_words_used)
        single = [word for word in model.vocabulary_.features if " " not in word]
        assert model.contexts_ == (*stop_words, *single)[:187]
        words = (*model.vocabulary_.features, *stop_words)
        counts = [
            count_contexts(corpus, words, model.contexts_, shape=ContextShape(2, 4))
            for corpus in corpora
        ]
        space = learn_space(counts, dimension=8, random_state=3)
        for place, vectors in enumerate(model.vectors_.values()):
            rows = [words.index(word) for word in vectors.words]
            np.testing.assert_array_equal(vectors.vectors, space.vectors[place][rows])
            np.testing.assert_allclose(vectors.domain_weights, space.domain_weights[place][rows])

    @pytest.mark.parametrize("word", [*STABLE[:4], *MOVED[:8]])
    def test_a_words_neighbors_are_of_its_topic_in_each_domain(self, planted, word):
        assert right_neighbors(planted, word, 0) >= 0.9
        assert right_neighbors(planted, word, 1) >= 0.9

    def test_words_that_moved_are_less_alike_than_those_that_did_not(self, planted):
        first, second = planted.vectors_.values()
        moved, stable = (
            [first.similarity(word, word, across=second) for word in words]
            for words in (MOVED, STABLE)
        )
        assert np.median(moved) < np.quantile(stable, 0.1)
        assert roc_auc_score([1] * len(moved) + [0] * len(stable), -np.array(moved + stable)) > 0.95

    def test_a_word_of_one_domain_alone_owns_its_vector(self):
        model = embedding().fit([corpus_of("films"), corpus_of("tools")])
        assert model.vectors_["films"].domain_weight("plot") == 1
        assert 0 <= model.vectors_["films"].domain_weight("good") <= 1

    def test_has_no_more_dimensions_than_words(self):
        model = embedding(dimension=300).fit([corpus_of("films"), corpus_of("tools")])
        _, dimension = model.vectors_["films"].vectors.shape
        assert dimension <= len(model.contexts_)

    def test_may_have_two_dimensions(self):
        model = embedding(dimension=2).fit([corpus_of("films"), corpus_of("tools")])
        assert model.vectors_["films"].vectors.shape[1] == 2

    def test_texts_of_one_word_each_are_refused(self):
        corpora = [Corpus.from_texts(["good", "bad"] * 20, name=name) for name in "ab"]
        with pytest.raises(InputError, match="no word stands near a context"):
            CrossDomainEmbedding().fit(corpora)

    def test_a_domain_of_hardly_any_text_borrows_everything(self):
        few = Corpus.from_texts(["a good soup", "the bad bread"], name="few")
        model = embedding().fit([corpus_of("films"), corpus_of("tools"), few])
        assert model.vectors_["few"].domain_weight("good") == 0

    def test_domains_that_share_nothing_are_refused(self):
        corpora = [
            Corpus.from_texts([f"{word} {word}"] * 20, name=word) for word in ("left", "right")
        ]
        with pytest.raises(InputError, match="'left' and 'right' share no feature"):
            CrossDomainEmbedding().fit(corpora)

    def test_every_domain_must_share_a_word_with_another(self):
        corpora = [corpus_of("films"), corpus_of("tools")]
        alone = Corpus.from_texts(["rouge vert"] * 20, name="colors")
        with pytest.raises(InputError, match="'colors' share no feature"):
            embedding().fit([*corpora, alone])

    @pytest.mark.parametrize(
        ("settings", "name"),
        [
            ({"n_pivots": 5}, "n_pivots"),
            ({"backoff": 0.0}, "backoff"),
            ({"context": "document"}, "context"),
            ({"trainer": "auto", "n_contexts": 5}, "n_contexts"),
        ],
    )
    def test_settings_that_the_trainer_does_not_read_are_refused(self, settings, name):
        with pytest.raises(InputError, match=f"{name}: found .* does not read"):
            embedding(**settings).fit([corpus_of("films"), corpus_of("tools")])


class TestUpdate:
    def test_gives_the_vectors_of_all_text_learned_at_once(self):
        # Without bigrams both parts have the same words; an even number of documents keeps
        # each of them in its half.
        settings = TextSettings(bigrams=False)
        parts = [texts_of("films"), texts_of("films", seed=1)]
        films, more, both = (
            Corpus.from_texts(texts, name="films", text_settings=settings)
            for texts in (*parts, [text for part in parts for text in part])
        )
        tools = Corpus.from_texts(texts_of("tools"), name="tools", text_settings=settings)
        model = embedding().fit([films, tools]).update(more)
        at_once = embedding().fit([both, tools])
        for name, vectors in model.vectors_.items():
            expected = at_once.vectors_[name]
            assert set(expected.words) == set(vectors.words)
            rows = np.array([expected[word] for word in vectors.words])
            # The space may be turned, which cosines do not see.
            np.testing.assert_allclose(
                vectors.vectors @ vectors.vectors.T, rows @ rows.T, atol=1e-3
            )

    def test_a_new_domain_brings_its_words(self):
        model = embedding().fit([corpus_of("films"), corpus_of("tools")])
        model.update(corpus_of("food"))
        assert "soup" in model.vectors_["food"]
        assert "soup" not in model.vectors_["films"]
        assert "plot" not in model.vectors_["food"]
        for place, domain in enumerate(("films", "tools", "food")):
            assert model.learned_.words[place] == model.vocabulary_.words(domain)
            assert len(model.learned_.words[place]) == len(model.learned_.word_vectors[place])

    def test_takes_a_new_domain_whose_words_are_all_rare_but_known(self):
        model = embedding().fit([corpus_of("films"), corpus_of("tools")])
        model.update(Corpus.from_texts(["good cheap soup", "bad old soup"], name="food"))
        assert {"good", "cheap", "bad", "old"} <= set(model.vectors_["food"].words)
        assert "soup" not in model.vectors_["food"]
        with pytest.raises(InputError, match="'tea': the model knows none of its words"):
            model.update(Corpus.from_texts(["green leaf"], name="tea"))

    @pytest.mark.parametrize(
        ("settings", "corpus", "message"),
        [
            ({}, Corpus.from_texts(["red blue"] * 20, name="x"), "'x'.*near a context"),
            ({}, Corpus.from_texts(["the and"] * 20, name="x"), "'x'.*no words but stop words"),
            ({"window": 3}, corpus_of("films"), "window: found 3.*counted with 10"),
        ],
    )
    def test_that_fails_leaves_the_model_as_it_was(self, settings, corpus, message):
        model = embedding().fit([corpus_of("films"), corpus_of("tools")])
        model.set_params(**settings)
        before = vars(model).copy()
        with pytest.raises(InputError, match=message):
            model.update(corpus)
        assert vars(model) == before


class TestInfer:
    @pytest.mark.parametrize("word", [STABLE[3], MOVED[3], MOVED[20]])
    def test_unseen_word_finds_its_topic_in_each_domain(self, word):
        texts = [planted_texts(domain, seed=0, size=600) for domain in (0, 1)]
        without = [[text.replace(word, "") for text in of_domain] for of_domain in texts]
        model = CrossDomainEmbedding(dimension=50).fit(
            [Corpus.from_texts(each, name=name) for each, name in zip(without, "ab", strict=True)]
        )
        for domain, name in enumerate("ab"):
            assert word not in model.vectors_[name]
            holding = [text for text in texts[domain] if word in text]
            vector = model.infer(word, holding, domain=name)
            found = [neighbor for neighbor, _ in model.vectors_[name].neighbors(vector, top=10)]
            right = [topic_of(neighbor, domain) == topic_of(word, domain) for neighbor in found]
            assert np.mean(right) >= 0.9

    def test_all_text_of_a_word_gives_its_own_vector_where_nothing_is_borrowed(self):
        model = embedding().fit([corpus_of("films"), corpus_of("tools")])
        vector = model.infer("plot", texts_of("films"), domain="films")
        np.testing.assert_allclose(vector, model.vectors_["films"]["plot"], atol=1e-5)

    def test_a_word_without_contexts_is_refused(self):
        model = embedding().fit([corpus_of("films"), corpus_of("tools")])
        with pytest.raises(InputError, match="'knife' stands near no context in the 1 texts"):
            model.infer("knife", ["knife"], domain="films")


class TestOwnVectors:
    def test_are_what_the_domains_text_gives_and_nothing_else(self):
        corpora = [corpus_of("films"), corpus_of("tools")]
        model = embedding(prior=VECTORS, dimension=12).fit(corpora)
        words = ["old", "good", "plot"]
        own = model._fitted().fit.own_vectors("films", words)
        for word, vector in zip(words, own, strict=True):
            inferred = model.infer(word, texts_of("films"), domain="films")
            np.testing.assert_allclose(vector, inferred[: own.shape[1]], atol=1e-5)
            assert not inferred[own.shape[1] :].any(), "the prior has no say"
        assert model.vectors_["films"].domain_weight("good") < 1, "its learned vector borrows"


VECTORS = {"good": [1.0, 0.2, 0.0], "bad": [1.0, 0.1, 0.1], "drill": [0.0, -1.0, 1.0]}
"""Pre-trained vectors in which `good` and `bad` are alike, and `drill` is unlike them."""


class TestPrior:
    def test_words_lean_on_it_and_others_stay_comparable(self):
        corpora = [corpus_of("films"), corpus_of("tools")]
        plain = embedding().fit(corpora).vectors_["tools"]
        leaning = embedding(prior=VECTORS).fit(corpora).vectors_["tools"]
        gained = {
            pair: leaning.similarity(*pair) - plain.similarity(*pair)
            for pair in [("good", "bad"), ("good", "drill")]
        }
        assert gained["good", "bad"] > gained["good", "drill"]
        assert leaning.vectors.shape[1] <= 8
        assert "hammer" in leaning

    def test_may_be_gensims_vectors_or_a_file(self, tmp_path):
        corpora = [corpus_of("films"), corpus_of("tools")]
        keyed = KeyedVectors(3)
        keyed.add_vectors(list(VECTORS), np.array(list(VECTORS.values()), np.float32))
        expected = embedding(prior=VECTORS).fit(corpora).vectors_["films"].vectors
        for binary in (False, True):
            path = tmp_path / "vectors"
            keyed.save_word2vec_format(str(path), binary=binary)
            for prior in (keyed, path, str(path)):
                found = embedding(prior=prior).fit(corpora).vectors_["films"].vectors
                np.testing.assert_array_equal(found, expected)

    def test_is_kept_with_the_model(self, tmp_path):
        corpora = [corpus_of("films"), corpus_of("tools")]
        model = embedding(prior=VECTORS).fit(corpora)
        model.save(tmp_path / "model")
        loaded = CrossDomainEmbedding.load(tmp_path / "model")
        for each in (model, loaded):
            each.update(corpus_of("food"))
        for name, vectors in model.vectors_.items():
            np.testing.assert_array_equal(loaded.vectors_[name].vectors, vectors.vectors)
        vector = loaded.infer("knife", ["a good knife", "the bad knife"], domain="tools")
        assert vector.shape == loaded.vectors_["tools"]["good"].shape

    def test_of_a_file_can_be_updated(self, tmp_path):
        path = tmp_path / "vectors.txt"
        lines = [f"{word} {' '.join(map(str, row))}" for word, row in VECTORS.items()]
        path.write_text("\n".join([*lines, "soup 0 1 0"]))
        model = embedding(prior=path).fit([corpus_of("films"), corpus_of("tools")])
        model.update(corpus_of("films")).update(corpus_of("food"))
        assert "soup" in model._model.fit.prior

    def test_that_is_none_is_refused(self):
        with pytest.raises(InputError, match="prior: found 5; give vectors by word, or a file"):
            embedding(prior=5).fit([corpus_of("films"), corpus_of("tools")])

    def test_without_any_of_the_words_is_refused(self):
        with pytest.raises(InputError, match="prior: has none of the words"):
            embedding(prior={"bonjour": [1.0]}).fit([corpus_of("films"), corpus_of("tools")])
