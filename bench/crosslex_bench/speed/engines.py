"""The same model, to the byte, from one machine and from Dask workers, one of them killed.

Run `python -m crosslex_bench.speed.engines --json FILE`.
"""

import argparse
import gzip
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
from typing import Any

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.counts.dask import DaskEngine
from crosslex_bench.measure import DATA, machine

POOL = DATA / "mdsd" / "unlabelled.jsonl.gz"
SHARD_SIZE = 2**20


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m crosslex_bench.speed.engines", description=__doc__
    )
    parser.add_argument("--data", type=Path, default=POOL, help="the MDSD's unlabelled.jsonl.gz")
    parser.add_argument("--domains", default="", help="those to take, separated by commas; all")
    parser.add_argument("--json", type=Path, help="write the result to this file, too")
    options = parser.parse_args()
    if not options.data.exists():
        sys.exit(f"{options.data} is absent; name the reviews' unlabelled.jsonl.gz with --data")
    with tempfile.TemporaryDirectory(prefix="crosslex-engines-") as folder:
        chosen = [name for name in options.domains.split(",") if name]
        result = compare(split(options.data, Path(folder), chosen), Path(folder))
    print(json.dumps(result, indent=2))
    if options.json:
        options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    if not result["identical"]:
        sys.exit("the models differ")


def split(data: Path, folder: Path, chosen: list[str]) -> list[Path]:
    """Write each domain of the pool, or those chosen, to a file of its own."""
    lines: dict[str, list[str]] = {}
    with gzip.open(data, "rt", encoding="utf-8") as pool:
        for line in pool:
            domain = json.loads(line)["domain"]
            if not chosen or domain in chosen:
                lines.setdefault(domain, []).append(line)
    for domain, own in lines.items():
        (folder / f"{domain}.jsonl").write_text("".join(own), encoding="utf-8")
    return [folder / f"{domain}.jsonl" for domain in lines]


def compare(files: list[Path], folder: Path) -> dict[str, Any]:
    runs = {"local": run(lambda: [Corpus.read(file, name=file.stem) for file in files], folder)}
    for workers in (1, 2, 4):
        with DaskEngine(n_workers=workers, shard_size=SHARD_SIZE) as engine:
            runs[f"dask, {workers} workers"] = run(reading(files, engine), folder)
    with DaskEngine(n_workers=2, shard_size=SHARD_SIZE) as engine:
        _, victim = engine.cluster.client.run(os.getpid).items()
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
    client: Any = engine.cluster.client
    while len(client.has_what().get(address, ())) < 4 or not client.processing().get(address):
        time.sleep(0.01)
    os.kill(process, signal.SIGKILL)


if __name__ == "__main__":
    main()
