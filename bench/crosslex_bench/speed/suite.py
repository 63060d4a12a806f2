"""All benchmarks of speed and memory: one JSON, one page, and what changed since the last run.

Run `python -m crosslex_bench.benchmarks --out DIR`. Speeds are ratios to peers measured in the same run, so that
they can be compared between machines and days; `--last FILE` names the JSON of an earlier run, by
default the one that DIR holds.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from crosslex_bench.measure import ROOT, machine
from crosslex_bench.report.pages import Block, Code, Heading, Paragraph, Picture, Table, to_html
from crosslex_bench.speed.scale import draw

SLOWER = 0.8
"""A ratio below this share of the last run's counts as slower: noise is rarely that large."""


@dataclass(frozen=True)
class Figure:
    """One number of a benchmark.

    Parameters
    ----------
    name
        What was measured.
    path
        Where it stands in the benchmark's JSON.
    target
        What it should be: at least, or at most where less is better.
    less_is_better
        Whether it is a size rather than a speed.
    unit
        What it is told in.
    """

    name: str
    path: tuple[str, ...]
    target: float
    less_is_better: bool = False
    unit: float = 1


@dataclass(frozen=True)
class Benchmark:
    """A module to run, and the numbers to take from it."""

    module: str
    quick: tuple[str, ...]
    thorough: tuple[str, ...]
    figures: tuple[Figure, ...]


BENCHMARKS = (
    Benchmark(
        "corpus",
        ("--rounds", "1"),
        ("--rounds", "5", "--large"),
        (
            Figure("encoding: speed over CountVectorizer's", ("encoding", "ratio"), 1.5),
            Figure("two processes: speed over one's", ("two_processes", "ratio"), 1.7),
            Figure("co-occurrences: speed over plain Python's", ("cooccurrences", "ratio"), 20),
        ),
    ),
    Benchmark(
        "lookups",
        ("--rounds", "3"),
        ("--rounds", "5"),
        (
            Figure("crosslex --version: CPU seconds", ("cpu_seconds", "version"), 0.35, True),
            Figure("crosslex --help: CPU seconds", ("cpu_seconds", "help"), 0.35, True),
            Figure("crosslex neighbors: CPU seconds", ("cpu_seconds", "neighbors"), 1, True),
            Figure("crosslex info: CPU seconds", ("cpu_seconds", "info"), 1, True),
        ),
    ),
    Benchmark(
        "scale",
        ("--sizes", "0.02,0.04,0.08"),
        ("--sizes", "0.1,0.3,1,5"),
        (
            Figure("learn: peak resident GB", ("peak_resident_bytes",), 3, True, unit=1e9),
            Figure(
                "learn: time of the largest over that of a line through the others",
                ("largest_measured_to_expected",),
                1.1,
                True,
            ),
        ),
    ),
)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.benchmarks", description=__doc__
    )
    parser.add_argument("--out", type=Path, default=Path("benchmark-results"), metavar="DIR")
    parser.add_argument("--only", default="", help="names of benchmarks, separated by commas")
    parser.add_argument("--thorough", action="store_true", help="full sizes; takes hours")
    parser.add_argument("--last", type=Path, help="JSON of an earlier run to compare with")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    stored = options.last or options.out / "crosslex_bench.benchmarks.json"
    last = json.loads(stored.read_text(encoding="utf-8")) if stored.exists() else {}
    asked = [name for name in options.only.split(",") if name]
    results: dict[str, Any] = {"machine": machine(), "thorough": options.thorough}
    for benchmark in BENCHMARKS:
        if not asked or benchmark.module in asked:
            results[benchmark.module] = run(benchmark, options.thorough, options.out)
    rows = compare(results, last)
    (options.out / "crosslex_bench.benchmarks.json").write_text(
        json.dumps(results, indent=2) + "\n"
    )
    (options.out / "crosslex_bench.benchmarks.html").write_text(
        page(results, rows), encoding="utf-8"
    )
    for row in rows:
        print("  ".join(row))
    print(f"written to {options.out / 'benchmarks.html'}")
    if any(row[-1] == "slower" for row in rows):
        sys.exit(1)


