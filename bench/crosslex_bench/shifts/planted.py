"""Which methods find planted changes of meaning; with `--null`, how many are found by chance."""

import argparse
import json
import sys
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from crosslex.corpus.corpus import Corpus
from crosslex_bench.data.mdsd import FOLDER, read_domain
from crosslex_bench.measure import machine
from crosslex_bench.shifts.null import Rates, null_rates, pool_rates, power
from crosslex_bench.shifts.planting import BANDS, Planted, plant, split
from crosslex_bench.shifts.run import run_task
from crosslex_bench.shifts.scoring import Result, means, table

TASKS = {
    "A": "books split at random",
    "B1": "books against kitchen",
    "B2": "dvd against electronics",
}
PAIRS = {"B1": ("books", "kitchen"), "B2": ("dvd", "electronics")}
# Settings were chosen on seeds 100 to 103.
SEEDS = "1,2,3"
NULL_TITLES = ("no change, any difference", "no change, more than the smallest change")
POWER_TITLES = ("planted", "not planted")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=FOLDER, help="folder of labelled and unlabelled.jsonl.gz")
    parser.add_argument("--seeds", default=SEEDS, help="separated by commas")
    parser.add_argument("--tasks", default=",".join(TASKS), help=f"some of {', '.join(TASKS)}")
    parser.add_argument("--share", type=float, default=0.5, help="of tokens swapped")
    parser.add_argument("--ours", action="store_true", help="leave the peers out")
    parser.add_argument("--null", action="store_true", help="false positives and power instead")
    parser.add_argument(
        "--json", type=Path, help="file to write results to; what it holds is not run again"
    )
    options = parser.parse_args()
    seeds = [int(seed) for seed in options.seeds.split(",")]
    if options.null:
        report = _null(read_domain(options.data, "books"), seeds, options.share)
        _write(options.json, {"share": options.share, "seeds": seeds, **report})
    else:
        tasks = options.tasks.split(",")
        runs = _run(options, tasks, seeds)
        for task, title in TASKS.items():
            done = [run for (of, _), run in runs.items() if of == task]
            if done:
                print(f"\n**{task}: {title}, {len(done)} seeds**\n\n{table(means(done))}")


def _run(
    options: argparse.Namespace, tasks: list[str], seeds: list[int]
) -> dict[tuple[str, int], dict[str, Result]]:
    """Run every task with every seed, except those whose results are in the file."""
    share, path = options.share, options.json
    runs: dict[tuple[str, int], dict[str, Result]] = {}
    if path is not None and path.exists():
        for run in json.loads(path.read_text())["runs"]:
            if run["share"] == share:
                results = {name: Result(**result) for name, result in run["results"].items()}
                runs[run["task"], run["seed"]] = results
    for seed in seeds:
        for task in tasks:
            if (task, seed) in runs:
                continue
            planted = _plant(options.data, task, seed, share)
            runs[task, seed] = run_task(planted, seed, peers_too=not options.ours)
            print(f"{task}, seed {seed}: done", file=sys.stderr, flush=True)
            rows = [
                {
                    "task": task,
                    "seed": seed,
                    "share": share,
                    "results": {name: asdict(result) for name, result in results.items()},
                }
                for (task, seed), results in runs.items()
            ]
            _write(path, {"runs": rows})
    return runs


def _write(path: Path | None, report: dict[str, Any]) -> None:
    if path is not None:
        path.write_text(json.dumps({"machine": machine(), **report}, indent=2) + "\n")


def _plant(data: str, task: str, seed: int, share: float) -> Planted:
    if task == "A":
        return plant(*split(read_domain(data, "books"), seed), share=share, seed=seed)
    first, second = PAIRS[task]
    return plant(read_domain(data, first), read_domain(data, second), share=share, seed=seed)


def _null(corpus: Corpus, seeds: list[int], share: float) -> dict[str, Any]:
    bands = " | ".join(f"{low}–{high}" for low, high in BANDS)
    report: dict[str, Any] = {}
    measures = (
        (NULL_TITLES, partial(null_rates, corpus)),
        (POWER_TITLES, partial(power, corpus, share=share)),
    )
    print(f"| | seed | | all | {bands} |\n|---|---|---|{'---:|' * (len(BANDS) + 1)}")
    for titles, measure in measures:
        runs = [measure(seed) for seed in seeds]
        for title, rates in zip(titles, zip(*runs, strict=True), strict=True):
            for seed, run in zip(seeds, rates, strict=True):
                _print_rates(title, str(seed), run)
            _print_rates(title, "pooled", pool_rates(rates))
            report[title] = [asdict(each) for each in rates]
    return report


def _print_rates(name: str, seed: str, rates: Rates) -> None:
    for what, hits in (("p", rates.chance), ("q", rates.found)):
        cells = " | ".join(f"{rate:.3f}" for rate in rates.shares(hits))
        print(f"| {name} | {seed} | {what} ≤ 0.05 | {cells} |", flush=True)


if __name__ == "__main__":
    main()
