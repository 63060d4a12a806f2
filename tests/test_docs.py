"""The Python of README and docs runs, and prints what stands below it."""

import contextlib
import gzip
import io
import json
import re
from pathlib import Path
from random import Random

import numpy as np
import pytest

from crosslex.datasets import docstrings, hutto2014

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", re.DOTALL)


@pytest.fixture
def reviews(tmp_path, monkeypatch):
    """Small reviews of books and of kitchenware, as files where pages expect them."""
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(0)
    nouns = {"books": ["plot", "story", "novel"], "kitchen": ["knife", "handle", "lid"]}
    for domain, things in nouns.items():
        with gzip.open(f"{domain}.jsonl.gz", "wt", encoding="utf-8") as file:
            for number in range(150):
                says = (
                    ["sturdy", "excellent", "sharp"] if number % 2 else ["flimsy", "dull", "leaks"]
                )
                who = rng.choice(["mother", "friend", "neighbor", "sister", "teacher", "uncle"])
                thing, first, second = rng.choice(things), rng.choice(says), rng.choice(says)
                text = f"The {thing} is {first}, a {second} {who} said."
                file.write(json.dumps({"text": text}) + "\n")


@pytest.fixture
def fetched(tmp_path, monkeypatch):
    """Small texts in place of those that the demo fetches: the same files with the same columns."""
    write_fetched(tmp_path)
    for module in (docstrings, hutto2014):
        name = f"fetch_{module.__name__.rpartition('.')[2]}"
        monkeypatch.setattr(module, name, lambda: tmp_path)


def write_fetched(folder):
    """Write two subjects that share words, *key* among them, and two domains with labels."""
    random = Random(0)
    shared = [f"{a}{b}" for a in ("rado", "semi", "tuli", "kova", "neba") for b in "abcdefghijkl"]
    own = {"music": ["sharp", "flat", "signature"], "databases": ["primary", "foreign", "column"]}
    for domain, words in own.items():
        lines = [
            {"text": " ".join([*random.choices(shared, k=12), *random.choices(words, k=2), "key"])}
            for _ in range(150)
        ]
        write_lines(folder / f"{domain}.jsonl", lines)
    says = {1: ["lovely", "great"], 0: ["awful", "sad"]}
    for domain in ("editorials", "tweets"):
        lines = [
            {
                "text": " ".join([*random.choices(shared, k=6), *says[number % 2]]),
                "label": number % 2,
            }
            for number in range(150)
        ]
        write_lines(folder / f"{domain}.jsonl", lines)


def write_lines(path, lines):
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_the_page_runs_and_prints_what_it_says(page, reviews, fetched):
    names = {}  # a page makes all variables that it uses
    for code, printed in BLOCK.findall(page.read_text(encoding="utf-8")):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(code, page.name, "exec"), names)
        if printed:
            assert output.getvalue() == printed


def test_the_readme_has_three_examples_and_shows_what_each_prints():
    examples = re.findall(r"```python\n.*?```\n\n```text\n(.*?)```", README, re.DOTALL)
    assert len(examples) == README.count("```python") == 3
    for shown, words in zip(
        examples, (["primary", "signature"], ["change", "q"], ["push", "understood"]), strict=True
    ):
        assert set(words) <= set(shown.split())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_other_pages_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link
