"""What reads and counts for `crosslex learn`: this machine or a Dask cluster."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from crosslex import __version__
from crosslex.cli.domain_files import STANDARD_INPUT, Reading, domain_paths
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.corpus import Engine


@contextmanager
def open_engine(
    name: str, scheduler: str | None, out: Path, domains: Sequence[str], reading: Reading
) -> Iterator["Engine"]:
    """Open the engine, and lock the output for this run.

    Shards that a killed run has encoded are kept as checkpoints in a folder next to the output
    and used again; the folder is removed when the run ends.
    """
    from crosslex.checkpoints import checkpoint_folder, open_checkpoints
    from crosslex.corpus.shard_files import ShardFiles, choose_shard_size

    if scheduler is not None and name != "dask":
        raise InputError("scheduler: only --engine dask has one; give both or neither")
    run = _describe_run(domains, reading)
    with open_checkpoints(checkpoint_folder(out), run) as checkpoints:
        if name == "dask":
            from crosslex.counting.dask import DaskEngine

            with DaskEngine(scheduler, n_workers=reading.jobs) as engine:
                yield engine
        else:
            size = choose_shard_size(sum(file["bytes"] for file in run["files"]))
            yield ShardFiles(checkpoints, n_jobs=reading.jobs, shard_size=size)


def _describe_run(domains: Sequence[str], reading: Reading) -> dict[str, Any]:
    """Return what encoded shards depend on: the files, and how they are read."""
    from crosslex.corpus.files import find_files

    files = []
    for name, path in domain_paths(domains, reading.options).items():
        if path == STANDARD_INPUT:
            continue
        for file in find_files(path, any_ending=reading.options.format is not None):
            status = file.stat()
            files.append(
                {
                    "domain": name,
                    "path": str(file.absolute()),
                    "bytes": status.st_size,
                    "modified": status.st_mtime_ns,
                }
            )
    return {
        "crosslex": __version__,
        "files": files,
        "options": asdict(reading.options),
        "keep_texts": reading.keep_texts,
    }
