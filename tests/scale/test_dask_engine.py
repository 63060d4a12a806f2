"""Encoding and counting on real worker processes gives what one machine gives, to the byte."""

import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from scale_texts import write_domain

from crosslex import Corpus, CrossDomainEmbedding
from crosslex.cli import main
from crosslex.counts.dask import DaskEngine
from crosslex.errors import InputError

pytest.importorskip("distributed")
dask = pytest.importorskip("dask")

PART = 20_000


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    folder = tmp_path_factory.mktemp("dask")
    return [write_domain(folder, domain, 400) for domain in ("films", "tools")]


@pytest.fixture(scope="module")
def expected(files: list[Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("local") / "model"
    fitted([Corpus.read(file, name=file.stem) for file in files]).save(folder)
    return content(folder)


@pytest.fixture(scope="module")
def engine() -> Iterator[DaskEngine]:
    with DaskEngine(n_workers=2, shard_size=PART) as engine:
        yield engine


def fitted(corpora: list[Corpus]) -> CrossDomainEmbedding:
    return CrossDomainEmbedding(dimension=8).fit(corpora)


def content(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def read(files: list[Path], engine: DaskEngine) -> list[Corpus]:
    return [engine.read(file, name=file.stem) for file in files]


def test_three_workers_give_the_same_bytes(
    files: list[Path], expected: dict[str, bytes], tmp_path: Path
) -> None:
    with DaskEngine(n_workers=3, shard_size=PART) as engine:
        corpora = read(files, engine)
        assert len(corpora[0].shards) > 4
        fitted(corpora).save(tmp_path / "model")
    assert content(tmp_path / "model") == expected


def test_workers_killed_while_they_hold_shards_and_while_they_count_change_nothing(
    files: list[Path], expected: dict[str, bytes], engine: DaskEngine, tmp_path: Path
) -> None:
    corpora = read(files, engine)
    client = engine.client
    holder, counter = client.run(os.getpid).items()
    # The first holds encoded shards, which are lost with it.
    assert client.has_what()[holder[0]]
    os.kill(holder[1], signal.SIGKILL)
    # The second gets work that it cannot end before it is killed.
    os.kill(counter[1], signal.SIGSTOP)

    def kill_at_work() -> None:
        while not client.processing().get(counter[0]):
            time.sleep(0.01)
        os.kill(counter[1], signal.SIGKILL)

    killer = threading.Thread(target=kill_at_work, daemon=True)
    killer.start()
    fitted(corpora).save(tmp_path / "model")
    killer.join()
    assert content(tmp_path / "model") == expected


def test_a_worker_that_is_slow_to_come_back_is_waited_for() -> None:
    name = "distributed.deploy.lost-worker-timeout"
    before = dask.config.get(name)
    with DaskEngine(n_workers=1):
        assert dask.utils.parse_timedelta(dask.config.get(name)) >= 600
    assert dask.config.get(name) == before


def test_the_command_line_uses_the_workers_of_a_running_scheduler(
    files: list[Path], engine: DaskEngine, tmp_path: Path
) -> None:
    domains = [f"{file.stem}={file}" for file in files]
    command = ["learn", *domains, "--dimension", "8", "--jobs", "1", "--out"]
    address = engine.client.scheduler.address
    assert main([*command, str(tmp_path / "one")]) == 0
    on_workers = ["--scheduler", address]
    assert main([*command, str(tmp_path / "many"), *on_workers]) == 0
    assert content(tmp_path / "many") == content(tmp_path / "one")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["many", "one"]


def test_an_unreadable_line_on_a_worker_is_reported_with_its_place_in_the_whole_file(
    engine: DaskEngine, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(b"a good film\n" * 5000 + b"bad \xff\n" + b"a good film\n" * 5000)
    with pytest.raises(InputError, match=r"a\.txt:5001: byte 0xff"):
        engine.read(path, name="a")


def test_standard_input_cannot_be_shared_out(engine: DaskEngine) -> None:
    with pytest.raises(InputError, match="standard input cannot be cut"):
        engine.read("-", name="a")


def test_paths_do_not_depend_on_the_working_directory_of_a_worker(
    files: list[Path], engine: DaskEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(files[0].parent)
    assert len(engine.read(files[0].name, name="films")) == 400
