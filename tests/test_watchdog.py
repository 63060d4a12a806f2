"""A test that hangs is ended, and nothing keeps an interrupt from a test that needs one."""

import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
HANGING = "import time\n\ndef test_hangs():\n    time.sleep(10**6)\n"


def test_the_watchdog_ends_a_test_that_hangs_and_shows_where(tmp_path: Path) -> None:
    (tmp_path / "test_hanging.py").write_text(HANGING)
    command = [sys.executable, "-m", "pytest", "-c", ROOT / "pyproject.toml", "-o", "timeout=1"]
    ended = subprocess.run(
        [*command, "--rootdir", tmp_path, "-p", "no:cacheprovider", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    assert "time.sleep(10**6)" in ended.stdout
    assert "Timeout" in ended.stdout


def test_every_test_has_a_watchdog() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert 0 < settings["tool"]["pytest"]["ini_options"]["timeout"] <= 600


@pytest.fixture
def ignored_interrupts() -> Iterator[None]:
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_test_that_needs_interrupts_has_them_where_they_are_ignored(
    ignored_interrupts: None, request: pytest.FixtureRequest
) -> None:
    request.getfixturevalue("interruptible")
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
