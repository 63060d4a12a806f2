"""The folders of models and classifiers: changes to them, and what both loaders must refuse."""

import hashlib
import json
import os
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import strategies as st

from crosslex import TextSettings
from crosslex.errors import InputError, StorageError
from crosslex.storage import Archive, read_archive, write_archive

# Hundreds of folders are written here; none needs to wait for a disk.
IN_MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None


def split_words(text: str) -> list[list[str]]:
    return [text.split()]


OWN = TextSettings(analyzer=split_words)


def files_of(folder: Path) -> dict[str, str]:
    return {
        path.name: hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.iterdir())
    }


def saved_archive(estimator, kind: str) -> Archive:
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as parent:
        estimator.save(Path(parent) / kind)
        return read_archive(Path(parent) / kind, kind)


def load_archive(loader, archive: Archive, **options):
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as parent:
        write_archive(Path(parent) / archive.kind, archive)
        return loader.load(Path(parent) / archive.kind, **options)


def load_if_whole(loader, archive: Archive, **options):
    """Load an archive and save it again; None if it is refused, in one of the ways it may be."""
    try:
        loaded = load_archive(loader, archive, **options)
    except StorageError:
        return None
    except InputError as error:
        # The archive says that functions of the user's own were used: none were handed in.
        if "your own" not in str(error):
            raise
        return None
    with tempfile.TemporaryDirectory(dir=IN_MEMORY) as parent:
        loaded.save(Path(parent) / archive.kind)
    return loaded


def changed(archive: Archive, *path: str, to: object) -> Archive:
    """The archive with one entry of its header replaced."""
    header = json.loads(json.dumps(dict(archive.header)))
    place = header
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = to
    return replace(archive, header=header)


def without(archive: Archive, name: str) -> Archive:
    return replace(archive, header={k: v for k, v in archive.header.items() if k != name})


def with_array(archive: Archive, file: str, name: str, array: np.ndarray | None) -> Archive:
    """The archive with one array replaced, or without it."""
    arrays = {stem: dict(held) for stem, held in archive.arrays.items()}
    if array is None:
        del arrays[file][name]
    else:
        arrays[file][name] = array
    return replace(archive, arrays=arrays)


def with_value(archive: Archive, file: str, name: str, place: object, value: float) -> Archive:
    array = archive.arrays[file][name].copy()
    array[place] = value
    return with_array(archive, file, name, array)


@st.composite
def header_changes(draw, entries: Sequence[str], inner: dict[str, list[str]], texts: list[str]):
    """An entry of the header, or one within it, and anything that JSON can hold."""
    any_json = st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**70), 2**70)
        | st.floats(allow_nan=False, allow_infinity=False)
        | st.sampled_from(texts),
        lambda inside: st.lists(inside, max_size=3) | st.dictionaries(st.just("films"), inside),
        max_leaves=4,
    )
    name = draw(st.sampled_from(entries))
    if name in inner and draw(st.booleans()):
        return [name, draw(st.sampled_from(inner[name]))], draw(any_json)
    return [name], draw(any_json)


class LoaderContract:
    """What every loader refuses; a subclass says what its folders hold.

    The subclass's module has a fixture `archive` of a folder that is whole, and a fixture `own`,
    an estimator of texts that were analyzed by settings of the user's `OWN`.
    """

    loader: type
    header: Sequence[str]
    arrays: Sequence[tuple[str, str]]
    optional_arrays: Sequence[str] = ()
    senseless_headers: Sequence[tuple[tuple[str, ...], object]]
    numbers_out_of_range: Sequence[tuple[str, str, object, float]]

    def pytest_generate_tests(self, metafunc) -> None:
        cases = {
            ("entry",): [(entry,) for entry in self.header],
            ("path", "found"): self.senseless_headers,
            ("missing_file",): sorted({(file,) for file, _ in self.arrays}),
            ("of_file", "array_name"): self.arrays,
            ("file", "name", "place", "value"): self.numbers_out_of_range,
        }
        for names, values in cases.items():
            if names[0] in metafunc.fixturenames:
                metafunc.parametrize(names, values)

    def load(self, archive: Archive, **options):
        return load_archive(self.loader, archive, **options)

    def check(self, archive: Archive, match: str = "parts do not fit together") -> None:
        with pytest.raises(StorageError, match=match) as caught:
            self.load(archive)
        assert "\n" not in str(caught.value)

    def test_functions_of_your_own_are_asked_for(self, own, tmp_path):
        own.save(tmp_path / "own")
        with pytest.raises(InputError, match=r"your own analyzer.*split_words.*text_settings="):
            self.loader.load(tmp_path / "own")
        with pytest.raises(InputError, match="not the ones that were stored"):
            self.loader.load(tmp_path / "own", text_settings=TextSettings())
        self.loader.load(tmp_path / "own", text_settings=OWN).save(tmp_path / "again")
        assert files_of(tmp_path / "again") == files_of(tmp_path / "own")

    def test_a_header_without_an_entry(self, archive, entry):
        self.check(without(archive, entry))
        self.check(without(archive, entry), match=entry)

    def test_a_header_that_makes_no_sense(self, archive, path, found):
        self.check(changed(archive, *path, to=found))

    def test_features_that_are_too_few_or_stand_twice(self, archive):
        features = archive.header["features"]
        self.check(changed(archive, "features", to=features[:-1]))
        for last in (features[0], "", 5):
            self.check(changed(archive, "features", to=[*features[:-1], last]))

    def test_a_file_that_is_missing(self, archive, missing_file):
        arrays = {stem: held for stem, held in archive.arrays.items() if stem != missing_file}
        self.check(replace(archive, arrays=arrays), match=missing_file)

    def test_an_array_that_is_missing_or_of_another_form(self, archive, of_file, array_name):
        array = archive.arrays[of_file][array_name]
        if array_name not in self.optional_arrays:
            self.check(with_array(archive, of_file, array_name, None), match=array_name)
        others = [array.astype(kind) for kind in (np.float16, np.float32, np.float64)]
        for other in (
            array[:-1],
            array[None],
            np.concatenate([array, array[:1]]),
            array[..., :0],
            np.array(0, array.dtype),
            *(other for other in others if other.dtype != array.dtype),
        ):
            self.check(with_array(archive, of_file, array_name, other))

    def test_a_number_out_of_range(self, archive, file, name, place, value):
        self.check(with_value(archive, file, name, place, value))
