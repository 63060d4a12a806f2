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
from crosslex_bench.cli import main


# Killed experiments of the bench itself are resumed in test_experiments.py.
def test_a_killed_learn_goes_on_and_ends_with_the_same_files(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["faults", "kills", "learn", "--times", "1", "--documents", "1000", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["identical"]
    assert len(found["kills"]) == 1
    assert found["files"] >= 4


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
        children = psutil.Process(process.pid).children(recursive=True)
        # Python's own process that tidies up after the others is no worker.
        workers = [each for each in children if "spawn_main" in each.cmdline()[-2]]
        for worker in workers:
            worker.suspend()  # they still live when the lock is asked for
        os.kill(process.pid, signal.SIGKILL)
    assert len(workers) == 2
    with open_checkpoints(tmp_path / "model.checkpoints", {}):
        pass
    for worker in workers:
        worker.resume()
    psutil.wait_procs(workers)
