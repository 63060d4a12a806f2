"""All measurements of speed with their targets, and what changed since the last run."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex.errors import InputError
from crosslex_bench.command import Report, picture, split_names
from crosslex_bench.measure import machine
from crosslex_bench.pages import Block, Picture, Table
from crosslex_bench.places import existing

SLOWER = 0.8
"""A ratio below this share of the last run's counts as slower: noise is rarely that large."""


@dataclass(frozen=True)
class Figure:
    """One number of a benchmark."""

    name: str  # what was measured
    path: tuple[str, ...]  # in the benchmark's JSON
    target: float  # the least, or the largest where less is better
    less_is_better: bool = False  # whether it is a size rather than a speed
    unit: float = 1  # it is divided by this


@dataclass(frozen=True)
class Benchmark:
    """A command to run, and the numbers to take from it."""

    command: tuple[str, str]
    quick: tuple[str, ...]
    thorough: tuple[str, ...]
    figures: tuple[Figure, ...]

    @property
    def name(self) -> str:
        """What the suite calls it."""
        return self.command[1]


BENCHMARKS = (
    Benchmark(
        ("speed", "encoding"),
        ("--rounds", "1"),
        ("--rounds", "5", "--large"),
        (
            Figure("encoding: speed over CountVectorizer's", ("encoding", "ratio"), 1.5),
            Figure("two processes: speed over one's", ("two_processes", "ratio"), 1.7),
            Figure("co-occurrences: speed over plain Python's", ("cooccurrences", "ratio"), 20),
        ),
    ),
    Benchmark(
        ("speed", "fit"),
        ("--rounds", "1"),
        ("--rounds", "5"),
        (Figure("a default fit: speed over gensim's skip-gram", ("ratio",), 1),),
    ),
    Benchmark(
        ("speed", "lookups"),
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
        ("scale", "text"),
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


def suite(
    only: Annotated[str, typer.Option(help="Some of encoding, fit, lookups, text.")] = "all",
    thorough: Annotated[bool, typer.Option("--thorough", help="Full sizes; takes hours.")] = False,
    last: Annotated[
        Path | None, typer.Option(help="results.json of an earlier run to compare with.")
    ] = None,
) -> Report:
    """Run all measurements of speed and memory, and compare them with their targets.

    Speeds are ratios to peers measured in the same run, so that they can be compared between
    machines and days. Fails if a ratio is below 0.8 of that of the last run.
    """
    chosen = split_names("--only", only, [each.name for each in BENCHMARKS])
    before = {} if last is None else json.loads(existing(last, "--last").read_text())
    results: dict[str, Any] = {"machine": machine(), "thorough": thorough}
    for benchmark in BENCHMARKS:
        if benchmark.name in chosen:
            results[benchmark.name] = run(benchmark, thorough)
    rows = compare(results, before)
    headers = ("measure", "measured", "target", "", "against the last run", "")
    blocks: list[Block] = [Table(headers, tuple(rows)), draw_shares(relative_to_target(results))]
    slower = [row[0] for row in rows if row[-1] == "slower"]
    failure = f"slower than in the last run: {', '.join(slower)}" if slower else ""
    return Report("Speed", blocks, results, failure)


def figures_table(result: Mapping[str, Any]) -> Table:
    """Return the numbers of a result, those inside it by their path, as a table."""

    def rows(inside: Any, path: str) -> Iterator[tuple[str, str]]:
        if isinstance(inside, Mapping):
            for name, each in inside.items():
                yield from rows(each, f"{path} {name}".strip().replace("_", " "))
        elif isinstance(inside, list):
            for place, each in enumerate(inside, start=1):
                yield from rows(each, f"{path} {place}")
        else:
            yield path, f"{inside:,.4g}" if isinstance(inside, float) else str(inside)

    return Table(("measure", "value"), tuple(rows(result, "")))


def run(benchmark: Benchmark, thorough: bool) -> Any:
    """Run a benchmark in a process of its own."""
    settings = benchmark.thorough if thorough else benchmark.quick
    command = [sys.executable, "-m", "crosslex_bench", *benchmark.command, *settings, "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise InputError(f"{' '.join(benchmark.command)} ended with code {done.returncode}")
    return json.loads(done.stdout)


def compare(results: dict[str, Any], last: dict[str, Any]) -> list[tuple[str, ...]]:
    """Tabulate every number with its target and its change since the last run."""
    rows: list[tuple[str, ...]] = []
    for benchmark in BENCHMARKS:
        for figure in benchmark.figures:
            now = found(results.get(benchmark.name), figure)
            if now is None:
                continue
            before = found(last.get(benchmark.name), figure)
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


def relative_to_target(results: dict[str, Any]) -> dict[str, float]:
    """Return each number divided by its target; 1 and more is good."""
    shares = {}
    for benchmark in BENCHMARKS:
        for figure in benchmark.figures:
            now = found(results.get(benchmark.name), figure)
            if now:
                share = figure.target / now if figure.less_is_better else now / figure.target
                shares[figure.name] = share
    return shares


def draw_shares(shares: dict[str, float]) -> Picture:
    """Draw one bar per number, and a line where its target is reached."""
    from matplotlib.figure import Figure as Drawing

    size = (8, 0.8 + 0.3 * len(shares))
    figure = Drawing(figsize=size, layout="constrained")
    axes = figure.subplots()
    names, values = list(shares)[::-1], list(shares.values())[::-1]
    axes.barh(names, values, color=["C0" if value >= 1 else "C1" for value in values])
    axes.axvline(1, color="gray", linestyle="--")
    axes.set(xlabel="times the target", xlim=0)
    caption = "measured over target, or target over measured where less is better"
    return picture("targets", figure, caption)
