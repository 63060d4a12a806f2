"""Many domains at once and many classes: how long `learn` and `adapt` take, and how large they get.

Run `python -m crosslex_bench.speed.many`. The same reviews are divided at random into more and more domains;
and reviews of books, labeled with the rarest of more and more frequent words that they contain,
teach a classifier for reviews of kitchenware.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from crosslex_bench.measure import ROOT
from crosslex_bench.speed.scale import POOL, texts, watch

DOMAINS = ("books", "dvd", "electronics", "kitchen", "music", "video")
FEWEST = 20
"""Letters that a review must have to be counted among the documents."""


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.speed.many", description=__doc__
    )
    parser.add_argument("--data", type=Path, default=POOL, help="the MDSD's unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="2,10,50", help="how many, with commas")
    parser.add_argument("--classes", default="2,30,1000", help="how many, with commas")
    parser.add_argument("--methods", default="none,crosslex", help="for the classes, with commas")
    options = parser.parse_args()
    if not options.data.exists():
        sys.exit(f"{options.data} is absent; name the reviews' unlabelled.jsonl.gz with --data")
    with tempfile.TemporaryDirectory(prefix="crosslex-many-") as folder:
        place = Path(folder)
        pool = {name: texts(options.data, name) for name in DOMAINS}
        print("| command | CPU s | seconds | largest resident size |\n|---|---:|---:|---:|")
        everything = [text for each in pool.values() for text in each if len(text) >= FEWEST]
        for number in map(int, filter(None, options.domains.split(","))):
            files = divide(everything, number, place)
            row(f"learn, {number} domains", ["learn", *files, "--out", str(place / "model")])
        for number in map(int, filter(None, options.classes.split(","))):
            labeled, target = place / "labeled.jsonl", place / "target.jsonl"
            write(labeled, name_classes(pool["books"], number))
            write(target, ({"text": text} for text in pool["kitchen"]))
            files = [f"books={labeled}", "--target", f"kitchen={target}"]
            for method in options.methods.split(","):
                out = ["--method", method, "--out", str(place / "classifier")]
                row(f"adapt --method {method}, {number:,} classes", ["adapt", *files, *out])


def divide(documents: Sequence[str], number: int, place: Path) -> list[str]:
    """Write documents as so many domains, drawn at random; return them as arguments."""
    domain = np.random.default_rng(0).integers(0, number, len(documents))
    arguments = []
    for at in range(number):
        path = place / f"domain{at}.jsonl"
        write(
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


def write(path: Path, rows: Iterable[dict[str, str]]) -> None:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def row(title: str, arguments: Sequence[str]) -> None:
    """Run a command, and print what it took as a row of a table."""
    command = [sys.executable, "-m", "crosslex", *arguments, "--json", "--quiet"]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    peak, cpu = watch(child)
    if child.returncode:
        raise SystemExit(f"{title} ended with code {child.returncode}")
    seconds = time.perf_counter() - began
    print(f"| {title} | {cpu:.0f} | {seconds:.0f} | {peak / 1e9:.2f} GB |", flush=True)


if __name__ == "__main__":
    main()
