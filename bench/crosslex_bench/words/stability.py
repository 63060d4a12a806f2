"""Shares of a word's first ten neighbors that stay with other documents or another seed."""

from collections.abc import Sequence
from functools import partial
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from sklearn.base import clone

from crosslex import Corpus, CrossDomainEmbedding, DomainVectors
from crosslex_bench.command import Data, Domains, Report
from crosslex_bench.data.datasets import min_count_of, read_corpora
from crosslex_bench.data.training_changes import select_documents
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Table
from crosslex_bench.peers.change_scores import lost_neighbors
from crosslex_bench.places import MDSD
from crosslex_bench.words.agreement import WordVectors
from crosslex_bench.words.methods import learn_once, skipgram_apart

BANDS = ((20, 50), (50, 200), (200, None))
NEIGHBORS = 10
MIN_COUNT = 5
"""Uses in each half."""


def stability(
    folder: RunFolder,
    data: Data = MDSD,
    domains: Domains = "books,kitchen",
    epochs: Annotated[int, typer.Option(help="Epochs of skip-gram.")] = 15,
) -> Report:
    """Measure how many of a word's first ten neighbors stay if documents or seeds change.

    The documents of each domain are cut in two halves that share none. From one half, our model
    also predicts the share that will stay. Skip-gram learns from each domain by itself, twice from
    the first half with another seed. All look among the same words.
    """
    corpora = read_corpora(domains, data)
    halves = [[_half(corpus, side) for corpus in corpora] for side in (0, 1)]
    model = CrossDomainEmbedding(min_documents=min_count_of(corpora), max_examples=0)
    ours = [clone(model).fit(half).vectors_ for half in halves]
    theirs = [
        learn_once(
            folder,
            f"skipgram-{epochs} {domains} {side} {seed}",
            partial(skipgram_apart, halves[side], epochs=epochs, seed=seed),
        )
        for side, seed in ((0, 1), (1, 1), (0, 2))
    ]
    rows: list[tuple[str, ...]] = []
    for corpus in corpora:
        own = [each[corpus.name] for each in ours]
        rows += _by_band(corpus, own, [each[corpus.name] for each in theirs])
    heads = ("predicted", "stayed", "skip-gram, other documents", "skip-gram, other seed")
    table = Table(("domain", "uses in the half", "words", *heads), tuple(rows))
    return Report("Stability", [table])


def _by_band(
    corpus: Corpus, ours: Sequence[DomainVectors], theirs: Sequence[WordVectors]
) -> list[tuple[str, ...]]:
    """Return mean shares of neighbors that stay, by the uses of words in the first half."""
    stop_words = corpus.text_settings.stop_words_used
    known = set.intersection(*(set(each.words) for each in theirs)) - stop_words
    words = [
        word
        for word in ours[0].words
        if word in known
        and word.isalpha()
        and word in ours[1]
        and min(each.count(word) for each in ours) >= MIN_COUNT
    ]
    here, there = (np.array([each[word] for word in words], np.float64) for each in ours)
    first, other, again = (_rows(each, words) for each in theirs)
    pairs = ((here, there), (first, other), (first, again))
    shares = [np.array([ours[0].stability(word) for word in words], np.float64)]
    shares += [1 - lost_neighbors(*pair, NEIGHBORS) for pair in pairs]
    uses = np.array([ours[0].count(word) for word in words])
    rows = []
    for low, high in BANDS:
        within = (uses >= low) & (uses < (high or np.inf))
        band = f"{low}–{high}" if high else f"{low} and more"
        means = (f"{share[within].mean():.2f}" for share in shares)
        rows.append((corpus.name, band, f"{within.sum()}", *means))
    return rows


def _half(corpus: Corpus, side: int) -> Corpus:
    order = np.random.default_rng(0).permutation(len(corpus))
    return select_documents(corpus, np.sort(order[side::2]))


def _rows(vectors: WordVectors, words: Sequence[str]) -> NDArray[np.float64]:
    place = {word: row for row, word in enumerate(vectors.words)}
    return np.asarray(vectors.vectors[[place[word] for word in words]], np.float64)
