import inspect

import numpy as np
import pytest
from crosslex.counts.cooccurrences import count_cooccurrences
from crosslex.counts.domain_counts import count_features
from crosslex.counts.instances import collect_instances
from crosslex.learn.names import RANKING_TRAINERS
from crosslex.pivots.vocabulary import Role
from sklearn.base import clone
from sklearn.metrics import roc_auc_score

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.counts.samples import sample_sentences
from crosslex.errors import CrosslexWarning, InputError, UnknownWordError
from crosslex.learn import TrainingSettings, train
from crosslex.text.analysis import analyze
from planted_domains import MOVED, STABLE, planted_corpora, planted_texts, topic_of

SHARED = ["good", "bad", "cheap", "strong", "nice", "old"]
OWN = {
    "films": ["plot", "actor", "scene"],
    "tools": ["hammer", "drill", "nail"],
    "food": ["soup", "bread", "salt"],
}


def texts_of(name: str, *, seed: int = 0, size: int = 40) -> list[str]:
    rng = np.random.default_rng([seed, len(name)])
    words = SHARED + OWN[name]
    return [
        f"{' '.join(rng.choice(words, 5))}. {' '.join(rng.choice(words, 4))}." for _ in range(size)
    ]


def corpus_of(name: str, *, seed: int = 0, size: int = 40, **options) -> Corpus:
    return Corpus.from_texts(texts_of(name, seed=seed, size=size), name=name, **options)


def estimator(**settings) -> CrossDomainEmbedding:
    """A fast ranking trainer; `test_spectral.py` tests the default one."""
    small = {"trainer": "auto", "dimension": 8, "n_pivots": 4, "min_documents": 5}
    return CrossDomainEmbedding(**small | settings)


def paper(**settings) -> CrossDomainEmbedding:
    """The paper's settings, scaled to these few texts."""
    scaled = {"dimension": 8, "n_pivots": 4, "n_non_pivots": 3, "min_count": 5, "epochs": 2}
    return CrossDomainEmbedding.paper().set_params(**scaled | settings)


def all_bytes(model: CrossDomainEmbedding) -> list[bytes]:
    learned = model.learned_
    return [array.tobytes() for array in (learned.pivot_vectors, *learned.word_vectors)]


@pytest.fixture
def films() -> Corpus:
    return corpus_of("films")


@pytest.fixture
def tools() -> Corpus:
    return corpus_of("tools")


