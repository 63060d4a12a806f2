"""The same model, to the byte, from one machine and from Dask workers, one of them killed."""

import hashlib
import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.counts import DaskEngine
from crosslex_bench.command import Data, Report, split_names
from crosslex_bench.data.datasets import read_pool
from crosslex_bench.measure import machine
from crosslex_bench.pages import figures_table
from crosslex_bench.places import MDSD
from crosslex_bench.speed.scale import DOMAINS

SHARD_SIZE = 2**20


def engines(
    data: Data = MDSD,
    domains: Annotated[str, typer.Option(help="Names of domains, separated by commas.")] = "all",
) -> Report:
    """Compare the model of one machine with those of Dask workers, one of them killed."""
    with tempfile.TemporaryDirectory(prefix="crosslex-engines-") as folder:
        files = []
        for name in split_names("--domains", domains, DOMAINS):
            files.append(Path(folder, f"{name}.jsonl"))
            rows = (json.dumps({"text": text}) for text in read_pool(data, name))
            files[-1].write_text("\n".join(rows), encoding="utf-8")
        result = compare(files, Path(folder))
    failure = "" if result["identical"] else "the models differ"
    return Report("One machine and Dask", [figures_table(result)], result, failure)


def compare(files: list[Path], folder: Path) -> dict[str, Any]:
    runs = {"local": run(lambda: [Corpus.read(file, name=file.stem) for file in files], folder)}
    for workers in (1, 2, 4):
        with DaskEngine(n_workers=workers, shard_size=SHARD_SIZE) as engine:
            runs[f"dask, {workers} workers"] = run(reading(files, engine), folder)
    with DaskEngine(n_workers=2, shard_size=SHARD_SIZE) as engine:
        _, victim = engine.client.run(os.getpid).items()
        killer = threading.Thread(target=kill_at_work, args=(engine, *victim), daemon=True)
        killer.start()
        runs["dask, 2 workers, one killed"] = run(reading(files, engine), folder)
        killer.join(timeout=1)
        killed = not killer.is_alive()
    expected = runs["local"]["sha256"]
    return {
        "machine": machine(),
        "bytes": sum(file.stat().st_size for file in files),
        "runs": runs,
        "worker_killed": killed,
        "identical": killed and all(each["sha256"] == expected for each in runs.values()),
    }


def reading(files: list[Path], engine: DaskEngine) -> Callable[[], list[Any]]:
    return lambda: [engine.read(file, name=file.stem) for file in files]


def run(read: Callable[[], list[Any]], folder: Path) -> dict[str, Any]:
    began = time.perf_counter()
    corpora = read()
    read_seconds = time.perf_counter() - began
    model = CrossDomainEmbedding(dimension=16).fit(corpora)
    model.save(folder / "model")
    digest = hashlib.sha256()
    for file in sorted((folder / "model").iterdir()):
        digest.update(file.name.encode() + file.read_bytes())
    found = {
        "sha256": digest.hexdigest(),
        "read_seconds": round(read_seconds, 1),
        "seconds": round(time.perf_counter() - began, 1),
    }
    print(json.dumps(found), file=sys.stderr, flush=True)
    return found


def kill_at_work(engine: DaskEngine, address: str, process: int) -> None:
    """Kill a worker once it has encoded some shards and works on the next."""
    client: Any = engine.client
    while len(client.has_what().get(address, ())) < 4 or not client.processing().get(address):
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)
