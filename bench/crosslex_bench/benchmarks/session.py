"""Record a stranger's first ten minutes: `python -m crosslex_bench.benchmarks.session > docs/session.md`.

Everything runs as it would for them: in an environment of its own, in an empty folder, each
command as a process. The texts are those of `crosslex demo`.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from crosslex.corpus.hutto2014 import fetch_hutto2014

COLUMNS = "92"
SHOWN_LINES = 26
ROOT = Path(__file__).resolve().parents[1]
FILES = 300
"""Text files that each domain's sentences are written to."""

SESSION = (
    ("Install", "python3 -m venv .venv"),
    ("", ".venv/bin/pip install --quiet './crosslex[plot]'"),
    ("", "source .venv/bin/activate; crosslex --version"),
    ("See what it does", "crosslex demo --out demo"),
    ("Two folders of text files of your own", "ls products | head -3; ls products movies | wc -l"),
    ("", "crosslex learn products=products movies=movies --out model"),
    ("", "crosslex compare model drive --top 5 --min-count 10"),
    ("Words as you type them, mistakes as one line", "crosslex neighbors model batery"),
    ("", "crosslex compare model 'long battery life'"),
    ("The first change of meaning", "crosslex shifts model --top 5"),
    ("", "crosslex shifts model --words life,feature --csv | cut -d, -f1-8"),
    ("", "crosslex shifts model --top 10 --quiet --plot changes.png > changes.txt; ls changes.*"),
    ("", "crosslex explore model --out page.html"),
    (
        "The first adapted classifier",
        "crosslex adapt products=products.jsonl --target movies=movies.jsonl --out classifier",
    ),
    ("", "crosslex predict classifier new.txt --explain 2"),
    ("", "crosslex predict classifier new.txt --csv"),
)

INTRODUCTION = """# The first ten minutes

Type these commands, and this is what you see. They begin with a new environment, an empty \
folder, and the sentences that `crosslex demo` fetches, product and film reviews (Hutto & Gilbert \
2014), here as two folders of about 300 text files each and, for the classifier, as two files with \
labels. The page is made by `python -m crosslex_bench.benchmarks.session > docs/session.md`. \
`crosslex` is a copy of this repository, `new.txt` contains two sentences, one per line. The \
time that each command took is shown after it, on a machine with 2 cores and 24 GiB that was busy \
with other work.
"""


def main() -> None:
    fetched = fetch_hutto2014()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "crosslex").symlink_to(ROOT)
        for name in ("products", "movies"):
            lines = (fetched / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
            (folder / f"{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
            write_files(folder / name, [json.loads(line)["text"] for line in lines])
        (folder / "new.txt").write_text("A clever, moving film.\nTwo hours of pointless noise.\n")
        print(INTRODUCTION)
        total = 0.0
        for title, command in SESSION:
            if title:
                print(f"## {title}\n")
            lines, seconds = run(command, folder)
            total += seconds
            print("\n".join(["```text", f"$ {command}    # {seconds:.0f} s", *lines, "```\n"]))
        print(f"All together: {total / 60:.1f} minutes.")


def write_files(folder: Path, texts: list[str]) -> None:
    """Write texts to as many files as there shall be, next to each other what belongs together."""
    folder.mkdir()
    size = -(-len(texts) // FILES)
    for place, start in enumerate(range(0, len(texts), size)):
        text = "\n".join(texts[start : start + size])
        (folder / f"{place:03d}.txt").write_text(f"{text}\n", encoding="utf-8")


def run(command: str, folder: Path) -> tuple[list[str], float]:
    """Return what a command prints, shortened if it is long, and how many seconds it takes."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    # The interpreter that runs this is the stranger's python3.
    places = [folder / ".venv" / "bin", Path(sys.executable).resolve().parent]
    path = os.pathsep.join([*map(str, places), kept["PATH"]])
    started = time.perf_counter()
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=kept
        | {
            "PATH": path,
            "COLUMNS": COLUMNS,
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PIP_QUIET": "2",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - started
    lines = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    shown = lines if len(lines) <= SHOWN_LINES else [*lines[:SHOWN_LINES], "…"]
    return shown, seconds


if __name__ == "__main__":
    main()
