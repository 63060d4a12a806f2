"""Every command of README and docs runs, on a reduced size, or is listed here with a reason."""

import gzip
import json
import re
import shlex
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from crosslex.cli import main

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)

# A command is meant that has all of these words.
NOT_RUN = {
    "crosslex demo": "fetches real text; tests/cli/test_cli_demo.py runs it on small texts",
    "crosslex benchmark": "takes hours; tests/benchmark runs it on generated reviews",
    "crosslex learn --engine dask": "starts a cluster; tests/scale runs it",
}
ELSEWHERE = ("session.md",)
"""Recorded on real text."""

SMALLER = {
    "learn": ["--dimension", "8", "--jobs", "1"],
    "adapt": ["--method", "none", "--jobs", "1"],
    "shifts": ["--resamples", "20", "--jobs", "1"],
    "explore": ["--words", "30"],
}
INSTEAD = {
    "china": "sharp",
    "--min-count 50": "--min-count 5",
    "crosslex-demo/model": "model",
    "music,databases": "books,kitchen",
    "databases,astronomy": "books,kitchen",
}
"""What the small texts do not hold, and what they hold."""


def write_reviews(folder: Path) -> None:
    """Write reviews of two domains, with 60 words that both have, as the pages name them."""
    random = Random(0)
    shared = [f"{a}{b}" for a in ("rado", "semi", "tuli", "kova", "neba") for b in "abcdefghijkl"]
    nouns = {"books": ["plot", "story", "novel"], "kitchen": ["knife", "handle", "lid"]}
    labeled = []
    for domain, things in nouns.items():
        lines = []
        for number in range(150):
            says = ["excellent", "sturdy"] if number % 2 else ["dull", "flimsy"]
            words = [*random.choices(shared, k=12), *random.choices(things, k=2), "sharp"]
            text = " ".join([*words, random.choice(says), random.choice(says)])
            lines.append(json.dumps({"text": text}))
            labeled += [json.dumps({"text": text, "label": number % 2})] * (domain == "books")
        content = "\n".join(lines).encode()
        (folder / f"{domain}.jsonl").write_bytes(content)
        (folder / domain).mkdir()
        texts = "\n".join(json.loads(line)["text"] for line in lines)
        (folder / domain / "reviews.txt").write_text(texts)
        (folder / f"{domain}.jsonl.gz").write_bytes(gzip.compress(content))
    (folder / "labeled.jsonl").write_text("\n".join(labeled))


def fill_in_labels(folder: Path) -> None:
    """Write what `crosslex suggest --out to_label.csv` does, with the labels filled in."""
    texts = (folder / "labeled.jsonl").read_text().splitlines()[:20]
    rows = [f"{each['text']},{each['label']}" for each in map(json.loads, texts)]
    (folder / "to_label.csv").write_text("\n".join(["text,label", *rows]))


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with texts, a model and a classifier."""
    folder = tmp_path_factory.mktemp("pages")
    write_reviews(folder)
    texts = [f"books={folder / 'books.jsonl'}", f"kitchen={folder / 'kitchen.jsonl'}"]
    assert main(["learn", *texts, "--out", str(folder / "model"), *SMALLER["learn"]]) == 0
    labels = [f"books={folder / 'labeled.jsonl'}", "--target", texts[1]]
    assert main(["adapt", *labels, "--out", str(folder / "classifier"), *SMALLER["adapt"]]) == 0
    return folder


def commands(page: Path, program: str) -> list[str]:
    """Find the lines of a page's code that call a program."""
    found = []
    for language, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if language in ("", "bash", "sh"):
            lines = re.sub(r"\\\n *", "", block).splitlines()
            found += [line for line in lines if line.startswith(f"{program} ")]
    return found


FIRST_PAGE = {
    line: page
    for page in reversed(PAGES)
    if page.name not in ELSEWHERE
    for line in commands(page, "crosslex")
    if not any(set(each.split()) <= set(line.split()) for each in NOT_RUN)
}
"""Every command, once, and the first page that has it."""


@pytest.mark.parametrize(
    ("line", "page"),
    FIRST_PAGE.items(),
    ids=[f"{page.name}: {line}" for line, page in FIRST_PAGE.items()],
)
def test_a_command_of_the_pages_runs(
    line: str, page: Path, prepared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(prepared)
    fill_in_labels(prepared)
    for block in re.findall(r"```toml\n# (\S+)\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        Path(block[0]).write_text(block[1])
    for absent, present in INSTEAD.items():
        line = line.replace(absent, present)
    _, *arguments = shlex.split(line, comments=True)
    assert main([*arguments, *SMALLER.get(arguments[0], [])]) == 0


def test_no_reason_is_left_over() -> None:
    every = [set(line.split()) for page in PAGES for line in commands(page, "crosslex")]
    for words in NOT_RUN:
        assert any(set(words.split()) <= line for line in every), words


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_modules_and_targets_that_a_page_names_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for module in re.findall(r"python -m (benchmarks[\w.]*)", text):
        assert find_spec(module), module
    makefile = (ROOT / "Makefile").read_text()
    for line in commands(page, "make"):
        assert f"\n{line.split()[1]}:" in makefile
