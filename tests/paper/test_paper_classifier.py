from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from crosslex.adapt.expansion import carry_over, comparable_vectors
from crosslex.pivots.choice import choose_vocabulary
from sklearn.base import clone

from crosslex import CrossDomainEmbedding
from crosslex.counts.frequent_features import count_domains
from crosslex.errors import CrosslexWarning
from crosslex_bench.methods.crosslex_paper import Paper

SMALL = Paper(n_pivots=6, n_non_pivots=5, min_count=20, window=4, dimension=7)


@pytest.fixture(scope="module")
def pair(reviews, make_task):
    """Films with labels and tools without; the features are all words that occur."""
    corpora = reviews().corpora(labeled=("films",))
    features = sorted({word for corpus in corpora for word in corpus.words})
    return make_task(corpora, features, pivots=["gooda"], binary=True)


@pytest.fixture(scope="module")
def vectors(pair):
    return SMALL.learn_vectors(pair)


def kinds(pair, vectors, place: int) -> tuple[np.ndarray, np.ndarray]:
    """The features that have a vector in a domain: pivots, and non-pivots."""
    known = np.flatnonzero(vectors.of_domain[place].any(axis=1))
    return np.intersect1d(known, vectors.pivots), np.setdiff1d(known, vectors.pivots)


class TestVocabulary:
    def test_pivots_occur_in_every_domain_and_non_pivots_in_one(self, pair, vectors):
        own_words = [set(domain.corpus.words) for domain in pair.domains]
        for place in (0, 1):
            pivots, non_pivots = kinds(pair, vectors, place)
            assert (len(pivots), len(non_pivots)) == (6, 5)
            for pivot in pivots:
                assert pair.features[pivot] in own_words[0] & own_words[1]
            for word in non_pivots:
                assert pair.features[word] in own_words[place] - own_words[1 - place]

    def test_is_all_that_is_frequent_enough_where_that_is_less_than_the_paper_had(
        self, pair, reviews
    ):
        given = reviews()
        counts = [
            Counter(" ".join(given.texts[given.domains == name]).replace(".", "").split())
            for name in ("films", "tools")
        ]
        least = 60
        all_that_is_frequent = Paper(min_count=least, window=4, dimension=7, epochs=1)
        with pytest.warns(CrosslexWarning) as caught:
            found = all_that_is_frequent.learn_vectors(pair)
        frequent = [{word for word, n in each.items() if n >= least} for each in counts]
        pivots = frequent[0] & frequent[1]
        assert 0 < len(pivots) < len(frequent[0]) < len(counts[0])
        for place in (0, 1):
            known = found.of_domain[place].any(axis=1)
            words = {word for word, has in zip(pair.features, known, strict=True) if has}
            assert words == frequent[place]
        assert {pair.features[pivot] for pivot in found.pivots} == pivots
        said = " ".join(str(each.message) for each in caught)
        sizes = [len(pivots), *(len(each - pivots) for each in frequent)]
        assert [f"only {size}" in said for size in sizes] == [True] * 3


class TestVectors:
    def test_of_pivots_resemble_those_of_pivots_alone(self, pair, vectors):
        for here in (0, 1):
            for there in (0, 1):
                pivots = kinds(pair, vectors, here)[0]
                words = kinds(pair, vectors, there)[1]
                products = vectors.of_domain[here][pivots] @ vectors.of_domain[there][words].T
                assert (products == 0).all()
                assert (vectors.of_domain[here][pivots] @ vectors.of_domain[there][pivots].T).all()

    def test_let_no_pivot_speak_through_a_word_nor_a_word_through_a_pivot(self, pair, vectors):
        compared = comparable_vectors(vectors.of_domain[:1], vectors.of_domain[1], vectors.pivots)
        carried = carry_over(np.eye(len(pair.features)), *compared)
        source_pivots, source_words = kinds(pair, vectors, 0)
        target_words = kinds(pair, vectors, 1)[1]
        assert not carried[np.ix_(source_words, source_pivots)].any()
        assert not carried[np.ix_(source_pivots, target_words)].any()
        assert carried[np.ix_(source_words, target_words)].all()
        # A pivot is looked for by its source vector on both sides.
        np.testing.assert_allclose(np.diag(carried)[source_pivots], 1, atol=1e-6)

    def test_are_those_of_the_embedding_with_the_paper_s_settings(self, pair, vectors):
        model = CrossDomainEmbedding.paper().set_params(
            n_pivots=6, n_non_pivots=5, min_count=20, window=4, dimension=7
        )
        learned = model.fit([domain.corpus for domain in pair.domains]).learned_
        assert set(learned.pivots) == {pair.features[pivot] for pivot in vectors.pivots}
        for place in (0, 1):
            rows = vectors.of_domain[place]
            for pivot, vector in zip(learned.pivots, learned.pivot_vectors[place], strict=True):
                np.testing.assert_array_equal(rows[pair.features.index(pivot), :7], vector)
            for word, vector in zip(learned.words[place], learned.word_vectors[place], strict=True):
                np.testing.assert_array_equal(rows[pair.features.index(word), 7:], vector)

    def test_do_not_depend_on_labels(self, pair, vectors):
        silent = [replace(each, corpus=each.corpus.without_labels()) for each in pair.domains]
        found = SMALL.learn_vectors(replace(pair, domains=tuple(silent)))
        for one, other in zip(found.of_domain, vectors.of_domain, strict=True):
            np.testing.assert_array_equal(one, other)

    def test_of_features_that_the_task_has_not_are_left_out(self, pair, vectors):
        fewer = replace(pair, features=pair.features[:12])
        found = SMALL.learn_vectors(fewer)
        for one, other in zip(found.of_domain, vectors.of_domain, strict=True):
            np.testing.assert_array_equal(one, other[:12])
        assert found.pivots.tolist() == [pivot for pivot in vectors.pivots if pivot < 12]

    def test_may_have_pivots_that_the_source_s_labels_choose(self, pair):
        by_labels = clone(SMALL).set_params(pivots="mi").learn_vectors(pair)
        counts = count_domains([each.corpus for each in pair.domains], min_count=SMALL.min_count)
        chosen = choose_vocabulary(counts, score="mi", n_pivots=6).pivots
        assert {pair.features[pivot] for pivot in by_labels.pivots} == set(chosen)
