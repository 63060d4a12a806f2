"""Phrases and names that the project does not use, and what to write instead."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SUFFIXES = {".py", ".js", ".html", ".css", ".md", ".ipynb"}
READ = [
    path
    for folder in ("src", "docs", "bench/crosslex_bench", "bench/reports")
    for path in sorted((ROOT / folder).rglob("*"))
    if path.suffix in SUFFIXES
] + [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]

THING = (
    "one|columns?|counts?|documents?|features?|files?|lines?|neighbors?|numbers?|objects?|rows?|"
    "scores?|seconds?|sentences?|shards?|texts?|tokens?|values?|vectors?|weights?"
)
UNIT = "class|column|document|domain|feature|file|line|pair|pivot|row|run|sentence|text|view|word"

RETIRED = {
    rf"(?<!many )(?<!much )(?<!which )\b(?:{THING}) an? (?:{UNIT})\b(?!')": "one vector per word",
    r"\bcontexts are told\b|\btold (?:apart )?by\b": "the textbook's term",
    r"\bstands? (?:around|before and after)\b": "contexts",
    r"\bha(?:s|ve|d) (?:a|no) say\b|views' say\b": "weight",
    r"\blead to expect\b|\bthan chance would\b": "expected; positive PMI",
    r"\bhangs? on chance\b": "unstable",
    r"\bsurest\b": "most confident",
    r"\bfurther teachers\b|\btaught by\b": "self-training",
    r"\btakes? the means apart\b": "the permuted difference",
    r"\bmend(?:s|ed|ing)?\b": "fix",
    r"\bthe company it keeps\b|\bcompanions?\b": "context words",
    r"\bfor else\b": "otherwise",
}


def left_over(pattern: str, instead: str) -> Iterator[str]:
    """Yield the lines in which a phrase or a name is left."""
    for path in READ:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if path.parent.name == "reports" and line.startswith("|"):
                continue  # tables quote the names in kept results
            for match in re.finditer(pattern, line, re.IGNORECASE):
                yield f"{path.relative_to(ROOT)}:{number}: {match[0]!r}; write: {instead}"


@pytest.mark.parametrize("pattern", RETIRED)
def test_no_retired_phrase_or_name_is_left(pattern: str) -> None:
    assert not list(left_over(pattern, RETIRED[pattern]))
