"""What may be wrong with a cluster, on real processes: one clear line each."""

import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import crosslex
from crosslex.cli import main
from crosslex.corpus.documents import ReadOptions
from crosslex.corpus.sharded import ShardTask
from crosslex.corpus.streams import FileShard
from crosslex.counts import dask as dask_module
from crosslex.counts.dask import DaskEngine
from crosslex.errors import InputError
from crosslex.text.settings import TextSettings

pytest.importorskip("distributed")

Start = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def start() -> Iterator[Start]:
    """Start processes of Dask, and end them with the test."""
    running = []

    def started(kind: str, *arguments: str, path: str = "") -> subprocess.Popen[bytes]:
        places = [path, str(Path(crosslex.__file__).parents[1])]
        environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, places))}
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *arguments]
        process = subprocess.Popen(
            [*command, "--no-dashboard"], env=environment, stderr=subprocess.DEVNULL
        )
        running.append(process)
        return process

    yield started
    for process in running:
        process.kill()
        process.wait()


@dataclass(frozen=True)
class Cluster:
    """A scheduler, and workers as they are asked for."""

    start: Start
    process: subprocess.Popen[bytes]
    address: str

    def add_worker(self, path: str = "") -> None:
        self.start("worker", self.address, "--nthreads", "1", "--no-nanny", path=path)


@pytest.fixture
def cluster(start: Start) -> Cluster:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = start("scheduler", "--host", "127.0.0.1", "--port", str(port))
    return Cluster(start, process, f"tcp://127.0.0.1:{port}")


@pytest.fixture
def text(tmp_path: Path) -> Path:
    path = tmp_path / "films.txt"
    path.write_text("a good film\n" * 20, encoding="utf-8")
    return path


def test_a_worker_with_other_files_of_crosslex_is_refused(
    cluster: Cluster, text: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "other" / "crosslex"
    shutil.copytree(Path(crosslex.__file__).parent, copy)
    with (copy / "text" / "stop_words.tsv").open("a", encoding="utf-8") as file:
        file.write("en\tmeaningful\tfilm\n")
    cluster.add_worker(str(copy.parent))
    with (
        DaskEngine(cluster.address) as engine,
        pytest.raises(InputError, match=r"worker on \S+ has other files of crosslex"),
    ):
        engine.read(text, name="films")


def test_a_worker_without_crosslex_is_named(
    cluster: Cluster, text: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    code = "import sys\nsys.modules['crosslex'] = None\n"
    (hidden / "sitecustomize.py").write_text(code, encoding="utf-8")
    cluster.add_worker(str(hidden))
    command = ["learn", f"films={text}", f"tools={tmp_path}/tools.txt"]
    shutil.copy(text, tmp_path / "tools.txt")
    assert main([*command, "--scheduler", cluster.address, "--out", str(tmp_path / "model")]) == 2
    [line] = capfd.readouterr().err.splitlines()
    assert "--scheduler: a worker of tcp://127.0.0.1" in line
    assert f"; install crosslex {crosslex.__version__} where it runs" in line


def test_a_worker_that_does_not_see_a_file_says_so(
    cluster: Cluster, text: Path, tmp_path: Path
) -> None:
    cluster.add_worker()

    def task(path: Path, size: int) -> ShardTask:
        shard = FileShard(path, 0, None, size, 0)
        return ShardTask(shard, "films", ReadOptions(document="line"), TextSettings(), True)

    with DaskEngine(cluster.address) as engine:
        with pytest.raises(InputError, match=r"absent\.txt: not there for the worker on"):
            engine.encode([task(tmp_path / "absent.txt", 9)])
        with pytest.raises(
            InputError, match=r"films\.txt: the worker .* of 240 bytes instead of 9"
        ):
            engine.encode([task(text, 9)])


def test_a_worker_whose_disk_is_full_is_named(cluster: Cluster, tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    code = """
import resource
from crosslex.arrays import GrowingArray
GrowingArray.__init__.__defaults__ = (1000,)  # bytes, so that a small text goes to the disk
resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))
"""
    (tmp_path / "full" / "sitecustomize.py").write_text(code, encoding="utf-8")
    text = tmp_path / "films.txt"
    text.write_text("a good film\n" * 20_000, encoding="utf-8")
    cluster.add_worker(str(tmp_path / "full"))
    with (
        DaskEngine(cluster.address) as engine,
        pytest.raises(InputError, match=r"the worker on \S+ cannot .*File too large; free some"),
    ):
        engine.read(text, name="films")


def test_a_tokenizer_that_cannot_be_sent_or_loaded_is_named(
    cluster: Cluster, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cluster.add_worker()
    here = tmp_path / "here"
    here.mkdir()
    code = "def cut(text):\n    return [text.split()]\n"
    (here / "cut_by_spaces.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(here))
    from cut_by_spaces import cut  # type: ignore[import-not-found]

    lock = threading.Lock()

    def locked(text: str) -> list[list[str]]:
        with lock:
            return [text.split()]

    with DaskEngine(cluster.address) as engine:
        with pytest.raises(InputError, match=r"tokenizer: cannot be sent to Dask .* pickle"):
            engine.read(text, name="films", text_settings=TextSettings(tokenizer=locked))
        with pytest.raises(InputError, match=r"cannot do the work .*cut_by_spaces.* tokenizer"):
            engine.read(text, name="films", text_settings=TextSettings(tokenizer=cut))


def test_functions_of_the_same_name_that_do_different_things_are_told_apart(
    cluster: Cluster, text: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place, ending in (("here", ""), ("there", ".upper()")):
        (tmp_path / place).mkdir()
        code = f"def lemma(word):\n    return word{ending}\n"
        (tmp_path / place / "own_lemmas.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path / "here"))
    from own_lemmas import lemma  # type: ignore[import-not-found]

    cluster.add_worker(str(tmp_path / "there"))
    with (
        DaskEngine(cluster.address) as engine,
        pytest.raises(InputError, match=r"other words of a text .* the same lemmatizer"),
    ):
        engine.read(text, name="films", text_settings=TextSettings(lemmatizer=lemma))


def test_a_scheduler_that_is_lost_ends_the_run(cluster: Cluster) -> None:
    cluster.add_worker()
    with DaskEngine(cluster.address) as engine:
        [future] = engine.submit(time.sleep, [(300,)])

        def kill_at_work() -> None:
            while not any(engine.client.processing().values()):
                time.sleep(0.01)
            cluster.process.kill()

        threading.Thread(target=kill_at_work, daemon=True).start()
        with pytest.raises(
            InputError, match=rf"connection to {cluster.address} was lost .*run again"
        ):
            engine.result(future)


def test_an_address_that_never_answers_is_given_up(
    monkeypatch: pytest.MonkeyPatch, text: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(dask_module, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        shutil.copy(text, tmp_path / "tools.txt")
        command = ["learn", f"films={text}", f"tools={tmp_path}/tools.txt"]
        assert main([*command, "--scheduler", address, "--out", str(tmp_path / "model")]) == 2
    [line] = capfd.readouterr().err.splitlines()
    assert f"--scheduler: cannot reach {address} (no answer in 0.5 s)" in line


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere", "x://y"])
def test_an_address_that_is_none_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dask_module, "CONNECT_SECONDS", 1)
    with pytest.raises(InputError, match=f"scheduler: cannot reach {address} "):
        DaskEngine(address)


def test_a_cluster_without_workers_is_given_up(
    cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dask_module, "WORKER_SECONDS", 0.5)
    with pytest.raises(InputError, match=r"no worker after 0\.5 s; start some with: dask worker"):
        DaskEngine(cluster.address)