class TestFit:
    @pytest.mark.parametrize("names", [["films", "tools"], ["films", "tools", "food"]])
    def test_gives_each_domain_vectors_of_its_words(self, names):
        corpora = [corpus_of(name) for name in names]
        model = estimator()
        assert model.fit(corpora) is model
        assert list(model.vectors_) == names
        for corpus in corpora:
            vectors = model.vectors_[corpus.name]
            assert vectors.words == model.vocabulary_.words(corpus.name)
            assert vectors.vectors.shape == (len(vectors.words), 8)
            assert np.abs(vectors.vectors).sum(axis=1).all(), "no vector is zero"
            counted = count_features(corpus, vectors.words)
            np.testing.assert_array_equal(vectors.counts, counted.occurrences)
            for name in names:
                for word in OWN[name]:
                    assert (word in vectors) == (name == corpus.name)
            assert all(word in vectors for word in (*SHARED, *model.vocabulary_.pivots))

    def test_keeps_the_vectors_as_learned_if_nothing_common_is_taken_out(self, films, tools):
        model = estimator(common_directions=None).fit([films, tools])
        for vectors, learned in zip(
            model.vectors_.values(), model.learned_.word_vectors, strict=True
        ):
            np.testing.assert_array_equal(vectors.vectors, learned)

    def test_is_training_on_the_counts_of_its_vocabulary(self, films, tools):
        model = estimator(window=2, random_state=3, patience=3).fit([films, tools])
        counts = [
            count_cooccurrences(
                corpus, model.vocabulary_.pivots, model.vocabulary_.words(corpus.name), window=2
            )
            for corpus in (films, tools)
        ]
        assert list(model.counts_) == counts
        learned = train(counts, TrainingSettings(dimension=8, random_state=3, patience=3))
        np.testing.assert_array_equal(model.learned_.pivot_vectors, learned.pivot_vectors)

    @pytest.mark.parametrize("context", ["window", "sentence", "document"])
    def test_takes_the_context_asked_for(self, films, tools, context):
        model = estimator(context=context).fit([films, tools])
        expected = count_cooccurrences(
            films, model.vocabulary_.pivots, model.vocabulary_.words("films"), context=context
        )
        assert model.counts_[0] == expected

    @pytest.mark.parametrize("trainer", RANKING_TRAINERS)
    def test_same_seed_same_bytes_whatever_the_number_of_threads(self, films, tools, trainer):
        def learned(**settings):
            model = paper() if trainer == "reference" else estimator(trainer=trainer)
            return all_bytes(model.set_params(**settings).fit([films, tools]))

        first = learned(random_state=1, n_jobs=1)
        assert learned(random_state=1, n_jobs=2) == first
        assert learned(random_state=1, n_jobs=1) == first
        assert learned(random_state=2, n_jobs=1) != first

    def test_keeps_no_text_if_none_is_wanted(self, films, tools):
        model = estimator(max_examples=0).fit([films, tools])
        assert [examples.sentences for examples in model.examples_] == [(), ()]
        model = estimator().fit([corpus_of("films", keep_texts=False), tools])
        assert not model.examples_[0].sentences
        assert model.examples_[1].sentences

    def test_keeps_as_many_examples_as_asked_for(self, films, tools):
        model = estimator(max_examples=3).fit([films, tools])
        assert len(model.examples_[0]["good"]) == 3

    def test_that_fails_leaves_the_model_as_it_was(self, films, tools):
        model = paper().fit([films, tools])
        model.set_params(context="document")
        before = vars(model).copy()
        other = {"text_settings": TextSettings(bigrams=False)}
        with pytest.raises(InputError, match="context"):
            model.fit([corpus_of("food", **other), corpus_of("tools", **other)])
        assert vars(model) == before


class TestRefuses:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("dimension", 0),
            ("pivots", "magic"),
            ("pivots", 5),
            ("n_pivots", 0),
            ("n_pivots", True),
            ("window", True),
            ("n_pivots", 2.5),
            ("n_pivots", 1000),
            ("scope", "everything"),
            ("n_non_pivots", -1),
            ("min_count", "a"),
            ("min_documents", -1),
            ("context", "page"),
            ("window", 0),
            ("common_directions", -1),
            ("common_directions", 8),
            ("max_examples", -1),
            ("trainer", "slow"),
            ("regularization", -1.0),
            ("learning_rate", 0.0),
            ("holdout", 1.0),
            ("random_state", -1),
            ("n_jobs", 0),
        ],
    )
    def test_settings_that_make_no_sense(self, films, tools, name, value):
        model = estimator(**{name: value})
        with pytest.raises(InputError, match=name) as caught:
            model.fit([films, tools])
        assert "\n" not in str(caught.value)
        assert not hasattr(model, "vectors_")

    def test_to_take_out_all_directions_there_are(self, films, tools):
        with pytest.raises(InputError, match="common_directions: found 2"):
            CrossDomainEmbedding(trainer="auto", dimension=2, min_documents=5).fit([films, tools])

    def test_domains_that_share_nothing(self):
        corpora = [
            Corpus.from_texts([f"{word} {word}"] * 20, name=word) for word in ("left", "right")
        ]
        with pytest.raises(InputError, match="'left' and 'right' share no feature"):
            CrossDomainEmbedding().fit(corpora)

    def test_texts_analyzed_in_different_ways(self, films):
        tools = corpus_of("tools", text_settings=TextSettings(bigrams=False))
        with pytest.raises(InputError, match="'tools' was analyzed with other text settings"):
            estimator().fit([films, tools])

    def test_one_domain_or_one_twice(self, films):
        with pytest.raises(InputError, match="two or more"):
            estimator().fit([films])
        with pytest.raises(InputError, match="'films' occurs twice"):
            estimator().fit([films, films])

    def test_what_needs_a_fit_before_it(self, films, tmp_path):
        model = estimator()
        for call in (
            lambda: model.compare("good"),
            lambda: model.infer("good", ["good plot"], domain="films"),
            lambda: model.update(films),
            lambda: model.save(tmp_path / "model"),
        ):
            with pytest.raises(InputError, match="call fit first"):
                call()
        assert not list(tmp_path.iterdir())


