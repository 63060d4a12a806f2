"""Text larger than memory: how long `crosslex learn` takes as text grows, and how large it gets.

Run `python -m crosslex_bench.speed.scale --sizes 0.1,0.3,1,5 --json FILE --plot FILE`. The reviews' pool is
written again and again, its rare words salted anew each time, so that the vocabulary grows without
end. A line through all sizes but the largest tells what the largest should take.
"""

import argparse
import contextlib
import gzip
import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np

from crosslex_bench.measure import DATA, ROOT, machine, status_bytes

POOL = DATA / "mdsd" / "unlabelled.jsonl.gz"
DOMAINS = ("books", "kitchen")
RARE = 5
"""Words that occur at most this often in the pool are replaced by new words."""
DOCUMENTS_A_GIGABYTE = 1000
"""Documents per gigabyte that must contain a word, so that the vocabulary does not grow."""
TARGET_BYTES = 3 * 10**9

_WORD = re.compile(r"[A-Za-z]+")


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.speed.scale", description=__doc__
    )
    parser.add_argument("--data", type=Path, default=POOL, help="the MDSD's unlabelled.jsonl.gz")
    parser.add_argument(
        "--sizes", type=sizes_of, default="0.05,0.1,0.2", help="gigabytes of text, three or more"
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes that read")
    parser.add_argument("--folder", type=Path, help="where texts and models are written")
    parser.add_argument("--json", type=Path, help="write the result to this file, too")
    parser.add_argument("--plot", type=Path, help="draw time and memory into this file")
    options = parser.parse_args()
    if not options.data.exists():
        sys.exit(f"{options.data} is absent; name the reviews' unlabelled.jsonl.gz with --data")
    result = measure(options.data, options.sizes, options.jobs, options.folder)
    print(json.dumps(result, indent=2))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    if options.plot:
        draw(result, options.plot)


def sizes_of(text: str) -> list[float]:
    """Return the sizes, the smallest first."""
    sizes = sorted(float(size) for size in text.split(","))
    if len(sizes) < 3:
        raise argparse.ArgumentTypeError("two sizes make a line; give a third to test it")
    return sizes


def measure(data: Path, sizes: list[float], jobs: int, folder: Path | None) -> dict[str, Any]:
    pool = {domain: texts(data, domain) for domain in DOMAINS}
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
        "cpu_seconds_a_gigabyte": round(slope, 1),
        "largest_expected_cpu_seconds": round(expected, 1),
        "largest_measured_to_expected": round(float(seconds[-1] / expected), 3),
        "peak_resident_bytes": max(run["peak_resident_bytes"] for run in runs),
        "target_bytes": TARGET_BYTES,
    }


def texts(path: Path, domain: str) -> list[str]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        rows = (json.loads(line) for line in lines)
        return [" ".join(row["text"].split()) for row in rows if row["domain"] == domain]


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
    least = max(10, round(DOCUMENTS_A_GIGABYTE * gigabytes))
    settings = ["--min-documents", str(least), "--dimension", "100", "--jobs", str(jobs), "--json"]
    command = [sys.executable, "-m", "crosslex", "learn", *domains, "--out", str(model), *settings]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=ROOT)
    peak, cpu = watch(child)
    output, _ = child.communicate()
    if child.returncode:
        raise SystemExit(f"learn ended with code {child.returncode}")
    learned = json.loads(output)
    return {
        "bytes": sum(path.stat().st_size for path in files.values()),
        "seconds": round(time.perf_counter() - began, 1),
        "cpu_seconds": round(cpu, 1),
        "peak_resident_bytes": peak,
        "tokens": sum(domain["tokens"] for domain in learned["domains"]),
        "words": sum(domain["words"] for domain in learned["domains"]),
        "vectors": sum(learned["vectors"].values()),
    }


def watch(child: "subprocess.Popen[bytes]") -> tuple[int, float]:
    """Return the largest resident size of a process and its children, and the CPU they took."""
    import psutil

    peak, cpu = 0, 0.0
    root = psutil.Process(child.pid)
    status = Path(f"/proc/{child.pid}/status")
    # Its standard output is one short JSON object, which the pipe holds until it is read.
    while child.poll() is None:
        with contextlib.suppress(psutil.Error, OSError, KeyError):
            family = [root, *root.children(recursive=True)]
            together = sum(each.memory_info().rss for each in family)
            # Alone, the process has its highest mark noted by the system, between looks as well.
            peak = max(peak, together, status_bytes(status, "VmHWM"))
            times = root.cpu_times()
            running = sum(sum(each.cpu_times()[:2]) for each in family[1:])
            spent = times.user + times.system + times.children_user + times.children_system
            cpu = max(cpu, spent + running)
        time.sleep(0.2)
    return peak, cpu


def draw(result: dict[str, Any], path: Path) -> None:
    """Draw time and memory against the size of the text."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    size = [run["bytes"] / 1e9 for run in result["runs"]]
    minutes = [run["cpu_seconds"] / 60 for run in result["runs"]]
    peaks = [run["peak_resident_bytes"] / 1e9 for run in result["runs"]]
    slope, start = result["cpu_seconds_a_gigabyte"] / 60, result["cpu_seconds_at_zero"] / 60
    figure, (time_axis, memory_axis) = pyplot.subplots(1, 2, figsize=(8, 3), layout="constrained")
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
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)


if __name__ == "__main__":
    main()
