import sys

import pytest

from crosslex.text.tokens import ADDRESS, NUMBER, SENTENCE_END, TOKEN, lemmas_of

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
    ],
)  # fmt: skip
def test_negations_are_split_off(token, expected):
    assert lemmas(token) == expected


@pytest.mark.parametrize(
    ("token", "expected"),
    [
        ("i'm", "[i] be"), ("they're", "[they] be"), ("we've", "[we] have"), ("he'll", "[he] will"),
        ("she'd", "[she] would"), ("author's", "[author] "), ("let's", "let us"),
        ("o'clock", "o'clock"), ("o'neil", "[o'neil]"), ("rock'n'roll", "[rock'n'roll]"),
    ],
)  # fmt: skip
def test_other_contractions(token, expected):
    assert lemmas(token) == expected


@pytest.mark.parametrize(
    "token", ["want", "tenant", "paint", "hunt", "font", "giant", "cent", "3rd", "mp3", "1080p"]
)
def test_words_that_end_like_negations_or_contain_digits_stay_whole(token):
    assert lemmas(token) == f"[{token}]"


@pytest.mark.parametrize(
    ("tokens", "expected"),
    [
        (["11", "100", "2007", "3.5", "1,000", "10:30", "9/11"], NUMBER),
        (["http://a.b", "https://a.b/c?d=e", "www.a.b", "amazon.com"], ADDRESS),
        ([".", "!", "?", "...", "?!?", "\n\n", "\n \n"], SENTENCE_END),
    ],
)
def test_numbers_addresses_and_sentence_ends_have_one_lemma_each(tokens, expected):
    assert [lemmas(token) for token in tokens] == [expected] * len(tokens)


def test_every_digit_of_every_script_is_read():
    for code in range(sys.maxunicode + 1):
        if chr(code).isdigit() and TOKEN.fullmatch(chr(code)):
            assert lemmas(chr(code))


@pytest.mark.parametrize(
    ("token", "expected"), [("mr.", "mr"), ("etc.", "etc"), ("u.s.a.", "u.s.a"), ("j.", "j")]
)
def test_an_abbreviation_loses_its_last_full_stop(token, expected):
    assert lemmas(token) == expected


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
    assert TOKEN.findall(text) == tokens
