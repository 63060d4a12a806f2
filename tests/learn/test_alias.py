import numpy as np
import pytest
from crosslex.learn.sampling.alias import AliasTable, seeded_generator
from crosslex.learn.sampling.kernels import draw
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare


@given(st.lists(st.floats(0, 100), min_size=1, max_size=40).filter(lambda each: sum(each) > 1e-3))
def test_alias_table_holds_the_distribution(weights):
    probabilities = np.array(weights) / sum(weights)
    table = AliasTable.of(np.array(weights))
    held = np.zeros(len(weights))
    for column, (cut, alias) in enumerate(zip(table.cuts, table.aliases, strict=True)):
        held[column] += cut / 2**32 / len(weights)
        held[alias] += (1 - cut / 2**32) / len(weights)
    np.testing.assert_allclose(held, probabilities, atol=1e-8)


def test_draws_follow_the_distribution():
    weights = np.array([1.0, 2.0, 3.0, 10.0])
    table, generator = AliasTable.of(weights), seeded_generator(0, 1)
    drawn = [draw(table.cuts, table.aliases, generator) for _ in range(8000)]
    counts = np.bincount(drawn, minlength=4)
    assert chisquare(counts, 8000 * weights / weights.sum()).pvalue > 1e-4


@pytest.mark.parametrize("other", [(1, 2, 4), (1, 3, 3), (2, 2, 3)])
def test_every_list_of_seeds_has_its_own_generator(other):
    assert seeded_generator(1, 2, 3) != seeded_generator(*other)
    assert seeded_generator(1, 2, 3) == seeded_generator(1, 2, 3)
