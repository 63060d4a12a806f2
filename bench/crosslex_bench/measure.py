"""Fair measurements: competitors take turns, so that a busy machine slows all of them."""

import contextlib
import importlib.metadata
import json
import os
import platform
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from crosslex.errors import InputError

Made = TypeVar("Made")

LIBRARIES = ("crosslex", "numpy", "scipy", "scikit-learn", "numba", "simplemma")


@dataclass(frozen=True)
class Seconds:
    """The medians of several runs of one piece of work.

    Parameters
    ----------
    wall
        Time on the clock.
    cpu
        Time that processors spent on it, those of child processes too.
    """

    wall: float
    cpu: float


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


def machine() -> dict[str, Any]:
    """Return a description of the machine."""
    return {
        "cores": len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count(),
        "load_average": round(os.getloadavg()[0], 2),
        "system": platform.platform(terse=True),
        "python": platform.python_version(),
        "libraries": {name: importlib.metadata.version(name) for name in LIBRARIES},
    }


@dataclass(frozen=True)
class ChildReport:
    """What a child process printed and how much memory it used.

    Parameters
    ----------
    result
        The JSON that it printed.
    peak_resident
        Bytes of memory that it held at most, pages of memory-mapped files among them.
    peak_anonymous
        Of its own memory alone, without pages of files, which the system takes back when
        it needs them. Looked at every few milliseconds, so a short peak may be missed; None
        where the system does not tell.
    """

    result: dict[str, Any]
    peak_resident: int
    peak_anonymous: int | None


def run_child(function: str, *arguments: str) -> ChildReport:
    """Run a function, as module:name, in a process of its own, and watch its memory.

    It is given the arguments, and returns a dictionary with the `peak_resident_bytes()` of its own
    process in it as `peak_resident`.
    """
    module, _, name = function.partition(":")
    code = f"import json, sys, {module} as m; print(json.dumps(m.{name}(*sys.argv[1:])))"
    child = subprocess.Popen([sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE)
    status = Path(f"/proc/{child.pid}/status")
    anonymous: int | None = None
    while child.poll() is None:
        with contextlib.suppress(OSError, KeyError):
            anonymous = max(anonymous or 0, status_bytes(status, "RssAnon"))
        time.sleep(0.005)
    output, _ = child.communicate()
    if child.returncode != 0:
        raise InputError(f"{function} ended with code {child.returncode}")
    result = json.loads(output)
    return ChildReport(result, int(result.pop("peak_resident")), anonymous)


def peak_resident_bytes() -> int:
    """Return the largest amount of memory that this process has used.

    Linux counts since the program was started; `getrusage`, which other systems have, also
    counts what the parent held when it forked.
    """
    try:
        return status_bytes(Path("/proc/self/status"), "VmHWM")
    except (OSError, KeyError):
        unit = 1 if sys.platform == "darwin" else 1024
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit


def status_bytes(path: Path, key: str) -> int:
    """Return an amount of memory from the /proc files of a process."""
    lines = (line.split(":") for line in path.read_text().splitlines())
    value = dict(lines)[key]
    return int(value.split()[0]) * 1024


def _cpu_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime
