"""Languages written without spaces, or with words glued together: runs of letters to words.

Each language needs a library of its own, an extra of the package. A segmenter returns the words of
a run, each with its dictionary form where the library has one, and where it is in the run.
"""

import logging
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from platformdirs import user_cache_dir

from crosslex.errors import InputError
from crosslex.imports import import_optional
from crosslex.text.tokens import number_word

LONGEST_RUN = 4_096
"""Characters: Sudachi refuses more than 49,149 bytes at once, and no sentence is as long."""

_KOREAN_DROPPED: Final = ("J", "E", "XS", "XP", "VCP", "S", "W", "Z")
"""Tags of particles, endings, affixes, the copula and signs, which are no words; see `SL`."""


class Word(NamedTuple):
    """A word of a run: its dictionary form, and where it begins and ends."""

    lemma: str
    start: int
    end: int


Segmenter = Callable[[str], Iterator[Word]]


def _chinese() -> Segmenter:
    jieba = import_optional("jieba", needed_for="language zh")
    jieba.setLogLevel(logging.CRITICAL)
    tokenizer = jieba.Tokenizer()
    # By default it reads its dictionary from a temporary folder, where anyone may have put it.
    tokenizer.tmp_dir = user_cache_dir("crosslex")
    try:
        Path(tokenizer.tmp_dir).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"language zh: its dictionary cannot be kept in {tokenizer.tmp_dir} "
            f"({error.strerror}); name a folder that can be written in the variable XDG_CACHE_HOME"
        ) from None
    return lambda run: (Word(*found) for found in tokenizer.tokenize(run))


def _japanese() -> Segmenter:
    sudachi = import_optional("sudachipy", needed_for="language ja")
    import_optional("sudachidict_small", needed_for="language ja")
    # The middle of three lengths: compounds stay whole where a dictionary lists them.
    tokenize = sudachi.Dictionary(dict="small").tokenizer(sudachi.SplitMode.B).tokenize
    return lambda run: (
        Word(found.dictionary_form(), found.begin(), found.end()) for found in tokenize(run)
    )


def _korean() -> Segmenter:
    tokenize = import_optional("kiwipiepy", needed_for="language ko").Kiwi().tokenize
    return lambda run: (
        Word(found.lemma, found.start, found.end)
        for found in tokenize(run)
        if not found.tag.startswith(_KOREAN_DROPPED) or found.tag in ("SL", "SH", "SN")
    )


def _thai() -> Segmenter:
    segment = import_optional("pythainlp.tokenize", needed_for="language th").word_tokenize

    def words(run: str) -> Iterator[Word]:
        start = 0
        for word in segment(run):
            yield Word(word, start, start + len(word))
            start += len(word)

    return words


SEGMENTERS: Final = {"zh": _chinese, "ja": _japanese, "ko": _korean, "th": _thai}


@cache
def segmenter(language: str) -> Segmenter | None:
    """Return what cuts runs of letters into words, None where spaces do; it loads a dictionary.

    >>> [word.lemma for word in segmenter("ja")("本を読んだ")]
    ['本', 'を', '読む', 'だ']
    """
    if language not in SEGMENTERS:
        return None
    segment = SEGMENTERS[language]()

    def words(run: str) -> Iterator[Word]:
        for first in range(0, len(run), LONGEST_RUN):
            for lemma, start, end in segment(run[first : first + LONGEST_RUN]):
                # A dictionary may list phrases with a space, and names with capitals.
                word = "".join(lemma.lower().split())
                lemma = number_word(word) if word.isdecimal() else word
                yield Word(lemma, first + start, first + end)

    return words


_SCRIPTS: Final = {
    "ja": ("Japanese", re.compile(r"[\u3040-\u30ff]")),
    "zh": ("Chinese", re.compile(r"[\u3400-\u9fff]")),
    "th": ("Thai", re.compile(r"[\u0e00-\u0e7f]")),
    "": ("Lao, Khmer or Burmese", re.compile(r"[\u0e80-\u0eff\u1000-\u109f\u1780-\u17ff]")),
}
"""Scripts without spaces, by the language that is likely where they are."""

FEWEST_LETTERS = 200
"""Letters below which a text is not judged by its script."""


def check_script(text: str, name: str, language: str) -> None:
    """Refuse text of a domain that is mostly in a script without spaces, if spaces are to cut it.

    >>> check_script("天地玄黄" * 99, "classics", "en")
    Traceback (most recent call last):
    crosslex.errors.InputError: domain 'classics': 100 % of its letters are Chinese, ...
    """
    n_letters = sum(map(str.isalpha, text))
    if language in SEGMENTERS or n_letters < FEWEST_LETTERS:
        return
    found = {code: len(script.findall(text)) for code, (_, script) in _SCRIPTS.items()}
    if 2 * sum(found.values()) < n_letters:
        return
    # Japanese mixes its own letters with Chinese ones.
    code = "ja" if 10 * found["ja"] > found["zh"] > 0 else max(found, key=found.__getitem__)
    remedy = f"give language {code}" if code else "give a tokenizer of your own"
    raise InputError(
        f"domain {name!r}: {sum(found.values()) / n_letters:.0%} of its letters are "
        f"{_SCRIPTS[code][0]}, which is written without spaces, but the language is {language!r}; "
        f"{remedy}".replace("%", " %", 1)
    )
