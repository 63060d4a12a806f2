"""Speed and memory from raw text to counts, against scikit-learn and plain Python."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer
from sklearn.feature_extraction.text import CountVectorizer

from crosslex import Corpus, TextSettings
from crosslex.classify import choose_pivots
from crosslex.counts import count_domains
from crosslex.errors import InputError
from crosslex.paper import PIVOT_SCORES, count_features
from crosslex_bench.command import Data, Report, Rounds
from crosslex_bench.data.mdsd import read_pool
from crosslex_bench.measure import interleaved, machine, watch
from crosslex_bench.places import MDSD
from crosslex_bench.ranking.cooccurrences import count_cooccurrences
from crosslex_bench.speed.suite import figures_table

LARGE_BYTES = 10**9
MIN_DOCUMENTS = 10
N_PIVOTS = 500
WINDOW = 10


def encoding(
    data: Data = MDSD,
    rounds: Rounds = 5,
    large: Annotated[
        bool, typer.Option("--large", help="Also measure the memory of a 1 GB file.")
    ] = False,
) -> Report:
    """Measure encoding and counting against scikit-learn and plain Python."""
    texts = read_pool(data, "books")
    result: dict[str, Any] = {
        "machine": machine(),
        "encoding": compare_encoding(texts, rounds),
        "two_processes": two_processes(texts * 10, rounds),
        "cooccurrences": cooccurrences(texts, rounds),
    }
    if large:
        result["large"] = count_large(data, texts)
    return Report("Encoding and counting", [figures_table(result)], result)


def compare_encoding(texts: list[str], rounds: int) -> dict[str, Any]:
    """Compare raw text to an encoded corpus with raw text to a matrix of counts."""
    ours = partial(Corpus.from_texts, texts, name="books")
    peer = CountVectorizer(ngram_range=(1, 2))
    # The first run also loads the dictionary and analyzes every word for the first time.
    first = interleaved({"crosslex": ours, "peer": partial(peer.fit_transform, texts)}, rounds=1)
    later = interleaved(
        {"crosslex": ours, "peer": partial(peer.fit_transform, texts)}, rounds=rounds
    )
    tokens = ours().n_tokens
    return {
        "peer": "CountVectorizer(ngram_range=(1, 2)).fit_transform",
        "tokens": tokens,
        "crosslex_tokens_per_second": round(tokens / later["crosslex"].cpu),
        "peer_tokens_per_second": round(tokens / later["peer"].cpu),
        "ratio": round(later["peer"].cpu / later["crosslex"].cpu, 2),
        "ratio_of_first_run": round(first["peer"].cpu / first["crosslex"].cpu, 2),
        "target": 1.5,
    }


def two_processes(texts: list[str], rounds: int) -> dict[str, Any]:
    """Compare two processes with one in elapsed time: it needs two idle cores.

    The CPU seconds tell whether they were: one process that is not disturbed takes as long by
    the clock as on its core.
    """
    medians = interleaved(
        {
            "one": partial(Corpus.from_texts, texts, name="books", n_jobs=1),
            "two": partial(Corpus.from_texts, texts, name="books", n_jobs=2),
        },
        rounds=max(1, rounds // 2),
    )
    return {
        "one_seconds": round(medians["one"].wall, 2),
        "two_seconds": round(medians["two"].wall, 2),
        "one_cpu_seconds": round(medians["one"].cpu, 2),
        "two_cpu_seconds": round(medians["two"].cpu, 2),
        "ratio": round(medians["one"].wall / medians["two"].wall, 2),
        "target": 1.7,
    }


def cooccurrences(texts: list[str], rounds: int) -> dict[str, Any]:
    """Compare counting pairs in compiled code with the same in plain Python."""
    corpus = Corpus.from_texts(texts, name="books")
    [counts] = count_domains([corpus], min_documents=MIN_DOCUMENTS)
    by_documents = np.argsort(-counts.documents, kind="stable")
    pivots = [counts.features[index] for index in by_documents[:N_PIVOTS]]
    words = list(counts.features)
    sentences = list(decoded(corpus))
    ours = partial(count_cooccurrences, corpus, pivots, words, window=WINDOW)
    twin = partial(count_pairs_in_python, sentences, pivots, words)
    # The first call compiles; and both must have counted the same.
    found = ours().counts.tocoo()
    pairs = {
        (pivots[row], words[column]): int(count)
        for row, column, count in zip(found.row, found.col, found.data, strict=True)
    }
    if twin() != pairs:
        raise AssertionError("count_cooccurrences and its twin disagree")
    medians = interleaved({"crosslex": ours, "twin": twin}, rounds=max(1, rounds // 2))
    return {
        "pivots": len(pivots),
        "words": len(words),
        "pairs": sum(pairs.values()),
        "crosslex_seconds": round(medians["crosslex"].cpu, 3),
        "twin_seconds": round(medians["twin"].cpu, 3),
        "ratio": round(medians["twin"].cpu / medians["crosslex"].cpu, 1),
        "target": 20,
    }


def decoded(corpus: Corpus) -> Iterator[list[str]]:
    """Return the sentences of a corpus as words."""
    for start, stop in zip(
        corpus.sentence_offsets[:-1].tolist(), corpus.sentence_offsets[1:].tolist(), strict=True
    ):
        yield [corpus.words[number] for number in corpus.ids[start:stop].tolist()]


def count_pairs_in_python(
    sentences: list[list[str]], pivots: list[str], words: list[str]
) -> dict[tuple[str, str], int]:
    """Count pairs within the window with loops and a dictionary, as one would by hand."""
    is_pivot, is_word = set(pivots), set(words)
    stop_words = TextSettings().stop_words_used
    pairs: Counter[tuple[str, str]] = Counter()
    for sentence in sentences:
        kept = [word for word in sentence if word not in stop_words]
        # Each feature with its first and its last position.
        placed = [(word, place, place) for place, word in enumerate(kept)]
        placed += [
            (f"{kept[place]} {kept[place + 1]}", place, place + 1) for place in range(len(kept) - 1)
        ]
        placed = [feature for feature in placed if feature[0] in is_word]
        for pivot, first, last in placed:
            if pivot not in is_pivot:
                continue
            for word, start, stop in placed:
                if 0 < start - last <= WINDOW or 0 < first - stop <= WINDOW:
                    pairs[pivot, word] += 1
    return dict(pairs)


def count_large(data: Path, texts: list[str]) -> dict[str, Any]:
    """Write a file of 1 GB, the texts repeated, and count it in a process of its own."""
    lines = "".join(" ".join(text.split()) + "\n" for text in texts).encode()
    with tempfile.TemporaryDirectory(prefix="crosslex-bench-") as folder:
        path = Path(folder, "books.txt")
        with path.open("wb") as file:
            for _ in range(-(-LARGE_BYTES // len(lines))):
                file.write(lines)
        size = path.stat().st_size
        code = f"import json, sys, {__name__} as m; print(json.dumps(m.count_file(*sys.argv[1:])))"
        command = [sys.executable, "-c", code, str(path), str(data)]
        child = subprocess.Popen(command, stdout=subprocess.PIPE)
        peak, _ = watch(child)
        counted, _ = child.communicate()
    if child.returncode:
        raise InputError(f"counting the file ended with code {child.returncode}")
    return {
        "file_bytes": size,
        **json.loads(counted),
        "peak_resident_bytes": peak,
        "peak_resident_includes": "the process's own memory and resident pages of mapped files",
        "target_bytes": 1_500_000_000,
    }


def count_file(path: str, data: str) -> dict[str, Any]:
    """Return the size of a file, and how many pairs it has."""
    corpus = Corpus.read(Path(path), name="books")
    small = Corpus.from_texts(read_pool(Path(data), "kitchen"), name="kitchen")
    counts = count_features([corpus, small], min_count=50)
    features = counts[0].features
    chosen = choose_pivots(
        counts, PIVOT_SCORES["frequency"](counts), n_pivots=N_PIVOTS, min_documents=1
    )
    words = [features[each] for each in np.flatnonzero(counts[0].occurrences)]
    pairs = count_cooccurrences(corpus, [features[each] for each in chosen], words, window=WINDOW)
    return {
        "documents": len(corpus),
        "tokens": corpus.n_tokens,
        "features": len(features),
        "pairs": int(pairs.counts.sum()),
    }
