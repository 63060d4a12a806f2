"""Fair measurements: competitors take turns, so that a busy machine slows all of them."""

import contextlib
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, TypeVar

from crosslex._version import __version__

Made = TypeVar("Made")


LIBRARIES: Final = ("numpy", "scipy", "scikit-learn", "numba", "simplemma")


def versions() -> dict[str, str]:
    """Return the versions of everything that results depend on."""
    found = {"python": platform.python_version(), "crosslex": __version__}
    for library in LIBRARIES:
        with contextlib.suppress(PackageNotFoundError):
            found[library] = version(library)
    return found


@dataclass(frozen=True)
class Seconds:
    """The medians of several runs of one piece of work."""

    wall: float  # time on the clock
    cpu: float  # time that processors spent on it, those of child processes too


def interleaved(
    works: Mapping[str, Callable[[], object]], *, rounds: int = 5
) -> dict[str, Seconds]:
    """Return the medians of each piece of work over rounds in which all take turns."""
    wall: dict[str, list[float]] = {name: [] for name in works}
    cpu: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            started, spent = time.perf_counter(), _cpu_seconds()
            work()
            wall[name].append(time.perf_counter() - started)
            cpu[name].append(_cpu_seconds() - spent)
    return {
        name: Seconds(statistics.median(wall[name]), statistics.median(cpu[name])) for name in works
    }


def timed(work: Callable[[], Made]) -> tuple[Made, float]:
    """Return what work returns, and its CPU seconds."""
    started = time.process_time()
    made = work()
    return made, time.process_time() - started


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1


def machine() -> dict[str, Any]:
    """Return a description of the machine."""
    return {
        "cores": cores(),
        "load_average": round(os.getloadavg()[0], 2),
        "system": platform.platform(terse=True),
        "libraries": versions(),
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


def status_bytes(path: Path, key: str) -> int:
    """Return an amount of memory from the /proc files of a process."""
    lines = (line.split(":") for line in path.read_text().splitlines())
    value = dict(lines)[key]
    return int(value.split()[0]) * 1024


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
