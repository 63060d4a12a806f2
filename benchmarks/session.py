"""Record a terminal session: `python -m benchmarks.session > docs/session.md`.

The texts are those of `crosslex demo`.
"""

import contextlib
import io
import os
import shlex
import tempfile
from pathlib import Path

from crosslex.cli import main as crosslex
from crosslex.corpus.hutto2014 import fetch_hutto2014

COLUMNS = "92"
SHOWN_LINES = 24

SESSION = (
    "crosslex learn products=products.jsonl movies=movies.jsonl --out model",
    "crosslex compare model drive --top 5 --min-count 10",
    "crosslex neighbors model battery --domain products --top 5 --min-count 10",
    "crosslex neighbors model batery",
    "crosslex shifts model --top 5",
    "crosslex explore model --out page.html",
    "crosslex adapt products=products.jsonl --target movies=movies.jsonl --out classifier",
    "crosslex predict classifier new.txt --explain 2",
    "crosslex info classifier",
)

INTRODUCTION = """# A terminal session

Made by `python -m benchmarks.session > docs/session.md`, on the sentences that `crosslex demo` \
fetches: product and film reviews (Hutto & Gilbert 2014). Times are of a machine with 2 cores and \
24 GiB that was busy with other work. The fourth command has a misspelled word; `new.txt` contains \
two sentences, one per line.
"""


def main() -> None:
    folder = fetch_hutto2014()
    os.environ["COLUMNS"] = COLUMNS
    lines = [INTRODUCTION, "```text"]
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        for name in ("products", "movies"):
            Path(f"{name}.jsonl").write_bytes((folder / f"{name}.jsonl").read_bytes())
        Path("new.txt").write_text("A clever, moving film.\nTwo hours of pointless noise.\n")
        for command in SESSION:
            lines += [f"$ {command}", *run(command), ""]
    print("\n".join([*lines[:-1], "```"]))


def run(command: str) -> list[str]:
    """Return what a command prints, shortened if it is long."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        crosslex(shlex.split(command)[1:])
    lines = [line.rstrip() for line in printed.getvalue().rstrip().splitlines()]
    return lines if len(lines) <= SHOWN_LINES else [*lines[:SHOWN_LINES], "…"]


if __name__ == "__main__":
    main()
