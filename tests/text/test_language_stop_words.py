"""Stop words of languages other than English."""

import pytest
import simplemma
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from crosslex.text.analysis import analyze, features
from crosslex.text.function_words import FUNCTION_WORDS, MEANINGFUL
from crosslex.text.settings import TextSettings
from crosslex.text.stop_words import default_stop_words, listed_words


@pytest.mark.parametrize("language", sorted(SUPPORTED_LANGUAGES))
def test_every_language_with_lemmas_has_stop_words(language):
    assert len(listed_words(language)) >= 30


def test_a_language_that_nobody_lists_has_none():
    assert listed_words("xx") == frozenset()
    assert default_stop_words("xx") == frozenset()


def test_no_list_hides_another():
    import stopwordsiso

    assert not FUNCTION_WORDS.keys() & stopwordsiso.langs()
    assert MEANINGFUL.keys() <= stopwordsiso.langs()


@pytest.mark.parametrize(
    ("language", "dropped", "kept"),
    [
        ("de", "und der die das mit", "nicht kein gut schlecht sehr nie"),
        ("fr", "le la et de avec", "pas jamais bon mauvais très"),
        ("es", "el la y de con", "no nunca bueno mejor malo"),
        ("nb", "og den som med", "ikke aldri god"),
    ],
)
def test_function_words_go_and_negations_and_judgments_stay(language, dropped, kept):
    settings = TextSettings(language=language, bigrams=False)
    [sentence] = analyze(dropped, settings)
    assert features(sentence, settings) == []
    for word in kept.split():
        [sentence] = analyze(word, settings)
        assert features(sentence, settings) == sentence


# Asturian's dictionary lists no word that is its own lemma, so it cannot tell.
@pytest.mark.parametrize("language", ["cy", "gv", "is", "mk", "se", "sq"])
def test_the_lists_of_our_own_are_words_of_their_language(language):
    words = FUNCTION_WORDS[language]
    known = [word for word in words if simplemma.is_known(word, lang=language)]
    assert len(known) >= 0.9 * len(words)
