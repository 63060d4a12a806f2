import numpy as np
import pytest
from crosslex.pivots.vocabulary import Role, Vocabulary, assign_roles
from hypothesis import given
from hypothesis import strategies as st

from crosslex.errors import InputError

A, P, SH, SI = Role.ABSENT, Role.PIVOT, Role.SHARED, Role.SINGLE


@pytest.fixture
def vocabulary() -> Vocabulary:
    counts = np.array([[5, 3, 2, 0], [4, 0, 1, 2]])
    return Vocabulary(
        domains=("films", "tools"),
        features=("good", "plot", "dull", "saw"),
        counts=counts,
        roles=assign_roles(counts, np.array([True, False, False, False])),
        pivots=("good",),
        pivots_are_words=True,
    )


@given(st.lists(st.tuples(st.lists(st.integers(0, 2), min_size=3, max_size=3), st.booleans())))
def test_roles_follow_from_where_a_feature_occurs(features):
    counts = np.array([counts for counts, _ in features]).reshape(-1, 3).T
    pivots = np.array([pivot for _, pivot in features], bool)
    roles = assign_roles(counts, pivots)
    for index, (of_domain, pivot) in enumerate(features):
        domains = sum(count > 0 for count in of_domain)
        for domain, count in enumerate(of_domain):
            expected = P if pivot else A if not count else SI if domains == 1 else SH
            assert roles[domain, index] == expected


def test_words_with_and_without_pivots(vocabulary):
    assert vocabulary.words("films") == ("good", "plot", "dull")
    assert vocabulary.words("tools") == ("good", "dull", "saw")
    paper = Vocabulary(**{**vars(vocabulary), "pivots_are_words": False})
    assert paper.words("films") == ("plot", "dull")


def test_an_unknown_domain_is_named(vocabulary):
    with pytest.raises(InputError, match="domain: found 'cars'; give one of films, tools"):
        vocabulary.words("cars")
    with pytest.raises(InputError, match="domain: found 'cars'; give one of films, tools"):
        vocabulary.role("good", "cars")


def test_more_text_of_a_known_domain_adds_to_its_counts_alone(vocabulary):
    more = vocabulary.with_counts("tools", ["saw", "new", "good", "plot"], np.array([7, 9, 1, 2]))
    assert more.counts.tolist() == [[5, 3, 2, 0], [5, 2, 1, 9]]
    assert more.features == vocabulary.features
    assert more.roles.tolist() == vocabulary.roles.tolist()
    assert vocabulary.counts[1].tolist() == [4, 0, 1, 2]


def test_a_new_domain_brings_its_features_and_changes_roles(vocabulary):
    more = vocabulary.with_counts("books", ["prose", "plot", "good"], np.array([6, 2, 3]))
    assert more.domains == ("films", "tools", "books")
    assert more.features == ("good", "plot", "dull", "saw", "prose")
    assert more.counts.tolist() == [[5, 3, 2, 0, 0], [4, 0, 1, 2, 0], [3, 2, 0, 0, 6]]
    assert more.roles.tolist() == [[P, SH, SH, A, A], [P, A, SH, SI, A], [P, SH, A, A, SI]]
    assert more.pivots == ("good",)


def test_words_stay_although_later_text_holds_others(vocabulary):
    later = vocabulary.with_counts("tools", ["plot"], np.array([2]))
    assert later.counts[1, 1] == 2
    more = later.with_counts("books", ["plot", "saw"], np.array([1, 1]))
    assert more.words("films") == vocabulary.words("films")
    assert more.words("tools") == vocabulary.words("tools")
    assert more.role("plot", "tools") is A
    assert more.role("plot", "books") is SH
    assert more.role("saw", "tools") is SH


def test_a_pivot_is_one_in_a_new_domain_that_does_not_hold_it(vocabulary):
    more = vocabulary.with_counts("books", ["prose"], np.array([6]))
    assert more.role("good", "books") is P
    assert "good" in more.words("books")


counts_of_domain = st.lists(st.integers(0, 2), min_size=6, max_size=6)


@given(
    st.lists(counts_of_domain, min_size=2, max_size=4),
    st.lists(st.booleans(), min_size=6, max_size=6),
)
def test_domains_that_join_one_by_one_have_the_roles_of_all_at_once(table, pivots):
    names = tuple(f"domain {number}" for number in range(len(table)))
    features = ("a", "b", "a b", "c", "b c", "d")
    is_pivot = np.array(pivots)
    counts = np.array(table)
    vocabulary = Vocabulary(
        domains=names[:1],
        features=features,
        counts=counts[:1],
        roles=assign_roles(counts[:1], is_pivot),
        pivots=tuple(np.array(features)[is_pivot]),
        pivots_are_words=True,
    )
    for name, row in zip(names[1:], counts[1:], strict=True):
        vocabulary = vocabulary.with_counts(name, features, row)
    assert vocabulary.domains == names
    assert vocabulary.counts.tolist() == table
    assert vocabulary.roles.tolist() == assign_roles(counts, is_pivot).tolist()
