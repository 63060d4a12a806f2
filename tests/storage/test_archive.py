import errno
import hashlib
import json
import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save

from crosslex.errors import StorageError
from crosslex.storage import Archive, read_archive, write_archive, write_file

ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=4,
)

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


@contextmanager
def as_nobody() -> Iterator[None]:
    """Give up the rights of root, who may do anything, for a moment."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


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


def replace_file(folder: Path, name: str, data: bytes) -> None:
    """Exchange a file and make the manifest's checksum of it right again."""
    (folder / name).write_bytes(data)
    manifest = manifest_of(folder)
    manifest["files"][name] = {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    reseal(folder, manifest)


@pytest.fixture
def folder(tmp_path):
    write_archive(tmp_path / "model", tiny())
    return tmp_path / "model"


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
        assert list(found["a"]) == list(arrays)
        for name, array in arrays.items():
            assert found["a"][name].dtype.name == array.dtype.name
            np.testing.assert_array_equal(found["a"][name], array)
            assert not found["a"][name].flags.writeable

    @settings(max_examples=20, deadline=None)
    @given(
        st.dictionaries(
            st.text(),
            st.recursive(
                st.none()
                | st.booleans()
                | st.integers()
                | st.text(st.characters(codec="utf-8"))
                | st.floats(allow_nan=False, allow_infinity=False),
                lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
                max_leaves=8,
            ),
        )
    )
    def test_gives_back_any_json_header_in_its_order(self, header):
        with tempfile.TemporaryDirectory() as parent:
            try:
                write_archive(Path(parent) / "m", Archive("model", header, {}, {}))
            except StorageError:
                # Only lone surrogates have no UTF-8.
                with pytest.raises(UnicodeEncodeError):
                    json.dumps(header, ensure_ascii=False).encode()
                return
            found = read_archive(Path(parent) / "m", "model").header
        assert json.dumps(found) == json.dumps(header)

    def test_texts_keep_every_character(self, tmp_path):
        texts = {"examples.jsonl": "a\r\nb\rc\n\u2028ü\0", "empty.txt": ""}
        write_archive(tmp_path / "m", Archive("model", {}, {}, texts))
        assert read_archive(tmp_path / "m", "model").texts == texts

    def test_files_are_what_other_programs_expect(self, folder):
        manifest = json.loads((folder / "model.json").read_text())
        assert load_file(folder / "vectors.safetensors")["books"].shape == (2, 3)
        assert sorted(path.name for path in folder.iterdir()) == sorted(
            ["model.json", *manifest["files"]]
        )
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

    def test_same_content_gives_the_same_bytes(self, tmp_path):
        arrays = {"v": {name: np.arange(3.0) for name in "qwertyuiop"}}
        for name in ("one", "two"):
            write_archive(tmp_path / name, Archive("model", {"a": 0.1}, arrays, {"b": "c"}))
        for path in (tmp_path / "one").iterdir():
            assert path.read_bytes() == (tmp_path / "two" / path.name).read_bytes()


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

    def test_over_a_folder_of_others(self, tmp_path):
        (tmp_path / "thesis.txt").write_text("ten years of work")
        with pytest.raises(StorageError, match=r"thesis\.txt"):
            write_archive(tmp_path, tiny())
        assert (tmp_path / "thesis.txt").read_text() == "ten years of work"

    def test_over_a_model_beside_which_someone_put_a_file(self, folder):
        (folder / "notes.txt").write_text("mine")
        with pytest.raises(StorageError, match=r"notes\.txt"):
            write_archive(folder, tiny(1))
        assert number_of(folder) == 0

    def test_a_classifier_over_a_model(self, folder):
        with pytest.raises(StorageError, match=r"holds model\.json"):
            write_archive(folder, Archive("classifier", {}, {}, {}))
        assert number_of(folder) == 0

    def test_over_a_model_json_of_another_program(self, tmp_path):
        (tmp_path / "model.json").write_text('{"layers": 3}')
        with pytest.raises(StorageError, match=r"model\.json"):
            write_archive(tmp_path, tiny())

    def test_over_a_file(self, tmp_path):
        (tmp_path / "model").write_text("a file")
        with pytest.raises(StorageError, match="is a file"):
            write_archive(tmp_path / "model", tiny())
        with pytest.raises(StorageError, match="cannot write"):
            write_archive(tmp_path / "model" / "inside", tiny())
        assert (tmp_path / "model").read_text() == "a file"

    def test_the_root_folder(self):
        with pytest.raises(StorageError, match="choose a folder"):
            write_archive("/", tiny())

    @posix
    def test_when_the_disk_gives_out(self, folder):
        import resource

        large = Archive("model", {}, {"v": {"v": np.zeros(100_000)}}, {"README.md": "x" * 100_000})
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, before[1]))
        try:
            for archive in (large, Archive("model", {}, {}, large.texts)):
                with pytest.raises(StorageError, match=os.strerror(errno.EFBIG)) as caught:
                    write_archive(folder, archive)
                assert "\n" not in str(caught.value)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        assert number_of(folder) == 0
        assert names_in(folder.parent) == ["model"]

    @posix
    def test_where_nothing_may_be_written(self):
        with tempfile.TemporaryDirectory() as parent:
            folder = Path(parent) / "model"
            write_archive(folder, tiny())
            Path(parent).chmod(0o555)
            with as_nobody():
                with pytest.raises(StorageError, match=os.strerror(errno.EACCES)):
                    write_archive(folder, tiny(1))
                assert number_of(folder) == 0
            assert names_in(parent) == ["model"]
            Path(parent).chmod(0o755)


