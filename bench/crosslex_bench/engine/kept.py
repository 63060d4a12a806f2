"""Finished cells of long runs, kept in a few small files and given to later runs."""

import gzip
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex_bench.places import RESULTS

FILE = "cells.jsonl.gz"


def keep(
    runs: Annotated[list[Path], typer.Argument(metavar="DIR…", help="Folders of experiments.")],
) -> None:
    """Keep the results and cells of runs in bench/results, a compressed line per cell."""
    for run in runs:
        print(f"{run.name}: {keep_run(run, RESULTS / run.name):,} cells")


def restore(
    out: Annotated[
        Path, typer.Argument(metavar="DIR", help="Folder in which the runs' folders are written.")
    ],
) -> None:
    """Write kept cells where --share finds them.

    A run takes those that have the settings, data and versions it needs.
    """
    for kept in sorted(RESULTS.glob(f"*/{FILE}")):
        name = kept.parent.name
        print(f"{name}: {restore_run(kept.parent, out / f'{name}-kept'):,} cells")


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
