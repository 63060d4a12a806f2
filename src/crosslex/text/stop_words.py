"""Words that say little on their own; negations and intensifiers say much and are not here.

English has a list of crosslex's own. Other languages have that of the package `stopwordsiso`
without what `MEANINGFUL` names; Norwegian's serves Bokmål and Nynorsk, Croatian's Serbo-Croatian.
What is left has a short list of function words, or none.
"""

from functools import cache
from typing import Final

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
