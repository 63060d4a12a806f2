"""The cells of a run: those that are there are kept, the others computed and kept."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.rules import Rules
from crosslex.benchmark.workers import run_cells
from crosslex.progress import progress

_logger = logging.getLogger(__name__)


def complete_cells(
    kept: BenchmarkFolder,
    dataset: Dataset,
    keys: Sequence[CellKey],
    rules: Rules,
    *,
    task: str = "benchmark",
    n_jobs: int = 1,
) -> dict[CellKey, Cell]:
    """Compute every cell that the folder lacks, keep each as it finishes, and return all.

    Parameters
    ----------
    kept
        Where cells lie.
    dataset
        Encoded domains.
    keys
        Which cells.
    rules
        What they have in common.
    task
        What the progress bar calls it.
    n_jobs
        How many are computed at once.
    """
    cells = kept.read_cells(keys)
    missing = [key for key in keys if key not in cells]
    _logger.info("%d of %d cells are there, %d to compute", len(cells), len(keys), len(missing))
    clock = _Clock(missing)
    with progress(task, total=len(keys)) as advance:
        advance(len(cells))
        for cell in run_cells(dataset, missing, rules, n_jobs=n_jobs):
            kept.write_cell(cell)
            cells[cell.key] = cell
            clock.finish(cell)
            advance(1, note=f"{cell.key.method}, {cell.key.pair}; {clock.left}")
            _logger.info("%s: %.1f %%; %s", cell.key, 100 * cell.accuracy, clock.left)
    return cells


@dataclass
class _Clock:
    """Tells how long the rest will take; methods differ a hundredfold, so each is timed."""

    waiting: list[CellKey]
    began: float = field(default_factory=time.monotonic)
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def finish(self, cell: Cell) -> None:
        self.waiting = [key for key in self.waiting if key != cell.key]
        self.seconds.setdefault(cell.key.method, []).append(cell.cpu_seconds)

    @property
    def left(self) -> str:
        means = {method: sum(times) / len(times) for method, times in self.seconds.items()}
        usual = sum(means.values()) / len(means)
        ahead = sum(means.get(key.method, usual) for key in self.waiting)
        done = sum(map(sum, self.seconds.values()))
        elapsed = time.monotonic() - self.began
        seconds = elapsed * ahead / done if done else 0.0
        return f"{seconds / 60:.0f} min left" if seconds >= 90 else f"{seconds:.0f} s left"
