"""The memory of `learn` goes by its vocabulary, not by its text."""

import sys
from pathlib import Path

import pytest
from scale_texts import texts_of

from processes import run_python

CODE = """
import sys
from crosslex.cli import main
code = main(sys.argv[1:])
status = dict(line.split(":") for line in open("/proc/self/status"))
print(status["VmHWM"].split()[0])
sys.exit(code)
"""


def peak_kilobytes(folder: Path, repeated: int) -> int:
    domains = []
    for domain in ("films", "tools"):
        path = folder / f"{domain}-{repeated}.txt"
        path.write_text(("\n".join(texts_of(domain, 2000)) + "\n") * repeated)
        domains.append(f"{domain}={path}")
    settings = ["--out", str(folder / "m"), "--dimension", "4", "--jobs", "1"]
    settings += ["--min-documents", str(600 * repeated), "--examples", "0", "--json"]
    return int(run_python(CODE, "learn", *domains, *settings).splitlines()[-1])


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells the largest resident size")
def test_three_times_the_text_takes_hardly_more_memory(tmp_path: Path) -> None:
    # From the smaller text on, the sample of sentences that a model keeps is full.
    small, large = peak_kilobytes(tmp_path, 8), peak_kilobytes(tmp_path, 24)
    sizes = [sum(path.stat().st_size for path in tmp_path.glob(f"*-{n}.txt")) for n in (8, 24)]
    added = sizes[1] - sizes[0]
    assert added > 7 * 2**20
    # Encoded and with its raw text it would take about twice as much as the text.
    assert large - small < added / 1024 / 2
