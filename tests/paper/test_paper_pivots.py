"""NPMI by hand, and the choice of pivots and non-pivots."""

from math import log

import numpy as np
import pytest

from crosslex import Corpus
from crosslex.errors import CrosslexWarning, InputError
from crosslex.paper import PIVOT_SCORES, PivotCounts, choose_vocabulary, count_features
from crosslex.paper.pivots import npmi, npmi_name, npmi_name_min, npmi_sum


def counts_of(name: str = "x", **numbers) -> PivotCounts:
    """Counts of sentences of one domain, all others zero."""
    size = len(numbers["sentences"])
    zeros = np.zeros(size, np.int64)
    given_numbers = {
        key: np.array(value, np.int64) if isinstance(value, list) else value
        for key, value in numbers.items()
    }
    defaults = {
        "features": tuple(f"feature{index}" for index in range(size)),
        "occurrences": zeros,
        "documents": zeros,
        "named_sentences": zeros,
        "n_documents": 0,
        "n_named_sentences": 0,
    }
    return PivotCounts(domain=name, **{**defaults, **given_numbers})


# Of 100 sentences, 40 are the first domain's and 60 the second's.
FIRST = counts_of("first", sentences=[10, 8, 4, 40, 0], n_sentences=40)
SECOND = counts_of("second", sentences=[20, 12, 0, 0, 0], n_sentences=60)


def test_the_score_is_the_lowest_npmi_or_its_sum():
    # log(5/6) / log(10) = -0.0792 < 0.0655 = log(10/9) / log(5).
    assert npmi([FIRST, SECOND]) == pytest.approx([-0.0791812, 0, -1, -1, -1])
    one, other = log(0.1 / (0.3 * 0.4)) / -log(0.1), log(0.2 / (0.3 * 0.6)) / -log(0.2)
    assert npmi_sum([FIRST, SECOND])[0] == pytest.approx(one + other)


def test_frequency_is_the_least_share_of_documents():
    counts = [
        counts_of(sentences=[0] * 3, documents=[5, 10, 0], n_sentences=0, n_documents=10),
        counts_of(sentences=[0] * 3, documents=[30, 2, 9], n_sentences=0, n_documents=40),
    ]
    # 5/10 and 30/40; 10/10 and 2/40; 0/10.
    assert PIVOT_SCORES["frequency"](counts) == pytest.approx([0.5, 0.05, 0])


def test_entropy_of_relative_frequencies_times_frequency():
    occurrences = [10, 20, 70, 0], [15, 10, 0, 25]
    counts = [counts_of(sentences=[0] * 4, occurrences=each, n_sentences=0) for each in occurrences]
    # First feature: 10/100 and 15/50 are to each other as 1/4 to 3/4; 25 occurrences.
    # Second: 20/100 and 10/50 are equal; 30 occurrences. Then: in one domain only.
    assert PIVOT_SCORES["entropy"](counts) == pytest.approx(
        [25 * (0.25 * log(4) + 0.75 * log(4 / 3)), 30 * log(2), 0, 0]
    )


def test_npmi_with_the_name_by_hand():
    counts = [
        counts_of(sentences=[8, 8], named_sentences=[4, 0], n_sentences=40, n_named_sentences=10),
        counts_of(sentences=[10, 6], named_sentences=[1, 6], n_sentences=60, n_named_sentences=6),
    ]
    # First feature: p(x,n) = 4/40, p(x) = 8/40, p(n) = 10/40: log(0.1 / 0.05) / log(10);
    # p(x,n) = 1/60, p(x) = 10/60, p(n) = 6/60: log(1) = 0.
    # Second: never with the name, -1; always and only with it, 1.
    assert npmi_name(counts) == pytest.approx([log(2) / log(10) + 0, -1 + 1])
    assert npmi_name_min(counts) == pytest.approx([0, -1])
    nameless = counts_of("tools", sentences=[8, 8], n_sentences=40, n_named_sentences=0)
    with pytest.raises(InputError, match="no sentence of domain 'tools' contains its name"):
        npmi_name([counts[0], nameless])


