from math import inf, log

import numpy as np
import pytest
from crosslex.counts.domain_counts import DomainCounts, count_features
from crosslex.pivots.scores import domain_npmi, pivot_score
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as shannon
from sklearn.metrics import mutual_info_score

from crosslex.corpus.corpus import Corpus
from crosslex.counts.frequent_features import count_domains
from crosslex.errors import InputError


def domain(name: str = "x", classes: tuple[int | str, ...] = (), **numbers) -> DomainCounts:
    """Counts of one domain with only the given numbers, the rest zero."""
    given_numbers = {
        key: np.array(value, np.int64) if isinstance(value, list) else value
        for key, value in numbers.items()
    }
    size = next(
        given_numbers[key].shape[-1]
        for key in ("sentences", "documents", "occurrences", "class_documents")
        if key in numbers
    )
    zeros = np.zeros(size, np.int64)
    defaults = {
        "features": tuple(f"feature{index}" for index in range(size)),
        "occurrences": zeros,
        "sentences": zeros,
        "documents": zeros,
        "named_sentences": zeros,
        "n_sentences": 0,
        "n_documents": 0,
        "n_named_sentences": 0,
        "class_documents": np.zeros((0, size), np.int64),
        "n_class_documents": np.zeros(0, np.int64),
    }
    return DomainCounts(domain=name, classes=classes, **{**defaults, **given_numbers})


# Of 100 sentences, 40 are the first domain's and 60 the second's.
FIRST = domain("first", sentences=[10, 8, 4, 40, 0], n_sentences=40)
SECOND = domain("second", sentences=[20, 12, 0, 0, 0], n_sentences=60)


def test_npmi_with_one_domain():
    assert domain_npmi([FIRST, SECOND], 0) == pytest.approx(
        [
            # p(x,S) = 0.10, p(x) = 0.30, p(S) = 0.40: a little less often than by chance.
            log(0.10 / (0.30 * 0.40)) / -log(0.10),
            # p(x,S) = 0.08 = 0.20 * 0.40: by chance.
            0,
            # p(x,S) = 0.04 = p(x): only ever here.
            log(0.04 / (0.04 * 0.40)) / -log(0.04),
            # In every sentence here and in none elsewhere: log(1 / 0.4) / -log(0.4).
            1,
            # Never here.
            -1,
        ]
    )
    assert domain_npmi([FIRST, SECOND], 1) == pytest.approx(
        [log(0.20 / (0.30 * 0.60)) / -log(0.20), 0, -1, -1, -1]
    )


def test_npmi_is_the_least_of_the_domains():
    # log(5/6) / log(10) = -0.0792 < 0.0655 = log(10/9) / log(5).
    assert pivot_score("npmi")([FIRST, SECOND]) == pytest.approx([-0.0791812, 0, -1, -1, -1])


def test_npmi_of_three_domains():
    counts = [
        domain(sentences=[5], n_sentences=20),
        domain(sentences=[5], n_sentences=30),
        domain(sentences=[5], n_sentences=50),
    ]
    # p(x) = 0.15; the largest domain has the least: p(x,S) = 0.05 against 0.15 * 0.5.
    assert pivot_score("npmi")(counts) == pytest.approx([log(0.05 / 0.075) / -log(0.05)])


def test_npmi_of_the_only_sentence_there_is():
    counts = [domain(sentences=[1], n_sentences=1), domain(sentences=[0], n_sentences=0)]
    assert domain_npmi(counts, 0) == pytest.approx([1])


def test_npmi_with_the_name_is_the_sum_over_domains():
    counts = [
        domain(sentences=[8, 8], named_sentences=[4, 0], n_sentences=40, n_named_sentences=10),
        domain(sentences=[10, 6], named_sentences=[1, 6], n_sentences=60, n_named_sentences=6),
    ]
    # First feature: p(x,n) = 4/40, p(x) = 8/40, p(n) = 10/40: log(0.1 / 0.05) / log(10);
    # p(x,n) = 1/60, p(x) = 10/60, p(n) = 6/60: log(1) = 0.
    # Second: never beside the name, -1; always and only beside it, 1.
    assert pivot_score("npmi-name")(counts) == pytest.approx([log(2) / log(10) + 0, -1 + 1])
    assert pivot_score("npmi-name-min")(counts) == pytest.approx([0, -1])


def test_npmi_may_be_added_up_over_domains():
    # Of 100 sentences, 40 and 60; the feature stands in 10 and 20 of them.
    one, other = log(0.1 / (0.3 * 0.4)) / -log(0.1), log(0.2 / (0.3 * 0.6)) / -log(0.2)
    assert pivot_score("npmi-sum")([FIRST, SECOND])[0] == pytest.approx(one + other)
    assert pivot_score("npmi")([FIRST, SECOND])[0] == pytest.approx(min(one, other))


def test_npmi_with_the_name_needs_the_name():
    counts = [
        domain("films", sentences=[8], n_sentences=40, n_named_sentences=3),
        domain("tools", sentences=[8], n_sentences=40, n_named_sentences=0),
    ]
    with pytest.raises(
        InputError, match="'npmi-name': no sentence of domain 'tools' holds its name"
    ):
        pivot_score("npmi-name")(counts)


