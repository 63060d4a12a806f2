"""Web text to plain text, its tokens to lemmas, and English lemmas put right."""

import sys

import pytest
import simplemma

from crosslex.text.lemmas import LISTED_LEMMAS, lemmas_of, lemmatize
from crosslex.text.tokens import clean, token_pattern

KNOWN = {"good", "so", "see", "been", "cool"}


def lemmas(token: str) -> str:
    """Lemmas where the lemmatizer only marks what it was given, so that calls show."""
    return lemmas_of(token, lemmatize=lambda word: f"[{word}]", known=KNOWN.__contains__)


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("don't", "[do] not"), ("dont", "[do] not"), ("didn't", "[did] not"),
        ("didnt", "[did] not"), ("does'nt", "[does] not"), ("isn't", "[is] not"),
        ("werent", "[were] not"), ("shouldn't", "[should] not"), ("needn't", "[need] not"),
        ("can't", "can not"), ("cant", "can not"), ("ca'nt", "can not"), ("cannot", "can not"),
        ("won't", "will not"), ("wont", "will not"), ("shan't", "shall not"), ("ain't", "be not"),
        ("aint", "be not"), ("n't", "not"), ("couldn't've", "[could] not have"),
        ("won't've", "will not have"),
        ("i'm", "[i] be"), ("they're", "[they] be"), ("we've", "[we] have"), ("he'll", "[he] will"),
        ("she'd", "[she] would"), ("author's", "[author] "), ("let's", "let us"),
        ("o'clock", "o'clock"), ("o'neil", "[o'neil]"), ("rock'n'roll", "[rock'n'roll]"),
    ],
)  # fmt: skip
def test_contractions_are_split(token, expected):
    assert lemmas(token) == expected


@pytest.mark.parametrize(
    "token", ["want", "tenant", "paint", "hunt", "font", "giant", "cent", "3rd", "mp3", "1080p"]
)
def test_words_that_end_like_negations_or_contain_digits_stay_whole(token):
    assert lemmas(token) == f"[{token}]"


def test_every_digit_of_every_script_is_read():
    for code in range(sys.maxunicode + 1):
        if chr(code).isdigit() and token_pattern(chr(code)).fullmatch(chr(code)):
            assert lemmas(chr(code))


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("goooood", "[good]"), ("sooooo", "[so]"), ("seeee", "[see]"), ("coooool", "[cool]"),
        ("good", "[good]"), ("zzzzzz", "[zz]"), ("sooo's", "[so] "),
    ],
)  # fmt: skip
def test_drawn_out_letters_shrink_to_a_known_word_or_to_two(token, expected):
    assert lemmas(token) == expected


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("mr. best. st. first.", ["mr.", "best", ".", "st.", "first", "."]),
        ("a well-made, low-cost one", ["a", "well", "made", "low", "cost", "one"]),
        ("see http://x.com/a.b. and", ["see", "http://x.com/a.b", ".", "and"]),
        ("(www.x.com)!", ["www.x.com", "!"]),
        ("http://...", ["http", "..."]),
        ("amazon.com. and amazon.coma", ["amazon.com", ".", "and", "amazon", ".", "coma"]),
        ("it cost 3.50.", ["it", "cost", "3.50", "."]),
        ("snake_case", ["snake", "case"]),
        ("'quoted' words'", ["quoted", "words"]),
        ("one\n\n \ntwo\nthree", ["one", "\n\n \n", "two", "three"]),
    ],
)
def test_tokens(text, tokens):
    assert token_pattern(text).findall(text) == tokens


@pytest.mark.parametrize("start", ["&#", "&amp;#"])
def test_a_character_reference_of_thousands_of_digits_is_dropped(start):
    assert clean(f"before {start}{'9' * 5000}; after").split() == ["before", "after"]


INLINE = ["<b>", "</b>", '<a href="x.html">', "<i class=x>", "<!-- x -->", "&lt;b&gt;"]
BLOCKS = ["<br>", "<br />", "<BR/>", "<p>", "</P>", "<li>", "</div>", "<h2>", "&lt;br&gt;"]


def test_inline_tags_become_spaces_and_block_tags_hard_breaks():
    assert {clean(f"one{tag}two") for tag in INLINE} == {"one two"}
    assert {clean(f"one{tag}two") for tag in BLOCKS} == {"one\n\ntwo"}


@pytest.mark.parametrize(
    ("characters", "plain"),
    [
        ("‘’‚‛′´ʼ`\x91\x92", "'"),
        ("“”„‟″«»\x93\x94", '"'),
        ("‐‑‒–—―−\x96\x97", "-"),
        ("…\x85", "..."),
        ("\u00ad\u200b\u200c\u200d\ufeff", ""),
        ("\u00a0", " "),
    ],
    ids=["single quotes", "double quotes", "dashes", "ellipses", "invisible", "spaces"],
)
def test_characters_of_one_kind_become_the_same(characters, plain):
    assert [clean(f"a{each}b") for each in characters] == [f"a{plain}b"] * len(characters)


def test_composed_wide_and_joined_letters_become_plain():
    assert clean("cafe\u0301") == clean("caf\u00e9") == "café"
    assert clean("Ｇood ﬁlm") == "Good film"


@pytest.mark.parametrize(
    "text",
    ["", "I <3 it", "a < b and b > a", "5<6", "x <- y", "<<>>", "< b >",
     "@bus", "@4pm", "a @ b", "me@", "me@localhost"],
)  # fmt: skip
def test_signs_that_are_no_tags_or_emails_stay(text):
    assert clean(text) == text


@pytest.mark.parametrize(
    ("lemma", "forms"),
    [
        ("fix", "fixes fixed fixing"),
        ("think", "thinks thinking thought"),
        ("play", "plays played playing"),
        ("grow", "grows growing grew grown"),
        ("develop", "develops developed developing"),
        ("prefer", "prefers preferred preferring"),
        ("travel", "travels traveled travelled traveling travelling"),
        ("exemplify", "exemplifies exemplified exemplifying"),
        ("cross", "crosses crossed"),
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
