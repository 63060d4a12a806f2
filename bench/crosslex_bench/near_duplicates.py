"""Near-duplicates between training and test reviews, which favor `in_domain`."""

import gzip
import json
from collections import defaultdict
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.results import read_results
from crosslex_bench.pages import Table
from crosslex_bench.places import MDSD, existing


def near_duplicates(
    results: Annotated[Path, typer.Argument(metavar="DIR", help="Folder of paper or methods.")],
    data: Data = MDSD,
    methods: Annotated[str, typer.Option(help="Methods, with commas.")] = "in_domain,none",
) -> Report:
    """Compare accuracies on all test reviews and on those without a near-duplicate.

    near_duplicates.json beside the data names the test reviews with a near-duplicate among the
    training reviews.
    """
    unique = without_duplicates(data)
    names = read_results(existing(results / "results.json", "DIR")).setup.pairs
    pairs = [Pair.parse(name) for name in names]
    left_out = sum((~unique[target]).sum() for target in {pair.target for pair in pairs})
    rows = []
    for method in split_names("--methods", methods):
        found = [
            (correct(results, method, pair.sources[0], pair.target), unique[pair.target])
            for pair in pairs
        ]
        every = np.mean([right.mean() for right, _ in found])
        some = np.mean([right[kept].mean() for right, kept in found])
        rows.append((method, f"{100 * every:.1f}", f"{100 * some:.1f}"))
    headers = ("method", "all test reviews", f"without {left_out} near-duplicates")
    return Report("Near-duplicates", [Table(headers, tuple(rows))])


def correct(folder: Path, method: str, source: str, target: str) -> NDArray[np.float64]:
    """Return which test reviews a method classified correctly, averaged over its seeds."""
    paths = sorted((folder / "cells").glob(f"{method},{source},{target},*.json"))
    correct = [json.loads(path.read_text())["correct"] for path in paths]
    return np.asarray(np.mean(correct, axis=0), np.float64)


def without_duplicates(folder: Path) -> dict[str, NDArray[np.bool_]]:
    """Return which test reviews of each domain have no near-duplicate, in their order."""
    named = set(json.loads(existing(folder / "near_duplicates.json").read_text()))
    rows: dict[str, list[bool]] = defaultdict(list)
    with gzip.open(folder / "labelled.jsonl.gz", "rt", encoding="utf-8") as lines:
        for review in map(json.loads, lines):
            if review["split"] == "test":
                rows[review["domain"]].append(review["id"] not in named)
    return {domain: np.array(found) for domain, found in rows.items()}
