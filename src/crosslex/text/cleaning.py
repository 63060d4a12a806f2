"""Web text to plain text: entities, tags, odd quotes and half-decoded characters."""

import html
import re
import unicodedata

# Bounded, so that a text of nothing but "<a <a <a" costs no more than any other.
_TAG = re.compile(r"<(?:/?([a-zA-Z][a-zA-Z0-9]{0,15})\b|!)[^<>]{0,1000}>")
_EMAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}")
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
_CHARACTERS |= {ord(invisible): "" for invisible in "\u00ad\u200b\u200c\u200d\ufeff"}


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
    if "@" in text:
        text = _EMAIL.sub("www.email", text)
    return text


def _unescape(text: str) -> str:
    try:
        return html.unescape(text)
    except ValueError:
        # Python refuses to read a number of thousands of digits.
        return html.unescape(_ENDLESS_REFERENCE.sub(" ", text))


def _space_or_break(tag: re.Match[str]) -> str:
    return _BREAK if (tag[1] or "").lower() in _BLOCKS else " "
