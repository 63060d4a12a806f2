import numpy as np
import pytest
from crosslex.counts.cooccurrences import count_cooccurrences
from crosslex.learn.inference import infer_vector
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import approx_fprime, linprog

from crosslex import Corpus, CrossDomainEmbedding, TextSettings
from crosslex.errors import InputError
from crosslex.learn import inference
from planted_domains import MOVED, STABLE, planted_texts, topic_of


def ranking_loss(vector, weights, pivots, words, negatives):
    """The word's loss by definition: one hinge for each pivot and each negative."""
    loss = 0.0
    for weight, pivot in zip(weights, pivots, strict=True):
        for probability, negative in zip(negatives, words, strict=True):
            loss += weight * probability * max(0.0, 1 - pivot @ vector + pivot @ negative)
    return loss


def problem(seed: int, *, n_pivots=5, n_words=7, dimension=3):
    rng = np.random.default_rng(seed)
    weights = rng.integers(0, 3, n_pivots) * rng.random(n_pivots)
    weights[0] = 1.0
    negatives = rng.random(n_words)
    return (
        weights,
        rng.normal(size=(n_pivots, dimension)).astype(np.float32),
        rng.normal(size=(n_words, dimension)).astype(np.float32),
        negatives / negatives.sum(),
    )


def lowest_loss(weights, pivots, words, negatives):
    """The least loss there is, by linear programming: one slack for each hinge."""
    n_pivots, dimension = pivots.shape
    n_hinges = n_pivots * len(words)
    rows, margins, costs = [], [], []
    for weight, pivot in zip(weights, pivots.astype(float), strict=True):
        for probability, negative in zip(negatives, words.astype(float), strict=True):
            # slack >= 1 - pivot·vector + pivot·negative
            slack = np.zeros(n_hinges)
            slack[len(rows)] = -1
            rows.append(np.concatenate([-pivot, slack]))
            margins.append(-1 - pivot @ negative)
            costs.append(weight * probability)
    found = linprog(
        np.concatenate([np.zeros(dimension), costs]),
        A_ub=np.array(rows),
        b_ub=margins,
        bounds=[(None, None)] * dimension + [(0, None)] * n_hinges,
    )
    assert found.success
    return found.fun


class TestVector:
    @given(st.integers(0, 10_000))
    def test_follows_adagrad_on_the_loss_as_defined(self, seed):
        given_problem = problem(seed)
        vector, squares = np.zeros(3), np.zeros(3)
        for _ in range(inference.STEPS):
            gradient = approx_fprime(vector, ranking_loss, 1e-9, *given_problem)
            squares += gradient**2
            vector -= 0.05 * gradient / (np.sqrt(squares) + 1e-8)
        np.testing.assert_allclose(infer_vector(*given_problem), vector, atol=1e-4)

    @pytest.mark.parametrize("seed", range(5))
    def test_comes_to_the_least_loss_if_it_goes_on(self, monkeypatch, seed):
        # More pivots than dimensions, so that not every hinge can be satisfied.
        given_problem = problem(seed, n_pivots=40)
        best = lowest_loss(*given_problem)
        start = ranking_loss(np.zeros(3), *given_problem)
        after_few = ranking_loss(infer_vector(*given_problem), *given_problem)
        monkeypatch.setattr(inference, "STEPS", 2000)
        at_end = ranking_loss(infer_vector(*given_problem, learning_rate=1.0), *given_problem)
        assert best > 0
        assert best - 1e-6 <= at_end <= best + 0.02 * (start - best)
        assert at_end <= after_few < start

    def test_does_not_see_pivots_that_never_co_occur_with_the_word(self):
        weights, pivots, words, negatives = problem(1)
        weights[2] = 0
        changed = pivots.copy()
        changed[2] = 100
        np.testing.assert_array_equal(
            infer_vector(weights, pivots, words, negatives),
            infer_vector(weights, changed, words, negatives),
        )

    def test_stays_once_every_negative_is_beyond_the_margin(self):
        pivots = np.array([[1.0]], np.float32)
        words = np.array([[-10.0]], np.float32)
        assert infer_vector(np.array([1.0]), pivots, words, np.array([1.0])).tolist() == [0.0]


FILMS = ["good plot bad", "nice plot good", "bad actor nice", "good actor"] * 10
TOOLS = ["good hammer bad", "nice hammer", "bad drill nice", "good drill"] * 10


def fitted(text_settings: TextSettings | None = None, **settings) -> CrossDomainEmbedding:
    corpora = [
        Corpus.from_texts(texts, name=name, text_settings=text_settings)
        for name, texts in (("films", FILMS), ("tools", TOOLS))
    ]
    chosen = {"trainer": "auto", "dimension": 6, "n_pivots": 3} | settings
    return CrossDomainEmbedding(**chosen).fit(corpora)