class TestReplaces:
    def test_a_model_by_a_smaller_one(self, folder):
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

    def test_a_model_with_a_damaged_file(self, folder):
        (folder / "vectors.safetensors").write_bytes(b"")
        write_archive(folder, tiny(1))
        assert number_of(folder) == 1

    def test_an_empty_folder_that_took_the_place_of_one_moved_away(self, folder):
        folder.rename(folder.parent / ".model.crosslex-old")
        folder.mkdir()
        assert number_of(folder) == 0
        with pytest.raises(StorageError):
            write_archive(folder, Archive("model", {"loss": float("nan")}, {}, {}))
        assert number_of(folder) == 0
        assert names_in(folder.parent) == ["model"]

    def test_and_sweeps_only_its_own_leftovers(self, folder):
        parent = folder.parent
        for leftover in ("new-0123abcd", "gone-0123abcd", "old"):
            shutil.copytree(folder, parent / f".model.crosslex-{leftover}")
        others = {".model.old", ".model.crosslex-new-mine", ".models.crosslex-new-0123abcd"}
        for other in others:
            (parent / other).mkdir()
        write_archive(folder, tiny(1))
        assert set(names_in(parent)) == {"model"} | others

    def test_file_in_one_step(self, tmp_path):
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


class TestRefusesToRead:
    @pytest.mark.parametrize("name", ["model.json", "vectors.safetensors", "README.md"])
    def test_any_flipped_byte(self, folder, name):
        original = (folder / name).read_bytes()
        for position in range(len(original)):
            for mask in (0x01, 0xFF):
                flipped = bytearray(original)
                flipped[position] ^= mask
                (folder / name).write_bytes(flipped)
                with pytest.raises(StorageError, match=name):
                    read_archive(folder, "model")

    def test_white_space_that_json_does_not_mind(self, folder):
        text = (folder / "model.json").read_bytes()
        for changed in (text + b"\n", b" " + text, text.replace(b" ", b"\t", 1)):
            assert json.loads(changed) == json.loads(text)
            (folder / "model.json").write_bytes(changed)
            with pytest.raises(StorageError, match="checksum"):
                read_archive(folder, "model")

    @pytest.mark.parametrize("name", ["model.json", "vectors.safetensors", "README.md"])
    def test_any_truncated_or_missing_file(self, folder, name):
        original = (folder / name).read_bytes()
        for length in range(len(original)):
            (folder / name).write_bytes(original[:length])
            with pytest.raises(StorageError, match=name):
                read_archive(folder, "model")
        (folder / name).unlink()
        with pytest.raises(StorageError, match=name if name != "model.json" else "not written by"):
            read_archive(folder, "model")

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

    @posix
    def test_a_pipe_in_place_of_a_file(self, folder):
        (folder / "README.md").unlink()
        os.mkfifo(folder / "README.md")
        with pytest.raises(StorageError, match="not a file"):
            read_archive(folder, "model")

    @pytest.mark.parametrize("sealed", [True, False])
    def test_a_future_version(self, folder, sealed):
        manifest = manifest_of(folder) | {"format_version": 2}
        if sealed:
            reseal(folder, manifest)
        else:
            (folder / "model.json").write_text(json.dumps(manifest))
        with pytest.raises(StorageError, match=r"format version 2.*newer crosslex"):
            read_archive(folder, "model")
        with pytest.raises(StorageError, match="newer crosslex"):
            write_archive(folder, tiny(1))

    @pytest.mark.parametrize(
        "arrays",
        [
            {"books": np.zeros((3, 2), dtype=np.float32)},
            {"books": np.zeros((2, 3), dtype=np.float64)},
            {"books": np.zeros((2, 3), dtype=np.float32), "more": np.zeros(1)},
            {"other": np.zeros((2, 3), dtype=np.float32)},
            {},
        ],
    )
    def test_arrays_of_another_shape_type_or_name(self, folder, arrays):
        replace_file(folder, "vectors.safetensors", save(arrays))
        with pytest.raises(StorageError, match=r"vectors\.safetensors.*shapes"):
            read_archive(folder, "model")

    @pytest.mark.parametrize(
        ("header", "data"),
        [
            ({"books": {"dtype": "F32", "shape": [10**9, 10**9], "data_offsets": [0, 4]}}, b"1234"),
            ({"books": {"dtype": "F32", "shape": [2**62], "data_offsets": [0, 2**64 - 1]}}, b""),
            ({"books": {"dtype": "F32", "shape": [0] + [1] * 99, "data_offsets": [0, 0]}}, b""),
            ({"books": {"dtype": "F8_E4M3", "shape": [4], "data_offsets": [0, 4]}}, b"1234"),
            ({"books": {"dtype": "F32", "shape": [-1], "data_offsets": [0, 4]}}, b"1234"),
            ([], b""),
        ],
    )
    def test_sizes_that_cannot_be(self, folder, header, data):
        text = json.dumps(header).encode()
        replace_file(folder, "vectors.safetensors", len(text).to_bytes(8, "little") + text + data)
        with pytest.raises(StorageError, match=r"vectors\.safetensors"):
            read_archive(folder, "model")

    def test_a_safetensors_header_longer_than_the_file(self, folder):
        for length in (9, 2**40, 2**64 - 1):
            replace_file(folder, "vectors.safetensors", length.to_bytes(8, "little") + b"{}")
            with pytest.raises(StorageError, match=r"vectors\.safetensors"):
                read_archive(folder, "model")

    @pytest.mark.parametrize("name", ["../secret", "/etc/hostname", "..", "", "a/b", "model.json"])
    def test_files_elsewhere(self, folder, name):
        (folder.parent / "secret").write_text("secret")
        manifest = manifest_of(folder)
        manifest["files"][name] = manifest["files"]["README.md"]
        reseal(folder, manifest)
        with pytest.raises(StorageError, match="lists a file called"):
            read_archive(folder, "model")

    def test_folders_that_are_none_of_ours(self, tmp_path):
        (tmp_path / "a.txt").touch()
        for place, message in (
            (tmp_path / "nowhere", "not a folder"),
            (tmp_path / "a.txt", "not a folder"),
            (tmp_path, "not written by crosslex"),
            (tmp_path / "nul\0", "not a path"),
        ):
            with pytest.raises(StorageError, match=message):
                read_archive(place, "model")

    def test_a_classifier_as_a_model(self, tmp_path):
        write_archive(tmp_path / "c", Archive("classifier", {}, {}, {}))
        with pytest.raises(StorageError, match=r"not the folder of a model.*classifier\.json"):
            read_archive(tmp_path / "c", "model")
        (tmp_path / "c" / "classifier.json").rename(tmp_path / "c" / "model.json")
        with pytest.raises(StorageError, match="'classifier'"):
            read_archive(tmp_path / "c", "model")

    @pytest.mark.parametrize(
        "key", ["format_version", "kind", "libraries", "files", "arrays", "header"]
    )
    def test_a_missing_key(self, folder, key):
        manifest = manifest_of(folder)
        del manifest[key]
        reseal(folder, manifest)
        with pytest.raises(StorageError, match=r"model\.json"):
            read_archive(folder, "model")

    @pytest.mark.parametrize(
        "text",
        [b"", b"[" * 100_000, b"null", b"[]", b"\xff", b"9" * 5_000, b"{}", b'{"a":' * 9_999],
    )
    def test_json_that_is_no_manifest(self, folder, text):
        (folder / "model.json").write_bytes(text)
        with pytest.raises(StorageError, match=r"model\.json"):
            read_archive(folder, "model")

    @settings(
        suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None
    )
    @given(data=st.data())
    def test_wrong_types_anywhere_in_a_sealed_manifest(self, folder, data):
        fuzzed = folder.parent / "fuzzed"
        shutil.copytree(folder, fuzzed, dirs_exist_ok=True)
        manifest = manifest_of(folder)
        first = key = data.draw(st.sampled_from(sorted(manifest)))
        target: object = manifest
        while isinstance(target[key], dict | list) and target[key] and data.draw(st.booleans()):
            target = target[key]
            keys = sorted(target) if isinstance(target, dict) else range(len(target))
            key = data.draw(st.sampled_from(keys))
        before, target[key] = target[key], data.draw(ANY_JSON)
        reseal(fuzzed, manifest)
        message = ""
        try:
            read_archive(fuzzed, "model")
        except StorageError as error:
            message = str(error)
        if message:
            assert message.startswith((str(fuzzed), f"cannot read {fuzzed}"))
            assert "\n" not in message
        else:
            # What stands in the header is its reader's concern; everything else is checked.
            assert target[key] == before or first in ("header", "libraries")


