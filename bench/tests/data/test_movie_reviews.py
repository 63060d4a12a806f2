"""Reviews of films from a wheel's table: which domain, which split, and repeats."""

from collections import Counter

import pytest

from crosslex_bench.data import movie_reviews
from crosslex_bench.data.movie_reviews import split_reviews

TABLE = "text,label,source\n" + "".join(
    f'"{source}, {label} {number}",{label},{source}\n'
    for source in ("imdb", "rotten_tomatoes")
    for label in (0, 1)
    for number in range(6)
)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in (("N_TRAIN", 2), ("N_TEST", 1), ("N_UNLABELED", 2)):
        monkeypatch.setattr(movie_reviews, name, number)


def test_every_class_of_both_domains_has_its_number_of_texts() -> None:
    found = Counter((each.domain, each.label, each.split) for each in split_reviews(TABLE))
    for domain in ("imdb", "snippets"):
        assert found[domain, None, "train"] == 4
        for label in (0, 1):
            assert found[domain, label, "train"] == 2
            assert found[domain, label, "test"] == 1


def test_a_text_that_repeats_is_taken_once() -> None:
    rows = TABLE.splitlines(keepends=True)
    assert list(split_reviews(TABLE + "".join(rows[1:]))) == list(split_reviews(TABLE))
