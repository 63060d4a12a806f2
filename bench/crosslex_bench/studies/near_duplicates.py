"""How much near-duplicates between training and test reviews flatter `in_domain`.

`python -m crosslex_bench.studies.near_duplicates RESULTS [--data FOLDER]` takes the decisions that
`crosslex benchmark` kept in the folder RESULTS, and compares methods on all test reviews with
those of which the file near_duplicates.json names no near-duplicate in the training reviews.
"""

import argparse
import gzip
import json
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.data.mdsd import FOLDER
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.results import read_results


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path, help="folder that crosslex benchmark wrote")
    parser.add_argument("--data", default=FOLDER, help="the dataset it was computed on")
    parser.add_argument("--methods", default="in_domain,none", help="which methods")
    options = parser.parse_args()
    unique = without_duplicates(Path(options.data))
    pairs = [
        Pair.parse(name) for name in read_results(options.results / "results.json").setup.pairs
    ]
    left_out = sum((~unique[target]).sum() for target in {pair.target for pair in pairs})
    print(f"| method | all test reviews | without {left_out} near-duplicates |")
    print("|---|---:|---:|")
    for method in options.methods.split(","):
        found = [
            (correct(options.results, method, pair.sources[0], pair.target), unique[pair.target])
            for pair in pairs
        ]
        every = np.mean([right.mean() for right, _ in found])
        some = np.mean([right[rows].mean() for right, rows in found])
        print(f"| {method} | {100 * every:.1f} | {100 * some:.1f} |")


def correct(folder: Path, method: str, source: str, target: str) -> NDArray[np.float64]:
    """Return which test reviews a method classified correctly, averaged over its seeds."""
    paths = sorted((folder / "cells").glob(f"{method},{source},{target},*.json"))
    correct = [json.loads(path.read_text())["correct"] for path in paths]
    return np.asarray(np.mean(correct, axis=0), np.float64)


def without_duplicates(folder: Path) -> dict[str, NDArray[np.bool_]]:
    """Return which test reviews of each domain have no near-duplicate, in their order."""
    named = set(json.loads((folder / "near_duplicates.json").read_text()))
    rows: dict[str, list[bool]] = defaultdict(list)
    with gzip.open(folder / "labelled.jsonl.gz", "rt", encoding="utf-8") as lines:
        for review in map(json.loads, lines):
            if review["split"] == "test":
                rows[review["domain"]].append(review["id"] not in named)
    return {domain: np.array(found) for domain, found in rows.items()}


if __name__ == "__main__":
    main()
