"""Text larger than memory: CPU time and memory of `crosslex learn` as text grows."""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from crosslex.errors import InputError
from crosslex_bench.command import Data, Report, picture, split_names
from crosslex_bench.data.mdsd import read_pool
from crosslex_bench.measure import machine, watch
from crosslex_bench.pages import Picture
from crosslex_bench.places import MDSD
from crosslex_bench.speed.suite import figures_table

DOMAINS = ("books", "kitchen")
RARE = 5
"""Words that occur at most this often in the pool are replaced by new words."""
DOCUMENTS_PER_GIGABYTE = 1000
"""Documents per gigabyte that must contain a word, so that the vocabulary does not grow."""
TARGET_BYTES = 3 * 10**9

_WORD = re.compile(r"[A-Za-z]+")


def text(
    data: Data = MDSD,
    sizes: Annotated[
        str, typer.Option(help="Gigabytes of text, three numbers or more.")
    ] = "0.05,0.1,0.2",
    jobs: Annotated[int, typer.Option(help="Number of processes that read.")] = 1,
    place: Annotated[Path | None, typer.Option(help="Folder for texts and models.")] = None,
) -> Report:
    """Measure `crosslex learn` as text grows.

    The pool of reviews is written repeatedly, its rare words changed each time, so that the
    vocabulary keeps growing. A line through all sizes but the largest predicts the largest.
    """
    gigabytes = sorted(float(size) for size in split_names("--sizes", sizes))
    if len(gigabytes) < 3:
        raise InputError("--sizes: two sizes make a line; give a third to test it")
    result = measure(data, gigabytes, jobs, place)
    return Report("Text that grows", [figures_table(result), draw(result)], result)


def measure(data: Path, sizes: list[float], jobs: int, folder: Path | None) -> dict[str, Any]:
    pool = {domain: read_texts(data, domain) for domain in DOMAINS}
    counts = Counter(
        word for domain in pool.values() for text in domain for word in _WORD.findall(text.lower())
    )
    rare = {word for word, count in counts.items() if count <= RARE}
    runs = []
    with tempfile.TemporaryDirectory(prefix="crosslex-scale-", dir=folder) as place:
        files = {domain: Path(place, f"{domain}.txt") for domain in DOMAINS}
        writers = {domain: Salted(pool[domain], rare, files[domain]) for domain in DOMAINS}
        for size in sizes:
            for writer in writers.values():
                writer.grow_to(int(size * 10**9 / len(DOMAINS)))
            runs.append(learn(files, Path(place, "model"), size, jobs))
            print(json.dumps(runs[-1]), file=sys.stderr, flush=True)
    seconds = np.array([run["cpu_seconds"] for run in runs])
    gigabytes = np.array([run["bytes"] for run in runs]) / 1e9
    # From all but the largest: whether the largest lies on this line was not used to draw it.
    slope, start = np.polyfit(gigabytes[:-1], seconds[:-1], 1)
    expected = start + slope * gigabytes[-1]
    return {
        "machine": machine(),
        "runs": runs,
        "cpu_seconds_at_zero": round(start, 1),
        "cpu_seconds_per_gigabyte": round(slope, 1),
        "largest_expected_cpu_seconds": round(expected, 1),
        "largest_measured_to_expected": round(float(seconds[-1] / expected), 3),
        "peak_resident_bytes": max(run["peak_resident_bytes"] for run in runs),
        "target_bytes": TARGET_BYTES,
    }


def read_texts(data: Path, domain: str) -> list[str]:
    """Return the unlabeled reviews of a domain, each on one line."""
    return [" ".join(each.split()) for each in read_pool(data, domain)]


class Salted:
    """A file that grows by the pool, with its rare words replaced by new words each time."""

    def __init__(self, pool: list[str], rare: set[str], path: Path) -> None:
        # Cut once at rare words: joining with a salt is then all that a round takes.
        self._pieces = re.split(
            r"(?<=[A-Za-z])(?![A-Za-z])",
            "\n".join(pool) + "\n",
        )
        self._rare = [
            number
            for number, piece in enumerate(self._pieces)
            if (found := _WORD.search(piece)) and found[0].lower() in rare
        ]
        self._path = path
        self._rounds = 0
        path.write_bytes(b"")

    def grow_to(self, size: int) -> None:
        """Add to the file until it has about this many bytes."""
        with self._path.open("ab") as file:
            while (room := size - file.tell()) > 0:
                salt = letters(self._rounds)
                pieces = list(self._pieces)
                for number in self._rare:
                    pieces[number] += salt
                text = "".join(pieces).encode()
                # The last round is cut at the first line end past the size.
                file.write(text[: text.find(b"\n", room) + 1] or text)
                self._rounds += 1


def letters(number: int) -> str:
    """Return a number as the ending of a word that no lemmatizer knows."""
    return "q" + "".join("bcdfghjkmp"[int(digit)] for digit in str(number)) + "x"


def learn(files: dict[str, Path], model: Path, gigabytes: float, jobs: int) -> dict[str, Any]:
    """Run `crosslex learn` and watch the memory of it and of its children."""
    domains = [f"{name}={path}" for name, path in files.items()]
    least = max(10, round(DOCUMENTS_PER_GIGABYTE * gigabytes))
    settings = ["--min-documents", str(least), "--dimension", "100", "--jobs", str(jobs), "--json"]
    command = [sys.executable, "-m", "crosslex", "learn", *domains, "--out", str(model), *settings]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    peak, cpu = watch(child)
    output, _ = child.communicate()
    if child.returncode:
        raise InputError(f"learn ended with code {child.returncode}")
    learned = json.loads(output)
    return {
        "bytes": sum(path.stat().st_size for path in files.values()),
        "seconds": round(time.perf_counter() - began, 1),
        "cpu_seconds": round(cpu, 1),
        "peak_resident_bytes": peak,
        "tokens": sum(domain["tokens"] for domain in learned["domains"]),
        "words": sum(domain["words"] for domain in learned["domains"]),
        "vectors": sum(domain["vectors"] for domain in learned["domains"]),
    }


def draw(result: dict[str, Any]) -> Picture:
    """Draw time and memory against the size of the text."""
    from matplotlib.figure import Figure

    size = [run["bytes"] / 1e9 for run in result["runs"]]
    minutes = [run["cpu_seconds"] / 60 for run in result["runs"]]
    peaks = [run["peak_resident_bytes"] / 1e9 for run in result["runs"]]
    slope, start = result["cpu_seconds_per_gigabyte"] / 60, result["cpu_seconds_at_zero"] / 60
    figure = Figure(figsize=(8, 3), layout="constrained")
    time_axis, memory_axis = figure.subplots(1, 2)
    ends = [0, size[-1]]
    line = f"line through the first {len(size) - 1}"
    time_axis.plot(ends, [start + slope * end for end in ends], color="gray", ls="--", label=line)
    time_axis.plot(size, minutes, "o", label="measured", clip_on=False)
    time_axis.set(xlabel="gigabytes of text", ylabel="CPU minutes", xlim=0, ylim=0)
    time_axis.legend(frameon=False)
    memory_axis.plot(size, peaks, "o", label="measured", clip_on=False)
    target = f"{TARGET_BYTES / 1e9:.0f} GB"
    memory_axis.axhline(TARGET_BYTES / 1e9, color="gray", ls=":", label=target)
    memory_axis.set(xlabel="gigabytes of text", ylabel="peak resident GB", xlim=0, ylim=0)
    memory_axis.legend(frameon=False)
    return picture("scale", figure, "CPU minutes and peak memory of crosslex learn")
