"""CPU time and memory of `learn` as text and domains grow, and of `adapt` as classes do."""

import json
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from crosslex.errors import InputError
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.datasets import read_pool
from crosslex_bench.measure import machine, watch
from crosslex_bench.pages import Table, figures_table
from crosslex_bench.places import MDSD

TWO_DOMAINS = ("books", "kitchen")
DOMAINS = ("books", "dvd", "electronics", "kitchen", "music", "video")
FEWEST = 20
"""Letters that a review must have to be counted among the documents."""
RARE = 5
"""Words that occur at most this often in the pool are replaced by new words."""
DOCUMENTS_PER_GIGABYTE = 1000
"""Documents per gigabyte that must contain a word, so that the vocabulary does not grow."""

_WORD = re.compile(r"[A-Za-z]+")
Numbers = Annotated[str, typer.Option(help="Numbers, separated by commas.")]


def text(
    data: Data = MDSD,
    sizes: Annotated[
        str, typer.Option(help="Gigabytes of text, three numbers or more.")
    ] = "0.05,0.1,0.2",
    jobs: Annotated[int, typer.Option(help="Number of processes that read.")] = 1,
    place: Annotated[Path | None, typer.Option(help="Folder for texts and models.")] = None,
) -> Report:
    """Measure `crosslex learn` as text grows.

    The pool of reviews is written repeatedly, its rare words changed each time, so that the
    vocabulary keeps growing. A line through all sizes but the largest predicts the largest.
    """
    gigabytes = sorted(float(size) for size in split_names("--sizes", sizes))
    if len(gigabytes) < 3:
        raise InputError("--sizes: two sizes make a line; give a third to test it")
    result = measure(data, gigabytes, jobs, place)
    return Report("Text that grows", [figures_table(result)], result)


def measure(data: Path, sizes: list[float], jobs: int, folder: Path | None) -> dict[str, Any]:
    pool = {domain: read_texts(data, domain) for domain in TWO_DOMAINS}
    counts = Counter(
        word for domain in pool.values() for text in domain for word in _WORD.findall(text.lower())
    )
    rare = {word for word, count in counts.items() if count <= RARE}
    runs = []
    with tempfile.TemporaryDirectory(prefix="crosslex-scale-", dir=folder) as place:
        files = {domain: Path(place, f"{domain}.txt") for domain in TWO_DOMAINS}
        writers = {domain: Salted(pool[domain], rare, files[domain]) for domain in TWO_DOMAINS}
        for size in sizes:
            for writer in writers.values():
                writer.grow_to(int(size * 10**9 / len(TWO_DOMAINS)))
            runs.append(learn(files, Path(place, "model"), size, jobs))
            print(json.dumps(runs[-1]), file=sys.stderr, flush=True)
    seconds = np.array([run["cpu_seconds"] for run in runs])
    gigabytes = np.array([run["bytes"] for run in runs]) / 1e9
    # From all but the largest: whether the largest lies on this line was not used to draw it.
    slope, start = np.polyfit(gigabytes[:-1], seconds[:-1], 1)
    expected = start + slope * gigabytes[-1]
    return {
        "machine": machine(),
        "runs": runs,
        "cpu_seconds_at_zero": round(start, 1),
        "cpu_seconds_per_gigabyte": round(slope, 1),
        "largest_expected_cpu_seconds": round(expected, 1),
        "largest_measured_to_expected": round(float(seconds[-1] / expected), 3),
        "peak_resident_bytes": max(run["peak_resident_bytes"] for run in runs),
    }


def read_texts(data: Path, domain: str) -> list[str]:
    """Return the unlabeled reviews of a domain, each on one line."""
    return [" ".join(each.split()) for each in read_pool(data, domain)]


class Salted:
    """A file that grows by the pool, with its rare words replaced by new words each time."""

    def __init__(self, pool: list[str], rare: set[str], path: Path) -> None:
        # Cut once at rare words: joining with a salt is then all that a round takes.
        self._pieces = re.split(
            r"(?<=[A-Za-z])(?![A-Za-z])",
            "\n".join(pool) + "\n",
        )
        self._rare = [
            number
            for number, piece in enumerate(self._pieces)
            if (found := _WORD.search(piece)) and found[0].lower() in rare
        ]
        self._path = path
        self._rounds = 0
        path.write_bytes(b"")

    def grow_to(self, size: int) -> None:
        """Add to the file until it has about this many bytes."""
        with self._path.open("ab") as file:
            while (room := size - file.tell()) > 0:
                salt = letters(self._rounds)
                pieces = list(self._pieces)
                for number in self._rare:
                    pieces[number] += salt
                text = "".join(pieces).encode()
                # The last round is cut at the first line end past the size.
                file.write(text[: text.find(b"\n", room) + 1] or text)
                self._rounds += 1


def letters(number: int) -> str:
    """Return a number as the ending of a word that no lemmatizer knows."""
    return "q" + "".join("bcdfghjkmp"[int(digit)] for digit in str(number)) + "x"


def run(*arguments: str) -> tuple[dict[str, Any], Any]:
    """Run a command of crosslex; return what it and its children took, and what it printed."""
    command = [sys.executable, "-m", "crosslex", *arguments, "--json", "--quiet"]
    began = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.PIPE)
    peak, cpu = watch(child)
    output, _ = child.communicate()
    if child.returncode:
        raise InputError(f"{arguments[0]} ended with code {child.returncode}")
    seconds = round(time.perf_counter() - began, 1)
    spent = {"seconds": seconds, "cpu_seconds": round(cpu, 1), "peak_resident_bytes": peak}
    return spent, json.loads(output)


def learn(files: dict[str, Path], model: Path, gigabytes: float, jobs: int) -> dict[str, Any]:
    """Run `crosslex learn`; return the size of the text and what it took."""
    domains = [f"{name}={path}" for name, path in files.items()]
    least = max(10, round(DOCUMENTS_PER_GIGABYTE * gigabytes))
    settings = ["--min-documents", str(least), "--dimension", "100", "--jobs", str(jobs)]
    spent, learned = run("learn", *domains, "--out", str(model), *settings)
    return {
        "bytes": sum(path.stat().st_size for path in files.values()),
        **spent,
        "tokens": sum(domain["tokens"] for domain in learned["domains"]),
        "words": sum(domain["words"] for domain in learned["domains"]),
        "vectors": sum(domain["vectors"] for domain in learned["domains"]),
    }


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
            rows.append((f"learn, {number} domains", *_spent(command)))
        for number in map(int, split_names("--classes", classes)):
            labeled, target = place / "labeled.jsonl", place / "target.jsonl"
            _write(labeled, name_classes(pool["books"], number))
            _write(target, ({"text": text} for text in pool["kitchen"]))
            files = [f"books={labeled}", "--target", f"kitchen={target}"]
            for method in split_names("--methods", methods):
                out = ["--method", method, "--out", str(place / "classifier")]
                title = f"adapt --method {method}, {number:,} classes"
                rows.append((title, *_spent(["adapt", *files, *out])))
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


def _spent(arguments: Sequence[str]) -> tuple[str, ...]:
    spent, _ = run(*arguments)
    memory = f"{spent['peak_resident_bytes'] / 1e9:.2f} GB"
    return f"{spent['cpu_seconds']:.0f}", f"{spent['seconds']:.0f}", memory
