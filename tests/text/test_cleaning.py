import pytest

from crosslex.text.cleaning import clean


@pytest.mark.parametrize(
    ("raw", "plain"),
    [
        ("Tom &amp; Jerry", "Tom & Jerry"),
        ("&quot;good&quot;", '"good"'),
        ("&amp;quot;good&amp;quot;", '"good"'),
        ("caf&eacute; caf&#233; caf&#xE9;", "café café café"),
        ("AT&T & so on", "AT&T & so on"),
        ("&nosuchentity; stays", "&nosuchentity; stays"),
    ],
)
def test_entities_become_characters_even_if_escaped_twice(raw, plain):
    assert clean(raw) == plain


def test_a_character_reference_of_thousands_of_digits_is_dropped():
    assert clean("before &#" + "9" * 5000 + "; after").split() == ["before", "after"]
    assert clean("before &amp;#" + "9" * 5000 + "; after").split() == ["before", "after"]


@pytest.mark.parametrize("tag", ["<b>", "</b>", '<a href="x.html">', "<i class=x>", "<!-- x -->"])
def test_inline_tags_become_spaces(tag):
    assert clean(f"one{tag}two") == "one two"


@pytest.mark.parametrize(
    "tag", ["<br>", "<br />", "<BR/>", "<p>", "</P>", "<li>", "</div>", "<h2>"]
)
def test_block_tags_become_hard_breaks(tag):
    assert clean(f"one{tag}two") == "one\n\ntwo"


def test_escaped_tags_are_tags_too():
    assert clean("one&lt;br&gt;two &lt;b&gt;three&lt;/b&gt;").split() == ["one", "two", "three"]
    assert "\n\n" in clean("one&lt;br&gt;two")


@pytest.mark.parametrize("text", ["I <3 it", "a < b and b > a", "5<6", "x <- y", "<<>>", "< b >"])
def test_angle_brackets_that_are_no_tags_stay(text):
    assert clean(text) == text


@pytest.mark.parametrize("quote", "‘’‚‛′´ʼ`\x91\x92")
def test_single_quotes_of_all_kinds_become_the_apostrophe(quote):
    assert clean(f"don{quote}t") == "don't"


@pytest.mark.parametrize("quote", "“”„‟″«»\x93\x94")
def test_double_quotes_of_all_kinds_become_one(quote):
    assert clean(f"{quote}x") == '"x'


@pytest.mark.parametrize("dash", "‐‑‒–—―−\x96\x97")
def test_dashes_of_all_kinds_become_the_hyphen(dash):
    assert clean(f"a{dash}b") == "a-b"


@pytest.mark.parametrize("ellipsis", ["…", "\x85"])
def test_an_ellipsis_becomes_three_full_stops(ellipsis):
    assert clean(f"well{ellipsis}") == "well..."


@pytest.mark.parametrize("invisible", "\u00ad\u200b\u200c\u200d\ufeff")
def test_invisible_characters_go(invisible):
    assert clean(f"pl{invisible}ot") == "plot"


def test_composed_and_decomposed_letters_are_the_same():
    assert clean("cafe\u0301") == clean("caf\u00e9") == "café"


def test_wide_letters_ligatures_and_odd_spaces_become_plain():
    assert clean("Ｇood ﬁlm\u00a0now") == "Good film now"


@pytest.mark.parametrize(
    "address", ["me@x.com", "first.last+tag@mail.example.co.uk", "a-b@c-d.org"]
)
def test_emails_become_one_address(address):
    assert clean(f"write to {address} now") == "write to www.email now"


@pytest.mark.parametrize("text", ["@home", "a @ b", "me@", "me@localhost"])
def test_at_signs_without_an_email_stay(text):
    assert clean(text) == text


def test_nothing_comes_of_nothing():
    assert clean("") == ""
