"""Shares of a word's first ten neighbors that stay with other documents or another seed."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from crosslex import Corpus, CrossDomainEmbedding, DomainVectors
from crosslex_bench.command import Data, Domains, Report
from crosslex_bench.data.datasets import min_count_of, read_corpora
from crosslex_bench.data.training_changes import select_documents
from crosslex_bench.engine.run_folder import RunFolder
from crosslex_bench.pages import Table
from crosslex_bench.peers.change_scores import lost_neighbors
from crosslex_bench.peers.skipgram import SkipGramSettings, skipgram
from crosslex_bench.peers.text import number_texts
from crosslex_bench.places import MDSD
from crosslex_bench.words.agreement import WordVectors
from crosslex_bench.words.methods import DIMENSION, METHODS, Made, known_vectors, learn_once

BANDS = ((20, 50), (50, 200), (200, None))
NEIGHBORS = 10
MIN_COUNT = 10


def stability(
    folder: RunFolder,
    data: Data = MDSD,
    domains: Domains = "books,kitchen",
    epochs: Annotated[int, typer.Option(help="Epochs of skip-gram.")] = 15,
) -> Report:
    """Measure how many of a word's first ten neighbors stay if documents or seeds change.

    Two random halves of the documents of each domain, drawn independently, so that they share
    about half. Skip-gram learns from each domain by itself, ours from all; skip-gram also twice
    from the same half, with another seed. Both look among the same words.
    """
    corpora = read_corpora(domains, data)
    halves = [[_half(corpus, draw) for corpus in corpora] for draw in (1, 2)]
    ours = [
        learn_once(folder, f"{domains} crosslex {draw}", partial(METHODS["crosslex"].learn, half))
        for draw, half in enumerate(halves, start=1)
    ]
    rows: list[tuple[str, ...]] = []
    for place, corpus in enumerate(corpora):
        theirs = [
            learn_once(
                folder,
                f"skipgram-{epochs} {corpus.name} {draw} {seed}",
                partial(_skipgram, halves[draw - 1][place], epochs, seed),
            )[corpus.name]
            for draw, seed in ((1, 1), (2, 1), (1, 2))
        ]
        compared = {
            "ours": (ours[0][corpus.name], ours[1][corpus.name]),
            "draws": (theirs[0], theirs[1]),
            "seeds": (theirs[0], theirs[2]),
        }
        rows += _kept_by_band(corpus, compared)
    headers = ("crosslex, other documents", "skip-gram, other documents", "skip-gram, other seed")
    return Report("Stability", [Table(("domain", "uses", "words", *headers), tuple(rows))])


def predicted_stability(data: Data = MDSD, domains: Domains = "books,kitchen") -> Report:
    """Compare the predicted share of neighbors that stay with the share that does.

    The documents of each domain are cut in two halves that share none. One half predicts which
    share of a word's first ten neighbors would stay with other documents; the other half is those.
    """
    corpora = read_corpora(domains, data)
    min_count = min_count_of(corpora)
    models = []
    for side in (0, 1):
        halves = []
        for corpus in corpora:
            order = np.random.default_rng(0).permutation(len(corpus))
            halves.append(select_documents(corpus, np.sort(order[side::2])))
        models.append(CrossDomainEmbedding(min_documents=min_count, max_examples=0).fit(halves))
    rows: list[tuple[str, ...]] = []
    for corpus in corpora:
        rows += _predicted_by_band(*(model.vectors_[corpus.name] for model in models))
    headers = ("domain", "uses in the half", "words", "predicted to stay", "stayed")
    return Report("Predicted stability", [Table(headers, tuple(rows))])


def _kept_by_band(
    corpus: Corpus, compared: Mapping[str, tuple[WordVectors, WordVectors]]
) -> list[tuple[str, ...]]:
    """Return the mean share of neighbors that stay, by the uses of a word in all documents."""
    known = set.intersection(*(set(each.words) for pair in compared.values() for each in pair))
    counts = np.bincount(corpus.ids, minlength=len(corpus.words))
    stop_words = corpus.text_settings.stop_words_used
    rows = [
        row
        for row, word in enumerate(corpus.words)
        if word in known and word.isalpha() and word not in stop_words
    ]
    words = [corpus.words[row] for row in rows]
    shares = [
        1 - lost_neighbors(_rows(pair[0], words), _rows(pair[1], words), NEIGHBORS)
        for pair in compared.values()
    ]
    return _by_band(corpus.name, counts[rows], shares)


def _predicted_by_band(first: DomainVectors, second: DomainVectors) -> list[tuple[str, ...]]:
    """Return what the first half predicts, and what stays in the second, by uses in the first."""
    words = [
        word
        for word in first.words
        if word.isalpha() and word in second and min(first.count(word), second.count(word)) >= 5
    ]
    here, there = (np.array([each[word] for word in words], np.float64) for each in (first, second))
    predicted = np.array([first.stability(word) for word in words], np.float64)
    uses = np.array([first.count(word) for word in words])
    return _by_band(first.domain, uses, [predicted, 1 - lost_neighbors(here, there, NEIGHBORS)])


def _by_band(
    domain: str, uses: NDArray[np.integer], shares: Sequence[NDArray[np.float64]]
) -> list[tuple[str, ...]]:
    rows = []
    for low, high in BANDS:
        within = (uses >= low) & (uses < (high or np.inf))
        band = f"{low}–{high}" if high else f"{low} and more"
        means = (f"{share[within].mean():.2f}" for share in shares)
        rows.append((domain, band, f"{within.sum()}", *means))
    return rows


def _half(corpus: Corpus, draw: int) -> Corpus:
    order = np.random.default_rng(draw).permutation(len(corpus))
    return select_documents(corpus, np.sort(order[: len(corpus) // 2]))


def _skipgram(corpus: Corpus, epochs: int, seed: int) -> Made:
    texts = number_texts([corpus], min_count=MIN_COUNT)
    settings = SkipGramSettings(dimension=DIMENSION, epochs=epochs, min_count=MIN_COUNT, seed=seed)
    return {corpus.name: known_vectors(texts[0], skipgram(texts, settings)[0])}


def _rows(vectors: WordVectors, words: Sequence[str]) -> NDArray[np.float64]:
    place = {word: row for row, word in enumerate(vectors.words)}
    return np.asarray(vectors.vectors[[place[word] for word in words]], np.float64)
