"""Mutated and hostile inputs for every reader and for loading models and classifiers."""

import gzip
import hashlib
import io
import itertools
import json
import os
import random
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import typer

from crosslex import Corpus, CrossDomainClassifier, CrossDomainEmbedding
from crosslex.corpus import ReadOptions, ReadReport, read_documents
from crosslex.errors import CrosslexError
from crosslex_bench.command import Report, Seed
from crosslex_bench.faults.hostile import (
    Trial,
    hostile,
    mutated,
    of_vectors,
    read_back,
    vectors,
    wide_vectors,
)
from crosslex_bench.measure import status_bytes
from crosslex_bench.pages import figures_table

SECONDS = 10
"""CPU time of one input: so that it does not depend on what else the machine does."""
MEMORY = 2**29
"""How far memory may grow: a header with false sizes, or an endless row, would take more."""

TEXTS = {
    "films": ["A dull plot, good music.", "Good actor; the plot was new.", "Bad, old film."] * 5,
    "tools": ["A sharp blade, good steel.", "Bad motor, new handle.", "The drill is old."] * 5,
}


def fuzz(
    inputs: Annotated[int, typer.Option(help="Number of inputs.")] = 100_000,
    seed: Seed = 0,
) -> Report:
    """Read mutated and hostile files, and check that nothing but a CrosslexError is raised.

    Each input has ten seconds of CPU time and bounded memory; anything else is shown with the
    input that caused it.
    """
    with tempfile.TemporaryDirectory(prefix="crosslex-fuzz-") as folder:
        result = try_inputs(inputs, seed, Path(folder))
    failure = f"{len(result['failures'])} inputs failed" if result["failures"] else ""
    return Report("Mutated and hostile inputs", [figures_table(result)], result, failure)


def try_inputs(inputs: int, seed: int, folder: Path) -> dict[str, Any]:
    """Try mutated inputs, one kind after the other, and count the outcomes."""
    chance = random.Random(seed)
    trials = [*readers(folder), *tables_and_vectors(folder), *archives(folder), *bombs(folder)]
    for _, trial in trials:
        with suppress(CrosslexError):
            trial(chance)  # compiles and imports, outside of time and memory limits
    outcomes: Counter[str] = Counter()
    tried: Counter[str] = Counter()
    failures: list[str] = []
    slowest: dict[str, float] = {}
    limit_memory()
    signal.signal(signal.SIGPROF, out_of_time)
    for number in range(inputs):
        name, trial = trials[number % len(trials)]
        began = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SECONDS)
        try:
            trial(chance)
            outcomes["read"] += 1
        except CrosslexError:
            outcomes["refused"] += 1
        except Exception as error:
            outcomes["failed"] += 1
            where = traceback.format_exc().splitlines()[-3:]
            failures.append(f"{name}, input {number}, seed {seed}: {error!r} {where}")
            print(failures[-1], file=sys.stderr)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        tried[name] += 1
        slowest[name] = max(slowest.get(name, 0), time.process_time() - began)
    return {
        "inputs": sum(tried.values()),
        "seed": seed,
        "kinds": dict(tried),
        "outcomes": dict(outcomes),
        "slowest_cpu_seconds": {
            name: round(slowest[name], 2)
            for name in sorted(slowest, key=slowest.get, reverse=True)  # type: ignore[arg-type]
        },
        "peak_resident_bytes": status_bytes(Path("/proc/self/status"), "VmHWM"),
        "failures": failures[:20],
    }


def out_of_time(_signal: int, _frame: FrameType | None) -> None:
    raise TimeoutError(f"over {SECONDS} s of CPU time")


def limit_memory() -> None:
    with Path("/proc/self/statm").open() as statistics:
        held = int(statistics.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (held + MEMORY, held + MEMORY))


def readers(folder: Path) -> list[tuple[str, Trial]]:
    """Return one trial per format, plain and compressed."""
    found: list[tuple[str, Trial]] = []
    for ending, content in seeds().items():
        found.append((ending, reading(folder / f"a.{ending}", content)))
        found.append((f"{ending}.gz", reading(folder / f"b.{ending}.gz", content)))
    return found


def tables_and_vectors(folder: Path) -> list[tuple[str, Trial]]:
    """Return trials of tables from spreadsheets, of those read back, and of word vectors."""
    semicolons = seeds()["csv"].replace(b",", b";")
    found = [
        ("csv of a spreadsheet", reading(folder / "c.csv", b"\xef\xbb\xbf" + semicolons)),
        ("csv in UTF-16", reading(folder / "d.csv", semicolons.decode().encode("utf-16"))),
        ("csv read back", read_back(folder / "e.csv")),
    ]
    for name, content in vectors().items():
        for ending in ("vec", "vec.gz"):
            path = folder / f"{name}.{ending}"
            found.append((f"{name}.{ending}", of_vectors(path, content)))
    return found


def reading(path: Path, content: bytes) -> Trial:
    def trial(chance: random.Random) -> object:
        if path.suffix != ".gz":
            data = mutated(content, chance)
        elif chance.random() < 0.5:
            data = mutated(gzip.compress(content, mtime=0), chance)
        else:
            data = gzip.compress(mutated(content, chance), mtime=0)
        path.write_bytes(data)
        options = ReadOptions(on_error=chance.choice(["stop", "skip"]))
        return list(read_documents(path, options, ReadReport()))

    return trial


