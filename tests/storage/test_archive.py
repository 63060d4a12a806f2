"""Folders written and read back; damaged, hostile and foreign ones refused; writers killed."""

import errno
import hashlib
import json
import os
import shutil
import signal
import stat
import sys
import tempfile
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from operator import methodcaller
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file

from crosslex.errors import StorageError
from crosslex.storage import Archive, read_archive, write_archive, write_file
from crosslex.storage.reading import FORMAT_VERSION
from processes import as_nobody, full_disk
from saved_folders import IN_MEMORY

posix = pytest.mark.skipif(os.name == "nt", reason="needs POSIX processes")


def tiny(number: int = 0) -> Archive:
    return Archive(
        "model",
        {"number": number, "words": ["good", "not good"]},
        {"vectors": {"books": np.full((2, 3), number, dtype=np.float32)}},
        {"README.md": f"number {number}\n"},
    )


def number_of(folder: Path) -> int:
    """Read the archive and check that its three parts belong together."""
    archive = read_archive(folder, "model")
    number = archive.header["number"]
    assert archive.arrays["vectors"]["books"].tolist() == [[number] * 3] * 2
    assert archive.texts == {"README.md": f"number {number}\n"}
    return number


def names_in(folder: Path) -> list[str]:
    return [path.name for path in Path(folder).iterdir()]


def reseal(folder: Path, content: object) -> None:
    """Write a manifest whose own checksum is right, whatever it says."""
    text = json.dumps(content)
    body = f"{text[1:-1] if isinstance(content, dict) else text}}}".encode()
    checksum = hashlib.sha256(body).hexdigest()
    (folder / "model.json").write_bytes(f'{{"sha256": "{checksum}",\n'.encode() + body)


def manifest_of(folder: Path) -> dict:
    manifest = json.loads((folder / "model.json").read_bytes())
    del manifest["sha256"]
    return manifest


@pytest.fixture
def folder():
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as parent:
        write_archive(Path(parent) / "model", tiny())
        yield Path(parent) / "model"


