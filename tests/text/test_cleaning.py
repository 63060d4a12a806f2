import pytest

from crosslex.text.tokens import clean


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


@pytest.mark.parametrize("start", ["&#", "&amp;#"])
def test_a_character_reference_of_thousands_of_digits_is_dropped(start):
    assert clean(f"before {start}{'9' * 5000}; after").split() == ["before", "after"]


@pytest.mark.parametrize(
    "tag",
    ["<b>", "</b>", '<a href="x.html">', "<i class=x>", "<!-- x -->", "&lt;b&gt;"],
)
def test_inline_tags_become_spaces(tag):
    assert clean(f"one{tag}two") == "one two"


@pytest.mark.parametrize(
    "tag", ["<br>", "<br />", "<BR/>", "<p>", "</P>", "<li>", "</div>", "<h2>", "&lt;br&gt;"]
)
def test_block_tags_become_hard_breaks(tag):
    assert clean(f"one{tag}two") == "one\n\ntwo"


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


def test_composed_and_decomposed_letters_are_the_same():
    assert clean("cafe\u0301") == clean("caf\u00e9") == "café"


def test_wide_letters_and_ligatures_become_plain():
    assert clean("Ｇood ﬁlm") == "Good film"


@pytest.mark.parametrize(
    "address", ["me@x.com", "first.last+tag@mail.example.co.uk", "a-b@c-d.org"]
)
def test_emails_become_one_address(address):
    assert clean(f"write to {address} now") == "write to www.email now"


@pytest.mark.parametrize(
    "text",
    ["", "I <3 it", "a < b and b > a", "5<6", "x <- y", "<<>>", "< b >",
     "@home", "a @ b", "me@", "me@localhost"],
)  # fmt: skip
def test_signs_that_are_no_tags_or_emails_stay(text):
    assert clean(text) == text
