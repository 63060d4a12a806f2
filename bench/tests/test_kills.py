"""Real processes, killed at random moments by the documented command, and resumed."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from crosslex.checkpoints import open_checkpoints

ROOT = Path(__file__).resolve().parents[2]


# A killed benchmark is resumed in tests/benchmark/test_benchmark_run.py.
@pytest.mark.parametrize("command", ["learn", "adapt", "shifts"])
def test_a_killed_run_goes_on_and_ends_with_the_same_files(command: str, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    documents = {"learn": "4000", "adapt": "200", "shifts": "1000"}[command]
    arguments = [command, "--times", "1", "--documents", documents, "--json", str(result)]
    ended = subprocess.run(
        [sys.executable, "-m", "crosslex_bench.faults.kills", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(result.read_text())
    assert told["identical"]
    assert len(told["kills"]) == 1
    assert told["files"] == 1 if command == "shifts" else told["files"] >= 4


HOLDER = """
import sys, time
from pathlib import Path
from crosslex.workers import worker_pool
from crosslex.checkpoints import open_checkpoints

with open_checkpoints(Path(sys.argv[1]), {}), worker_pool(2) as pool:
    waiting = [pool.submit(time.sleep, 10**6) for _ in range(2)]
    while not all(each.running() for each in waiting):
        time.sleep(0.01)
    print("at work", flush=True)
    time.sleep(10**6)
"""


def test_workers_end_with_the_process_that_is_killed_and_never_hold_its_lock(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-c", HOLDER, str(tmp_path / "model.checkpoints")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "at work\n"
        workers = psutil.Process(process.pid).children(recursive=True)
        for worker in workers:
            worker.suspend()  # they still live when the lock is asked for
        os.kill(process.pid, signal.SIGKILL)
    assert len(workers) == 2
    with open_checkpoints(tmp_path / "model.checkpoints", {}):
        pass
    for worker in workers:
        worker.resume()
    psutil.wait_procs(workers)
