"""Text settings as JSON and back, and the stop words they use."""

import json
from pathlib import Path

import pytest
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from crosslex.errors import InputError
from crosslex.text import settings as settings_module
from crosslex.text.lemmas import lemmatize
from crosslex.text.settings import TextSettings, _lists, listed_words, read_stop_words

FUNCTION_WORDS = _lists("function")
ENGLISH = FUNCTION_WORDS["en"]


def split_words(text: str) -> list[list[str]]:
    return [text.split()]


class Shout:
    """A callable that is no function and has no name of its own."""

    def __call__(self, word: str) -> str:
        return word.upper()


@pytest.mark.parametrize(
    "settings",
    [
        TextSettings(),
        TextSettings(language="de"),
        TextSettings(lemmatize=False, bigrams=False),
        TextSettings(stop_words=frozenset()),
        TextSettings(stop_words=frozenset({"zeta", "alpha"})),
    ],
)
def test_settings_come_back_from_json_equal(settings):
    stored = json.loads(json.dumps(settings.describe()))
    assert TextSettings.restore(stored) == settings


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        (TextSettings(tokenizer=split_words), "tokenizer"),
        (TextSettings(lemmatizer=Shout()), "lemmatizer"),
        (TextSettings(analyzer=split_words), "analyzer"),
    ],
)
def test_callables_must_be_handed_in_again(settings, name):
    stored = json.loads(json.dumps(settings.describe()))
    with pytest.raises(InputError, match=f"your own {name} .*TextSettings\\({name}="):
        TextSettings.restore(stored)
    assert TextSettings.restore(stored, settings) is settings


def test_settings_that_differ_from_the_stored_ones_are_refused():
    stored = TextSettings(analyzer=split_words).describe()
    with pytest.raises(InputError, match="not the ones that were stored"):
        TextSettings.restore(stored, TextSettings(tokenizer=split_words))


NEGATIONS = """
    no not nor never none nobody nothing nowhere neither without cannot hardly barely scarcely
    lack fail few little
"""
INTENSIFIERS = """
    very so too really quite rather pretty extremely absolutely completely totally highly most
    more much many all only just even enough especially almost nearly
"""


def test_no_negation_and_no_intensifier_is_a_stop_word():
    assert not ENGLISH & {*NEGATIONS.split(), *INTENSIFIERS.split()}


def test_the_lemma_of_a_stop_word_is_one_too():
    # Otherwise the stop word would slip through as its lemma.
    assert {lemmatize(word) for word in ENGLISH} <= ENGLISH


def test_every_language_with_lemmas_has_stop_words():
    assert [code for code in SUPPORTED_LANGUAGES if len(listed_words(code)) < 30] == []


@pytest.mark.parametrize(
    ("content", "settings", "words"),
    [
        ("\ufeffKnives the\r\n\n don't \n", {}, {"Knives", "knife", "the", "don't", "do", "not"}),
        ("Knives <s> .\n", {"tokens": "whitespace", "lemmatize": False}, {"Knives", "<s>", "."}),
    ],
)
def test_words_of_a_file_have_the_form_that_texts_have_after_analysis(
    tmp_path: Path, content, settings, words
):
    path = tmp_path / "words"
    path.write_text(content, encoding="utf-8")
    assert read_stop_words(path, TextSettings(**settings)) == words


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b" \n", "no words in it; give none to keep all words"),
        (b"caf\xe9", "not valid UTF-8"),
        (b"a" * 101, "over 100 bytes"),
        (None, r"cannot be read \(No such file"),
    ],
)
def test_a_file_that_is_no_list_is_refused(tmp_path: Path, monkeypatch, content, message):
    monkeypatch.setattr(settings_module, "LARGEST_FILE", 100)
    path = tmp_path / "words.txt"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InputError, match=message):
        read_stop_words(path, TextSettings())