class TestAsScikitLearnWants:
    def test_parameters_are_kept_untouched_and_cloned(self, films, tools):
        defaults = {
            name: parameter.default
            for name, parameter in inspect.signature(CrossDomainEmbedding).parameters.items()
        }
        assert CrossDomainEmbedding().get_params() == defaults
        model = estimator(random_state=7, pivots=lambda counts: counts[0].documents)
        copy = clone(model.fit([films, tools]))
        assert copy.get_params() == model.get_params()
        assert not hasattr(copy, "vectors_")
        assert all_bytes(copy.fit([films, tools])) == all_bytes(model)

    def test_parameters_can_be_set_later(self, films, tools):
        later = estimator().set_params(dimension=5, regularization=0.1).fit([films, tools])
        at_once = estimator(dimension=5, regularization=0.1).fit([films, tools])
        assert all_bytes(later) == all_bytes(at_once)
        with pytest.raises(ValueError, match="size"):
            estimator().set_params(size=3)


class TestPaper:
    def test_has_the_settings_of_the_paper(self):
        model = CrossDomainEmbedding.paper(random_state=4, n_jobs=2)
        stated = {
            "pivots": "npmi",
            "n_pivots": 500,
            "scope": "paper",
            "n_non_pivots": 500,
            "min_count": 50,
            "min_documents": 1,
            "context": "window",
            "window": 10,
            "dimension": 300,
            "negatives": 5,
            "batch_size": 50,
            "trainer": "reference",
            "start": "normal",
            "start_scale": None,
            "backoff": 0.0,
            "pair_weight": "count",
            "subsample": 0.0,
            "holdout": 0.0,
            "patience": None,
            "domain_weights": None,
            "common_directions": None,
            "random_state": 4,
            "n_jobs": 2,
        }
        assert {name: model.get_params()[name] for name in stated} == stated
        assert 1e-3 <= model.regularization <= 1e3

    def test_starts_every_coordinate_from_the_standard_normal(self, films, tools):
        # With a rate so small the vectors stay where they started.
        model = paper(dimension=2000, learning_rate=1e-9).fit([films, tools])
        coordinates = model.learned_.pivot_vectors.ravel()
        assert len(coordinates) == 2 * 4 * 2000
        assert abs(coordinates.mean()) < 4 / np.sqrt(len(coordinates))
        assert abs(coordinates.std() - 1) < 4 / np.sqrt(2 * len(coordinates))

    def test_learns_with_the_reference_trainer_from_single_co_occurrences(self, films, tools):
        model = paper(random_state=2).fit([films, tools])
        assert model.counts_ == ()
        settings = TrainingSettings(
            dimension=8,
            trainer="reference",
            epochs=2,
            backoff=0,
            pair_weight="count",
            start="normal",
            holdout=0,
            patience=None,
            random_state=2,
        )
        instances = [
            collect_instances(
                corpus, model.vocabulary_.pivots, model.vocabulary_.words(corpus.name)
            )
            for corpus in (films, tools)
        ]
        learned = train(instances, settings)
        np.testing.assert_array_equal(model.learned_.pivot_vectors, learned.pivot_vectors)
        assert [epoch.epoch for epoch in model.learned_.curve] == [1, 2]

    def test_gives_vectors_to_pivots_and_to_words_of_one_domain(self, films, tools):
        model = paper().fit([films, tools])
        pivots = model.vocabulary_.pivots
        assert set(pivots) <= {word for word in model.vocabulary_.features if word not in OWN}
        for place, domain in enumerate(("films", "tools")):
            vectors = model.vectors_[domain]
            assert vectors.words == (*pivots, *model.vocabulary_.words(domain))
            roles = {model.vocabulary_.role(word, domain) for word in vectors.words[4:]}
            assert roles == {Role.SINGLE}
            np.testing.assert_array_equal(vectors.vectors[:4], model.learned_.pivot_vectors[place])

    def test_warns_of_domains_with_few_words_of_their_own(self, films, tools):
        with pytest.warns(CrosslexWarning, match="n_non_pivots: asked for 500") as caught:
            paper(n_non_pivots=500).fit([films, tools])
        messages = [str(warning.message) for warning in caught]
        assert ["'films'" in message for message in messages] == [True, False]
        assert ["'tools'" in message for message in messages] == [False, True]

    def test_says_how_many_there_are_in_texts_too_small_for_it(self, films, tools):
        model = CrossDomainEmbedding.paper().set_params(min_count=5, dimension=4, epochs=1)
        with pytest.warns(CrosslexWarning) as caught:
            model.fit([films, tools])
        messages = [str(each.message) for each in caught]
        n_pivots = len(model.vocabulary_.pivots)
        assert f"share only {n_pivots} features" in messages[0]
        for name, message in zip(("films", "tools"), messages[1:], strict=True):
            n_words = len(model.vocabulary_.words(name))
            assert f"domain {name!r} has only {n_words} frequent features" in message

    def test_knows_no_context_but_the_window(self, films, tools):
        with pytest.raises(InputError, match="context: found 'document'"):
            paper(context="document").fit([films, tools])


