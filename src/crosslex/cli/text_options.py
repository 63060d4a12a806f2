"""Options for the analysis of texts, which a model keeps."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

from crosslex.cli.options import flag, option
from crosslex.text.settings import TextSettings, Tokens

TEXT = "Analyzing text"
DEFAULT = "default"
NO_STOP_WORDS = "none"

_text = partial(option, panel=TEXT)
_text_flag = partial(flag, panel=TEXT)

Language = Annotated[
    str, _text(help="Language of lemmas and stop words, by its code: de, fr, …", metavar="CODE")
]
TokensOption = Annotated[
    Tokens,
    _text(
        help="How words are found; whitespace for texts that are split into words already, with "
        "a sentence per line."
    ),
]
Lemmas = Annotated[bool, _text_flag("--lemmas/--no-lemmas", help="Replace words by their lemmas.")]
Bigrams = Annotated[
    bool, _text_flag("--bigrams/--no-bigrams", help="Take pairs of adjacent words as features too.")
]
StopWords = Annotated[
    str,
    _text(
        help="Words to leave out: a file of them, none, or default: the language's own in learn, "
        "none in adapt.",
        metavar="FILE",
    ),
]


def text_settings(
    language: str,
    tokens: Tokens,
    *,
    lemmas: bool,
    bigrams: bool,
    stop_words: str,
    paper: bool = False,
) -> TextSettings:
    """Return how texts are analyzed, by the options of a command, or the paper's where it says.

    >>> text_settings("de", "default", lemmas=True, bigrams=True, stop_words="none").stop_words
    frozenset()
    """
    from crosslex.text.analysis import token_lemmas
    from crosslex.text.stop_words import read_stop_words

    settings = TextSettings(
        language=language, lemmatize=lemmas, bigrams=bigrams, bigrams_first=paper, tokens=tokens
    )
    # Refuses a language without a dictionary before any text is read.
    token_lemmas(settings)
    if stop_words == DEFAULT:
        english = paper and language == "en"
        return replace(settings, stop_words=TextSettings.paper().stop_words if english else None)
    none: frozenset[str] = frozenset()
    words = none if stop_words == NO_STOP_WORDS else read_stop_words(Path(stop_words), settings)
    return replace(settings, stop_words=words)
