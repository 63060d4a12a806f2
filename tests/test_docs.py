"""The Python of README and docs runs, and prints what stands below it."""

import contextlib
import gzip
import io
import json
import re
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"```python\n(.*?)```(?:\n\n```\n(.*?)```)?", re.DOTALL)


@pytest.fixture
def reviews(tmp_path, monkeypatch):
    """Small reviews of books and of kitchenware, as files and as lists, where pages expect them."""
    rng = np.random.default_rng(0)
    nouns = {"books": ["plot", "story", "novel"], "kitchen": ["knife", "handle", "lid"]}
    texts, labels, domains = [], [], []
    for domain, things in nouns.items():
        for number in range(150):
            good = number % 2
            says = ["sturdy", "excellent", "sharp"] if good else ["flimsy", "dull", "leaks"]
            who = rng.choice(["mother", "friend", "neighbor", "sister", "teacher", "uncle"])
            text = (
                f"The {rng.choice(things)} is {rng.choice(says)}, a {rng.choice(says)} {who} said."
            )
            texts.append(text)
            labels.append(good if domain == "books" else -1)
            domains.append(domain)
    for domain in nouns:
        with gzip.open(tmp_path / f"{domain}.jsonl.gz", "wt", encoding="utf-8") as file:
            for text, of in zip(texts, domains, strict=True):
                if of == domain:
                    file.write(json.dumps({"text": text}) + "\n")
    monkeypatch.chdir(tmp_path)
    return {"texts": texts, "labels": labels, "domains": domains}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_on_the_page_runs_and_prints_what_it_says(page, reviews):
    names = dict(reviews)
    for code, printed in BLOCK.findall(page.read_text(encoding="utf-8")):
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(code, page.name, "exec"), names)
        if printed:
            assert output.getvalue() == printed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_other_pages_lead_somewhere(page):
    for link in re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8")):
        if not link.startswith("http"):
            assert (page.parent / link).exists(), link
