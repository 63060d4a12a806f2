"""Pre-trained vectors against closed forms; files of them, whole and broken."""

import gzip
from pathlib import Path

import numpy as np
import pytest

from crosslex import DomainVectors
from crosslex.errors import InputError
from crosslex.export import export
from crosslex.space.pretrained import check_vectors, read_vectors
from crosslex.space.space import append_pretrained, pretrained_vectors
from crosslex.vectors import unit_rows


def test_vectors_are_centered_and_of_unit_length_and_zero_where_unknown() -> None:
    pretrained = {"a": [3.0, 0.0], "b": [0.0, 3.0], "c": [0.0, 0.0]}
    found = pretrained_vectors(pretrained, ["a", "x", "b", "c"], 8)
    expected = np.array([[2.0, -1.0], [0, 0], [-1.0, 2.0], [-1.0, -1.0]])
    np.testing.assert_allclose(found, unit_rows(expected), atol=1e-6)


def test_of_wide_vectors_the_principal_components_are_kept() -> None:
    rng = np.random.default_rng(0)
    # Words differ along three of twenty dimensions; the rest is all but constant.
    table = rng.standard_normal((50, 20)) * np.repeat([1.0, 1e-4], [3, 17]) + 5
    words = [f"word{i}" for i in range(50)]
    found = pretrained_vectors(dict(zip(words, table, strict=True)), words, 10)
    assert found.shape == (50, 5)
    whole = unit_rows(table - table.mean(axis=0))
    np.testing.assert_allclose(found @ found.T, whole @ whole.T, atol=1e-3)


@pytest.mark.parametrize(
    ("pretrained", "message"),
    [
        ({"other": [1.0]}, "has none of the words"),
        ({"a": [1.0, 2.0], "b": [1.0]}, "the vector of 'b' is not a row of 2"),
        ({"a": [1.0], "b": [np.nan]}, "the vector of 'b' is not a row of 1 finite"),
    ],
)
def test_vectors_that_cannot_be_used_are_refused(
    pretrained: dict[str, list[float]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        pretrained_vectors(pretrained, ["a", "b"], 10)


def test_cosines_are_weighted_means_of_those_of_text_and_pretrained() -> None:
    rng = np.random.default_rng(0)
    vectors, pretrained = rng.standard_normal((2, 2, 6)).astype(np.float32)
    pretrained = unit_rows(pretrained)
    found = append_pretrained(vectors, pretrained, np.array([0.64, 0.25]))
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-5)
    unit = unit_rows(vectors)
    # √(.64 · .25) = .4 and √(.36 · .75) = .5196
    expected = 0.4 * unit[0] @ unit[1] + np.sqrt(0.27) * pretrained[0] @ pretrained[1]
    assert found[0] @ found[1] == pytest.approx(expected, rel=1e-5)


WORDS = ("good", "plot", "naïve")
VECTORS = np.random.default_rng(0).standard_normal((3, 4)).astype(np.float32)


@pytest.mark.parametrize("format", ["word2vec", "word2vec-text"])
def test_exported_vectors_are_read_back(tmp_path: Path, format: str) -> None:
    export({"films": DomainVectors("films", WORDS, VECTORS)}, format, tmp_path / "out")
    (path,) = (tmp_path / "out").glob("films.*")
    found = read_vectors(path)
    assert tuple(found) == WORDS
    np.testing.assert_array_equal(np.array(list(found.values())), VECTORS)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"2 2\nnew york 1 2\nbad -1 0.5\n", {"new york": [1, 2], "bad": [-1, 0.5]}),
        # GloVe's files have no first line of counts.
        (b"good 1 2\n. . . 3 4\nbad -1 0.5\n", {". . .": [3, 4], "bad": [-1, 0.5]}),
    ],
)
def test_words_may_have_spaces_in_them_and_counts_may_be_missing(
    tmp_path: Path, content: bytes, expected: dict[str, list[float]]
) -> None:
    path = tmp_path / "vectors.txt.gz"
    path.write_bytes(gzip.compress(content))
    found = read_vectors(path, set(expected))
    assert {word: vector.tolist() for word, vector in found.items()} == expected


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"good 1 2\nbad 1 x\n", "line 2: expected a word and 2 finite numbers"),
        (b"good 1 nan\n", "line 1: expected a word"),
        (b"2 2\ngood 1 2\nbad inf 2\n", "line 3: expected a word"),
        (b"prose\n", "line 1: expected a word"),
        (b"2 0\n", "line 1: found 0 dimensions"),
        (b"2 99999999\n", "line 1: found 99999999 dimensions"),
        (b"a" + b" 1" * 16_384, "line 1: found 16384 dimensions"),
        (b"9" * 5000 + b" 2\ngood 1 2\n", "line 2: expected a word"),
        (b"good 1 2\nbad 1 2 3\n", "line 2: expected a word and 2 finite numbers"),
        (b"2 2\ngood 1 2\nbad 0.1 2 3\n", "line 3: expected a word and 2 finite numbers"),
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


ONES = np.ones(4, "<f4").tobytes()


@pytest.mark.parametrize(
    ("whole", "cut"),
    [
        (b"good 1 2\nbad 3 4\n", b"good 1 2\nbad 3"),
        (b"2 2\ngood 1 2\nwindows 95 3 4\n", b"2 2\ngood 1 2\nwindows"),
        (b"2 4\ngood %b\nbad %b\n" % (ONES, ONES), b"2 4\ngood %b\nb" % ONES),
    ],
)
def test_a_file_that_breaks_off_is_noticed_by_its_end(
    tmp_path: Path, whole: bytes, cut: bytes
) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(whole)
    check_vectors(path)
    assert len(read_vectors(path)) == 2
    path.write_bytes(cut)
    with pytest.raises(InputError, match="breaks off at its end"):
        check_vectors(path)


def test_blank_lines_and_broken_letters_are_no_reason_to_refuse_a_file(tmp_path: Path) -> None:
    path = tmp_path / "vectors.txt"
    path.write_bytes(b"good 1 2\n\ncaf\xe9 3 4\n\n")
    found = read_vectors(path)
    assert found["good"].tolist() == [1, 2]
    assert len(found) == 2
    assert read_vectors(path, {"bonjour"}) == {}
