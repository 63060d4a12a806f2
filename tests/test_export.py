import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crosslex.errors import InputError, StorageError
from crosslex.export import export
from crosslex.vectors import DomainVectors

KeyedVectors = pytest.importorskip("gensim.models").KeyedVectors


def domain(*words: str, name: str = "books", dimension: int = 7) -> DomainVectors:
    vectors = np.random.default_rng(0).normal(size=(len(words), dimension)).astype(np.float32)
    return DomainVectors(name, words, vectors, np.arange(len(words)))


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def exported(vectors: DomainVectors, folder: Path, *, binary: bool = True) -> Path:
    """The file of one domain's vectors in word2vec's format."""
    export({"v": vectors}, "word2vec" if binary else "word2vec-text", folder / "out")
    return folder / "out" / ("v.bin" if binary else "v.txt")


class TestWord2vec:
    @pytest.mark.parametrize("binary", [True, False])
    def test_gensim_reads_the_same_words_and_every_single_precision_number(self, tmp_path, binary):
        words = ("good", "well written", "naïve", "日本", "don't", "1.5", "\u200b", "_")
        bits = np.random.default_rng(0).integers(0, 2**32, size=(8, 250), dtype=np.uint32)
        numbers = bits.view(np.float32)
        numbers = np.where(np.isfinite(numbers), numbers, np.float32(1e-45))
        path = exported(DomainVectors("d", words, numbers), tmp_path, binary=binary)
        found = KeyedVectors.load_word2vec_format(str(path), binary=binary)
        assert found.index_to_key == [word.replace(" ", "_") for word in words]
        np.testing.assert_array_equal(found.vectors, numbers)

    @settings(max_examples=50, deadline=None)
    @given(
        words=st.lists(
            st.text(st.sampled_from("ab_ \t\n\u2003"), max_size=4),
            min_size=1,
            max_size=20,
            unique=True,
        ),
        binary=st.booleans(),
    )
    def test_no_two_words_ever_share_a_name(self, tmp_path_factory, words, binary):
        vectors = domain(*words)
        path = exported(vectors, tmp_path_factory.getbasetemp() / "names", binary=binary)
        found = KeyedVectors.load_word2vec_format(str(path), binary=binary)
        np.testing.assert_array_equal(found.vectors, vectors.vectors)
        for word, name in zip(words, found.index_to_key, strict=True):
            assert name == word or word == "" or any(letter.isspace() for letter in word)

    def test_bytes_are_those_of_the_format(self, tmp_path):
        vectors = DomainVectors("d", ("a b", "c"), np.array([[1, -0.5], [0, 0.1]]))
        text = exported(vectors, tmp_path, binary=False)
        assert text.read_bytes() == b"2 2\na_b 1 -0.5\nc 0 0.100000001\n"
        assert exported(vectors, tmp_path).read_bytes() == (
            b"2 2\na_b \x00\x00\x80\x3f\x00\x00\x00\xbf\nc \x00\x00\x00\x00\xcd\xcc\xcc\x3d\n"
        )

    def test_a_failed_write_leaves_the_earlier_file(self, tmp_path):
        path = exported(domain("good"), tmp_path)
        before = path.read_bytes()
        with pytest.raises(StorageError, match="surrogates"):
            exported(domain("good", "\ud800"), tmp_path)
        assert path.read_bytes() == before
        assert names_in(tmp_path) == ["out"]


class TestExport:
    def test_writes_one_file_per_domain_and_a_list_of_them(self, tmp_path):
        both = {"books": domain("good", "novel"), "kitchen": domain("knife", name="kitchen")}
        found = export(both, "word2vec-text", tmp_path / "out")
        assert names_in(tmp_path / "out") == ["books.txt", "export.json", "kitchen.txt"]
        for file in found.files:
            read = KeyedVectors.load_word2vec_format(file.path)
            np.testing.assert_array_equal(read.vectors, both[file.domain].vectors)
        listed = json.loads((tmp_path / "out" / "export.json").read_text())
        assert listed["format"] == "word2vec-text"
        assert listed["domains"]["books"] == {"file": "books.txt", "words": 2}

    @pytest.mark.parametrize(
        ("name", "file"),
        [
            ("home & garden", "home %26 garden.bin"),
            ("../../escape", "%2E.%2F..%2Fescape.bin"),
            ("..", "%2E%2E.bin"),
            ("C:\\küche", "C%3A%5Cküche.bin"),
            ("100% v1.0\n\0", "100%25 v1.0%0A%00.bin"),
        ],
    )
    def test_file_names_stay_inside_the_folder(self, tmp_path, name, file):
        export({name: domain("good", name=name)}, "word2vec", tmp_path / "a" / "b" / "out")
        assert names_in(tmp_path / "a" / "b" / "out") == sorted([file, "export.json"])
        assert names_in(tmp_path) == ["a"]

    @pytest.mark.parametrize("names", [("Books", "books"), ("",)])
    def test_names_that_make_no_file_of_their_own_are_refused(self, tmp_path, names):
        with pytest.raises(InputError):
            export({name: domain("good") for name in names}, "word2vec", tmp_path / "out")
        assert not (tmp_path / "out").exists()

    def test_other_formats_are_refused(self, tmp_path):
        with pytest.raises(InputError, match="format: found 'glove'; give one of word2vec,"):
            export({"books": domain("good")}, "glove", tmp_path / "out")
