"""None of the words that the project has retired is left where a person reads.

`python tests/test_plain_words.py` lists what is left as `path:line: found; say instead`.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
READ = [
    *sorted((ROOT / "src").rglob("*.py")),
    *sorted((ROOT / "src").rglob("*.js")),
    *sorted((ROOT / "src").rglob("*.html")),
    *sorted((ROOT / "src").rglob("*.css")),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs").glob("*.ipynb")),
    *sorted((ROOT / "benchmarks").rglob("*.py")),
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "Makefile")),
]
TESTS = sorted((ROOT / "tests").rglob("*.py"))
"""Only the names in them are read: their texts may hold any word."""

THING = (
    "one|arrays?|bytes|classif(?:ier|iers)|codes?|columns?|counts?|documents?|entr(?:y|ies)|"
    "examples|features?|files?|folders?|gigabytes|hours|keys?|labels|lines?|list|matri(?:x|ces)|"
    "megabytes|minutes|models?|MB|GB|ms|neighbors?|numbers?|objects?|passes|pivots?|probabilit(?:y|"
    "ies)|processes|profiles?|rows?|s|samples?|scores?|seconds?|sentences?|shards?|sources?|sums?|"
    "tables?|texts?|threads?|times|tokens?|trials?|tuples?|updates?|values?|vectors?|weights?|words"
)
UNIT = (
    "cell|class|column|core|coordinate|CPU|dataset|dimension|document|domain|epoch|feature|file|"
    "genre|gigabyte|group|key|label|line|machine|method|minute|pair|part|pass|pivot|process|query|"
    "review|row|run|second|seed|sentence|setting|shard|source|study|target|task|text|token|trial|"
    "use|variant|view|word|worker"
)


@dataclass(frozen=True)
class Retired:
    """A word that is not used, and what to say instead."""

    pattern: str
    instead: str


WORDS = (
    Retired(
        rf"(?<!many )(?<!much )(?<!which )(?!words a word\b)\b(?:{THING}) an? (?:{UNIT})\b(?!')",
        "per: one vector per word",
    ),
    Retired(r"company(?!ing)", "context, neighbors or co-occurrence"),
    Retired(r"\bcompanions?\b", "context words"),
    Retired(r"(?<![a-z])meet(?:s|ings?)?(?![a-z])", "occur together, co-occurrence"),
    Retired(r"\bmend(?:s|ed|ing)?\b", "fix"),
    Retired(r"\bdecid(?:e|es|ed|ing) (?:in|about)\b", "classify"),
    Retired(r"\bhow to talk\b|\bmanners\b", "output"),
    Retired(r"finished[_ ]?parts|parts_beside|\bfinished pieces\b", "checkpoints"),
    Retired(r"parted_?corpus|file_?parts?\b|part_?files?\b|part_size|\w\.parts\b(?!\()", "shards"),
    Retired(r"\b(?:encoded|into|several|whose|its|one) parts?\b(?! of)", "shard"),
    Retired(r"\b(?:cut|counted|encoded|read|lies?|works?) in parts\b", "shard"),
    Retired(r"\bparts? (?:after|a|per) (?:part|process|file)\b", "shard"),
    Retired(r"\bfor else\b", "otherwise"),
)

MODULES = (
    "apart",
    "beside",
    "common",
    "company",
    "ending",
    "finished",
    "kept",
    "look",
    "manners",
    "occurrences",
    "part_files",
    "parted",
    "parts",
    "random_state",
    "shares",
    "spread",
)
"""Names of modules that tell nobody what is in them."""


@dataclass(frozen=True)
class Allowed:
    """Lines in which a retired word may stay: the end of the path, a piece of the line, and why."""

    path: str
    piece: str
    why: str


ALLOWED = (
    Allowed("CHANGELOG.md", " → ", "it lists what was renamed"),
    Allowed("docs/shifts.md", "| meet |", "it lists words of real texts"),
    Allowed("text/english_lemmas.py", "dining interested", "it lists words of real texts"),
)


def left_over(retired: Retired) -> Iterator[str]:
    """Find a retired word, line by line."""
    pattern = re.compile(retired.pattern, re.IGNORECASE)
    for path in READ:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield from _found(pattern, retired, path, number, line)
    for path in TESTS:
        if path == Path(__file__).resolve():
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if name := re.match(r"\s*(?:def|class) (\w+)", line):
                yield from _found(pattern, retired, path, number, name[1].replace("_", " "))


def _found(
    pattern: re.Pattern[str], retired: Retired, path: Path, number: int, line: str
) -> Iterator[str]:
    place = str(path.relative_to(ROOT))
    if not any(place.endswith(each.path) and each.piece in line for each in ALLOWED):
        for match in pattern.finditer(line):
            yield f"{place}:{number}: {match[0]!r}; say: {retired.instead}"


def unused_allowances() -> list[Allowed]:
    """Find entries of the allow list that no file needs."""
    return [
        each
        for each in ALLOWED
        if not any(
            str(path).endswith(each.path) and each.piece in path.read_text(encoding="utf-8")
            for path in READ
        )
    ]


def badly_named() -> list[str]:
    """Find modules, and tests of modules, with a retired name."""
    paths = [*(path for path in READ if path.suffix == ".py"), *TESTS]
    return [
        f"{path.relative_to(ROOT)}:1: a name that says nothing"
        for path in paths
        if path.stem.removeprefix("test_").removeprefix("cli_") in MODULES
    ]


@pytest.mark.parametrize("retired", WORDS, ids=lambda each: each.instead)
def test_no_retired_word_is_left(retired: Retired) -> None:
    found = list(left_over(retired))
    assert not found, "\n".join(found)


def test_no_module_has_a_name_that_says_nothing() -> None:
    found = badly_named()
    assert not found, "\n".join(found)


def test_the_allow_list_has_no_entry_too_many() -> None:
    assert not unused_allowances()


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("one vector a word", True),
        ("CPU s a pair", True),
        ("a JSON object a text", True),
        ("one vector per word", False),
        ("the company it keeps", True),
        ("an accompanying file", False),
        ("mend it", True),
        ("we recommend it", False),
        ("texts to decide about", True),
        ("the words that share a word", False),
        ("how many documents a word must occur in", False),
    ],
)
def test_the_patterns_find_the_dialect_and_nothing_else(line: str, found: bool) -> None:
    assert any(re.search(each.pattern, line, re.IGNORECASE) for each in WORDS) == found


if __name__ == "__main__":
    lines = [line for each in WORDS for line in left_over(each)] + badly_named()
    sys.stdout.write("".join(f"{line}\n" for line in lines))