class TestRoundTrip:
    def test_gives_back_arrays_of_every_form(self, tmp_path):
        arrays = {
            "strided": np.arange(12.0).reshape(3, 4)[::2, ::-1],
            "fortran": np.asfortranarray(np.arange(6, dtype=np.int64).reshape(2, 3)),
            "big endian": np.arange(5, dtype=">i4"),
            "half": np.array([0.5, -2.0], dtype=np.float16),
            "truth": np.array([True, False, True]),
            "scalar": np.array(7, dtype=np.uint8),
            "empty": np.zeros((0, 300), dtype=np.float32),
        }
        write_archive(tmp_path / "m", Archive("classifier", {}, {"a": arrays, "none": {}}, {}))
        found = read_archive(tmp_path / "m", "classifier").arrays
        assert list(found) == ["a", "none"]
        assert found["a"].keys() == arrays.keys()
        for name, array in arrays.items():
            assert found["a"][name].dtype.name == array.dtype.name
            np.testing.assert_array_equal(found["a"][name], array)
            assert not found["a"][name].flags.writeable

    def test_gives_back_headers_and_texts_to_the_last_character(self, tmp_path):
        header = {"z": [None, True, 2**70, -0.0, 1e-300], "": {"ü\u2028\0": {}}, "a": "\r\n"}
        texts = {"examples.jsonl": "a\r\nb\rc\n\u2028ü\0", "empty.txt": ""}
        write_archive(tmp_path / "m", Archive("model", header, {}, texts))
        found = read_archive(tmp_path / "m", "model")
        assert json.dumps(found.header) == json.dumps(header)
        assert found.texts == texts

    def test_files_are_what_other_programs_expect(self, folder):
        manifest = json.loads((folder / "model.json").read_text())
        assert load_file(folder / "vectors.safetensors")["books"].shape == (2, 3)
        assert sorted(names_in(folder)) == sorted(["model.json", *manifest["files"]])
        for name, entry in manifest["files"].items():
            data = (folder / name).read_bytes()
            assert entry == {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        assert manifest["libraries"]["numpy"] == np.__version__
        assert read_archive(folder, "model").libraries == manifest["libraries"]

    @posix
    def test_files_are_as_readable_as_the_user_wants_new_files_to_be(self, folder):
        (folder.parent / "plain").touch()
        expected = stat.S_IMODE((folder.parent / "plain").stat().st_mode)
        assert {stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()} == {expected}


class TestRefusesToWrite:
    @pytest.mark.parametrize(
        "archive",
        [
            Archive("model", {"loss": float("nan")}, {}, {}),
            Archive("model", {"array": np.zeros(2)}, {}, {}),
            Archive("model", {"word": "\ud800"}, {}, {}),
            Archive("model", {}, {"v": {"objects": np.array([object()])}}, {}),
            Archive("model", {}, {"v": {"words": np.array(["a"])}}, {}),
            Archive("model", {}, {"v": {"__metadata__": np.zeros(2)}}, {}),
            Archive("model", {}, {"../v": {}}, {}),
            Archive("model", {}, {}, {"model.json": ""}),
            Archive("model", {}, {}, {"v.safetensors": ""}),
            Archive("model", {}, {}, {"../escape.txt": ""}),
            Archive("model", {}, {}, {"README.md": "\ud800"}),
        ],
    )
    def test_what_it_could_not_read_back(self, folder, archive):
        with pytest.raises(StorageError):
            write_archive(folder, archive)
        assert number_of(folder) == 0
        assert names_in(folder.parent) == ["model"]

    @pytest.mark.parametrize(
        ("name", "content"),
        [("thesis.txt", "ten years of work"), ("model.json", '{"layers": 3}')],
    )
    def test_over_a_folder_of_others(self, tmp_path, name, content):
        (tmp_path / name).write_text(content)
        with pytest.raises(StorageError, match=name):
            write_archive(tmp_path, tiny())
        assert (tmp_path / name).read_text() == content

    def test_over_a_model_beside_which_someone_put_a_file_and_a_classifier_over_a_model(
        self, folder
    ):
        with pytest.raises(StorageError, match=r"holds model\.json"):
            write_archive(folder, Archive("classifier", {}, {}, {}))
        (folder / "notes.txt").write_text("mine")
        with pytest.raises(StorageError, match=r"notes\.txt"):
            write_archive(folder, tiny(1))
        assert number_of(folder) == 0

    def test_over_a_file_or_the_root_folder(self, tmp_path):
        (tmp_path / "model").write_text("a file")
        with pytest.raises(StorageError, match="is a file"):
            write_archive(tmp_path / "model", tiny())
        with pytest.raises(StorageError, match="cannot write"):
            write_archive(tmp_path / "model" / "inside", tiny())
        assert (tmp_path / "model").read_text() == "a file"
        with pytest.raises(StorageError, match="choose a folder"):
            write_archive("/", tiny())

    @posix
    def test_when_the_disk_is_full(self, folder):
        large = Archive("model", {}, {"v": {"v": np.zeros(100_000)}}, {"README.md": "x" * 100_000})
        with full_disk(50_000):
            for archive in (large, Archive("model", {}, {}, large.texts)):
                with pytest.raises(StorageError, match=os.strerror(errno.EFBIG)) as caught:
                    write_archive(folder, archive)
                assert "\n" not in str(caught.value)
        assert number_of(folder) == 0
        assert names_in(folder.parent) == ["model"]

    @posix
    def test_where_nothing_may_be_written(self, folder):
        folder.parent.chmod(0o555)
        with as_nobody():
            with pytest.raises(StorageError, match=os.strerror(errno.EACCES)):
                write_archive(folder, tiny(1))
            assert number_of(folder) == 0
        assert names_in(folder.parent) == ["model"]
        folder.parent.chmod(0o755)


class TestReplaces:
    def test_a_damaged_model_by_a_smaller_one(self, folder):
        (folder / "vectors.safetensors").write_bytes(b"")
        write_archive(folder, Archive("model", {"new": True}, {}, {}))
        assert names_in(folder) == ["model.json"]

    def test_an_empty_folder_and_one_whose_parents_are_missing(self, tmp_path):
        write_archive(tmp_path, tiny(1))
        assert number_of(tmp_path) == 1
        write_archive(tmp_path.parent / "a" / "b", tiny(2))
        assert number_of(tmp_path.parent / "a" / "b") == 2

    def test_what_a_link_points_to(self, folder):
        link = folder.parent / "link"
        link.symlink_to(folder, target_is_directory=True)
        write_archive(link, tiny(1))
        assert link.is_symlink()
        assert number_of(folder) == 1

    def test_an_empty_folder_that_took_the_place_of_one_moved_away(self, folder):
        folder.rename(folder.parent / ".model.crosslex-old")
        folder.mkdir()
        assert number_of(folder) == 0
        with pytest.raises(StorageError):
            write_archive(folder, Archive("model", {"loss": float("nan")}, {}, {}))
        assert number_of(folder) == 0
        assert names_in(folder.parent) == ["model"]

    def test_and_removes_only_its_own_leftovers(self, folder):
        parent = folder.parent
        for leftover in ("new-0123abcd", "gone-0123abcd", "old"):
            shutil.copytree(folder, parent / f".model.crosslex-{leftover}")
        others = {".model.old", ".model.crosslex-new-mine", ".models.crosslex-new-0123abcd"}
        for other in others:
            (parent / other).mkdir()
        write_archive(folder, tiny(1))
        assert set(names_in(parent)) == {"model"} | others

    def test_a_file_in_one_step(self, tmp_path):
        def fail(path: Path) -> None:
            path.write_text("half of it")
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        write_file(tmp_path / "a.txt", lambda path: path.write_text("old"))
        with pytest.raises(StorageError, match="No space left"):
            write_file(tmp_path / "a.txt", fail)
        assert (tmp_path / "a.txt").read_text() == "old"
        write_file(tmp_path / "a.txt", lambda path: path.write_text("new"))
        assert (tmp_path / "a.txt").read_text() == "new"
        assert names_in(tmp_path) == ["a.txt"]


def raw_manifest(text: bytes):
    return lambda folder: (folder / "model.json").write_bytes(text)


def resealed(change: Callable[[dict], object]):
    """Change the manifest and make its own checksum right again."""

    def damage(folder: Path) -> None:
        manifest = manifest_of(folder)
        change(manifest)
        reseal(folder, manifest)

    return damage


def listing(name: str):
    return resealed(
        lambda manifest: manifest["files"].update({name: manifest["files"]["README.md"]})
    )


def vectors_file(data: bytes):
    """Exchange the file of vectors, and make the manifest's checksum of it right again."""

    def damage(folder: Path) -> None:
        (folder / "vectors.safetensors").write_bytes(data)
        entry = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        resealed(lambda manifest: manifest["files"].update({"vectors.safetensors": entry}))(folder)

    return damage


def safetensors_file(header: object, data: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def pipe(folder: Path) -> None:
    (folder / "README.md").unlink()
    os.mkfifo(folder / "README.md")


VECTORS = r"vectors\.safetensors"
HUGE = {"dtype": "F32", "shape": [10**9, 10**9], "data_offsets": [0, 4]}
FULL = {"dtype": "F32", "shape": [2**62], "data_offsets": [0, 2**64 - 1]}
DEEP = {"dtype": "F32", "shape": [0] + [1] * 99, "data_offsets": [0, 0]}
EIGHT_BITS = {"dtype": "F8_E4M3", "shape": [4], "data_offsets": [0, 4]}
NEGATIVE = {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}
DAMAGES = [
    *((raw_manifest(text), r"model\.json") for text in (
        b"", b"[" * 100_000, b"null", b"[]", b"\xff", b"9" * 5_000, b"{}", b'{"a":' * 9_999)),
    *((resealed(methodcaller("pop", key)), r"model\.json") for key in (
        "format_version", "kind", "libraries", "files", "header")),
    *((listing(name), "lists a file called") for name in (
        "../secret", "/etc/hostname", "..", "", "a/b", "model.json")),
    *((vectors_file(safetensors_file({"books": entry}, b"1234")), VECTORS) for entry in (
        HUGE, EIGHT_BITS, NEGATIVE)),
    *((vectors_file(safetensors_file({"books": entry})), VECTORS) for entry in (FULL, DEEP)),
    (vectors_file(safetensors_file([])), VECTORS),
    *((vectors_file(length.to_bytes(8, "little") + b"{}"), VECTORS) for length in (
        9, 2**40, 2**64 - 1)),
    (lambda folder: (folder / "model.json").open("ab").write(b"\n"), "checksum"),
    pytest.param(pipe, "not a file", marks=posix),
]  # fmt: skip


class TestRefusesToRead:
    @pytest.mark.parametrize(("damage", "message"), DAMAGES)
    def test_damaged_and_hostile_folders(self, folder, damage, message):
        damage(folder)
        tracemalloc.start()
        try:
            with pytest.raises(StorageError, match=message) as caught:
                read_archive(folder, "model")
            # A header that lies about sizes takes no memory.
            assert tracemalloc.get_traced_memory()[1] < 2**21
        finally:
            tracemalloc.stop()
        assert "\n" not in str(caught.value)

    @pytest.mark.parametrize("name", ["model.json", "vectors.safetensors", "README.md"])
    def test_any_flipped_byte_and_any_truncated_or_missing_file(self, folder, name):
        def refused(match: str = name) -> None:
            with pytest.raises(StorageError, match=match):
                read_archive(folder, "model")

        original = (folder / name).read_bytes()
        for position in range(len(original)):
            flipped = bytearray(original)
            flipped[position] ^= 0xFF if position % 2 else 0x01
            (folder / name).write_bytes(flipped)
            refused()
            (folder / name).write_bytes(original[:position])
            refused()
        (folder / name).unlink()
        refused(name if name != "model.json" else "not written by")

    @posix
    def test_what_the_user_may_not_read(self):
        with tempfile.TemporaryDirectory() as parent:
            write_archive(Path(parent) / "a" / "model", tiny())
            Path(parent).chmod(0o755)
            for hidden in ("a/model/README.md", "a/model", "a"):
                (Path(parent) / hidden).chmod(0)
                with as_nobody(), pytest.raises(StorageError, match=os.strerror(errno.EACCES)):
                    read_archive(Path(parent) / "a" / "model", "model")
                (Path(parent) / hidden).chmod(0o755)

    @pytest.mark.parametrize("sealed", [True, False])
    def test_a_future_version(self, folder, sealed):
        manifest = manifest_of(folder) | {"format_version": FORMAT_VERSION + 1}
        if sealed:
            reseal(folder, manifest)
        else:
            (folder / "model.json").write_text(json.dumps(manifest))
        with pytest.raises(StorageError, match=r"format version \d+.*install a newer crosslex"):
            read_archive(folder, "model")
        with pytest.raises(StorageError, match="newer crosslex"):
            write_archive(folder, tiny(1))

    def test_folders_that_are_none_of_ours_and_of_another_kind(self, tmp_path):
        (tmp_path / "a.txt").touch()
        write_archive(tmp_path / "c", Archive("classifier", {}, {}, {}))
        for place, message in (
            (tmp_path / "nowhere", "not a folder"),
            (tmp_path / "a.txt", "not a folder"),
            (tmp_path, "not written by crosslex"),
            (tmp_path / "nul\0", "not a path"),
            (tmp_path / "c", r"not the folder of a model.*classifier\.json"),
        ):
            with pytest.raises(StorageError, match=message):
                read_archive(place, "model")
        (tmp_path / "c" / "classifier.json").rename(tmp_path / "c" / "model.json")
        with pytest.raises(StorageError, match="'classifier'"):
            read_archive(tmp_path / "c", "model")

    @settings(
        suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100, deadline=None
    )
    @given(data=st.data())
    def test_wrong_types_anywhere_in_a_sealed_manifest(self, folder, data):
        any_json = st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=4,
        )
        fuzzed = folder.parent / "fuzzed"
        shutil.copytree(folder, fuzzed, dirs_exist_ok=True)
        manifest = manifest_of(folder)
        first = key = data.draw(st.sampled_from(sorted(manifest)))
        target: object = manifest
        while isinstance(target[key], dict | list) and target[key] and data.draw(st.booleans()):
            target = target[key]
            keys = sorted(target) if isinstance(target, dict) else range(len(target))
            key = data.draw(st.sampled_from(keys))
        before, target[key] = target[key], data.draw(any_json)
        reseal(fuzzed, manifest)
        message = ""
        try:
            read_archive(fuzzed, "model")
        except StorageError as error:
            message = str(error)
        # The model's loader checks the header, and that no file is missing in the list.
        unchecked = first in ("header", "libraries") or manifest["files"] == {}
        assert message or target[key] == before or unchecked
        assert message.startswith((str(fuzzed), f"cannot read {fuzzed}")) or not message
        assert "\n" not in message


def child(work: Callable[[], object]) -> int:
    """Do some work in a process of its own; return its number."""
    process = os.fork()
    if process == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return process


def write_and_die_at(folder: Path, moment: int) -> None:
    left = moment

    def hook(event: str, _: object) -> None:
        nonlocal left
        if event.startswith(("os.", "open", "shutil.", "fcntl.")):
            left -= 1
            if left == -1:
                os.kill(os.getpid(), signal.SIGKILL)

    sys.addaudithook(hook)
    write_archive(folder, tiny(1))


@posix
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_killed_before_any_of_its_steps_a_write_leaves_the_old_or_the_new(folder):
    seen, moved_away = [], 0
    while True:
        write_archive(folder, tiny(0))
        moment = len(seen)
        status = os.waitpid(child(lambda moment=moment: write_and_die_at(folder, moment)), 0)[1]
        if not os.WIFSIGNALED(status):
            break
        moved_away += not folder.exists()
        seen.append(number_of(folder))
    assert status == 0
    # First always the old, from some step on always the new.
    assert seen == sorted(seen)
    assert set(seen) == {0, 1}
    assert moved_away > 0
    write_archive(folder, tiny(2))
    assert (number_of(folder), names_in(folder.parent)) == (2, ["model"])


@posix
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_nobody_reads_a_broken_archive_while_several_write(folder):
    def write_many() -> None:
        for _ in range(40):
            with suppress(StorageError):
                write_archive(folder, tiny(0))

    writers, statuses = [child(write_many) for _ in range(3)], []
    while writers:
        number_of(folder)
        ended = {writer: os.waitpid(writer, os.WNOHANG) for writer in writers}
        statuses += [status for process, status in ended.values() if process]
        writers = [writer for writer, (process, _) in ended.items() if not process]
    assert statuses == [0, 0, 0]
    write_archive(folder, tiny(2))
    assert (number_of(folder), names_in(folder.parent)) == (2, ["model"])
