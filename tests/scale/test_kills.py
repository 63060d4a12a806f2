"""Real processes, killed at random moments by the documented command, and resumed."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("command", ["learn", "benchmark", "shifts"])
def test_a_killed_run_goes_on_and_ends_with_the_same_files(command: str, tmp_path: Path) -> None:
    result = tmp_path / "result.json"
    arguments = [command, "--times", "1", "--documents", "4000", "--json", str(result)]
    ended = subprocess.run(
        [sys.executable, "-m", "benchmarks.kills", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(result.read_text())
    assert told["identical"]
    assert len(told["kills"]) == 1
    assert told["files"] == 1 if command == "shifts" else told["files"] > 4