def run(benchmark: Benchmark, thorough: bool, folder: Path) -> Any:
    """Run a benchmark in a process of its own."""
    file = folder / f"{benchmark.module}.json"
    settings = benchmark.thorough if thorough else benchmark.quick
    command = [sys.executable, "-m", f"benchmarks.{benchmark.module}", *settings]
    subprocess.run(
        [*command, "--json", str(file.resolve())], cwd=ROOT, stdout=subprocess.DEVNULL, check=True
    )
    return json.loads(file.read_text(encoding="utf-8"))


def compare(results: dict[str, Any], last: dict[str, Any]) -> list[tuple[str, ...]]:
    """Tabulate every number with its target and its change since the last run."""
    rows: list[tuple[str, ...]] = []
    for benchmark in BENCHMARKS:
        for figure in benchmark.figures:
            now = found(results.get(benchmark.module), figure)
            if now is None:
                continue
            before = found(last.get(benchmark.module), figure)
            met = now <= figure.target if figure.less_is_better else now >= figure.target
            change = verdict = ""
            if before and now and last.get("thorough") == results["thorough"]:
                gain = before / now if figure.less_is_better else now / before
                change = f"{gain:.2f} ×"
                verdict = "slower" if gain < SLOWER else "as before" if gain < 1.25 else "better"
            target = f"{'≤' if figure.less_is_better else '≥'} {figure.target:g}"
            rows.append(
                (figure.name, f"{now:.3g}", target, "met" if met else "missed", change, verdict)
            )
    return rows


def found(result: Any, figure: Figure) -> float | None:
    for key in figure.path:
        result = result.get(key) if isinstance(result, dict) else None
    return None if result is None else float(result) / figure.unit


def page(results: dict[str, Any], rows: list[tuple[str, ...]]) -> str:
    """Write the numbers and the plots as one page."""
    headers = ("what", "measured", "target", "", "against the last run", "")
    options = " --thorough" if results["thorough"] else ""
    told = results["machine"]
    blocks: list[Block] = [
        Paragraph(f"{told['cores']} cores, Python {told['python']}, load {told['load_average']}."),
        Table(headers, tuple(rows)),
    ]
    shares = target_shares(results)
    if shares:
        caption = "measured over target, or target over measured where less is better"
        drawn = svg(partial(draw_shares, shares))
        blocks += [Heading("Against the targets"), Picture("targets.svg", drawn, caption)]
    if "scale" in results:
        drawn = svg(partial(draw, results["scale"]))
        blocks += [Heading("Text that grows"), Picture("scale.svg", drawn, "crosslex learn")]
    blocks += [
        Heading("How to make it again"),
        Code(f"python -m crosslex_bench.benchmarks{options}"),
    ]
    return to_html("Benchmarks", blocks)


def target_shares(results: dict[str, Any]) -> dict[str, float]:
    """Return each number divided by its target; 1 and more is good."""
    shares = {}
    for benchmark in BENCHMARKS:
        for figure in benchmark.figures:
            now = found(results.get(benchmark.module), figure)
            if now:
                share = figure.target / now if figure.less_is_better else now / figure.target
                shares[figure.name] = share
    return shares


def draw_shares(shares: dict[str, float], path: Path) -> None:
    """Draw one bar per number, and a line where its target is reached."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    size = (8, 0.8 + 0.3 * len(shares))
    figure, axes = pyplot.subplots(figsize=size, layout="constrained")
    names, values = list(shares)[::-1], list(shares.values())[::-1]
    axes.barh(names, values, color=["C0" if value >= 1 else "C1" for value in values])
    axes.axvline(1, color="gray", linestyle="--")
    axes.set(xlabel="times the target", xlim=0)
    figure.savefig(path, metadata={"Date": None})


def svg(drawing: Callable[[Path], None]) -> str:
    """Return a drawing as markup."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "drawing.svg")
        drawing(path)
        drawn = path.read_text(encoding="utf-8")
    return drawn[drawn.index("<svg") :]


if __name__ == "__main__":
    main()
