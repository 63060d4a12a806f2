from pathlib import Path

import pytest

from crosslex.errors import InputError
from crosslex.text import stop_words
from crosslex.text.settings import TextSettings
from crosslex.text.stop_words import read_stop_words


def test_words_are_dropped_in_the_form_that_texts_have_after_analysis(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("\ufeffKnives the\r\n\n don't \n", encoding="utf-8")
    words = read_stop_words(path, TextSettings())
    assert words == {"Knives", "knife", "the", "don't", "do", "not"}


def test_words_that_are_split_already_stay_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "words"
    path.write_text("Knives <s> .\n")
    settings = TextSettings(tokens="whitespace", lemmatize=False)
    assert read_stop_words(path, settings) == {"Knives", "<s>", "."}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b" \n", "no words in it; give none to keep all words"),
        (b"caf\xe9", "not valid UTF-8"),
        (b"a" * 101, "over 100 bytes"),
        (None, r"cannot be read \(No such file"),
    ],
)
def test_a_file_that_is_no_list_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, message: str
) -> None:
    monkeypatch.setattr(stop_words, "LARGEST_FILE", 100)
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_stop_words(path, TextSettings())
