"""English lemmas: today's spelling, whatever the dictionary says."""

import pytest
import simplemma

from crosslex.text.analysis import lemmatize
from crosslex.text.tokens import LISTED_LEMMAS


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("fix", "fixes fixed fixing"),
        ("mix", "mixes mixed mixing"),
        ("think", "thinks thinking thought"),
        ("play", "plays played playing"),
        ("grow", "grows growing grew grown"),
        ("develop", "develops developed developing"),
        ("prefer", "prefers preferred preferring"),
        ("travel", "travels traveled travelled traveling travelling"),
        ("cancel", "cancels canceled cancelled canceling cancelling"),
        ("signal", "signals signaled signalled"),
        ("exemplify", "exemplifies exemplified exemplifying"),
        ("cross", "crosses crossed"),
        ("proclaim", "proclaims proclaimed proclaiming"),
        ("wife", "wife wives"),
        ("shelf", "shelf shelves"),
        ("sky", "sky skies"),
        ("go", "goes going went gone"),
        ("bad", "worse worst"),
        ("german", "german germans"),
    ],
)
def test_forms_of_a_word_have_one_lemma(lemma, forms):
    assert {form: lemmatize(form) for form in forms.split()} == dict.fromkeys(forms.split(), lemma)


@pytest.mark.parametrize(
    ("word", "lemma"),
    [
        ("hoped", "hope"), ("hopped", "hop"), ("staring", "stare"), ("pasted", "paste"),
        ("wasted", "waste"), ("breathing", "breathe"), ("changing", "change"), ("axed", "axe"),
        ("eyed", "eye"), ("owed", "owe"), ("installed", "install"), ("selling", "sell"),
        ("discussed", "discuss"), ("butted", "butt"), ("added", "add"), ("vigilantes", "vigilante"),
        ("tortes", "torte"), ("finesse", "finesse"), ("emphasised", "emphasise"), ("lies", "lie"),
        ("untied", "untie"), ("cookies", "cookie"), ("was", "be"), ("better", "good"),
        ("mice", "mouse"), ("stopped", "stop"), ("qwrtz", "qwrtz"), ("them", "they"),
    ],
)  # fmt: skip
def test_an_ending_that_belongs_to_the_word_stays(word, lemma):
    assert lemmatize(word) == lemma


@pytest.mark.parametrize("word", ["bare", "cola", "opera", "span", "least", "negatively", "media"])
def test_a_common_word_is_no_form_of_a_rare_one(word):
    assert lemmatize(word) == word


def test_every_listed_word_is_one_that_the_dictionary_gets_wrong():
    lemmas = {word: simplemma.lemmatize(word, lang="en") for word in LISTED_LEMMAS}
    assert [word for word, lemma in LISTED_LEMMAS.items() if lemmas[word] == lemma] == []


def test_a_lemma_is_its_own_lemma():
    assert {lemma: lemmatize(lemma) for lemma in LISTED_LEMMAS.values()} == {
        lemma: lemma for lemma in LISTED_LEMMAS.values()
    }


def test_other_languages_are_left_to_their_dictionary():
    assert lemmatize("left", "de") == simplemma.lemmatize("left", lang="de")