TEXTS = {
    "films": ["good plot", "good plot", "good cast", "bad cast", "dull plot. sharp plot"],
    "tools": ["good hammer", "good hammer", "bad hammer", "sharp hammer", "sharp knife. dull saw"],
    "books": ["good plot", "bad prose", "bad prose", "dull prose", "good prose. a chapter"],
}


def counted(*names: str) -> tuple[PivotCounts, ...]:
    corpora = [Corpus.from_texts(TEXTS[name], name=name) for name in names]
    return count_features(corpora, min_count=1)


def frequency(counts):
    return np.min([each.documents / each.n_documents for each in counts], axis=0)


def choose(counts, **settings):
    chosen = {"score": frequency, "n_pivots": 2, "n_non_pivots": 1, "min_count": 1}
    return choose_vocabulary(counts, **chosen | settings)


def test_pivots_are_shared_and_non_pivots_are_the_most_typical_of_one_domain():
    found = choose(counted("films", "tools"))
    # Least shares of documents: good 2/5, then bad, dull and sharp 1/5; sharp occurs three
    # times in all, bad and dull twice. plot and hammer are in 4 of their domain's 6 sentences.
    assert found.pivots == ("good", "sharp")
    assert (found.of_domain("films"), found.of_domain("tools")) == (("plot",), ("hammer",))
    assert [each.tolist() for each in found.counts] == [[3, 1, 4], [2, 2, 4]]
    assert found.features == {"good", "sharp", "plot", "hammer"}
    with pytest.raises(InputError, match="domain: found 'cars'; give one of films, tools"):
        found.of_domain("cars")


def test_of_three_domains_pivots_are_in_all_and_non_pivots_in_one():
    found = choose(counted("films", "tools", "books"), n_pivots=3, n_non_pivots=1)
    # sharp is in films and tools, plot in films and books.
    assert set(found.pivots) == {"good", "bad", "dull"}
    assert [found.of_domain(name) for name in TEXTS] == [("cast",), ("hammer",), ("prose",)]


def test_fewer_than_asked_for_are_all_taken_with_a_warning():
    counts = counted("films", "tools")
    with pytest.warns(CrosslexWarning) as caught:
        found = choose(counts, n_pivots=9, n_non_pivots=1000)
    occurs = np.array([each.occurrences > 0 for each in counts])
    sizes = [int((own & ~other).sum()) for own, other in (occurs, occurs[::-1])]
    assert [len(words) for words in found.non_pivots] == sizes
    messages = [str(warning.message) for warning in caught]
    assert "n_pivots: asked for 9, but there are only 4 features that all domains" in messages[0]
    for name, size, message in zip(("films", "tools"), sizes, messages[1:], strict=True):
        assert f"n_non_pivots: asked for 1000, but there are only {size} " in message
        assert repr(name) in message


def test_an_own_function_ranks_shared_features_and_ties_go_by_frequency():
    counts = counted("films", "tools")
    wanted = {"plot": 9.0, "dull": 3.0, "good": 2.0, "bad": 1.0}

    def own(counts):
        return np.array([wanted.get(feature, 0) for feature in counts[0].features])

    # plot is no feature of tools.
    assert choose(counts, score=own, n_pivots=3).pivots == ("dull", "good", "bad")
    equal = choose(counts, score=lambda counts: np.zeros(len(counts[0].features)), n_pivots=4)
    shared = [feature for feature in counts[0].features if feature in equal.pivots]
    assert list(equal.pivots) == shared


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"n_pivots": 0}, "n_pivots: found 0; give a whole number"),
        ({"score": "best"}, "pivots: found 'best'; give one of npmi, npmi-sum"),
        ({"score": lambda counts: np.full(len(counts[0].features), np.nan)}, "pivots: the scoring"),
        ({"min_count": 50}, "'films' and 'tools' share no feature that occurs 50 times in each"),
    ],
)
def test_what_makes_no_sense_is_refused(settings, message):
    with pytest.raises(InputError, match=message):
        choose(counted("films", "tools"), **settings)
