"""Run the code of README and docs, and compare what it prints with the output shown.

The conventions are those of CONTRIBUTING, "Write documentation": a ```text block directly below a
```python or ```bash block is its output. Numbers may differ by two units of their last digit or by
a tenth (a factor of ten below 0.001): linear algebra differs between machines.

`python tests/docs_pages.py --write` runs all pages and writes their outputs anew.
"""

import contextlib
import csv
import gzip
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from crosslex.cli import main

ROOT = Path(__file__).resolve().parents[1]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(
    r"^```(python|bash)\n(.*?)^```\n(?:\n^```text\n(.*?)^```\n)?", re.DOTALL | re.MULTILINE
)
SCRIPT = re.compile(r"^```python\n# (docs/gallery/\w+\.py)\b.*?^```\n", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"[-+]?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?")
COLUMNS = 88
"""Width of the terminal in which the outputs were recorded."""

NOT_RUN = {
    "crosslex demo": "takes a minute; tests/cli runs it",
    "explore crosslex-demo": "ranks all pairs of periods; another page runs it on small texts",
    "--scheduler": "needs a cluster; tests/scale starts one",
    "--encoder": "needs a model of sentence-transformers",
    "pip install": "changes the environment",
    "python3 -m venv": "makes an environment",
    "source .venv": "activates it",
    "make ": "runs these tests",
}

SMALLER = {"explore": ("--senses", "2")}
"""Options that make a command quicker and change none of the outputs shown."""


@dataclass(frozen=True)
class Ran:
    """A block of a page that was run, the output shown below it, and what it printed."""

    page: Path
    code: str
    shown: str | None
    printed: str


def uses_the_demo(page: Path) -> bool:
    """Whether a page needs the demo's real model and texts."""
    text = page.read_text(encoding="utf-8")
    return "crosslex-demo/model" in text or "fetch_speeches" in text


def with_gallery(text: str) -> str:
    """Return a page's text with the scripts of the gallery as they are in their files."""

    def script(found: re.Match[str]) -> str:
        return f"```python\n{(ROOT / found[1]).read_text(encoding='utf-8')}```\n"

    return SCRIPT.sub(script, text)


def run_page(page: Path, names: dict[str, Any] | None = None) -> Iterator[Ran]:
    """Run the blocks of a page in the current folder, and yield each with its output."""
    text = page.read_text(encoding="utf-8")
    names = {} if names is None else names
    for language, code, shown in BLOCK.findall(text):
        run = partial(run_python, names=names) if language == "python" else run_commands
        has_output = f"```{language}\n{code}```\n\n```text" in text
        yield Ran(page, code, shown if has_output else None, run(code))


def run_python(code: str, names: dict[str, Any]) -> str:
    """Execute a block in a page's namespace."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        exec(compile(code, "page", "exec"), names)
    return output.getvalue()


def run_commands(block: str) -> str:
    """Run the commands of a block; a pipe runs in a shell, the others in this process."""
    output = io.StringIO()
    for line in re.sub(r"\\\n *", "", block).splitlines():
        if not line.strip() or any(each in line for each in NOT_RUN):
            continue
        line = line.replace("$HOME/.cache/crosslex", str(cache()))
        if line.startswith("crosslex refine"):
            fill_in_labels()
        if line.startswith("crosslex "):
            _, *arguments = shlex.split(line, comments=True)
            arguments += SMALLER.get(arguments[0], ())
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
                code = main(arguments)
            failed = code and not output.getvalue().startswith("crosslex: error")
            assert not failed, (line, output.getvalue())
        else:
            path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
            environment = {**os.environ, "PATH": path, "PYTHONPATH": str(ROOT / "src")}
            output.write(subprocess.check_output(["bash", "-c", line], text=True, env=environment))
    return output.getvalue()


def cache() -> Path:
    """Return the folder of the demo's texts."""
    from crosslex.datasets import fetch_film_reviews, fetch_speeches

    fetch_speeches()
    return fetch_film_reviews().parent


def same_output(shown: str, printed: str) -> bool:
    """Whether an output is the one shown, but for small differences of numbers.

    >>> same_output("0.63 signature", "0.64  signature"), same_output("0.63 a", "0.63 b")
    (True, False)
    >>> same_output("0.63 a", "0.73 a"), same_output("note 7e-07", "note 2e-07")
    (False, True)
    >>> same_output("first\\n…\\n", "first\\nsecond\\nthird\\n"), same_output("one", "one\\ntwo")
    (True, False)
    """
    wanted = [_words(line) for line in shown.splitlines() if line.strip()]
    got = [_words(line) for line in printed.splitlines() if line.strip()]
    position = 0
    for number, line in enumerate(wanted):
        if line == ["…"]:
            if number + 1 == len(wanted):
                return True
            following = wanted[number + 1]
            while position < len(got) and not _same_line(following, got[position]):
                position += 1
            continue
        if position >= len(got) or not _same_line(line, got[position]):
            return False
        position += 1
    return position == len(got)


def _words(line: str) -> list[str]:
    return re.sub(r"─+", "─", line).split()


def _same_line(shown: list[str], printed: list[str]) -> bool:
    return len(shown) == len(printed) and all(map(_same_word, shown, printed))


