"""Pivot scores of earlier work, by hand."""

from math import inf, log

import numpy as np
import pytest

from crosslex import Corpus
from crosslex.paper import count_features
from crosslex_bench.methods.pivot_scores import PIVOT_SCORES, pmi, score_pivots


def test_pointwise_mutual_information_is_the_largest_over_classes() -> None:
    # Of 40 documents, 10 are of the first class and 30 of the second; one document of each class
    # is added to every feature.
    with_feature = np.array([[1, 9, 9, 0], [9, 1, 0, 10]])
    assert pmi(with_feature, np.array([10, 30])) == pytest.approx(
        [
            # p(first | x) = 2/12 against 1/4: |log(2/3)|; p(second | x) = 10/12 against 3/4.
            log(1.5),
            # 10/12 against 1/4: log(10/3); 2/12 against 3/4: log(9/2), which is more.
            log(4.5),
            # Nine labeled documents are too few.
            -inf,
            # p(first | x) = 1/12 against 1/4.
            log(3),
        ]
    )


def test_every_name_scores_all_features_and_labels_count_where_they_are_asked_for() -> None:
    texts = ["a good film", "a bad film", "good", "bad"] * 5
    films = Corpus.from_texts(texts, name="films", labels=[1, 0] * 10)
    tools = Corpus.from_texts(["a good tool", "a bad tool"] * 5, name="tools")
    counts = count_features([films, tools], min_count=1)
    scores = {name: score_pivots(name, [films, tools], counts) for name in PIVOT_SCORES}
    assert {each.shape for each in scores.values()} == {(len(counts[0].features),)}
    best = counts[0].features[int(scores["mi"].argmax())]
    assert best in ("good", "bad")
