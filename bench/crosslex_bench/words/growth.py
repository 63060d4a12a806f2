"""CPU time of learning as text and vocabulary grow, with gensim's skip-gram in the same run.

Run `python -m crosslex_bench.words.growth --plot growth.png`. Ours learns from encoded corpora;
skip-gram makes `--epochs` passes over all text, and the time of 15 is told.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from crosslex.corpus.corpus import Corpus
from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.measure import machine
from crosslex_bench.shifts.planting import select
from crosslex_bench.words.datasets import read_corpora
from crosslex_bench.words.methods import ours, skipgram_together

SHARES = (0.125, 0.25, 0.5, 1.0)
MIN_COUNTS = (80, 40, 20, 10, 5, 3)
USUAL_EPOCHS = 15


@dataclass(frozen=True)
class Point:
    """What learning took at one size.

    Parameters
    ----------
    tokens, words
        How much text there was, and how many words got vectors.
    ours, skipgram
        CPU seconds; None where skip-gram was not run.
    """

    tokens: int
    words: int
    ours: float
    skipgram: float | None


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.words.growth", description=__doc__
    )
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="books,kitchen", help="with commas")
    parser.add_argument("--epochs", type=int, default=1, help="of skip-gram that are run")
    parser.add_argument("--plot", type=Path, help="picture to write")
    parser.add_argument("--json", type=Path, help="file to write results to")
    options = parser.parse_args()
    corpora = read_corpora(options.domains, options.data)
    ours([corpus.slice(0, 200) for corpus in corpora], min_count=5)  # compiles
    with_text = [_measure(_some(corpora, share), None, options.epochs) for share in SHARES]
    with_words = [_measure(corpora, min_count, 0) for min_count in MIN_COUNTS]
    print(_table(with_text))
    print()
    print(_table(with_words))
    if options.json is not None:
        points = {
            "text": [asdict(point) for point in with_text],
            "words": [asdict(point) for point in with_words],
        }
        content = {"machine": machine(), "domains": options.domains} | points
        options.json.write_text(json.dumps(content, indent=2) + "\n", encoding="utf-8")
    if options.plot is not None:
        plot(with_text, with_words, options.plot)


def plot(with_text: Sequence[Point], with_words: Sequence[Point], path: Path) -> None:
    """Draw CPU seconds against tokens and against words."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.4), layout="constrained")
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
    figure.savefig(path, dpi=150)
    pyplot.close(figure)


def _some(corpora: Sequence[Corpus], share: float) -> list[Corpus]:
    """Return the same share of each domain's documents, drawn at random."""
    rng = np.random.default_rng(0)
    return [
        select(corpus, rng.permutation(len(corpus))[: round(share * len(corpus))], corpus.name)
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


def _table(points: Sequence[Point]) -> str:
    lines = [
        f"| tokens | words | crosslex, CPU s | skip-gram, {USUAL_EPOCHS} epochs | times |",
        "|---:|---:|---:|---:|---:|",
    ]
    for each in points:
        theirs = "" if each.skipgram is None else f"{each.skipgram:.0f}"
        times = "" if each.skipgram is None else f"{each.skipgram / each.ours:.0f}"
        lines.append(f"| {each.tokens:,} | {each.words:,} | {each.ours:.1f} | {theirs} | {times} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
