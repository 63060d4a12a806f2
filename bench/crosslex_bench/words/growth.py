"""CPU time of learning as text and vocabulary grow, with gensim's skip-gram in the same run."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np
import typer

from crosslex import Corpus
from crosslex_bench.command import Data, Domains, Report, picture
from crosslex_bench.data.mdsd import read_corpora
from crosslex_bench.data.training_changes import select_documents
from crosslex_bench.measure import machine
from crosslex_bench.pages import Block, Picture, Table
from crosslex_bench.places import MDSD
from crosslex_bench.words.methods import ours, skipgram_together

SHARES = (0.125, 0.25, 0.5, 1.0)
MIN_COUNTS = (80, 40, 20, 10, 5, 3)
USUAL_EPOCHS = 15


@dataclass(frozen=True)
class Point:
    """CPU seconds of learning at one size; None where skip-gram was not run."""

    tokens: int
    words: int
    ours: float
    skipgram: float | None


def growth(
    data: Data = MDSD,
    domains: Domains = "books,kitchen",
    epochs: Annotated[
        int, typer.Option(help="Epochs of skip-gram that are run; the time of 15 is shown.")
    ] = 1,
) -> Report:
    """Measure CPU time as text and vocabulary grow, with gensim's skip-gram in the same run."""
    corpora = read_corpora(domains, data)
    ours([corpus.slice(0, 200) for corpus in corpora], min_count=5)  # compiles
    with_text = [_measure(_some(corpora, share), None, epochs) for share in SHARES]
    with_words = [_measure(corpora, min_count, 0) for min_count in MIN_COUNTS]
    blocks: list[Block] = [_table(with_text), _table(with_words), _plot(with_text, with_words)]
    results = {"machine": machine(), "text": with_text, "words": with_words}
    return Report("CPU time of learning", blocks, results)


def _plot(with_text: Sequence[Point], with_words: Sequence[Point]) -> Picture:
    """Draw CPU seconds against tokens and against words."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9, 3.4), layout="constrained")
    left, right = figure.subplots(1, 2)
    tokens = [point.tokens / 1e6 for point in with_text]
    left.plot(tokens, [point.ours for point in with_text], "o-", label="crosslex")
    theirs = [np.nan if point.skipgram is None else point.skipgram for point in with_text]
    left.plot(tokens, theirs, "s--", label=f"gensim skip-gram, {USUAL_EPOCHS} epochs")
    left.set(xlabel="million tokens", ylabel="CPU seconds", xscale="log", yscale="log")
    left.set_xticks(tokens, [f"{each:.1f}" for each in tokens], minor=False)
    left.set_xticks([], minor=True)
    left.legend()
    words = [point.words / 1e3 for point in with_words]
    right.plot(words, [point.ours for point in with_words], "o-")
    right.set(xlabel="thousand words with vectors", ylabel="CPU seconds", ylim=(0, None))
    return picture("growth", figure, "CPU seconds by tokens and by words")


def _some(corpora: Sequence[Corpus], share: float) -> list[Corpus]:
    """Return the same share of each domain's documents, drawn at random."""
    rng = np.random.default_rng(0)
    return [
        select_documents(
            corpus, np.sort(rng.permutation(len(corpus))[: round(share * len(corpus))])
        )
        for corpus in corpora
    ]


def _measure(corpora: Sequence[Corpus], min_count: int | None, epochs: int) -> Point:
    started = time.process_time()
    made = ours(corpora, min_count=min_count)
    learned = time.process_time()
    theirs = None
    if epochs:
        skipgram_together(corpora, epochs=epochs)
        theirs = (time.process_time() - learned) * USUAL_EPOCHS / epochs
    words = set().union(*(found for found, _ in made.values()))
    tokens = sum(corpus.n_tokens for corpus in corpora)
    return Point(tokens, len(words), learned - started, theirs)


def _table(points: Sequence[Point]) -> Table:
    rows = []
    for each in points:
        theirs = "" if each.skipgram is None else f"{each.skipgram:.0f}"
        times = "" if each.skipgram is None else f"{each.skipgram / each.ours:.0f}"
        rows.append((f"{each.tokens:,}", f"{each.words:,}", f"{each.ours:.1f}", theirs, times))
    peer = f"skip-gram, {USUAL_EPOCHS} epochs"
    return Table(("tokens", "words", "crosslex, CPU s", peer, "times"), tuple(rows))
