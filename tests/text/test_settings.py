import json

import pytest

from crosslex.errors import InputError
from crosslex.text.settings import TextSettings


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


def test_one_string_of_stop_words_is_refused():
    with pytest.raises(InputError, match="stop_words: found one string"):
        TextSettings(stop_words="the of and")