class TestPlantedTruth:
    @pytest.mark.parametrize("seed", range(5))
    def test_default_finds_the_words_that_change_contexts(self, seed):
        model = CrossDomainEmbedding(dimension=50, random_state=seed)
        here, there = model.fit(planted_corpora(seed=seed)).vectors_.values()
        words = STABLE + MOVED
        changes = [1 - here.similarity(word, word, across=there) for word in words]
        assert roc_auc_score([word in MOVED for word in words], changes) >= 0.95
        for domain, vectors in enumerate((here, there)):
            right = [
                topic_of(neighbor, domain) == topic_of(word, domain)
                for word in words
                for neighbor, _ in vectors.neighbors(word, top=5)
            ]
            assert np.mean(right) >= 0.9
        # A word that changed is, in the other domain, where its new neighbors are.
        across = [
            topic_of(neighbor, 1) == topic_of(word, 0)
            for word in STABLE + MOVED
            for neighbor, _ in here.neighbors(word, top=5, among=there)
        ]
        assert np.mean(across) >= 0.8

    def test_words_were_invented_well(self):
        for word in STABLE + MOVED:
            assert analyze(word) == [[word]]
        for word in MOVED:
            assert len({topic_of(word, domain) for domain in range(3)}) == 3

    def test_new_domain_is_compared_as_well_as_the_first_ones(self):
        *known, new = planted_corpora(3, seed=0)
        model = CrossDomainEmbedding(dimension=50).fit(known).update(new)
        here, _, there = model.vectors_.values()
        words = STABLE + MOVED
        changes = [1 - here.similarity(word, word, across=there) for word in words]
        assert roc_auc_score([word in MOVED for word in words], changes) >= 0.95