def seeds() -> dict[str, bytes]:
    """Return one small valid file per format."""
    texts = TEXTS["films"]
    rows = [{"text": text, "label": number % 2} for number, text in enumerate(texts)]
    table = [f'"{row["text"]}"\t{row["label"]}' for row in rows]
    content = {
        "txt": "\n".join(texts),
        "jsonl": "\n".join(json.dumps(row) for row in rows),
        "csv": "text,label\n" + "\n".join(row.replace("\t", ",") for row in table),
        "tsv": "text\tlabel\n" + "\n".join(table),
    }
    found = {name: text.encode() for name, text in content.items()}
    with suppress(ImportError):
        import pyarrow
        from pyarrow import parquet

        file = io.BytesIO()
        parquet.write_table(pyarrow.table({"text": texts}), file)
        found["parquet"] = file.getvalue()
    return found


def archives(folder: Path) -> list[tuple[str, Trial]]:
    """Return trials that load a damaged model or classifier, with its old checksums or new ones."""
    corpora = [Corpus.from_texts(texts, name=name) for name, texts in TEXTS.items()]
    model = CrossDomainEmbedding(dimension=4, min_documents=2)
    model.fit(corpora).save(folder / "model")
    texts = [text for domain in TEXTS.values() for text in domain]
    domains = [name for name, own in TEXTS.items() for _ in own]
    labels = [number % 2 if name == "films" else -1 for number, name in enumerate(domains)]
    classifier = CrossDomainClassifier(target="tools", min_documents=1, n_pivots=2, random_state=0)
    classifier.fit(texts, labels, sample_domain=domains).save(folder / "classifier")
    loaders: dict[str, Callable[[Path], object]] = {
        "model": CrossDomainEmbedding.load,
        "classifier": CrossDomainClassifier.load,
    }
    found: list[tuple[str, Trial]] = []
    for name, load in loaders.items():
        for updated in (False, True):
            kind = f"{name}{', checksums updated' if updated else ''}"
            found.append((kind, loading(folder / name, load, updated)))
    return found


def bombs(folder: Path) -> list[tuple[str, Trial]]:
    """Return a trial of hostile inputs, one kind after the other: each takes long to make."""
    kinds = [*hostile(folder / "hostile").items(), *hostile_models(folder)]
    kinds.append(("vectors", wide_vectors(folder / "wide.vec.gz")))
    turn = itertools.cycle(kinds)

    def trial(chance: random.Random) -> object:
        return next(turn)[1](chance)

    return [("hostile", trial)]


def hostile_models(folder: Path) -> list[tuple[str, Trial]]:
    """Return trials that load a model with a huge number in its settings, or a huge manifest."""
    files = {path.name: path.read_bytes() for path in (folder / "model").iterdir()}
    copy = folder / "model-huge"
    shutil.copytree(folder / "model", copy)
    manifest = copy / "model.json"
    numbers = [
        each.span() for each in re.finditer(rb"(?<=[ \[])\d+(?=[,}\]])", files["model.json"])
    ]

    def number(chance: random.Random) -> object:
        start, stop = chance.choice(numbers)
        text, huge = files["model.json"], chance.choice([3 * 10**8, 2**31, 2**70, 10**5000])
        sys.set_int_max_str_digits(0)
        text = text[:start] + str(huge).encode() + text[stop:]
        manifest.write_bytes(resealed(files | {"model.json": text}, "model.json"))
        model = CrossDomainEmbedding.load(copy)
        return model.shifts(top=1, min_count=1)

    def sparse(chance: random.Random) -> object:
        manifest.write_bytes(files["model.json"])
        os.truncate(manifest, 2 ** chance.randrange(20, 34))
        return CrossDomainEmbedding.load(copy)

    return [("number", number), ("sparse", sparse)]


def loading(folder: Path, load: Callable[[Path], object], updated: bool) -> Trial:
    files = {path.name: path.read_bytes() for path in sorted(folder.iterdir())}
    manifest = f"{folder.name}.json"
    copy = folder.with_name(f"{folder.name}-{updated}")
    shutil.copytree(folder, copy)

    def trial(chance: random.Random) -> object:
        name = chance.choice(list(files))
        damaged = files | {name: mutated(files[name], chance)}
        if updated:
            damaged[manifest] = resealed(damaged, manifest)
        for each in {name, manifest}:
            (copy / each).write_bytes(damaged[each])
        try:
            return load(copy)
        finally:
            for each in {name, manifest}:
                (copy / each).write_bytes(files[each])

    return trial


def resealed(files: dict[str, bytes], manifest: str) -> bytes:
    """Return the manifest with checksums that match the damaged files."""
    text = files[manifest]
    for name, data in files.items():
        if name != manifest:
            entry = rb'("%b": \{"bytes": )\d+(, "sha256": ")[0-9a-f]*' % re.escape(name.encode())
            digest = hashlib.sha256(data).hexdigest().encode()
            new = rb"\g<1>%d\g<2>%b" % (len(data), digest)
            text = re.sub(entry, new, text, count=1)
    _, _, body = text.partition(b"\n")
    return b'{"sha256": "%b",\n' % hashlib.sha256(body).hexdigest().encode() + body
