"""A word that is rare here and frequent elsewhere keeps its own meaning here, on real text."""

import pytest

from crosslex import Corpus
from crosslex_bench.data.mdsd import read_domain
from crosslex_bench.places import MDSD, POOL
from crosslex_bench.words.renamed import judge, rename


@pytest.fixture(scope="module")
def domains() -> tuple[Corpus, Corpus]:
    if not (MDSD / POOL).exists():
        pytest.skip("needs the reviews of ../shared/data/mdsd, which are not here")
    return rename(read_domain(MDSD, "books"), read_domain(MDSD, "kitchen"))


def test_at_least_eight_of_ten_rare_words_keep_their_neighbors(
    domains: tuple[Corpus, Corpus],
) -> None:
    outcomes = judge("crosslex", domains)
    assert all(25 <= each.uses[0] <= 35 and each.uses[1] > 2500 for each in outcomes)
    assert sum(each.kept for each in outcomes) >= 8, outcomes