def normalized(model: CrossDomainEmbedding, feature: str, texts: list[str]) -> np.ndarray:
    corpus = Corpus.from_texts(texts, name="films")
    counts = count_cooccurrences(corpus, model.vocabulary_.pivots, [feature]).counts.toarray()[:, 0]
    return counts / np.sqrt(model.counts_[0].counts.toarray().sum(axis=1) * counts.sum())


class TestOfModel:
    @pytest.mark.parametrize("word", [STABLE[3], MOVED[3], MOVED[20]])
    def test_unseen_word_finds_its_topic_in_each_domain(self, word):
        texts = [planted_texts(domain, seed=0, size=600) for domain in (0, 1)]
        without = [[text.replace(word, "") for text in of_domain] for of_domain in texts]
        model = CrossDomainEmbedding(trainer="auto", dimension=50).fit(
            [Corpus.from_texts(each, name=name) for each, name in zip(without, "ab", strict=True)]
        )
        for domain, name in enumerate("ab"):
            assert word not in model.vectors_[name]
            holding = [text for text in texts[domain] if word in text]
            vector = model.infer(word, holding, domain=name)
            found = [neighbor for neighbor, _ in model.vectors_[name].neighbors(vector, top=10)]
            right = [topic_of(neighbor, domain) == topic_of(word, domain) for neighbor in found]
            assert np.mean(right) >= 0.9

    @pytest.mark.parametrize("common_directions", [None, 2])
    def test_is_the_vector_that_its_pairs_give_it(self, common_directions):
        model = fitted(common_directions=common_directions)
        texts = ["good knife bad", "knife nice"]
        frequencies = model.vectors_["films"].counts ** 0.75
        expected = infer_vector(
            normalized(model, "knife", texts),
            model.learned_.pivot_vectors[0],
            model.learned_.word_vectors[0],
            frequencies / frequencies.sum(),
        )
        if common_directions:
            expected = model.learned_.common.remove(expected)
        np.testing.assert_allclose(
            model.infer("knife", texts, domain="films"), expected, rtol=1e-5, atol=1e-7
        )

    def test_changes_nothing_in_the_model(self):
        model = fitted()
        before = vars(model).copy()
        copies = [vectors.vectors.copy() for vectors in model.vectors_.values()]
        model.infer("knife", ["good knife"], domain="tools")
        assert vars(model) == before
        for vectors, copy in zip(model.vectors_.values(), copies, strict=True):
            np.testing.assert_array_equal(vectors.vectors, copy)

    def test_analyzes_the_word_as_it_does_the_texts(self):
        model = fitted()
        vector = model.infer("knife", ["good knives", "Knife! A bad knife."], domain="tools")
        again = model.infer(" Knives ", ["good knives", "Knife! A bad knife."], domain="tools")
        np.testing.assert_array_equal(vector, again)

    @pytest.mark.parametrize("word", ["sharp knife", "sharp knives", "sharp of the knife"])
    def test_takes_two_words(self, word):
        model = fitted()
        vector = model.infer(word, ["a sharp knife, good", "knife sharp bad"], domain="tools")
        expected = model.infer("sharp knife", ["sharp knife good"], domain="tools")
        np.testing.assert_array_equal(vector, expected)

    @pytest.mark.parametrize("word", ["", "the", "one two three four", "One. Two.", "!"])
    def test_refuses_what_is_no_word(self, word):
        with pytest.raises(InputError, match="word: found"):
            fitted().infer(word, ["one two three four good"], domain="films")

    def test_refuses_two_words_where_bigrams_are_no_features(self):
        model = fitted(TextSettings(bigrams=False))
        with pytest.raises(InputError, match="give one word, and"):
            model.infer("sharp knife", ["good sharp knife"], domain="films")

    @pytest.mark.parametrize(
        "texts", [[], [""], ["nothing of the kind"], ["knife"], ["the knife. Good, bad, nice."]]
    )
    def test_refuses_texts_that_do_not_show_the_word_with_a_pivot(self, texts):
        with pytest.raises(InputError, match=f"'knife' stands near no pivot in the {len(texts)}"):
            fitted().infer("knife", texts, domain="films")

    def test_refuses_a_domain_it_does_not_know(self):
        with pytest.raises(InputError, match="found 'food'; give one of films, tools"):
            fitted().infer("knife", ["good knife"], domain="food")

    def test_works_where_single_co_occurrences_were_learned_from(self):
        model = CrossDomainEmbedding.paper().set_params(
            dimension=6, n_pivots=3, n_non_pivots=2, min_count=5, epochs=1
        )
        corpora = [
            Corpus.from_texts(texts, name=name) for name, texts in (("a", FILMS), ("b", TOOLS))
        ]
        vector = model.fit(corpora).infer("knife", ["good knife"], domain="a")
        pivot = model.learned_.pivot_vectors[0][model.vocabulary_.pivots.index("good")]
        assert vector @ pivot > 0
