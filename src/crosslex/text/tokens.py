"""Web text to plain text, and each of its tokens to lemmas.

Entities, tags, odd quotes and half-decoded characters are replaced first; contractions, numbers,
addresses and lengthened spellings token by token.
"""

import html
import re
import unicodedata
from collections.abc import Callable

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


SENTENCE_END = "\n"
NUMBER = "<number>"
ADDRESS = "<url>"

# One pass finds everything.
TOKEN = re.compile(
    r"""
      (?:https?://|www\.)\S*[^\s.,:;!?'")\]]               # an address, not what ends it
    | (?:mr|mrs|ms|dr|prof|st|vs|jr|sr|etc|e\.g|i\.e)\.    # an abbreviation's full stop
    | (?:[a-z]\.){2,} | [a-hj-z]\.                         # initials; "i." may end a sentence
    | \d+(?:[.,:/]\d+)+                                    # 3.5  1,000  10:30
    | [^\W_]+(?:'[^\W_]+)*(?:\.(?:com|net|org|edu|gov|co\.uk)\b)?
    | [.!?]+ | \n\s*\n                                     # the end of a sentence
    """,
    re.VERBOSE,
)

_LENGTHENED = re.compile(r"(.)\1{2,}")
_UNMARKED_NEGATION = re.compile(
    r"(do|does|did|is|are|was|were|have|has|had|would|could|should|ca|wo)nt"
)
_IRREGULAR = {
    "can't": "can not",
    "cannot": "can not",
    "cant": "can not",
    "won't": "will not",
    "wont": "will not",
    "shan't": "shall not",
    "ain't": "be not",
    "aint": "be not",
    "let's": "let us",
    "y'all": "you all",
    "ma'am": "madam",
    "o'clock": "o'clock",
    "n't": "not",
}
_NUMBER_MARKS = str.maketrans("", "", ".,:/")
_ENDINGS = {"m": "be", "re": "be", "ve": "have", "ll": "will", "d": "would", "s": ""}


def lemmas_of(token: str, lemmatize: Callable[[str], str], known: Callable[[str], bool]) -> str:
    """Return the lemmas of one token, with spaces between; a sentence's end is a line break.

    >>> lemmas_of("shouldn't", str, bool)
    'should not'
    >>> lemmas_of("1,000", str, bool), lemmas_of("5", str, bool)
    ('<number>', '5')
    """
    if token[0] in ".!?\n":
        return SENTENCE_END
    # Not isdigit, which is also true of digits that int does not read.
    if token[0].isdecimal() and token.translate(_NUMBER_MARKS).isdecimal():
        # Small whole numbers are words ("5 stars"); all others become one.
        return token if len(token) < 3 and int(token) <= 10 else NUMBER
    if token.startswith(("http:", "https:", "www.")):
        return ADDRESS
    if token.endswith("."):
        return token[:-1]
    if "." in token:
        return ADDRESS
    return _word(token, lemmatize, known)


def _word(word: str, lemmatize: Callable[[str], str], known: Callable[[str], bool]) -> str:
    word = word.replace("'nt", "n't")
    stem, apostrophe, ending = word.rpartition("'")
    if apostrophe and ending in _ENDINGS and word not in _IRREGULAR:
        return f"{_stem(stem, lemmatize, known)} {_ENDINGS[ending]}"
    return _stem(word, lemmatize, known)


def _stem(word: str, lemmatize: Callable[[str], str], known: Callable[[str], bool]) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("n't"):
        return f"{lemmatize(word[:-3])} not"
    if unmarked := _UNMARKED_NEGATION.fullmatch(word):
        return f"{lemmatize(unmarked[1])} not"
    return lemmatize(_shorten(word, known))


def _shorten(word: str, known: Callable[[str], bool]) -> str:
    """Return a lengthened spelling as it should be: goooood as good, sooo as so."""
    twice = _LENGTHENED.sub(r"\1\1", word)
    if twice == word or known(twice):
        return twice
    once = _LENGTHENED.sub(r"\1", word)
    return once if known(once) else twice


def is_content_word(word: str) -> bool:
    """Return whether a single word is more than a letter, a number or an address.

    >>> words = ("plot", "x", "1984", "mp3", "<number>", "<url>")
    >>> [word for word in words if is_content_word(word)]
    ['plot', 'mp3']
    """
    return len(word) > 1 and word not in (NUMBER, ADDRESS) and any(map(str.isalpha, word))
