"""Features, pivots and instances that selection finds in a dataset, pair by pair."""

import warnings
from dataclasses import replace
from typing import Annotated

import numpy as np
import typer

from crosslex import TextSettings
from crosslex.counts import document_matrix
from crosslex.errors import CrosslexWarning
from crosslex.paper import (
    choose_vocabulary,
    collect_instances,
    count_features,
)
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.datasets import Dataset, load_dataset
from crosslex_bench.data.pairs import Pair, choose_pairs
from crosslex_bench.pages import Table
from crosslex_bench.places import MDSD

LEAST, SIZE, NEGATIVES = 50, 500, 5
HEADERS = (
    "pair", "features", "shared", "alone", "never in the other", "pivots", "non-pivots",
    "instances", "pivots and non-pivots of a test review's features",
)  # fmt: skip


def selection(
    data: Data = MDSD,
    pairs: Annotated[
        str | None, typer.Option(help="Pairs such as 'books->dvd', separated by commas.")
    ] = None,
    stop_words_first: Annotated[
        bool, typer.Option("--stop-words-first", help="Remove stop words before bigrams are made.")
    ] = False,
) -> Report:
    """Count what the paper's selection finds in each pair of domains.

    Features that the domains share or have alone, pivots, non-pivots, training instances, and how
    many of a test review's features have a vector.
    """
    features = replace(TextSettings.paper(), bigrams_first=not stop_words_first)
    dataset = load_dataset(data)
    named = None if pairs is None else split_names("--pairs", pairs)
    chosen = choose_pairs(list(dataset.domains), [], named=named)
    rows = tuple(_row(dataset, pair, features) for pair in chosen)
    return Report("The paper's selection", [Table(HEADERS, rows)])


def _row(dataset: Dataset, pair: Pair, features: TextSettings) -> tuple[str, ...]:
    """Return the numbers of a pair as a row of a table."""
    [source], target = pair.sources, pair.target
    corpora = [
        replace(dataset.domains[name].train, text_settings=features) for name in (source, target)
    ]
    counts = count_features(corpora, min_count=LEAST)
    found = np.array([domain.occurrences for domain in counts])
    shared = (found >= LEAST).all(axis=0).sum()
    alone = [((found[i] >= LEAST) & (found[1 - i] < LEAST)).sum() for i in (0, 1)]
    never = [((found[i] >= LEAST) & (found[1 - i] == 0)).sum() for i in (0, 1)]
    with warnings.catch_warnings():
        # How many there are is what the table says.
        warnings.simplefilter("ignore", CrosslexWarning)
        vocabulary = choose_vocabulary(counts, n_pivots=SIZE, n_non_pivots=SIZE, min_count=LEAST)
    words = [vocabulary.of_domain(name) for name in (source, target)]
    instances = [
        (1 + NEGATIVES) * len(collect_instances(corpus, vocabulary.pivots, own).word)
        for corpus, own in zip(corpora, words, strict=True)
    ]
    test = replace(dataset.domains[target].test, text_settings=features)
    held = [
        float((document_matrix(test, names) > 0).sum() / len(test))
        for names in (vocabulary.pivots, words[1], counts[0].features)
    ]
    return (
        f"{source} → {target}",
        f"{found.shape[1]:,}",
        f"{shared:,}",
        " and ".join(f"{each:,}" for each in alone),
        " and ".join(f"{each:,}" for each in never),
        f"{len(vocabulary.pivots)}",
        " and ".join(f"{len(each)}" for each in words),
        " and ".join(f"{each:,}" for each in instances),
        f"{held[0]:.1f} and {held[1]:.1f} of {held[2]:.1f}",
    )
