"""Less text or fewer labels given to methods."""

import numpy as np
import pytest
from generated_reviews import TRAIN, UNLABELED
from hypothesis import given
from hypothesis import strategies as st

from counting_twins import decoded
from crosslex.corpus.corpus import Corpus
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.training_changes import (
    LimitLabels,
    LimitPool,
    SkewPool,
    select_documents,
)
from crosslex_bench.engine.trial import ClassificationTask

PAIR = Pair(("films",), "knives")


@given(st.lists(st.integers(0, 4), unique=True))
def test_selected_documents_are_the_documents(chosen: list[int]) -> None:
    texts = ["old saw. new lid", "", "saw saw saw", "lid. lid. old lid", "new"]
    corpus = Corpus.from_texts(texts, name="tools", labels=[0, 1, None, 1, 0])
    selected = select_documents(corpus, np.array(chosen, np.intp))
    assert decoded(selected) == [decoded(corpus)[place] for place in chosen]
    assert selected.labels.tolist() == corpus.labels[chosen].tolist()


def given_to(dataset: Dataset) -> list[Corpus]:
    return ClassificationTask(PAIR).training(dataset)


def test_fewer_labels_are_balanced_nested_and_leave_the_text(reviews_dataset: Dataset) -> None:
    given = given_to(reviews_dataset)
    few, more = (LimitLabels(size)(given, PAIR, 0) for size in (10, 30))
    for before, small, large in zip(given, few, more, strict=True):
        assert np.bincount(small.labels[small.labels >= 0]).tolist() == [5, 5]
        assert np.bincount(large.labels[large.labels >= 0]).tolist() == [15, 15]
        kept = small.labels >= 0
        assert (large.labels[kept] == small.labels[kept]).all()
        assert (before.labels[kept] == small.labels[kept]).all()
        assert len(small) == len(before)
    other = LimitLabels(10)(given, PAIR, 1)
    assert (other[0].labels != few[0].labels).any()


def test_a_smaller_pool_is_part_of_the_pool_without_labels(reviews_dataset: Dataset) -> None:
    given = given_to(reviews_dataset)
    source, pool = LimitPool(50)(given, PAIR, 0)
    assert source is given[0]
    assert (pool.name, len(pool), (pool.labels >= 0).sum()) == ("knives", 50, 0)
    whole = decoded(given[1])
    assert all(document in whole for document in decoded(pool))
    assert len(LimitPool(10_000)(given, PAIR, 0)[1]) == 2 * (TRAIN + UNLABELED)


@pytest.mark.parametrize(("share", "positive"), [(0.8, 40), (0.5, 25), (0.2, 10)])
def test_a_skewed_pool_has_its_share_and_hides_it(
    reviews_dataset: Dataset, share: float, positive: int
) -> None:
    given = given_to(reviews_dataset)
    pool = SkewPool(share)(given, PAIR, 0)[1]
    assert len(pool) == 50
    assert (pool.labels == -1).all()
    target = given[1]
    told = {str(text): label for text, label in zip(decoded(target), target.labels, strict=True)}
    found = [told[str(text)] for text in decoded(pool)]
    assert [found.count(code) for code in (1, 0)] == [positive, 50 - positive]
