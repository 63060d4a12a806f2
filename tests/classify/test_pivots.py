"""Pivot scores by hand and by other libraries, and the choice of pivots."""

from dataclasses import replace
from math import inf, log

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import mutual_info_score

from crosslex.classify.pivots import choose_pivots, entropy, frequency, mi, pmi
from crosslex.corpus.corpus import Corpus
from crosslex.counts.pivot_counts import PivotCounts, count_for_pivots, count_pivots
from crosslex.errors import InputError

SCORES = {"mi": mi, "pmi": pmi}


def domain(classes: tuple[int | str, ...] = (), **numbers) -> PivotCounts:
    """Counts of one domain with the given numbers."""
    size = next(np.shape(value)[-1] for value in numbers.values() if isinstance(value, list))
    features = [f"feature{index}" for index in range(size)]
    empty = count_for_pivots(Corpus.from_texts(["word"], name="x"), features)
    arrays = {key: np.array(v) if isinstance(v, list) else v for key, v in numbers.items()}
    return replace(empty, classes=classes, **arrays)


def test_frequency_is_the_least_share_of_documents():
    counts = [
        domain(documents=[5, 10, 0], n_documents=10),
        domain(documents=[30, 2, 9], n_documents=40),
        domain(documents=[2, 2, 9], n_documents=8),
    ]
    # 5/10, 30/40, 2/8; 10/10, 2/40, 2/8; 0/10.
    assert frequency(counts) == pytest.approx([0.25, 0.05, 0])


def labeled(*class_documents: list[int], n: list[int], classes: tuple = (0, 1)) -> PivotCounts:
    return domain(class_documents=list(class_documents), n_class_documents=n, classes=classes)


@settings(max_examples=25)
@given(
    st.lists(
        st.tuples(st.sets(st.sampled_from(["hammer", "plot", "cast"])), st.sampled_from("abc")),
        min_size=2,
        max_size=30,
    ).filter(lambda pairs: len({label for _, label in pairs}) > 1),
    st.integers(0, 30),
)
def test_mutual_information_agrees_with_scikit_learn(pairs, cut):
    texts = [" ".join(sorted(words)) for words, _ in pairs]
    labels = [label for _, label in pairs]
    features = ["hammer", "plot", "cast", "cast hammer", "unseen"]
    counts = [
        count_for_pivots(Corpus.from_texts(texts[part], name=name, labels=labels[part]), features)
        for name, part in (("films", slice(cut)), ("tools", slice(cut, None)))
    ]
    expected = [
        mutual_info_score(labels, [set(feature.split()) <= words for words, _ in pairs])
        for feature in features
    ]
    assert mi(counts) == pytest.approx(expected, abs=1e-12)


