"""How well rankings by change of meaning agree with people: Spearman's rho, AUC, CPU seconds.

Run `python -m crosslex_bench.benchmarks.change`. Intervals are over words (bootstrap, the same draws for all
methods). `--langchange PYTHON` adds the toolkit langchange from the Python that has it. Planted
changes are in `python -m crosslex_bench.benchmarks.shift`.
"""

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from crosslex_bench.change.judged import FOLDER, SIDES, TITLES, read_judged
from crosslex_bench.change.langchange import langchange_scores
from crosslex_bench.change.methods import METHODS, OURS, Task
from crosslex_bench.change.scoring import Scores, rank_all, table
from crosslex_bench.measure import machine


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.benchmarks.change", description=__doc__
    )
    parser.add_argument("--data", type=Path, default=FOLDER, help="folder of dwug_en and semcor")
    parser.add_argument("--sets", default=",".join(SIDES), help="with commas")
    parser.add_argument("--methods", default=",".join(METHODS), help="some, with commas")
    parser.add_argument("--langchange", help="a Python that has langchange")
    parser.add_argument("--epochs", type=int, default=30, help="of every skip-gram")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--json", type=Path, help="file of scores; methods that it holds are not run again"
    )
    options = parser.parse_args()
    stored = _read(options.json)
    for name in options.sets.split(","):
        judged = read_judged(name, options.data)
        task = Task(judged, options.epochs, options.seed)
        scores = stored.setdefault(name, {})
        for method in options.methods.split(","):
            if method not in scores:
                scores[method] = METHODS[method](task)
                _write(options.json, stored)
                print(f"{name}, {method}: done", file=sys.stderr, flush=True)
        if options.langchange and "langchange" not in scores:
            scores["langchange"] = langchange_scores(task.texts, judged.words, options.langchange)
            _write(options.json, stored)
        changed = int(judged.binary.sum())
        print(f"\n**{TITLES[name]}: {len(judged.words)} words, of which {changed} changed**\n")
        print(table(rank_all(judged, scores, OURS)))


def _read(path: Path | None) -> dict[str, dict[str, Scores]]:
    if path is None or not path.exists():
        return {}
    content = json.loads(path.read_text(encoding="utf-8"))["scores"]
    return {
        name: {
            method: Scores(np.array(each["values"], float), each["seconds"])
            for method, each in methods.items()
        }
        for name, methods in content.items()
    }


def _write(path: Path | None, scores: dict[str, dict[str, Scores]]) -> None:
    if path is None:
        return
    content: dict[str, Any] = {
        name: {
            method: asdict(each) | {"values": each.values.tolist()}
            for method, each in methods.items()
        }
        for name, methods in scores.items()
    }
    report = {"machine": machine(), "scores": content}
    path.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
