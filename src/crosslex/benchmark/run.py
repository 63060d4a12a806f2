"""A whole benchmark: all cells of all methods, kept as they finish, and what comes of them."""

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.datasets import Dataset
from crosslex.benchmark.folder import BenchmarkFolder
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import Protocol, list_cells
from crosslex.benchmark.results import Results, summarize
from crosslex.benchmark.workers import run_cells
from crosslex.progress import progress

_logger = logging.getLogger(__name__)


def run_benchmark(
    dataset: Dataset,
    pairs: Sequence[Pair],
    methods: Sequence[str],
    folder: Path,
    *,
    protocol: Protocol | None = None,
    seeds: int = 1,
    validation: Sequence[str] = (),
    resume: bool = False,
    n_jobs: int = 1,
) -> Results:
    """Compute every cell that is not there yet, write results.json, and return the results.

    Parameters
    ----------
    dataset
        Encoded domains.
    pairs
        From which domains to which.
    methods
        Names of `crosslex.adapt.METHODS`.
    folder
        Where cells and results are kept. One that an earlier benchmark wrote is replaced,
        unless `resume`; any other that is not empty is refused.
    protocol
        What every method is given.
    seeds
        How many seeds each method runs with, those apart that have no use for one.
    validation
        Domains that are for tuning, to be told beside the results.
    resume
        Whether to go on with the cells that an earlier run left in the folder.
    n_jobs
        How many cells are computed at once, each in a process of its own; results do not
        depend on it. With more than one, a script must protect its entry point with
        `if __name__ == "__main__"`.

    Examples
    --------
    >>> import tempfile
    >>> from crosslex.benchmark.datasets import encode_dataset
    >>> from crosslex.benchmark.reviews import Review
    >>> reviews = [
    ...     Review(f"a {word} {thing} and a {word} price", domain, label, part)
    ...     for domain, thing in (("books", "plot"), ("kitchen", "knife"))
    ...     for word, label in (("good", 1), ("bad", 0))
    ...     for part in ["train"] * 10 + ["test"] * 2
    ... ]
    >>> dataset = encode_dataset("tiny", reviews)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     results = run_benchmark(dataset, [Pair(("books",), "kitchen")], ["none"], Path(folder))
    >>> results.methods["none"]["books->kitchen"].accuracy
    1.0
    """
    protocol = protocol or Protocol()
    settings = protocol.settings(dataset)
    opened = BenchmarkFolder.resume if resume else BenchmarkFolder.start
    kept = opened(folder, settings)
    keys = list_cells(list(pairs), tuple(methods), seeds)
    cells = kept.read_cells(keys)
    missing = [key for key in keys if key not in cells]
    _logger.info("%d of %d cells are there, %d to compute", len(cells), len(keys), len(missing))
    clock = _Clock(missing)
    with progress("benchmark", total=len(keys)) as advance:
        advance(len(cells))
        for cell in run_cells(dataset, missing, protocol, n_jobs=n_jobs):
            kept.write_cell(cell)
            cells[cell.key] = cell
            clock.finish(cell)
            advance(1, note=f"{cell.key.method}, {cell.key.pair}; {clock.left}")
            _logger.info("%s: %.1f %%; %s", cell.key, 100 * cell.accuracy, clock.left)
    results = summarize(
        dataset,
        protocol,
        cells,
        pairs=pairs,
        methods=methods,
        seeds=seeds,
        validation=validation,
    )
    kept.write_text("results.json", results.to_json())
    return results


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