KILLER = """
import json, os, random, signal, sys, time
import numpy as np
from pathlib import Path
from crosslex.storage import Archive, read_archive, write_archive

folder = Path(sys.argv[1]) / "model"

def archive(number):
    vectors = np.full((2, 3), number, dtype=np.float32)
    return Archive("model", {"number": number}, {"vectors": {"books": vectors}},
                   {"README.md": f"number {number}"})

def number_of():
    found = read_archive(folder, "model")
    number = found.header["number"]
    assert (found.arrays["vectors"]["books"] == number).all()
    assert found.texts["README.md"] == f"number {number}"
    return number

def child(work):
    process = os.fork()
    if process == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return process

def write_and_die_at(number, moment):
    left = moment
    def hook(event, _):
        nonlocal left
        if event.startswith(("os.", "open", "shutil.", "fcntl.")):
            left -= 1
            if left == -1:
                os.kill(os.getpid(), signal.SIGKILL)
    sys.addaudithook(hook)
    write_archive(folder, archive(number))

def write_forever(number):
    while True:
        write_archive(folder, archive(number))
        number = 1 - number
"""

AT_EVERY_MOMENT = """
seen, moved_away = [], 0
while True:
    write_archive(folder, archive(0))
    moment = len(seen)
    status = os.waitpid(child(lambda: write_and_die_at(1, moment)), 0)[1]
    if not os.WIFSIGNALED(status):
        assert status == 0
        break
    moved_away += not folder.exists()
    seen.append(number_of())
write_archive(folder, archive(2))
print(json.dumps([seen, moved_away, number_of(), os.listdir(sys.argv[1])]))
"""

