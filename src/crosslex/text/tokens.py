"""Web text to plain text, and plain text to tokens.

Entities, tags, odd quotes and half-decoded characters are replaced.
"""

import html
import re
import unicodedata
from functools import cache
from typing import Final

# Bounded, so that a text of nothing but "<a <a <a" costs no more than any other.
_TAG = re.compile(r"<(?:/?([a-zA-Z][a-zA-Z0-9]{0,15})\b|!)[^<>]{0,1000}>")
_EMAIL = r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}"
# The words of a user's name, @paula_span, say nothing; "@the bus" is not one.
_USER = r"(?<![^\s\"'(\[.,:])@[a-zA-Z]\w{3,}"
_ADDRESS = re.compile(f"{_EMAIL}|{_USER}")
_BLOCKS = {"br", "p", "div", "li", "ul", "ol", "tr", "td", "th", "table", "hr", "blockquote"}
_BLOCKS |= {"h1", "h2", "h3", "h4", "h5", "h6"}
_BREAK = "\n\n"
_ENDLESS_REFERENCE = re.compile(r"&#[0-9]{8,};?")

# Accents and all else that may decompose into them: normalizing sorts a run of accents in time
# quadratic in its length, and Unicode's stream-safe text has at most 30 in a row.
_MARKS = r"[^\w\s\x00-\x7f]|[\uff9e\uff9f]"
_ENDLESS_MARKS = re.compile(rf"((?:{_MARKS}){{30}})(?:{_MARKS})+")

# Quotes and dashes become ASCII's; C1 control characters are Windows-1252 read as Latin-1.
_CHARACTERS = {ord(quote): "'" for quote in "‘’‚‛′´ʼ"}
_CHARACTERS |= {ord(quote): '"' for quote in "“”„‟″«»"}
_CHARACTERS |= {ord(dash): "-" for dash in "‐‑‒–—―−"}
_CHARACTERS |= {0x91: "'", 0x92: "'", 0x93: '"', 0x94: '"', 0x96: "-", 0x97: "-", 0x85: "..."}
_CHARACTERS |= {ord(invisible): "" for invisible in "\u00ad\u200b\u200d\ufeff"}
_CHARACTERS |= dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)), "")

# Persian writes it inside words, and the dictionary knows them so.
_STRAY_NON_JOINER = re.compile(r"(?<![\u0600-\u06ff])\u200c|\u200c(?![\u0600-\u06ff])")

# Normalizing takes these apart, as no one writes them: Thai and Lao am, Armenian yev.
_TAKEN_APART = (("\u0e4d\u0e32", "\u0e33"), ("\u0ecd\u0eb2", "\u0eb3"), ("եւ", "և"))


def clean(text: str) -> str:
    r"""Return the text as plain characters; a blank line marks a hard break.

    >>> clean("Tom &amp; Jerry<br/>isn&#8217;t “bad”")
    'Tom & Jerry\n\nisn\'t "bad"'
    """
    if "&" in text:
        # Reviews are often escaped twice: &amp;quot;
        text = _unescape(_unescape(text))
    if "<" in text:
        text = _TAG.sub(_space_or_break, text)
    if "`" in text:
        text = text.replace("`", "'")
    if not text.isascii():
        text = _ENDLESS_MARKS.sub(r"\1", text.translate(_CHARACTERS))
        text = unicodedata.normalize("NFKC", text)
        if "\u200c" in text:
            text = _STRAY_NON_JOINER.sub("", text)
        for apart, whole in _TAKEN_APART:
            text = text.replace(apart, whole)
    if "@" in text:
        text = _ADDRESS.sub("www.email", text)
    return text


