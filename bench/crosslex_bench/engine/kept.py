"""Keep the finished cells of long runs in a few small files, and give them to a later run.

`python -m crosslex_bench.engine.kept keep results/paper results/paper-controls` writes what runs have
finished to `benchmarks/results`: their results and their cells, a compressed line each.
`python -m crosslex_bench.engine.kept restore results` writes the cells to folders in `results`, where
`crosslex benchmark DATA … --share` finds those that have the settings, data and versions it needs.
"""

import argparse
import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "results"
FILE = "cells.jsonl.gz"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    keep = commands.add_parser("keep", help="write what runs have finished to a small file each")
    keep.add_argument("runs", type=Path, nargs="+", help="folders that crosslex benchmark wrote")
    restore = commands.add_parser("restore", help="write kept cells to where --share finds them")
    restore.add_argument("out", type=Path, help="the folder with the folders of runs")
    options = parser.parse_args()
    if options.command == "keep":
        for run in options.runs:
            print(f"{run.name}: {keep_run(run, FOLDER / run.name):,} cells")
    else:
        for kept in sorted(FOLDER.glob(f"*/{FILE}")):
            name = kept.parent.name
            print(f"{name}: {restore_run(kept.parent, options.out / f'{name}-kept'):,} cells")


def keep_run(run: Path, to: Path) -> int:
    """Write the finished cells of a run, and its results if it has any; return how many cells."""
    to.mkdir(parents=True, exist_ok=True)
    cells = [json.loads(path.read_bytes()) for path in sorted((run / "cells").glob("*.json"))]
    lines = "".join(f"{json.dumps(shortened(cell), separators=(',', ':'))}\n" for cell in cells)
    # Without a time in it, the same cells make the same bytes.
    (to / FILE).write_bytes(gzip.compress(lines.encode(), mtime=0))
    if (run / "results.json").exists():
        shutil.copy(run / "results.json", to / "results.json")
    return len(cells)


def shortened(cell: dict[str, Any]) -> dict[str, Any]:
    """Return a cell without what tuning does not read of it: every text's score."""
    tuning = cell["settings"]["task"].get("test_on") == "labeled"
    return {**cell, "scores": None} if tuning else cell


def restore_run(kept: Path, to: Path) -> int:
    """Write kept cells as files of their own; return how many."""
    (to / "cells").mkdir(parents=True, exist_ok=True)
    number = 0
    for number, cell in enumerate(read_kept(kept), start=1):
        (to / "cells" / f"{number}.json").write_text(json.dumps(cell), encoding="utf-8")
    return number


def read_kept(kept: Path) -> Iterator[dict[str, Any]]:
    """Yield the cells that were kept in a folder."""
    with gzip.open(kept / FILE, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


if __name__ == "__main__":
    main()