def test_pointwise_mutual_information_is_the_largest_over_classes():
    # Of 40 documents, of two domains, 10 are of the first class and 30 of the second; one
    # document of each class is added to every feature.
    counts = [
        labeled([1, 9, 9, 0], [4, 1, 0, 10], n=[10, 20]),
        labeled([5, 0, 0, 0], n=[10], classes=(1,)),
    ]
    assert pmi(counts) == pytest.approx(
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


@pytest.mark.parametrize("name", ["mi", "pmi"])
@pytest.mark.parametrize(
    "counts",
    [
        [domain(documents=[1, 1])],
        [labeled([1, 1], n=[4], classes=("good",))] * 2,
        # A part of a corpus may know a class without holding it.
        [labeled([11, 12], [0, 0], n=[20, 0])],
    ],
)
def test_pivots_by_labels_need_two_classes(name, counts):
    with pytest.raises(InputError, match=r"two classes or more, found [01]"):
        SCORES[name](counts)


def test_entropy_of_relative_frequencies_times_frequency():
    counts = [domain(occurrences=[10, 20, 70, 0]), domain(occurrences=[15, 10, 0, 25])]
    # First feature: 10/100 and 15/50 are to each other as 1/4 to 3/4; 25 occurrences.
    # Second: 20/100 and 10/50 are equal; 30 occurrences. Then: in one domain only.
    assert entropy(counts) == pytest.approx(
        [25 * (0.25 * log(4) + 0.75 * log(4 / 3)), 30 * log(2), 0, 0]
    )


TEXTS = {
    "films": ["good plot", "good plot", "good cast", "bad cast", "dull plot. sharp plot"],
    "tools": [
        "good hammer",
        "good hammer",
        "bad hammer",
        "sharp hammer",
        "sharp knife. dull blade",
    ],
    "books": ["good plot", "bad prose", "bad prose", "dull prose", "good prose. a chapter"],
}


def counted(*names: str, labels: bool = False, **minimum: int) -> tuple[PivotCounts, ...]:
    codes = [1, 1, 1, 0, 0] if labels else None
    corpora = [Corpus.from_texts(TEXTS[name], name=name, labels=codes) for name in names]
    return count_pivots(corpora, **minimum)


def chosen(counts: tuple[PivotCounts, ...], **options) -> list[str]:
    """The names of the pivots, the best first."""
    found = choose_pivots(counts, **({"score": "frequency"} | options))
    return [counts[0].features[index] for index in found]


def test_pivots_are_the_best_features_of_all_domains():
    # Least shares of documents: good 2/5, then bad, dull and sharp 1/5; sharp occurs three
    # times in all, bad and dull twice.
    assert chosen(counted("films", "tools"), n_pivots=2) == ["good", "sharp"]


def test_equal_scores_go_by_frequency():
    counts = counted("films", "tools")
    shared = [
        feature
        for feature, here, there in zip(
            counts[0].features, counts[0].occurrences, counts[1].occurrences, strict=True
        )
        if here and there
    ]
    found = chosen(counts, score=lambda each: np.zeros(len(each[0].features)), n_pivots=3)
    assert found == shared[:3]


def test_pivots_stand_best_first_and_occur_in_every_domain_whatever_their_score():
    counts = counted("films", "tools")
    wanted = {"plot": 9.0, "dull": 3.0, "good": 2.0, "bad": 1.0}
    scores = np.array([wanted.get(feature, 0) for feature in counts[0].features])
    assert chosen(counts, score=lambda _: scores, n_pivots=3) == ["dull", "good", "bad"]


def test_pivots_may_be_asked_to_occur_in_several_documents_and_several_times():
    counts = counted("films", "tools")
    # good occurs in 3 and 2 documents; every other shared word in one of some domain.
    assert chosen(counts, n_pivots=1, min_pivot_documents=2) == ["good"]
    assert chosen(counts, n_pivots=1, min_pivot_count=2) == ["good"]
    with pytest.raises(InputError, match="share only 1 features that occur in 2 or more documents"):
        choose_pivots(counts, score="frequency", n_pivots=2, min_pivot_documents=2)


def test_without_a_number_half_of_the_candidates_are_pivots():
    # Four words are shared: good, bad, dull, sharp; one pivot where there is one candidate.
    counts = counted("films", "tools")
    assert len(chosen(counts)) == 2
    assert chosen(counts, min_pivot_documents=2) == ["good"]


def test_domains_that_share_nothing_are_refused():
    corpora = [
        Corpus.from_texts(["good plot"], name="films"),
        Corpus.from_texts(["gute Handlung"], name="filme"),
    ]
    with pytest.raises(InputError, match="domains 'films' and 'filme' share no feature"):
        choose_pivots(count_pivots(corpora), score="frequency")


@pytest.mark.parametrize(
    "wrong", [lambda counts: 1.0, lambda counts: np.full(len(counts[0].features), np.nan)]
)
def test_an_own_scoring_function_must_score_every_feature(wrong):
    with pytest.raises(InputError, match="pivots: the scoring function returned"):
        choose_pivots(counted("films", "tools"), score=wrong, n_pivots=1)
