"""Tagged sentences are read as they stand, and what is wrong is named with its line."""

from pathlib import Path

import pytest
from generated_sentences import generated_lines, write_pos_folder

from crosslex.errors import InputError
from crosslex_bench.data.sentences import Sentence, read_tagging_folder, unknown_words


def test_sentences_are_sorted_by_split_and_genre(tmp_path: Path) -> None:
    data = read_tagging_folder(write_pos_folder(tmp_path / "tiny"))
    assert data.name == "tiny"
    assert data.genres == ("mail", "news")
    assert {name: len(found) for name, found in data.train.items()} == {"mail": 60, "news": 60}
    assert {name: len(found) for name, found in data.test.items()} == {"mail": 12, "news": 12}
    line = generated_lines()[0]
    assert data.train["mail"][0] == Sentence(tuple(line["words"]), tuple(line["upos"]), "train0")


def test_unknown_is_a_form_that_the_source_never_shows() -> None:
    train = [Sentence(("Apple", "fell", "."), ("PROPN", "VERB", "PUNCT"), "a")]
    test = [
        Sentence(("apple", "fell"), ("NOUN", "VERB"), "b"),
        Sentence(("Apple", "rose", "."), ("PROPN", "VERB", "PUNCT"), "c"),
    ]
    assert unknown_words(train, test).tolist() == [True, False, False, True, False]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"split": "tuning"}, r"pos.jsonl:2: Invalid enum value 'tuning' - at `\$\.split`"),
        ({"upos": ["DET"]}, r"pos.jsonl:2: 6 words have 1 tags"),
        ({"genre": "blog"}, r"genre 'blog' has no sentences to test on"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, change: dict[str, object], message: str) -> None:
    lines = generated_lines()
    lines[1] = lines[1] | change
    with pytest.raises(InputError, match=message):
        read_tagging_folder(write_pos_folder(tmp_path, lines))


def test_no_sentences_and_those_of_one_genre_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"no pos\.jsonl"):
        read_tagging_folder(tmp_path)
    lines = [line for line in generated_lines() if line["genre"] == "mail"]
    with pytest.raises(InputError, match="found 1 genres"):
        read_tagging_folder(write_pos_folder(tmp_path, lines))