def test_compare_sets_the_neighbors_side_by_side(films, tools):
    model = estimator().fit([films, tools])
    comparison = model.compare("plot", top=3)
    assert comparison.columns["tools"] is None
    assert comparison.columns["films"] == tuple(model.vectors_["films"].neighbors("plot", 3))
    with pytest.raises(UnknownWordError, match="near spellings: 'hammer'"):
        model.compare("hamer")


class TestUpdate:
    def test_with_more_text_has_the_counts_of_all_text_at_once(self, tools):
        first, second = texts_of("films", size=30), texts_of("films", seed=1, size=30)
        model = estimator(max_examples=3).fit([Corpus.from_texts(first, name="films"), tools])
        words, pivots = model.vocabulary_.words("films"), model.vocabulary_.pivots
        model.update(Corpus.from_texts(second, name="films"))
        whole = Corpus.from_texts(first + second, name="films")
        assert model.counts_[0] == count_cooccurrences(whole, pivots, words)
        features = model.vocabulary_.features
        np.testing.assert_array_equal(
            model.vocabulary_.counts[0], count_features(whole, features).occurrences
        )
        sample, expected = model.sentence_samples_[0], sample_sentences(whole, features)
        for name in ("unigrams", "bigrams", "sentence_offsets"):
            np.testing.assert_array_equal(getattr(sample, name), getattr(expected, name))
        assert len(set(sample.documents)) == len(set(expected.documents)) == 60
        assert all(len(numbers) <= 3 for numbers in model.examples_[0].of_word.values())

    def test_leaves_what_it_does_not_concern(self, films, tools):
        model = estimator().fit([films, tools])
        before, vocabulary = model.counts_, model.vocabulary_
        words = {name: vectors.words for name, vectors in model.vectors_.items()}
        shapes = {name: vectors.vectors.shape for name, vectors in model.vectors_.items()}
        assert model.update(corpus_of("tools", seed=9)) is model
        assert model.counts_[0] is before[0]
        assert (model.vocabulary_.pivots, model.vocabulary_.features) == (
            vocabulary.pivots,
            vocabulary.features,
        )
        assert {name: vectors.words for name, vectors in model.vectors_.items()} == words
        assert {name: vectors.vectors.shape for name, vectors in model.vectors_.items()} == shapes
        np.testing.assert_array_equal(model.vocabulary_.counts[0], vocabulary.counts[0])

    def test_goes_on_from_the_vectors_it_has(self, films, tools):
        model = estimator(learning_rate=0.1, epochs=20, patience=None).fit([films, tools])
        before = model.learned_
        model.set_params(learning_rate=1e-9, epochs=1).update(corpus_of("films", seed=1))
        for old, new in zip(before.word_vectors, model.learned_.word_vectors, strict=True):
            np.testing.assert_allclose(old, new, atol=1e-6)
            assert np.abs(old).max() > 0.1
        np.testing.assert_allclose(before.pivot_vectors, model.learned_.pivot_vectors, atol=1e-6)

    def test_learns_from_what_is_new(self, films, tools):
        model = estimator(common_directions=None).fit([films, tools])
        old = model.vectors_["films"]
        pivot = model.vocabulary_.pivots[0]
        other = next(word for word in OWN["films"])
        # From now on the word co-occurs with one pivot alone.
        model.update(Corpus.from_texts([f"{other} {pivot}"] * 300, name="films"))
        new = model.vectors_["films"]
        toward = model.learned_.pivot_vectors[0][0]
        assert new[other] @ toward > old[other] @ toward

    def test_takes_a_few_short_texts(self, films, tools):
        model = estimator(min_documents=10).fit([films, tools])
        counts = dict(zip(model.vectors_["films"], model.vectors_["films"].counts, strict=True))
        model.update(Corpus.from_texts(["good plot"], name="films"))
        new = model.vectors_["films"]
        expected = counts | {
            word: counts[word] + 1 for word in ("good", "plot", "good plot") if word in counts
        }
        assert dict(zip(new, new.counts, strict=True)) == expected

    def test_takes_a_new_domain_with_the_pivots_fixed(self, films, tools):
        model = estimator().fit([films, tools])
        pivots, features = model.vocabulary_.pivots, model.vocabulary_.features
        food = corpus_of("food")
        model.update(food)
        vocabulary = model.vocabulary_
        assert list(model.vectors_) == ["films", "tools", "food"]
        assert vocabulary.pivots == pivots
        assert vocabulary.features[: len(features)] == features
        assert all(word in model.vectors_["food"] for word in (*SHARED, *OWN["food"]))
        assert not any(word in model.vectors_["food"] for word in OWN["films"])
        assert model.counts_[2] == count_cooccurrences(food, pivots, vocabulary.words("food"))
        np.testing.assert_array_equal(
            vocabulary.counts[2] * (vocabulary.roles[2] > 0),
            count_features(food, vocabulary.features).occurrences,
        )
        assert vocabulary.role("soup", "food") is Role.SINGLE
        assert vocabulary.role("soup", "films") is Role.ABSENT

    def test_takes_a_new_domains_own_words_only_if_they_are_frequent(self, films, tools):
        model = estimator(min_documents=10).fit([films, tools])
        texts = ["good soup bad"] * 10 + ["good bread bad"] * 9
        model.update(Corpus.from_texts(texts, name="food"))
        assert "soup" in model.vectors_["food"]
        assert "bread" not in model.vectors_["food"]
        # Known words need no more than to occur.
        model.update(Corpus.from_texts(texts + ["old plot"], name="more"))
        assert "plot" in model.vectors_["more"]

    def test_keeps_words_and_vectors_together_over_many_updates(self, films, tools):
        model = estimator().fit([films, tools])
        model.update(Corpus.from_texts(["good hammer plot"] * 20, name="films"))
        model.update(corpus_of("food"))
        model.update(Corpus.from_texts(["good hammer salt"] * 20, name="films"))
        for place, domain in enumerate(("films", "tools", "food")):
            assert model.learned_.words[place] == model.vocabulary_.words(domain)
            assert model.counts_[place].words == model.vocabulary_.words(domain)
            assert len(model.learned_.words[place]) == len(model.learned_.word_vectors[place])
        assert "hammer" not in model.vectors_["films"], "known domains keep their words"

    def test_keeps_no_more_examples_than_asked_for(self, films, tools):
        model = estimator(max_examples=2).fit([films, tools])
        for seed in range(3):
            model.update(corpus_of("films", seed=seed))
        examples = model.examples_[0]
        assert {len(numbers) for numbers in examples.of_word.values()} == {2}
        needed = {number for numbers in examples.of_word.values() for number in numbers}
        assert needed == set(range(len(examples.sentences)))

    @pytest.mark.parametrize(
        ("settings", "corpus", "message"),
        [
            ({}, corpus_of("films", text_settings=TextSettings(bigrams=False)), "text settings"),
            ({}, Corpus.from_texts(["red blue"] * 20, name="x"), "'x'.*near a pivot"),
            ({}, Corpus.from_texts(["the and"] * 20, name="x"), "'x'.*no words but stop words"),
            ({"dimension": 9}, corpus_of("films"), "dimension: found 9.*have 8"),
            ({"window": 0}, corpus_of("films"), "window: found 0"),
        ],
    )
    def test_that_fails_leaves_the_model_as_it_was(self, films, tools, settings, corpus, message):
        model = estimator().fit([films, tools])
        model.set_params(**settings)
        before = vars(model).copy()
        with pytest.raises(InputError, match=message):
            model.update(corpus)
        assert vars(model) == before

    def test_is_not_for_the_reference_trainer(self, films, tools):
        with pytest.raises(InputError, match="'reference' keeps no counts"):
            paper().fit([films, tools]).update(films)


def test_planted_texts_differ_between_seeds():
    assert planted_texts(0, seed=0, size=2) != planted_texts(0, seed=1, size=2)