def _same_word(shown: str, printed: str) -> bool:
    if NUMBER.sub("#", shown) != NUMBER.sub("#", printed):
        return False
    return all(map(_near, NUMBER.findall(shown), NUMBER.findall(printed)))


def _near(shown: str, printed: str) -> bool:
    a, b = (float(each.replace(",", "")) for each in (shown, printed))
    if 0 < a < 0.001 and b > 0:
        return 0.1 < a / b < 10
    decimals = len(shown.partition(".")[2]) if "e" not in shown else 0
    return abs(a - b) <= max(2 * 10**-decimals, abs(a) / 10) + 1e-12


def write_small_texts(folder: Path) -> None:
    """Write small texts of two domains and of some years, under the names that pages use."""
    random = Random(0)
    shared = [f"{a}{b}" for a in ("rado", "semi", "tuli", "kova", "neba") for b in "abcdefghijkl"]
    nouns = {"books": ["plot", "story", "novel"], "kitchen": ["knife", "handle", "lid"]}
    rows, labeled = [], []
    for domain, things in nouns.items():
        lines = []
        for number in range(150):
            says = ["excellent", "sturdy"] if number % 2 else ["dull", "flimsy"]
            words = [*random.choices(shared, k=12), *random.choices(things, k=2), "sharp"]
            text = " ".join([*words, *random.choices(says, k=2)])
            lines.append(json.dumps({"text": text}))
            rows.append((domain, text))
            if domain == "books":
                labeled.append(json.dumps({"text": text, "label": number % 2}))
        content = "\n".join(lines)
        (folder / f"{domain}.jsonl").write_text(content)
        (folder / f"{domain}.jsonl.gz").write_bytes(gzip.compress(content.encode()))
    (folder / "labeled.jsonl").write_text("\n".join(labeled))
    for domain, alias in (("books", "krimis"), ("kitchen", "rezepte")):
        plain = "\n".join(text for name, text in rows if name == domain)
        (folder / f"{domain}.txt").write_text(plain)
        (folder / f"{alias}.txt").write_text(plain)
    with (folder / "reviews.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("product", "review"), *rows])
    letters = [(1900 + at // 5, text) for at, (_, text) in enumerate(rows)]
    with (folder / "letters.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("year", "text"), *letters])
    vectors = [f"{word} {random.random()} {random.random()}" for word in shared]
    (folder / "glove.txt").write_text("\n".join(vectors))


def prepare(folder: Path) -> None:
    """Make the small texts, a model and a classifier."""
    write_small_texts(folder)
    with contextlib.chdir(folder), contextlib.redirect_stdout(io.StringIO()):
        domains = ["books=books.jsonl", "kitchen=kitchen.jsonl"]
        assert main(["learn", *domains, "--out", "model", "--quiet"]) == 0
        target = ["--target", "kitchen=kitchen.jsonl"]
        adapt = ["adapt", "books=labeled.jsonl", *target, "--out", "classifier", "--quiet"]
        assert main(adapt) == 0


def fill_in_labels() -> None:
    """Write to_label.csv as a person would after `crosslex suggest`."""
    texts = [json.loads(line) for line in Path("labeled.jsonl").read_text().splitlines()[:20]]
    with Path("to_label.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("text", "label"), *((t["text"], t["label"]) for t in texts)])


def run_readme(small: Path, folder: Path) -> list[Ran]:
    """Run README in a folder, and leave there the demo's model: README's, with ids of speeches."""
    from crosslex import Corpus, CrossDomainEmbedding
    from crosslex.corpus import ReadOptions
    from crosslex.datasets import fetch_speeches

    shutil.copytree(small, folder, dirs_exist_ok=True)
    names: dict[str, Any] = {}
    by_id = ReadOptions(id_column="id")
    with contextlib.chdir(folder):
        ran = list(run_page(README, names))
        periods = Corpus.read_periods(
            fetch_speeches(), over="year", periods=names["years"], options=by_id
        )
        CrossDomainEmbedding(ordered=True).fit(periods).save("crosslex-demo/model")
    return ran


def write_outputs() -> None:
    """Run all pages that show outputs, and write these anew."""
    with tempfile.TemporaryDirectory() as name:
        small, demo = Path(name, "small"), Path(name, "demo")
        small.mkdir()
        prepare(small)
        _write(README, run_readme(small, demo))
        for page in PAGES[1:]:
            text = with_gallery(page.read_text(encoding="utf-8"))
            page.write_text(text, encoding="utf-8")
            if "```text" in page.read_text(encoding="utf-8"):
                folder = Path(name, page.stem)
                shutil.copytree(demo if uses_the_demo(page) else small, folder)
                with contextlib.chdir(folder):
                    _write(page, list(run_page(page)))


def _write(page: Path, ran: list[Ran]) -> None:
    text = page.read_text(encoding="utf-8")
    for each in ran:
        if each.shown is not None and not same_output(each.shown, each.printed):
            lines = "".join(f"{line.rstrip()}\n" for line in each.printed.strip("\n").splitlines())
            before = f"{each.code}```\n\n```text\n{each.shown}```"
            text = text.replace(before, f"{each.code}```\n\n```text\n{lines}```")
    page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    os.environ["COLUMNS"] = str(COLUMNS)
    if sys.argv[1:] != ["--write"]:
        raise SystemExit("usage: python tests/docs_pages.py --write")
    write_outputs()
