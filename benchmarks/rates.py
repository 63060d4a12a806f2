"""Text a second in each pass on one core, and what that makes of a terabyte on many workers.

Run `python -m benchmarks.rates --terabytes 1 --workers 100`.
"""

import argparse
import json
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import machine
from benchmarks.scale import POOL, texts
from crosslex import Corpus
from crosslex.corpus.options import ReadOptions
from crosslex.corpus.part_files import PartFiles
from crosslex.counting import (
    collect_examples,
    count_cooccurrences,
    count_domains,
    sample_occurrences,
)
from crosslex.finished import finished_parts
from crosslex.pivots import choose_vocabulary

WORDS = 1_000_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rates", description=__doc__)
    parser.add_argument("--data", type=Path, default=POOL, help="the MDSD's unlabelled.jsonl.gz")
    parser.add_argument("--terabytes", type=float, default=1)
    parser.add_argument("--workers", type=int, default=100)
    parser.add_argument("--json", type=Path, help="write the result to this file, too")
    options = parser.parse_args()
    if not options.data.exists():
        sys.exit(f"{options.data} is absent; name the reviews' unlabelled.jsonl.gz with --data")
    with tempfile.TemporaryDirectory(prefix="crosslex-rates-") as folder:
        seconds, size = measure(options.data, Path(folder))
    share = options.terabytes * 1e12 / options.workers
    result = {
        "machine": machine(),
        "bytes": size,
        "megabytes_a_cpu_second": {
            name: round(size / each / 1e6, 2) for name, each in seconds.items()
        },
        "all_passes_megabytes_a_cpu_second": round(size / sum(seconds.values()) / 1e6, 2),
        "hours": round(share * sum(seconds.values()) / size / 3600, 2),
        "driver_bytes_a_word": round(bytes_a_word()),
    }
    print(json.dumps(result, indent=2))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


def measure(data: Path, folder: Path) -> tuple[dict[str, float], int]:
    """Time every pass over the books' reviews, cut into parts of 2 MB."""
    path = folder / "books.txt"
    path.write_text("\n".join(texts(data, "books")), encoding="utf-8")
    Corpus.from_texts(texts(data, "kitchen")[:500], name="x")  # loads the dictionary
    seconds: dict[str, float] = {}
    with finished_parts(folder / "parts", {}) as finished:
        engine = PartFiles(finished, part_size=2**21)
        read = partial(engine.read, path, ReadOptions(), name="books")
        [corpus] = timed(seconds, "encode", read)
        counted = timed(
            seconds,
            "count words, bigrams, features",
            lambda: count_domains([corpus], min_documents=10),
        )
        vocabulary = choose_vocabulary(counted, score="frequency")
        words = vocabulary.words("books")
        count_cooccurrences(Corpus.from_texts(["a b"], name="x"), ["a"], ["b"])  # compiles
        timed(seconds, "pairs", lambda: count_cooccurrences(corpus, vocabulary.pivots, words))
        timed(seconds, "sample", lambda: sample_occurrences(corpus, vocabulary.features))
        timed(seconds, "examples", lambda: collect_examples(corpus, vocabulary.features, limit=10))
    return seconds, path.stat().st_size if path.exists() else 0


def timed(seconds: dict[str, float], name: str, work: Callable[[], Any]) -> Any:
    began = time.process_time()
    result = work()
    seconds[name] = time.process_time() - began
    return result


def bytes_a_word() -> float:
    """Measure what a word and its count take on the driver."""
    chance = random.Random(0)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    counts = Counter(
        {"".join(chance.choices("abcdefghijklmnop", k=9)): 1000 + n for n in range(WORDS)}
    )
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return (after - before) * 1024 / len(counts)


if __name__ == "__main__":
    main()