AT_RANDOM_MOMENTS = """
write_archive(folder, archive(0))
begin = time.perf_counter()
write_archive(folder, archive(0))
usual = time.perf_counter() - begin
seen, in_the_middle = [], 0
while len(seen) < 40 or not in_the_middle:
    process = child(lambda: write_forever(len(seen) % 2))
    time.sleep(random.uniform(0, 3 * usual))
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    in_the_middle += len(os.listdir(sys.argv[1])) > 1
    seen.append(number_of())
write_archive(folder, archive(2))
print(json.dumps([seen, in_the_middle, number_of(), os.listdir(sys.argv[1])]))
"""

TOGETHER = """
def write_many():
    for _ in range(40):
        try:
            write_archive(folder, archive(0))
        except Exception as error:
            assert type(error).__name__ == "StorageError", error
write_archive(folder, archive(1))
writers = [child(write_many) for _ in range(3)]
reads = 0
while writers:
    number_of()
    reads += 1
    writers = [writer for writer in writers if os.waitpid(writer, os.WNOHANG)[0] == 0]
write_archive(folder, archive(2))
print(json.dumps([reads, number_of(), os.listdir(sys.argv[1])]))
"""


def run(script: str, folder: Path) -> list:
    done = subprocess.run(
        [sys.executable, "-c", KILLER + script, str(folder)],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@posix
class TestKilled:
    def test_before_any_of_its_steps_a_write_leaves_the_old_or_the_new(self, tmp_path):
        seen, moved_away, last, left = run(AT_EVERY_MOMENT, tmp_path)
        # First always the old, from some step on always the new.
        assert seen == sorted(seen)
        assert set(seen) == {0, 1}
        assert moved_away > 0
        assert (last, left) == (2, ["model"])

    def test_at_random_moments_a_write_leaves_the_old_or_the_new(self, tmp_path):
        seen, in_the_middle, last, left = run(AT_RANDOM_MOMENTS, tmp_path)
        assert in_the_middle > 0
        assert set(seen) <= {0, 1}
        assert (last, left) == (2, ["model"])

    def test_nobody_reads_a_broken_archive_while_several_write(self, tmp_path):
        reads, last, left = run(TOGETHER, tmp_path)
        assert reads > 0
        assert (last, left) == (2, ["model"])