def test_npmi_with_the_name_goes_by_the_lemma_of_the_name():
    books = Corpus.from_texts(["Good book. Good cover.", "The books burn."], name="books")
    knives = Corpus.from_texts(["Good knife. A knife."], name="knives")
    counts = count_domains([books, knives])
    good = counts[0].features.index("good")
    # books: 3 sentences, 2 with the name, 2 with good, 1 with both: log((1/3) / (4/9)) / log(3);
    # knives: 2 sentences, both with the name, 1 with good: by chance, 0.
    assert pivot_score("npmi-name")(counts)[good] == pytest.approx(log(3 / 4) / log(3))


def test_frequency_is_the_least_share_of_documents():
    counts = [
        domain(documents=[5, 10, 0], n_documents=10),
        domain(documents=[30, 2, 9], n_documents=40),
        domain(documents=[2, 2, 9], n_documents=8),
    ]
    # 5/10, 30/40, 2/8; 10/10, 2/40, 2/8; 0/10.
    assert pivot_score("frequency")(counts) == pytest.approx([0.25, 0.05, 0])


def labeled(*class_documents: list[int], n: list[int], classes: tuple = (0, 1)) -> DomainCounts:
    return domain(class_documents=list(class_documents), n_class_documents=n, classes=classes)


def test_mutual_information_of_presence_and_label():
    # Ten documents, five a class. First feature: in 4 of the one and 1 of the other;
    # second: in one class alone, all of it; third: in both alike; fourth: in none.
    counts = [labeled([1, 0, 3, 0], [4, 5, 3, 0], n=[5, 5])]
    # 0.4 log(0.4 / 0.25) + 0.1 log(0.1 / 0.25), once for presence and once for absence.
    assert pivot_score("mi")(counts) == pytest.approx(
        [2 * (0.4 * log(1.6) + 0.1 * log(0.4)), log(2), 0, 0]
    )


def test_labels_of_several_domains_are_added():
    apart = [
        labeled([1, 7], [4, 2], n=[8, 9], classes=("bad", "good")),
        labeled([3, 1], n=[4], classes=("good",)),
    ]
    together = [labeled([1, 7], [4 + 3, 2 + 1], n=[8, 9 + 4], classes=("bad", "good"))]
    for name in ("mi", "pmi"):
        assert pivot_score(name)(apart).tolist() == pivot_score(name)(together).tolist()


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
        count_features(Corpus.from_texts(texts[part], name=name, labels=labels[part]), features)
        for name, part in (("films", slice(cut)), ("tools", slice(cut, None)))
    ]
    expected = [
        mutual_info_score(labels, [set(feature.split()) <= words for words, _ in pairs])
        for feature in features
    ]
    assert pivot_score("mi")(counts) == pytest.approx(expected, abs=1e-12)


def test_pointwise_mutual_information_is_the_largest_over_classes():
    # Of 40 documents 10 are of the first class and 30 of the second; one document of each
    # class is added to every feature.
    counts = [labeled([1, 9, 9, 0], [9, 1, 0, 10], n=[10, 30])]
    assert pivot_score("pmi")(counts) == pytest.approx(
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
        pivot_score(name)(counts)


@pytest.mark.parametrize("name", ["mi", "pmi"])
def test_a_class_without_documents_changes_nothing(name):
    counts = [labeled([10, 2], [3, 12], n=[20, 15])]
    more = [labeled([10, 2], [0, 0], [3, 12], n=[20, 0, 15], classes=(0, 1, 2))]
    assert pivot_score(name)(more).tolist() == pivot_score(name)(counts).tolist()


def test_entropy_of_relative_frequencies_times_frequency():
    counts = [domain(occurrences=[10, 20, 70, 0]), domain(occurrences=[15, 10, 0, 25])]
    # First feature: 10/100 and 15/50 are to each other as 1/4 to 3/4; 25 occurrences.
    # Second: 20/100 and 10/50 are equal; 30 occurrences. Then: in one domain only.
    assert pivot_score("entropy")(counts) == pytest.approx(
        [25 * (0.25 * log(4) + 0.75 * log(4 / 3)), 30 * log(2), 0, 0]
    )


@given(st.lists(st.lists(st.integers(0, 50), min_size=4, max_size=4), min_size=2, max_size=4))
def test_entropy_agrees_with_scipy(tables):
    # The last feature keeps every domain from being empty, the first from being absent.
    tables = [[first + 1, *rest, 1] for first, *rest in tables]
    occurrences = np.array(tables)
    relative = occurrences / occurrences.sum(axis=1, keepdims=True)
    expected = [
        occurrences[:, index].sum() * shannon(relative[:, index])
        if occurrences[:, index].any()
        else 0
        for index in range(occurrences.shape[1])
    ]
    scores = pivot_score("entropy")([domain(occurrences=row) for row in tables])
    assert scores == pytest.approx(expected)


@given(st.lists(st.integers(0, 20), min_size=6, max_size=6), st.integers(0, 5))
def test_npmi_lies_between_its_bounds(sentences, more):
    counts = [
        domain(sentences=sentences[:3], n_sentences=max(sentences[:3]) + more + 1),
        domain(sentences=sentences[3:], n_sentences=max(sentences[3:]) + 1),
    ]
    for index in range(2):
        scores = domain_npmi(counts, index)
        assert ((scores >= -1 - 1e-12) & (scores <= 1 + 1e-12)).all()
