"""Settings changed inside methods, and less text or fewer labels given to them."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from generated_reviews import TRAIN, UNLABELED
from hypothesis import given
from hypothesis import strategies as st

from crosslex.adapt import METHODS
from crosslex.benchmark.cells import CellKey
from crosslex.benchmark.changes import has_setting, with_setting, with_settings
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.data.subsets import (
    join_labeled,
    keep_labels,
    limit_labels,
    limit_pool,
    select_documents,
    skew_pool,
)
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import Protocol
from crosslex.benchmark.study.studies import STUDIES, choose_study
from crosslex.benchmark.tuning.candidates import BUDGET, CANDIDATES
from crosslex.corpus import Corpus
from crosslex.errors import InputError

KEY = CellKey("none", Pair(("films",), "knives"), 0)


def test_a_setting_is_changed_where_it_stands_and_nothing_else() -> None:
    shipped = METHODS["crosslex-expansion"].make()
    changed = with_setting(shipped, "regularization", 100)
    before, after = shipped.learn.keywords, changed.learn.keywords
    assert after["settings"] == replace(before["settings"], regularization=100)
    assert after["context"] == before["context"]
    assert (changed.similarity, changed.power) == (shipped.similarity, shipped.power)
    assert before["settings"].regularization == 1.0


def test_a_setting_may_keep_its_value() -> None:
    shipped = METHODS["crosslex-paper"].make()
    assert with_setting(shipped, "regularization", shipped.learn.settings.regularization) == shipped


def test_an_argument_of_a_function_that_has_a_default_is_a_setting_too() -> None:
    shipped = METHODS["crosslex-expansion"].make()
    assert "window" not in shipped.learn.keywords
    assert with_setting(shipped, "window", 5).learn.keywords["window"] == 5


def test_all_parts_with_the_setting_are_changed() -> None:
    twice = METHODS["crosslex-documents"].make(), METHODS["sfa"].make()
    first, second = with_setting(twice, "dimension", 7)
    assert (first.representation.dimension, second.representation.dimension) == (7, 7)


def test_a_setting_that_nothing_has_is_an_error() -> None:
    assert not has_setting(METHODS["none"].make(), "dimension")
    with pytest.raises(InputError, match="dimension: Represented has no such setting"):
        with_setting(METHODS["none"].make(), "dimension", 3)


def test_a_changed_method_is_made_anew_for_every_cell() -> None:
    entry = with_settings(METHODS["crosslex-documents"], {"dimension": 3})
    one, other = entry.make(), entry.make()
    assert one.representation is not other.representation
    assert one.representation.dimension == 3


@pytest.mark.parametrize("method", list(METHODS))
def test_every_method_is_tuned_with_the_same_budget(method: str) -> None:
    candidates = CANDIDATES[method]
    assert len({candidate.label for candidate in candidates}) == BUDGET == len(candidates)
    for candidate in candidates:
        entry = candidate.entry(method)
        assert entry.strength == candidate.strength
        for name, value in candidate.settings:
            # Changing it once more to the same value changes nothing.
            assert has_setting(entry.make(), name), (name, value)


@pytest.mark.parametrize("name", list(STUDIES))
def test_every_cell_of_a_study_has_a_name_and_a_method(name: str) -> None:
    study = STUDIES[name]
    keys = [panel.key(variant) for panel in study.panels for variant in panel.variants]
    assert len(set(keys)) == len(keys)
    for panel in study.panels:
        assert panel.shipped in (None, *(variant.label for variant in panel.variants))
        for variant in panel.variants:
            assert study.find(panel.key(variant)) is variant
            assert study.methods_of(panel, variant)


def test_a_study_can_be_restricted() -> None:
    some = choose_study("claims", ["crosslex-paper"], ["nothing", "size", "5"])
    assert some.methods == ("crosslex-paper",)
    assert [panel.name for panel in some.panels] == ["domain_weights", "negatives"]
    with pytest.raises(InputError, match=r"variants: the study has no '7'; choose among 0.001"):
        choose_study("lambda", None, ["7"])
    with pytest.raises(InputError, match=r"there is no 'lamda' \(did you mean lambda\?\)"):
        choose_study("lamda")


def texts_of(corpus: Corpus) -> list[list[list[str]]]:
    """Spell out documents of sentences of words, the slow way."""
    documents = []
    for first, last in zip(corpus.document_offsets, corpus.document_offsets[1:], strict=False):
        bounds = corpus.sentence_offsets[first : last + 1]
        documents.append(
            [
                [corpus.words[number] for number in corpus.ids[start:stop]]
                for start, stop in itertools.pairwise(bounds)
            ]
        )
    return documents


@given(st.lists(st.integers(0, 4), unique=True))
def test_selected_documents_are_the_documents(chosen: list[int]) -> None:
    texts = ["old saw. new lid", "", "saw saw saw", "lid. lid. old lid", "new"]
    corpus = Corpus.from_texts(texts, name="tools", labels=[0, 1, None, 1, 0])
    selected = select_documents(corpus, np.array(chosen, np.intp))
    assert texts_of(selected) == [texts_of(corpus)[place] for place in chosen]
    assert selected.labels.tolist() == corpus.labels[chosen].tolist()


def test_joined_parts_say_what_they_said(reviews_dataset: Dataset) -> None:
    data = reviews_dataset.domains["films"]
    joined = join_labeled(data.train, data.test)
    labeled = np.flatnonzero(data.train.labels >= 0)
    expected = [texts_of(data.train)[place] for place in labeled] + texts_of(data.test)
    assert texts_of(joined) == expected
    named = [
        *(data.train.classes[code] for code in data.train.labels[labeled]),
        *(data.test.classes[code] for code in data.test.labels),
    ]
    assert [joined.classes[code] for code in joined.labels] == named


def given_to(dataset: Dataset) -> list[Corpus]:
    return Protocol().corpora(dataset, KEY)


def test_fewer_labels_are_balanced_nested_and_leave_the_text(reviews_dataset: Dataset) -> None:
    given = given_to(reviews_dataset)
    few, more = (limit_labels(size)(given, KEY) for size in (10, 30))
    for before, small, large in zip(given, few, more, strict=True):
        assert np.bincount(small.labels[small.labels >= 0]).tolist() == [5, 5]
        assert np.bincount(large.labels[large.labels >= 0]).tolist() == [15, 15]
        kept = small.labels >= 0
        assert (large.labels[kept] == small.labels[kept]).all()
        assert (before.labels[kept] == small.labels[kept]).all()
        assert len(small) == len(before)
    other = limit_labels(10)(given, replace(KEY, seed=1))
    assert (other[0].labels != few[0].labels).any()


def test_more_labels_than_there_are_is_all(reviews_dataset: Dataset) -> None:
    corpus = given_to(reviews_dataset)[0]
    kept = keep_labels(corpus, np.random.default_rng(0), 10_000)
    np.testing.assert_array_equal(kept.labels, corpus.labels)


def test_a_smaller_pool_is_part_of_the_pool_without_labels(reviews_dataset: Dataset) -> None:
    given = given_to(reviews_dataset)
    source, pool = limit_pool(50)(given, KEY)
    assert source is given[0]
    assert (pool.name, len(pool), (pool.labels >= 0).sum()) == ("knives", 50, 0)
    whole = texts_of(given[1])
    assert all(document in whole for document in texts_of(pool))
    assert len(limit_pool(10_000)(given, KEY)[1]) == 2 * (TRAIN + UNLABELED)


def test_without_a_pool_the_source_stands_in(reviews_dataset: Dataset) -> None:
    given = given_to(reviews_dataset)
    pool = limit_pool(0)(given, KEY)[1]
    assert (pool.name, (pool.labels >= 0).sum()) == ("knives", 0)
    assert texts_of(pool) == texts_of(given[0])


@pytest.mark.parametrize(("share", "positive"), [(0.8, 40), (0.5, 25), (0.2, 10)])
def test_a_skewed_pool_has_its_share_and_hides_it(
    reviews_dataset: Dataset, share: float, positive: int
) -> None:
    given = given_to(reviews_dataset)
    pool = skew_pool(share)(given, KEY)[1]
    assert len(pool) == 50
    assert (pool.labels == -1).all()
    target = given[1]
    told = {str(text): label for text, label in zip(texts_of(target), target.labels, strict=True)}
    found = [told[str(text)] for text in texts_of(pool)]
    assert [found.count(code) for code in (1, 0)] == [positive, 50 - positive]
