"""Files of word vectors: what gensim and we write is read back; what is broken is named."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from crosslex import DomainVectors
from crosslex.errors import InputError
from crosslex.export import export
from crosslex.space.vector_files import read_vectors

WORDS = ("good", "plot", "naïve")
VECTORS = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)


@pytest.mark.parametrize("format", ["word2vec", "word2vec-text"])
def test_exported_vectors_are_read_back(tmp_path: Path, format: str) -> None:
    export({"films": DomainVectors("films", WORDS, VECTORS)}, format, tmp_path / "out")
    (path,) = (tmp_path / "out").glob("films.*")
    found = read_vectors(path)
    assert tuple(found) == WORDS
    np.testing.assert_array_equal(np.array(list(found.values())), VECTORS)


@pytest.mark.parametrize("binary", [True, False])
def test_files_that_gensim_writes_are_read(tmp_path: Path, binary: bool) -> None:
    gensim = pytest.importorskip("gensim.models")
    vectors = gensim.KeyedVectors(4)
    vectors.add_vectors(list(WORDS), VECTORS)
    vectors.save_word2vec_format(str(tmp_path / "vectors"), binary=binary)
    found = read_vectors(tmp_path / "vectors")
    for word, vector in zip(WORDS, VECTORS, strict=True):
        np.testing.assert_allclose(found[word], vector, rtol=1e-6)


def test_words_may_have_spaces_in_them(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(b"2 2\nnew york 1 2\nbad -1 0.5\n")
    assert {word: vector.tolist() for word, vector in read_vectors(path).items()} == {
        "new york": [1, 2],
        "bad": [-1, 0.5],
    }


def test_gloves_files_have_no_first_line_of_counts(tmp_path: Path) -> None:
    path = tmp_path / "glove.txt.gz"
    path.write_bytes(gzip.compress(b"good 1 2\n. . . 3 4\nbad -1 0.5\n"))
    found = read_vectors(path, {"bad", ". . ."})
    assert {word: vector.tolist() for word, vector in found.items()} == {
        ". . .": [3, 4],
        "bad": [-1, 0.5],
    }


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"good 1 2\nbad 1 x\n", "line 2: expected a word and 2 finite numbers"),
        (b"good 1 2\nbad 1\n", "line 2: expected a word"),
        (b"good 1 nan\n", "line 1: expected a word"),
        (b"2 2\ngood 1 2\nbad inf 2\n", "line 3: expected a word"),
        (b"prose\n", "line 1: expected a word"),
        (b"2 0\n", "line 1: found 0 dimensions"),
        (b"2 99999999\n", "line 1: found 99999999 dimensions"),
        (b"2 2\ngood \x00\x00\x80?\x00\x00\x80?\nbad \x00", "ends at word 2 of 2"),
        (b"1 1\ngood \x00\x00\xc0\x7f", "word 1: has numbers that are not finite"),
    ],
)
def test_a_broken_file_is_refused_with_its_place(
    tmp_path: Path, content: bytes, message: str
) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        read_vectors(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.bin"):
        read_vectors(tmp_path / "none.bin")


def test_blank_lines_and_broken_letters_are_no_reason_to_refuse_a_file(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(b"good 1 2\n\ncaf\xe9 3 4\n\n")
    found = read_vectors(path)
    assert found["good"].tolist() == [1, 2]
    assert len(found) == 2
    assert read_vectors(path, {"bonjour"}) == {}
