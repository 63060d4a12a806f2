"""Progress bars: in a real notebook kernel, and on a terminal where they are asked for."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

client = pytest.importorskip("jupyter_client", reason="ipykernel is not installed")

LONG = """
import time
from crosslex.progress import progress, show_progress
{first}
with progress("count <b>", total=4) as advance:
    for step in range(4):
        time.sleep({pause})
        advance(1, note=f"step {{step}}")
"""


@pytest.fixture(scope="module")
def kernel() -> Iterator[Any]:
    manager, connected = client.manager.start_new_kernel()
    yield connected
    connected.stop_channels()
    manager.shutdown_kernel(now=True)


def shown(kernel: Any, code: str) -> list[dict[str, Any]]:
    """What a cell shows and updates, as a notebook receives it."""
    messages: list[dict[str, Any]] = []
    reply = kernel.execute_interactive(code, output_hook=messages.append, timeout=60)
    assert reply["content"]["status"] == "ok", reply["content"]
    assert not [each for each in messages if each["msg_type"] == "stream"]
    return [each for each in messages if "display" in each["msg_type"]]


def test_a_notebook_shows_a_bar_that_moves_and_goes(kernel: Any) -> None:
    first, *others, last = shown(kernel, LONG.format(first="", pause=0.3))
    assert first["msg_type"] == "display_data"
    assert {each["msg_type"] for each in [*others, last]} == {"update_display_data"}
    assert len({each["content"]["transient"]["display_id"] for each in [first, *others, last]}) == 1
    bars = [each["content"]["data"] for each in (first, *others)]
    assert bars[0]["text/plain"] == "count <b> 50% step 1"
    assert '<progress value="2.0" max="4"></progress> count &lt;b&gt; 50%' in bars[0]["text/html"]
    assert bars[-1]["text/plain"] == "count <b> 100% step 3"
    assert last["content"]["data"] == {"text/html": "", "text/plain": ""}


def test_a_quick_cell_and_one_with_bars_turned_off_show_none(kernel: Any) -> None:
    assert shown(kernel, LONG.format(first="", pause=0)) == []
    assert shown(kernel, LONG.format(first="show_progress(False)", pause=0.2)) == []


@pytest.mark.parametrize(("first", "drawn"), [("", False), ("show_progress()", True)])
def test_a_script_draws_a_bar_on_its_terminal_if_asked(first: str, drawn: bool) -> None:
    ours, theirs = os.openpty()
    code = LONG.format(first=first, pause=0.1)
    done = subprocess.run([sys.executable, "-c", code], stdout=-1, stderr=theirs, check=True)
    # What was written stays readable until the last end is closed; a mark says where it ends.
    os.write(theirs, b"end")
    written = os.read(ours, 100_000)
    os.close(ours)
    os.close(theirs)
    assert done.stdout == b""
    assert (b"count <b>" in written) == drawn
    assert drawn or written == b"end"
