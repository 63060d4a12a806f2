"""Many domains at once and many classes: time and memory of `learn` and `adapt`."""

import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from crosslex.errors import InputError
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.measure import watch
from crosslex_bench.pages import Table
from crosslex_bench.places import MDSD
from crosslex_bench.speed.scale import read_texts

DOMAINS = ("books", "dvd", "electronics", "kitchen", "music", "video")
FEWEST = 20
"""Letters that a review must have to be counted among the documents."""

Numbers = Annotated[str, typer.Option(help="Numbers, separated by commas.")]


def domains(
    data: Data = MDSD,
    domains: Numbers = "2,10,50",
    classes: Numbers = "2,30,1000",
    methods: Annotated[
        str, typer.Option(help="Methods for the classes, separated by commas.")
    ] = "none,crosslex",
) -> Report:
    """Measure `learn` with many domains and `adapt` with many classes.

    The same reviews are divided at random into more and more domains; reviews of books, labeled
    with the rarest of more and more frequent words that they contain, train a classifier for
    reviews of kitchenware.
    """
    rows = []
    with tempfile.TemporaryDirectory(prefix="crosslex-many-") as folder:
        place = Path(folder)
        pool = {name: read_texts(data, name) for name in DOMAINS}
        everything = [text for each in pool.values() for text in each if len(text) >= FEWEST]
        for number in map(int, split_names("--domains", domains)):
            files = divide(everything, number, place)
            command = ["learn", *files, "--out", str(place / "model")]
            rows.append(_row(f"learn, {number} domains", command))
        for number in map(int, split_names("--classes", classes)):
            labeled, target = place / "labeled.jsonl", place / "target.jsonl"
            _write(labeled, name_classes(pool["books"], number))
            _write(target, ({"text": text} for text in pool["kitchen"]))
            files = [f"books={labeled}", "--target", f"kitchen={target}"]
            for method in split_names("--methods", methods):
                out = ["--method", method, "--out", str(place / "classifier")]
                title = f"adapt --method {method}, {number:,} classes"
                rows.append(_row(title, ["adapt", *files, *out]))
    headers = ("command", "CPU s", "seconds", "largest resident size")
    return Report("Many domains and classes", [Table(headers, tuple(rows))])


def divide(documents: Sequence[str], number: int, place: Path) -> list[str]:
    """Write documents as so many domains, drawn at random; return them as arguments."""
    domain = np.random.default_rng(0).integers(0, number, len(documents))
    arguments = []
    for at in range(number):
        path = place / f"domain{at}.jsonl"
        _write(
            path, ({"text": text} for text, own in zip(documents, domain, strict=True) if own == at)
        )
        arguments.append(f"domain{at}={path}")
    return arguments


def name_classes(documents: Sequence[str], number: int) -> list[dict[str, str]]:
    """Return documents with the rarest of the most frequent words that they contain as a label.

    >>> found = name_classes(["a tale", "a tale of a city", "a plot"], 2)
    >>> [each["label"] for each in found]
    ['tale', 'tale', 'a']
    """
    words = [set(text.lower().split()) for text in documents]
    frequent = [word for word, _ in Counter(word for each in words for word in each).most_common()]
    rank = {word: place for place, word in enumerate(frequent[:number])}
    named = [
        (text, max(each & rank.keys(), key=rank.__getitem__, default=None))
        for text, each in zip(documents, words, strict=True)
    ]
    return [{"text": text, "label": label} for text, label in named if label is not None]


def _write(path: Path, rows: Iterable[dict[str, str]]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def _row(title: str, arguments: Sequence[str]) -> tuple[str, ...]:
    """Run a command, and return what it took."""
    command = [sys.executable, "-m", "crosslex", *arguments, "--json", "--quiet"]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    peak, cpu = watch(child)
    if child.returncode:
        raise InputError(f"{title} ended with code {child.returncode}")
    seconds = time.perf_counter() - began
    return title, f"{cpu:.0f}", f"{seconds:.0f}", f"{peak / 1e9:.2f} GB"