def _unescape(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:
        # Python refuses to read a number of thousands of digits.
        return html.unescape(_ENDLESS_REFERENCE.sub(" ", text))


def _space_or_break(tag: re.Match[str]) -> str:
    return _BREAK if (tag[1] or "").lower() in _BLOCKS else " "


SENTENCE_END = "\n"
NUMBER = "<number>"
ADDRESS = "<url>"
SENTENCE_MARKS: Final = ".!?。।॥؟۔։።។။๚๛"


def _token(word: str, joined: str) -> re.Pattern[str]:
    """Return what finds everything in one pass, given a word's pattern and how words join."""
    return re.compile(
        rf"""
          [a-z]++(?=[\ \n,;)"!?])                             # most words, first as it is quick
        | (?:https?://|www\.)\S*[^\s.,:;!?'")\]]               # an address, not what ends it
        | (?:mr|mrs|ms|dr|prof|st|vs|jr|sr|etc|e\.g|i\.e)\.    # an abbreviation's full stop
        | (?:[a-z]\.){{2,}} | [a-hj-z]\.                       # initials; "i." may end a sentence
        | \d+(?:[.,:/]\d+)+                                    # 3.5  1,000  10:30
        | {word}(?:{joined}{word})*(?:\.(?:com|net|org|edu|gov|co\.uk)\b)?
        | [{SENTENCE_MARKS}]+ | \n\s*\n                         # the end of a sentence
        """,
        re.VERBOSE,
    )


_ASCII_TOKEN: Final = _token(r"[^\W_]+", "'")


@cache
def _any_token() -> re.Pattern[str]:
    """Return the pattern for text that is not all ASCII.

    Marks of vowels and tones are part of a word, as are Armenian question marks and Hebrew signs
    of abbreviation; marks of symbols are not. Catalan has a dot inside words: *col·lecció*.
    """
    marks = [
        chr(code)
        for code in range(0x300, 0x1F000)
        if unicodedata.category(chr(code)) in ("Mn", "Mc") and not 0x20D0 <= code < 0x2100
    ]
    marks += [*SILENT, "\u05f3", "\u05f4", "\u200c"]
    # Two sets, as one beyond 16 bits is searched slowly.
    short = "".join(mark for mark in marks if mark < "\U00010000")
    long = "".join(mark for mark in marks if mark >= "\U00010000")
    word = rf"[^\W_]+(?:(?![\x00-\u02ff])(?:[{short}]|[{long}])[^\W_]*)*"
    return _token(word, r"""(?:'|(?<=l)·(?=l)|(?<=[א-ת])"(?=[א-ת]))""")


def token_pattern(lower: str) -> re.Pattern[str]:
    """Return the pattern that finds the tokens of a text in lower case.

    >>> token_pattern("हिन्दी में").findall("हिन्दी में")
    ['हिन्दी', 'में']
    """
    return _ASCII_TOKEN if lower.isascii() else _any_token()


@cache
def _after_a_space(token: re.Pattern[str]) -> re.Pattern[str]:
    """Return a pattern for `findall`: a search that begins at most spaces takes half as long."""
    return re.compile(rf"[ ]?+({token.pattern})", token.flags)


def tokens_of(lower: str) -> list[str]:
    """Return the tokens of a text in lower case.

    >>> tokens_of("e.g. 3.5 knives.")
    ['e.g.', '3.5', 'knives', '.']
    """
    return _after_a_space(token_pattern(lower)).findall(lower)


def lower_case(text: str, language: str = "en") -> str:
    """Return a text in lower case, of the same length.

    >>> lower_case("IŞIK İyi", "tr"), lower_case("İZMİR")
    ('ışık iyi', 'izmir')
    """
    if language in ("tr", "az"):
        text = text.replace("I", "ı")
    # The only letter that would become two.
    return text.replace("İ", "i").lower()


# Arabic and Hebrew vowels, and the Arabic line that stretches a word: written or not, the word is
# the same. Armenian questions and exclamations are marked inside a word.
_HEBREW_POINTS = (*range(0x591, 0x5BE), 0x5BF, 0x5C1, 0x5C2, 0x5C7)
_ARABIC_VOWELS = (0x640, *range(0x64B, 0x653), 0x670)
SILENT: Final = [chr(code) for code in (*_HEBREW_POINTS, *_ARABIC_VOWELS, 0x55B, 0x55C, 0x55E)]

# Where sentences may end: a quick search, as it begins with a set of characters. Other tokens may
# hold such marks too.
ENDING = re.compile(rf"[{SENTENCE_MARKS}\n](?:(?<!\n)[{SENTENCE_MARKS}]*|(?<=\n)\s*\n)")


def number_word(number: str) -> str:
    """Return the word for a number: small whole ones are words ("5 stars"), all others are one."""
    return number if len(number) < 3 and int(number) <= 10 else NUMBER


FIRST_IDEOGRAPH: Final = "\u2e80"
"""Characters from here on are Chinese, Japanese, Korean, or too rare to matter."""


def is_content_word(word: str) -> bool:
    """Return whether a single word is more than a letter, a number or an address.

    Chinese, Japanese and Korean have words of one character.

    >>> words = ("plot", "x", "1984", "mp3", "<number>", "<url>", "書")
    >>> [word for word in words if is_content_word(word)]
    ['plot', 'mp3', '書']
    """
    return (
        (len(word) > 1 or word >= FIRST_IDEOGRAPH)
        and word not in (NUMBER, ADDRESS)
        and any(map(str.isalpha, word))
    )
