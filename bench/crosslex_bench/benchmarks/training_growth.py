"""How time and memory of training grow with dimension, pivots, vocabulary and text."""

import json
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import matplotlib
import numpy as np
from scipy.sparse import csr_array, vstack

from crosslex import Corpus
from crosslex.counts.cooccurrences import Cooccurrences, count_cooccurrences
from crosslex.counts.frequent_features import count_domains
from crosslex.learn import TrainingSettings, train
from crosslex.learn.trainers import choose_trainer
from crosslex.pivots.choice import choose_vocabulary
from crosslex_bench.benchmarks.measure import interleaved, peak_resident_bytes, run_child

BASE = {"dimension": 300, "pivots": 500, "vocabulary": 25_000}
SIZES: dict[str, tuple[int, ...]] = {
    "dimension": (100, 300, 1000),
    "pivots": (500, 2000),
    "vocabulary": (5_000, 25_000, 100_000),
}
TOKENS = 3_000_000
DOCUMENT = 60


def growth() -> dict[str, list[dict[str, Any]]]:
    """Train at every size in a process of its own; one row per size."""
    tables: dict[str, list[dict[str, Any]]] = {}
    known: dict[str, dict[str, Any]] = {}
    for name, sizes in SIZES.items():
        tables[name] = []
        for size in sizes:
            argument = json.dumps(BASE | {name: size}, sort_keys=True)
            if argument not in known:
                report = run_child("crosslex_bench.benchmarks.training", ["--one-size", argument])
                known[argument] = report.result | {"peak_bytes": report.peak_resident}
            tables[name].append({name: size} | known[argument])
    return tables


def print_one_size(argument: str) -> None:
    """Train two generated domains with default settings and print what it took."""
    sizes = json.loads(argument)
    rng = np.random.default_rng(0)
    data = [generated(name, sizes["pivots"], sizes["vocabulary"], rng) for name in ("one", "two")]
    tiny = [generated(name, 5, 20, rng) for name in ("one", "two")]
    trainer = choose_trainer(data)
    train(tiny, TrainingSettings(dimension=4, trainer=trainer))  # compiles
    before = peak_resident_bytes()
    started = time.process_time()
    learned = train(data, TrainingSettings(dimension=sizes["dimension"]))
    report = {
        "trainer": trainer,
        "pairs": sum(domain.counts.nnz for domain in data),
        "passes": learned.curve[-1].epoch,
        "cpu_seconds": round(time.process_time() - started, 2),
        "bytes_before": before,
        "peak_resident": peak_resident_bytes(),
    }
    print(json.dumps(report))


def generated(name: str, n_pivots: int, n_words: int, rng: np.random.Generator) -> Cooccurrences:
    """Return random counts of a text of fixed length in which words follow Zipf's law."""
    shares = 1 / np.arange(1, n_words + 1)
    frequency = TOKENS * shares / shares.sum()
    pivots = frequency[np.linspace(0, min(n_words, 2 * n_pivots) - 1, n_pivots).astype(int)]
    rows = []
    for first in range(0, n_pivots, 100):
        mean = pivots[first : first + 100, None] * frequency * (DOCUMENT / TOKENS)
        rows.append(csr_array(rng.poisson(mean * rng.gamma(0.3, 1 / 0.3, mean.shape))))
    return Cooccurrences(
        name,
        tuple(f"p{index}" for index in range(n_pivots)),
        tuple(f"w{index}" for index in range(n_words)),
        csr_array(vstack(rows, format="csr"), dtype=np.int64),
        np.ceil(frequency).astype(np.int64),
    )


def text_growth(corpora: Sequence[Corpus], rounds: int) -> dict[str, float]:
    """Compare training on counts of half the documents with training on those of all."""
    vocabulary = choose_vocabulary(
        count_domains(corpora, min_documents=10), score="frequency", n_pivots=500
    )
    halves = [corpus.slice(0, len(corpus) // 2) for corpus in corpora]
    half, whole = (
        [
            count_cooccurrences(
                corpus, vocabulary.pivots, vocabulary.words(corpus.name), context="document"
            )
            for corpus in part
        ]
        for part in (halves, corpora)
    )
    # Without early stopping, so that both make the same number of steps.
    settings = TrainingSettings(trainer="exact", patience=None)
    seconds = interleaved(
        {"half": lambda: train(half, settings), "whole": lambda: train(whole, settings)},
        rounds=rounds,
    )
    return {
        "half_pairs": sum(domain.counts.nnz for domain in half),
        "whole_pairs": sum(domain.counts.nnz for domain in whole),
        "half_cpu_seconds": seconds["half"].cpu,
        "whole_cpu_seconds": seconds["whole"].cpu,
        "growth": seconds["whole"].cpu / seconds["half"].cpu,
        "target": 1.1,
    }


def plot(tables: dict[str, list[dict[str, Any]]], path: Path) -> None:
    """Draw CPU time and peak memory against each size."""
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, len(tables), figsize=(11, 3.4), layout="constrained")
    for panel, (name, rows) in zip(axes, tables.items(), strict=True):
        sizes = [row[name] for row in rows]
        panel.plot(sizes, [row["cpu_seconds"] for row in rows], "o-", color="tab:blue")
        panel.set(xlabel=name, ylabel="CPU seconds", xscale="log", ylim=(0, None))
        panel.set_xticks(sizes, [f"{size:,}" for size in sizes])
        panel.minorticks_off()
        panel.yaxis.label.set_color("tab:blue")
        memory = panel.twinx()
        memory.plot(sizes, [row["peak_bytes"] / 1e9 for row in rows], "s--", color="tab:orange")
        memory.set(ylabel="peak memory, GB", ylim=(0, None))
        memory.yaxis.label.set_color("tab:orange")
    figure.suptitle(
        "Default training of two domains (otherwise 300 dimensions, 500 pivots, 25,000 words)"
    )
    figure.savefig(path, dpi=150)
    pyplot.close(figure)
