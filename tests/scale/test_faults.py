"""Faults and bad input: one line, and nothing half done; see bench/reports/faults.md."""

import contextlib
import gzip
import io
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from scale_texts import texts_of, write_domain

from crosslex.checkpoints import open_checkpoints
from crosslex.cli import main
from crosslex.corpus.documents import ReadOptions, ReadReport
from crosslex.corpus.readers import read_documents, read_shard
from crosslex.corpus.sharded import plan_shards
from crosslex.errors import InputError
from processes import as_nobody

SETTINGS = ["--dimension", "4", "--jobs", "1", "--quiet"]
LINES = [text.encode() for text in texts_of("films", 300)]
WHOLE = b"\n".join(LINES) + b"\n"


@pytest.fixture(scope="module")
def tools(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_domain(tmp_path_factory.mktemp("tools"), "tools", 300)


def learn(tools: Path, path: Path, *more: str, out: Path | None = None) -> tuple[int, str]:
    """Run `crosslex learn` in this process; return its exit code and what it complained of."""
    out = out or path.parent / "model"
    errors = io.StringIO()
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(errors):
        command = ["learn", f"films={path}", f"tools={tools}", "--out", str(out)]
        code = main([*command, *SETTINGS, *more])
    return code, errors.getvalue()


def write(path: Path, content: bytes) -> Path:
    path.write_bytes(content)
    return path


def put_in(line: bytes) -> bytes:
    return b"\n".join([*LINES[:7], line, *LINES[7:]]) + b"\n"


REFUSED = {
    "truncated gzip": ("a.txt.gz", gzip.compress(WHOLE)[:-200], "the gzip data break off here"),
    "NUL byte": ("a.txt", put_in(b"a good \0 plot"), "a.txt:8: a NUL byte"),
    "invalid UTF-8": ("a.txt", put_in(b"a good \xc3\x28"), "a.txt:8: byte 0xc3 at position 8"),
    "a line of 100 MB": ("a.txt", put_in(b"x" * 10**8), "a.txt:8: a line of over 16,777,216"),
    "nothing but empty lines": ("a.txt", b"\n" * 10**6, "a.txt: no words were found"),
    "an empty file": ("a.txt", b"", "a.txt: no words were found"),
}


@pytest.mark.parametrize("fault", REFUSED)
def test_bad_input_is_refused_in_one_line_that_names_the_place(
    fault: str, tools: Path, tmp_path: Path
) -> None:
    name, content, message = REFUSED[fault]
    code, errors = learn(tools, write(tmp_path / name, content))
    assert code == 2
    assert message in errors
    assert errors.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize(
    "content",
    [WHOLE.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + WHOLE, WHOLE + b"\n" * 10**6, WHOLE[:-1]],
    ids=["CRLF", "byte order mark", "a million empty lines", "no line end at the end"],
)
def test_harmless_differences_change_no_byte_of_the_vectors(
    content: bytes, tools: Path, tmp_path: Path
) -> None:
    for name, each in (("plain", WHOLE), ("other", content)):
        (tmp_path / f"{name}-texts").mkdir()
        path = write(tmp_path / f"{name}-texts" / "a.txt", each)
        assert learn(tools, path, out=tmp_path / name)[0] == 0
    for file in (tmp_path / "plain").iterdir():
        assert file.read_bytes() == (tmp_path / "other" / file.name).read_bytes(), file.name


def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", WHOLE)
    documents = read_documents(path)
    next(documents)
    with path.open("ab") as file:
        file.write(b"one more\n")
    with pytest.raises(InputError, match=r"a\.txt: changed while it was read"):
        list(documents)


def test_a_file_that_changed_after_it_was_cut_into_shards_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", WHOLE)
    shards = plan_shards([path], ReadOptions(), 1000)
    path.write_bytes(WHOLE[:-100])
    with pytest.raises(InputError, match=r"a\.txt: changed while it was read"):
        list(read_shard(shards[0], ReadOptions(), ReadReport()))


def test_a_full_disk_ends_the_run_with_one_line_and_the_earlier_model_intact(
    tools: Path, tmp_path: Path
) -> None:
    path, out = write(tmp_path / "a.txt", WHOLE), tmp_path / "model"
    assert learn(tools, path)[0] == 0
    before = {file.name: file.read_bytes() for file in out.iterdir()}

    def limit_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    command = [sys.executable, "-m", "crosslex", "learn", f"films={path}", f"tools={tools}"]
    ended = subprocess.run(
        [*command, "--out", str(out), "--examples", "0", *SETTINGS],
        preexec_fn=limit_files,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 2, ended.stderr
    assert "cannot write" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert {file.name: file.read_bytes() for file in out.iterdir()} == before


@pytest.fixture
def open_folder(tmp_path: Path) -> Path:
    """A folder that everyone may enter; pytest's own are for their owner alone."""
    for place in (tmp_path, *tmp_path.parents):
        with contextlib.suppress(PermissionError):
            if place.stat().st_uid == os.getuid() and len(place.parts) > 2:
                place.chmod(0o755)
    return tmp_path


def test_a_file_without_permission_is_named(tools: Path, open_folder: Path) -> None:
    path = write(open_folder / "a.txt", WHOLE)
    tools = write(open_folder / "tools.jsonl", tools.read_bytes())
    assert learn(tools, path)[0] == 0  # loads all modules, which nobody may not
    open_folder.chmod(0o777)
    path.chmod(0)
    with as_nobody():
        code, errors = learn(tools, path, out=open_folder / "other")
    assert (code, errors.count("\n")) == (2, 1)
    assert "a.txt: cannot be read (Permission denied)" in errors


def test_a_read_only_folder_is_refused_before_anything_is_read(
    tools: Path, open_folder: Path
) -> None:
    path = write(open_folder / "a.txt", WHOLE)
    tools = write(open_folder / "tools.jsonl", tools.read_bytes())
    assert learn(tools, path)[0] == 0
    closed = open_folder / "closed"
    closed.mkdir(mode=0o555)
    with as_nobody():
        code, errors = learn(tools, path, out=closed / "model")
    assert (code, errors.count("\n")) == (2, 1)
    assert "is read-only" in errors


@pytest.fixture(scope="module")
def model(tools: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("model")
    assert learn(tools, write(folder / "a.txt", WHOLE))[0] == 0
    return folder / "model"


def test_a_second_run_into_one_output_is_refused_and_names_the_first(
    tools: Path, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.txt", WHOLE)
    with open_checkpoints(tmp_path / "model.checkpoints", {}):
        code, errors = learn(tools, path)
        assert code == 2
        assert "in use by another run" in errors
        assert not (tmp_path / "model").exists()
    assert learn(tools, path)[0] == 0


def test_the_lock_of_a_process_that_is_gone_stops_nobody(tools: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", WHOLE)
    (tmp_path / "model.checkpoints").mkdir()
    (tmp_path / "model.checkpoints" / "lock").write_text("1\n")
    assert learn(tools, path)[0] == 0
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.txt", "model"]


def test_checkpoints_of_another_run_are_not_taken_for_its_own(tools: Path, tmp_path: Path) -> None:
    path = write(tmp_path / "a.txt", WHOLE)
    assert learn(tools, path, out=tmp_path / "expected")[0] == 0
    with (
        contextlib.suppress(KeyboardInterrupt),
        open_checkpoints(tmp_path / "model.checkpoints", {"a": 1}) as checkpoints,
    ):
        checkpoints.write("text-000000", lambda file: file.write_bytes(b"of something else"))
        raise KeyboardInterrupt
    assert (tmp_path / "model.checkpoints" / "text-000000.checkpoint").exists()
    assert learn(tools, path)[0] == 0
    expected = (tmp_path / "expected" / "vectors.safetensors").read_bytes()
    assert (tmp_path / "model" / "vectors.safetensors").read_bytes() == expected


def test_a_folder_of_checkpoints_that_holds_anything_else_is_left_alone(
    tools: Path, tmp_path: Path
) -> None:
    path = write(tmp_path / "a.txt", WHOLE)
    thesis = tmp_path / "model.checkpoints" / "thesis.doc"
    thesis.parent.mkdir()
    thesis.write_text("years of work")
    code, errors = learn(tools, path)
    assert code == 2
    assert "holds thesis.doc" in errors
    assert thesis.read_text() == "years of work"


def test_a_process_that_nobody_reads_from_ends_quietly(model: Path) -> None:
    command = [sys.executable, "-m", "crosslex", "info", str(model), "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        errors = process.stderr.read()
        assert (process.wait(), errors) == (141, b"")


def test_every_row_of_the_report_names_a_test_that_exists() -> None:
    folder = Path(__file__).resolve().parents[2]
    report = (folder / "bench" / "reports" / "faults.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.py)::(test_\w+)`", report)
    assert len(named) >= 15
    for file, name in named:
        path = folder / file if file.startswith("bench/") else folder / "tests" / file
        assert f"def {name}(" in path.read_text(encoding="utf-8"), (file, name)
