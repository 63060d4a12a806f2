"""Text per second in each pass on one core, and the time of a terabyte on many workers."""

import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.checkpoints import open_checkpoints
from crosslex.corpus import ShardFiles
from crosslex.counts import (
    Vocabulary,
    collect_examples,
    count_contexts,
    count_domains,
    sample_sentences,
)
from crosslex.model import choose_contexts, counted_words
from crosslex_bench.command import Data, Report
from crosslex_bench.measure import machine
from crosslex_bench.places import MDSD
from crosslex_bench.speed.scale import read_texts
from crosslex_bench.speed.suite import figures_table

TIMES = 4
N_CONTEXTS = CrossDomainEmbedding().n_contexts


def rates(
    data: Data = MDSD,
    terabytes: Annotated[float, typer.Option(help="Size of the text.")] = 1,
    workers: Annotated[int, typer.Option(help="Workers that share it.")] = 100,
) -> Report:
    """Measure text per CPU second in each pass; extrapolate to terabytes on many workers."""
    with tempfile.TemporaryDirectory(prefix="crosslex-rates-") as folder:
        once, size = measure(data, Path(folder), times=1)
        more, whole = measure(data, Path(folder), times=1 + TIMES)
    # The time of more of the same text: examples and compiling cost once, however much there is.
    seconds = {name: (more[name] - once[name]) / (whole - size) for name in once}
    share = terabytes * 1e12 / workers
    result = {
        "machine": machine(),
        "bytes": whole,
        "megabytes_per_cpu_second": {name: round(1e-6 / each, 2) for name, each in seconds.items()},
        "all_passes_megabytes_per_cpu_second": round(1e-6 / sum(seconds.values()), 2),
        "hours": round(share * sum(seconds.values()) / 3600, 2),
    }
    return Report("Rates of the passes", [figures_table(result)], result)


def measure(data: Path, folder: Path, times: int) -> tuple[dict[str, float], int]:
    """Return the time of every pass over the reviews of books, repeated, in shards of 8 MB."""
    path = folder / "books.txt"
    path.write_text("\n".join(read_texts(data, "books") * times), encoding="utf-8")
    compile_all(Corpus.from_texts(read_texts(data, "kitchen")[:500], name="x"))
    seconds: dict[str, float] = {}
    with open_checkpoints(folder / "checkpoints", {}) as checkpoints:
        engine = ShardFiles(checkpoints, shard_size=2**23)
        read = partial(engine.read, path, name="books")
        corpus = timed(seconds, "encode", read)
        counted = timed(
            seconds,
            "count words, bigrams, features",
            lambda: count_domains([corpus], min_documents=10 * times),
        )
        vocabulary = Vocabulary.of(counted)
        words = counted_words(vocabulary, corpus.text_settings)
        contexts = choose_contexts(vocabulary, corpus.text_settings, N_CONTEXTS)
        timed(seconds, "contexts", lambda: count_contexts(corpus, words, contexts))
        timed(seconds, "sample", lambda: sample_sentences(corpus, vocabulary.features))
        timed(seconds, "examples", lambda: collect_examples(corpus, vocabulary.features, limit=10))
    return seconds, path.stat().st_size


def compile_all(corpus: Corpus) -> None:
    """Run every pass once; the dictionary is loaded already."""
    count_domains([corpus], min_documents=2)
    count_contexts(corpus, ["knife"], ["sharp"])
    sample_sentences(corpus, ["knife"])
    collect_examples(corpus, ["knife"], limit=10)


def timed(seconds: dict[str, float], name: str, work: Callable[[], Any]) -> Any:
    began = time.process_time()
    result = work()
    seconds[name] = time.process_time() - began
    return result
