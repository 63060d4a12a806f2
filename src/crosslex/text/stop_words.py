"""Stop words of every language, without negations and intensifiers, which carry meaning.

`stop_words.tsv` has two kinds of lists. *function*: articles, pronouns, prepositions, conjunctions
and the most frequent forms of auxiliaries, for English and where the package `stopwordsiso` has no
list or a faulty one. *meaningful*: negations, intensifiers, judgments and nouns among the stop
words of other lists, which are kept.
"""

from functools import cache
from importlib.resources import files

_SERVED_BY = {"nb": "no", "nn": "no", "hbs": "hr"}
"""Languages whose stop words are under another code."""


@cache
def _lists(kind: str) -> dict[str, frozenset[str]]:
    """Return the words of each language's list of a kind."""
    table = files(__package__).joinpath("stop_words.tsv").read_text("utf-8")
    rows = [line.split("\t") for line in table.splitlines()]
    return {code: frozenset(words.split()) for code, of_kind, words in rows if of_kind == kind}


def listed_words(language: str) -> frozenset[str]:
    """Return the words of a language's list, negations and judgments with them."""
    code = _SERVED_BY.get(language, language)
    if code in _lists("function"):
        return _lists("function")[code]
    # Imported here: most texts are English, and the lists of all languages come at once.
    import stopwordsiso

    return frozenset(stopwordsiso.stopwords(code))


def meaningful_words(language: str) -> frozenset[str]:
    """Return the negations and judgments of a language, which are no stop words."""
    return _lists("meaningful").get(_SERVED_BY.get(language, language), frozenset())


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
    from crosslex.text.lemmas import has_dictionary, lemmatize

    kept = meaningful_words(language)
    if not has_dictionary(language):
        return words - kept
    lemmas = {word: lemmatize(word, language) for word in words | kept}
    kept = kept | {lemmas[word] for word in kept}
    dropped = {word for word in words if word not in kept and lemmas[word] not in kept}
    return frozenset(dropped | {lemmas[word] for word in dropped})
