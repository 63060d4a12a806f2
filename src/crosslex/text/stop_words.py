"""Stop words by language, without negations and intensifiers, which carry meaning.

English has its own list here. Other languages use that of the package `stopwordsiso` without the
words in `MEANINGFUL`; Bokmål and Nynorsk use the Norwegian list, Serbo-Croatian the Croatian one.
The remaining languages have a short list of function words, or none. Users may give
their own list as a file.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.text.settings import TextSettings

_LIST = """
    a an the this that these those same other another each every either both own
    i me my mine myself we us our ours ourselves you your yours yourself yourselves
    he him his himself she her hers herself it its itself
    they them their theirs themselves themself
    one ones someone somebody something anyone anybody anything everyone everybody everything
    who whom whose which what whatever whoever whichever
    be am is are was were been being do does did doing done have has had having
    will would shall should can could may might must ought
    get got let s t d m ll re ve
    and or but if then else because as while although though whereas unless until since
    when where why how whether than
    of at by for with about against between into through during before after above below
    to from up down in out on off over under upon onto within along across behind beside
    besides around among toward towards via per
    again further once here there now also yet still already thus hence
    however therefore moreover otherwise anyway meanwhile
    some any several
"""

LARGEST_FILE = 2**22

ENGLISH = frozenset(_LIST.split())

_SERVED_BY: Final = {"nb": "no", "nn": "no", "hbs": "hr"}
"""Languages whose stop words `stopwordsiso` has under another code."""


def listed_words(language: str) -> frozenset[str]:
    """Return the words of a language's list, negations and judgments with them."""
    if language == "en":
        return ENGLISH
    # Imported here: most texts are English, and the lists of all languages come at once.
    import stopwordsiso

    from crosslex.text.function_words import FUNCTION_WORDS

    code = _SERVED_BY.get(language, language)
    return FUNCTION_WORDS.get(code) or frozenset(stopwordsiso.stopwords(code))


@cache
def default_stop_words(language: str) -> frozenset[str]:
    """Return the stop words of a language and their lemmas; none if there is no list.

    >>> words = default_stop_words("de")
    >>> "und" in words, "nicht" in words
    (True, False)
    """
    words = listed_words(language)
    if language == "en" or not words:
        return words
    from crosslex.text.analysis import has_dictionary, lemmatize
    from crosslex.text.function_words import MEANINGFUL

    kept = MEANINGFUL.get(_SERVED_BY.get(language, language), frozenset())
    if not has_dictionary(language):
        return words - kept
    lemmas = {word: lemmatize(word, language) for word in words | kept}
    kept = kept | {lemmas[word] for word in kept}
    dropped = {word for word in words if word not in kept and lemmas[word] not in kept}
    return frozenset(dropped | {lemmas[word] for word in dropped})


def read_stop_words(path: str | Path, text_settings: "TextSettings") -> frozenset[str]:
    r"""Return the words of a UTF-8 file, as they are and as the settings analyze them.

    Words are separated by spaces or line ends.

    >>> import tempfile
    >>> from crosslex.text.settings import TextSettings
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.txt").write_text("the\nknives\n")
    ...     sorted(read_stop_words(Path(folder, "mine.txt"), TextSettings()))
    ['knife', 'knives', 'the']
    """
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: over {LARGEST_FILE:,} bytes; give a list of stop words")
        words = path.read_text("utf-8-sig").split()
    except UnicodeDecodeError:
        raise InputError(f"{path}: not valid UTF-8; save it as UTF-8") from None
    except OSError as error:
        raise InputError(
            f"{path}: cannot be read ({error.strerror or error}); give a file of stop words, "
            "none or default"
        ) from None
    if not words:
        raise InputError(f"{path}: no words in it; give none to keep all words")
    from crosslex.text.analysis import analyze

    # No stop words while they are analyzed.
    plain = replace(text_settings, stop_words=frozenset())
    analyzed = {lemma for word in words for sentence in analyze(word, plain) for lemma in sentence}
    return frozenset({*words, *analyzed})
