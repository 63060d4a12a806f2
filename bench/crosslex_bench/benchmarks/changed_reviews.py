"""Compare vectors that know their domain with pooled ones where words change meaning.

`python -m crosslex_bench.benchmarks.changed_reviews RESULTS [--data FOLDER]` takes the decisions that
`crosslex benchmark` kept in the folder RESULTS, finds the words that change most between the
domains of each pair, and compares `crosslex` with `pooled` on the test reviews richest in them.
"""

import argparse
import json
from itertools import combinations
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex import CrossDomainEmbedding
from crosslex.counts.documents import document_matrix
from crosslex_bench.benchmarks.mdsd import FOLDER
from crosslex_bench.data.datasets import Dataset, load_dataset
from crosslex_bench.engine.bootstrap import DRAWS
from crosslex_bench.engine.results import read_results
from crosslex_bench.engine.statistics import percentile_interval

WORDS = 200
SHARE = 1 / 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="folder that crosslex benchmark wrote")
    parser.add_argument("--data", default=FOLDER, help="the dataset it was computed on")
    options = parser.parse_args()
    found = read_results(options.results / "results.json")
    pairs = [tuple(name.split("->")) for name in found.setup.pairs]
    dataset = load_dataset(options.data, n_jobs=2)
    rich = find_rich(dataset, pairs)
    rng = np.random.default_rng(0)
    print("| test reviews | pairs × reviews | crosslex | pooled | difference |")
    print("|---|---:|---:|---:|---:|")
    for name, wanted in (("rich in changed words", True), ("all others", False)):
        ours, theirs, rows = [], [], []
        for source, target in pairs:
            chosen = np.flatnonzero(rich[source, target] == wanted)
            ours.append(correct(options.results, "crosslex", source, target)[chosen])
            theirs.append(correct(options.results, "pooled", source, target)[chosen])
            rows.append(chosen)
        low, high = interval(pairs, ours, theirs, rows, rng)
        a, b = (100 * np.mean([each.mean() for each in side]) for side in (ours, theirs))
        size = sum(map(len, rows))
        print(
            f"| {name} | {size:,} | {a:.1f} | {b:.1f} | {a - b:+.1f} ({low:+.1f} to {high:+.1f}) |"
        )


def find_rich(
    dataset: Dataset, pairs: list[tuple[str, ...]]
) -> dict[tuple[str, str], NDArray[np.bool_]]:
    """Return which test reviews of a pair's target are the third with most changed words."""
    changed = {}
    for one, other in combinations(dict.fromkeys(name for pair in pairs for name in pair), 2):
        texts = [dataset.domains[name].train.without_labels() for name in (one, other)]
        model = CrossDomainEmbedding(max_examples=0).fit(texts)
        shifts = model.shifts(domains=(one, other), top=WORDS, neighbors=0, examples=0)
        changed[one, other] = changed[other, one] = [each.word for each in shifts]
    rich = {}
    for source, target in pairs:
        test = dataset.domains[target].test
        held = (document_matrix(test, changed[source, target]) > 0).sum(axis=1)
        length = np.diff(test.sentence_offsets[test.document_offsets])
        order = np.argsort(-held / np.maximum(length, 1), kind="stable")
        rich[source, target] = np.isin(np.arange(len(test)), order[: round(SHARE * len(test))])
    return rich


def correct(folder: Path, method: str, source: str, target: str) -> NDArray[np.float64]:
    """Return which test reviews a method classified correctly, averaged over its seeds."""
    paths = sorted((folder / "cells").glob(f"{method},{source},{target},*.json"))
    correct = [json.loads(path.read_text())["correct"] for path in paths]
    return np.asarray(np.mean(correct, axis=0), np.float64)


def interval(
    pairs: list[tuple[str, ...]],
    ours: list[NDArray[np.float64]],
    theirs: list[NDArray[np.float64]],
    rows: list[NDArray[np.intp]],
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Resample test reviews, the same draw for all pairs that share a target."""
    size = 1 + max(int(each.max()) for each in rows)
    targets = list(dict.fromkeys(target for _, target in pairs))
    means = np.empty(DRAWS)
    for draw in range(DRAWS):
        weights = {target: rng.multinomial(size, np.full(size, 1 / size)) for target in targets}
        drawn = [weights[target][chosen] for (_, target), chosen in zip(pairs, rows, strict=True)]
        means[draw] = np.mean(
            [
                weight @ (a - b) / max(1, int(weight.sum()))
                for weight, a, b in zip(drawn, ours, theirs, strict=True)
            ]
        )
    low, high = percentile_interval(100 * means)
    return low, high


if __name__ == "__main__":
    main()
