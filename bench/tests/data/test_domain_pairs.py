"""From which domains to which."""

import pytest

from crosslex.errors import InputError
from crosslex_bench.data.pairs import Pair, choose_pairs, choose_validation

DOMAINS = ["books", "dvd", "kitchen", "music", "video"]


def test_named_pairs_are_taken_as_they_are() -> None:
    named = ["books->music", " books + dvd → kitchen ", "books->music"]
    assert choose_pairs(DOMAINS, ("music",), named=named) == [
        Pair(("books",), "music"),
        Pair(("books", "dvd"), "kitchen"),
    ]


@pytest.mark.parametrize(
    ("named", "complaint"),
    [
        (["books"], "found 'books'; write SOURCE->TARGET"),
        (["books->"], "found 'books->'; write SOURCE->TARGET"),
        (["books+->dvd"], "write SOURCE->TARGET"),
        (["books->book"], r"found 'book' \(did you mean books\?\); give one of books, dvd"),
        (["books->books"], "found 'books->books'; name every domain once"),
        (["books+books->dvd"], "name every domain once"),
    ],
)
def test_a_pair_that_cannot_be_is_refused(named: list[str], complaint: str) -> None:
    with pytest.raises(InputError, match=f"^pairs: .*{complaint}"):
        choose_pairs(DOMAINS, (), named=named)


def test_other_contradictions_are_refused() -> None:
    with pytest.raises(InputError, match="validation: found 'film'"):
        choose_validation(DOMAINS, ["film"])
    with pytest.raises(InputError, match="multi-source"):
        choose_pairs(DOMAINS, (), named=["books->dvd"], multi_source=True)
