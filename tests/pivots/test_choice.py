import warnings

import numpy as np
import pytest
from crosslex.counts.domain_counts import DomainCounts
from crosslex.pivots.choice import choose_vocabulary
from crosslex.pivots.names import PIVOTS
from crosslex.pivots.vocabulary import Role, Vocabulary

from crosslex.corpus.corpus import Corpus
from crosslex.counts.frequent_features import count_domains
from crosslex.errors import CrosslexWarning, InputError

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


def counted(*names: str, labels: bool = False, **minimum: int) -> tuple[DomainCounts, ...]:
    codes = [1, 1, 1, 0, 0] if labels else None
    corpora = [Corpus.from_texts(TEXTS[name], name=name, labels=codes) for name in names]
    return count_domains(corpora, **minimum)


def roles(vocabulary: Vocabulary, domain: str) -> dict[str, Role]:
    return {
        feature: vocabulary.role(feature, domain)
        for feature in vocabulary.features
        if " " not in feature
    }


def test_every_feature_has_a_role_in_every_domain():
    vocabulary = choose_vocabulary(counted("films", "tools"), score="frequency", n_pivots=2)
    # Least shares of documents: good 2/5, then bad, dull and sharp 1/5; sharp occurs three
    # times in all, bad and dull twice.
    assert vocabulary.pivots == ("good", "sharp")
    assert roles(vocabulary, "films") == {
        "good": Role.PIVOT,
        "sharp": Role.PIVOT,
        "bad": Role.SHARED,
        "dull": Role.SHARED,
        "plot": Role.SINGLE,
        "cast": Role.SINGLE,
        "hammer": Role.ABSENT,
        "knife": Role.ABSENT,
        "blade": Role.ABSENT,
    }
    assert roles(vocabulary, "tools")["hammer"] == Role.SINGLE
    assert roles(vocabulary, "tools")["plot"] == Role.ABSENT
    assert vocabulary.role("good plot", "films") == Role.SINGLE
    assert vocabulary.role("never seen", "films") == Role.ABSENT
    assert vocabulary.pivots_are_words


def test_words_of_a_domain_are_all_that_occur_there_the_most_frequent_first():
    counts = counted("films", "tools")
    vocabulary = choose_vocabulary(counts, score="frequency", n_pivots=2)
    for index, domain in enumerate(("films", "tools")):
        assert vocabulary.words(domain) == tuple(
            feature
            for feature, occurrences in zip(
                counts[index].features, counts[index].occurrences, strict=True
            )
            if occurrences
        )
        assert vocabulary.counts[index].tolist() == counts[index].occurrences.tolist()
    assert vocabulary.features == counts[0].features
    assert vocabulary.domains == ("films", "tools")


def test_a_word_of_two_domains_out_of_three_is_shared_but_no_pivot():
    counts = counted("films", "tools", "books")
    # Shared by all three: good, bad, dull. Sharp and plot are not.
    vocabulary = choose_vocabulary(counts, score="frequency", n_pivots=3)
    assert set(vocabulary.pivots) == {"good", "bad", "dull"}
    expected = {
        "sharp": (Role.SHARED, Role.SHARED, Role.ABSENT),
        "plot": (Role.SHARED, Role.ABSENT, Role.SHARED),
        "cast": (Role.SINGLE, Role.ABSENT, Role.ABSENT),
        "prose": (Role.ABSENT, Role.ABSENT, Role.SINGLE),
        "dull": (Role.PIVOT, Role.PIVOT, Role.PIVOT),
    }
    for word, of_domain in expected.items():
        assert tuple(vocabulary.role(word, name) for name in TEXTS) == of_domain
    with pytest.raises(InputError, match="'films' and 'tools' and 'books' share only 3 features"):
        choose_vocabulary(counts, score="frequency", n_pivots=4)


def test_the_papers_scope_keeps_pivots_and_the_most_typical_features_of_each_domain():
    counts = counted("films", "tools")
    vocabulary = choose_vocabulary(
        counts, score="frequency", n_pivots=2, scope="paper", n_non_pivots=1
    )
    # plot stands in 4 of the films' 6 sentences and hammer in 4 of the tools' 6.
    assert set(vocabulary.features) == {"good", "sharp", "plot", "hammer"}
    assert vocabulary.words("films") == ("plot",)
    assert vocabulary.words("tools") == ("hammer",)
    assert not vocabulary.pivots_are_words
    assert vocabulary.role("good", "tools") == Role.PIVOT
    assert vocabulary.role("bad", "films") == Role.ABSENT
    assert vocabulary.counts.shape == vocabulary.roles.shape == (2, 4)


def test_the_papers_scope_takes_what_there_is_and_says_so():
    counts = counted("films", "tools")
    with pytest.warns(CrosslexWarning) as caught:
        vocabulary = choose_vocabulary(
            counts, score="frequency", n_pivots=2, scope="paper", n_non_pivots=1000
        )
    single = [
        sum((here.occurrences > 0) & (there.occurrences == 0))
        for here, there in (counts, counts[::-1])
    ]
    assert [len(vocabulary.words(name)) for name in ("films", "tools")] == single
    assert [str(warning.message) for warning in caught] == [
        f"n_non_pivots: asked for 1000, but domain {name!r} has only {found} frequent features "
        "that no other domain has; all are taken"
        for name, found in zip(("films", "tools"), single, strict=True)
    ]


