import json

import pytest

from crosslex.errors import InputError
from crosslex.text.settings import TextSettings
from crosslex.text.stop_words import ENGLISH


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


def test_a_callable_object_is_known_by_its_class():
    assert TextSettings(lemmatizer=Shout()).describe()["lemmatizer"].endswith(":Shout")


def test_a_method_of_a_built_in_type_has_a_name_too():
    assert TextSettings(lemmatizer=str.lower).describe()["lemmatizer"] == "builtins:str.lower"


def test_settings_that_differ_from_the_stored_ones_are_refused():
    stored = TextSettings(analyzer=split_words).describe()
    with pytest.raises(InputError, match="not the ones that were stored"):
        TextSettings.restore(stored, TextSettings(tokenizer=split_words))


def test_stop_words_in_force():
    assert TextSettings().stop_words_used == ENGLISH
    assert {"le", "de", "et"} < TextSettings(language="fr").stop_words_used
    assert TextSettings(language="fr", stop_words=frozenset({"le"})).stop_words_used == {"le"}
    assert TextSettings(stop_words=frozenset()).stop_words_used == frozenset()


@pytest.mark.parametrize("stop_words", [["a", "b"], {"a", "b"}, ("b", "a", "a")])
def test_stop_words_may_be_any_collection(stop_words):
    settings = TextSettings(stop_words=stop_words)
    assert settings == TextSettings(stop_words=frozenset({"a", "b"}))
    assert hash(settings) == hash(TextSettings(stop_words=frozenset({"a", "b"})))


def test_one_string_of_stop_words_is_refused():
    with pytest.raises(InputError, match="stop_words: found one string"):
        TextSettings(stop_words="the of and")