def test_in_the_papers_scope_a_feature_belongs_to_a_domain_from_a_number_of_occurrences_on():
    films = Corpus.from_texts(["plot. good.", "plot. good.", "drill.", "dull. dull."], name="films")
    tools = Corpus.from_texts(
        ["drill. good.", "drill. good.", "plot. fine.", "dull. fine."], name="tools"
    )
    counts = count_domains([films, tools])
    with pytest.warns(CrosslexWarning, match="n_pivots: asked for 9"):
        found = choose_vocabulary(
            counts, n_pivots=9, scope="paper", n_non_pivots=2, min_domain_count=2
        )
    # Twice here and once there is here alone.
    assert found.pivots == ("good",)
    assert set(found.words("films")) == {"plot", "dull"}
    assert set(found.words("tools")) == {"fine", "drill"}


def test_no_warning_where_there_is_enough():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        choose_vocabulary(counted("films", "tools"), n_pivots=2, scope="paper", n_non_pivots=2)


def test_equal_scores_go_by_frequency():
    counts = counted("films", "tools")
    shared = [
        feature
        for feature, here, there in zip(
            counts[0].features, counts[0].occurrences, counts[1].occurrences, strict=True
        )
        if here and there
    ]
    vocabulary = choose_vocabulary(
        counts, score=lambda counts: np.zeros(len(counts[0].features)), n_pivots=3
    )
    assert list(vocabulary.pivots) == shared[:3]


def test_pivots_stand_best_first():
    counts = counted("films", "tools")
    features = counts[0].features
    wanted = {"dull": 3.0, "good": 2.0, "bad": 1.0}
    vocabulary = choose_vocabulary(
        counts,
        score=lambda _: np.array([wanted.get(feature, 0) for feature in features]),
        n_pivots=3,
    )
    assert vocabulary.pivots == ("dull", "good", "bad")


def test_a_pivot_occurs_in_every_domain_whatever_its_score():
    counts = counted("films", "tools")
    vocabulary = choose_vocabulary(
        counts,
        score=lambda counts: np.array([feature == "plot" for feature in counts[0].features], float),
        n_pivots=4,
    )
    assert set(vocabulary.pivots) == {"good", "bad", "dull", "sharp"}


@pytest.mark.parametrize("score", sorted(set(PIVOTS) - {"npmi-name", "npmi-name-min", "pmi"}))
def test_every_method_chooses(score):
    vocabulary = choose_vocabulary(counted("films", "tools", labels=True), score=score, n_pivots=2)
    assert len(set(vocabulary.pivots)) == 2
    assert set(vocabulary.pivots) <= {"good", "bad", "dull", "sharp"}


def test_pivots_by_pmi_need_ten_labeled_documents():
    corpora = [
        Corpus.from_texts(TEXTS[name] * 4, name=name, labels=[1, 1, 1, 0, 0] * 4)
        for name in ("films", "tools")
    ]
    # good stands in 20 documents, bad in 8, dull in 8, sharp in 12.
    vocabulary = choose_vocabulary(count_domains(corpora), score="pmi", n_pivots=2)
    assert set(vocabulary.pivots) == {"good", "sharp"}
    with pytest.raises(InputError, match="n_pivots: asked for 3"):
        choose_vocabulary(count_domains(corpora), score="pmi", n_pivots=3)


def test_pivots_may_be_asked_to_stand_in_several_documents():
    counts = counted("films", "tools")
    # good stands in 3 and 2 documents; every other shared word in one of some domain.
    assert choose_vocabulary(counts, n_pivots=1, min_pivot_documents=2).pivots == ("good",)
    with pytest.raises(InputError, match="share only 1 features that occur in 2 or more documents"):
        choose_vocabulary(counts, n_pivots=2, min_pivot_documents=2)


def test_without_a_number_half_of_the_candidates_are_pivots():
    # Four words are shared: good, bad, dull, sharp; one pivot where there is one candidate.
    assert len(choose_vocabulary(counted("films", "tools"), n_pivots=None).pivots) == 2
    one = choose_vocabulary(counted("films", "tools"), n_pivots=None, min_pivot_documents=2)
    assert one.pivots == ("good",)


@pytest.mark.parametrize("n_pivots", [0, -3, True, 2.0])
def test_fewer_than_one_pivot_is_refused(n_pivots):
    with pytest.raises(InputError, match=f"n_pivots: found {n_pivots}; give a whole number"):
        choose_vocabulary(counted("films", "tools"), n_pivots=n_pivots)


@pytest.mark.parametrize("n_pivots", [1, None])
def test_domains_that_share_nothing_are_refused(n_pivots):
    corpora = [
        Corpus.from_texts(["good plot"], name="films"),
        Corpus.from_texts(["gute Handlung"], name="filme"),
    ]
    with pytest.raises(InputError, match="domains 'films' and 'filme' share no feature"):
        choose_vocabulary(count_domains(corpora), n_pivots=n_pivots)


def test_an_unknown_method_is_named_with_the_known_ones():
    with pytest.raises(
        InputError, match=r"pivots: found 'best'; give one of frequency, npmi, npmi"
    ):
        choose_vocabulary(counted("films", "tools"), score="best", n_pivots=1)


def test_an_unknown_scope_is_named():
    with pytest.raises(InputError, match="scope: found 'some'; give one of all, paper"):
        choose_vocabulary(counted("films", "tools"), n_pivots=1, scope="some")


@pytest.mark.parametrize(
    "wrong", [lambda counts: np.zeros(3), lambda counts: 1.0,
              lambda counts: np.full(len(counts[0].features), np.nan)]
)  # fmt: skip
def test_an_own_scoring_function_must_score_every_feature(wrong):
    with pytest.raises(InputError, match="pivots: the scoring function returned"):
        choose_vocabulary(counted("films", "tools"), score=wrong, n_pivots=1)
