"""TextSettings: the settings of text analysis, stored with every corpus; stop words and terms."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, Literal, get_args

from crosslex.checks import check_choice
from crosslex.errors import InputError

Sentences = list[list[str]]

Tokens = Literal["default", "whitespace"]
TOKENS: Final[tuple[Tokens, ...]] = get_args(Tokens)

REPLACEABLE = ("tokenizer", "lemmatizer", "analyzer")

LARGEST_FILE = 2**22
"""Bytes of a file of stop words or terms."""

TERM_SPACE = "\N{NO-BREAK SPACE}"
"""Between the words of a term: it looks like a space, but a space would make it a phrase."""

# `stop_words.tsv` has two kinds of lists. *function*: articles, pronouns, prepositions,
# conjunctions and the most frequent forms of auxiliaries, for English and where the package
# `stopwordsiso` has no list or a faulty one. *meaningful*: negations, intensifiers, judgments and
# nouns among the stop words of other lists, which are kept.
_SERVED_BY = {"nb": "no", "nn": "no", "hbs": "hr"}
"""Languages whose stop words are under another code."""


@dataclass(frozen=True)
class TextSettings:
    """Settings of the analysis of texts, and of the features of a sentence.

    Parameters
    ----------
    language
        Language of the lemmas and stop words, by simplemma's code for it, such as `de`; `zh`,
        `ja`, `ko` and `th` need the extra of that name.
    lemmatize
        Whether words become lemmas at all.
    stop_words
        Words that are no features, as lemmas; None means the language's own,
        without negations and intensifiers, which carry meaning.
    bigrams
        Whether two words adjacent after dropping stop words make a feature too.
    bigrams_first
        Whether bigrams join words adjacent in the text instead, and only single words are
        dropped as stop words: *waste of* and *of money*, but not *waste money*.
    tokens
        `whitespace` for texts that are already split into words: each line is a sentence, and
        words are separated by spaces and kept unchanged.
    tokenizer
        Your own `text -> sentences of words`, instead of crosslex's.
    lemmatizer
        Your own `word -> lemma` (several with spaces between, or none at all).
    analyzer
        Your own `text -> sentences of lemmas`, instead of the whole analysis; or a spaCy pipeline.
    terms
        Terms of several words that count as one word each, in any inflected form.

    Examples
    --------
    >>> "und" in TextSettings(language="de").stop_words_used
    True
    >>> TextSettings(tokenizer=lambda text: [text.split("|")]).describe()["tokenizer"]
    'crosslex.text.settings:<lambda>'
    """

    language: str = "en"
    lemmatize: bool = True
    stop_words: frozenset[str] | None = None
    bigrams: bool = True
    bigrams_first: bool = False
    tokens: Tokens = "default"
    tokenizer: Callable[[str], Sentences] | None = None
    lemmatizer: Callable[[str], str] | None = None
    analyzer: Callable[[str], Any] | None = None
    terms: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        check_choice("tokens", self.tokens, TOKENS)
        if isinstance(self.stop_words, str):
            raise InputError("stop_words: found one string; give a set of words")
        if self.stop_words is not None:
            # Settings are dictionary keys, so they must be hashable.
            object.__setattr__(self, "stop_words", frozenset(self.stop_words))
        if isinstance(self.terms, str):
            raise InputError("terms: found one string; give a list of terms")
        spelled = frozenset(" ".join(term.lower().split()) for term in self.terms)
        object.__setattr__(self, "terms", spelled)

    @classmethod
    def paper(cls) -> "TextSettings":
        """Return the settings of Bollegala, Maehara and Kawarabayashi (ACL 2015).

        Unigrams and bigrams first, then "features listed as stop words" dropped by a standard
        list: scikit-learn's, which is that of the Glasgow Information Retrieval Group.

        >>> {"not", "very", "good"} - TextSettings.paper().stop_words_used
        {'good'}
        """
        # Imported here: looking a word up must not wait for scikit-learn.
        from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

        return cls(stop_words=frozenset(ENGLISH_STOP_WORDS), bigrams_first=True)

    @property
    def finds_words(self) -> bool:
        """Whether words are found by crosslex, not by spaces alone or a function of yours."""
        return self.tokens == "default" and not self.has_own_words

    @property
    def has_own_words(self) -> bool:
        """Whether words are found by a function of yours, which does not say where they are."""
        return self.tokenizer is not None or self.analyzer is not None

    @property
    def stop_words_used(self) -> frozenset[str]:
        """The stop words in force."""
        if self.stop_words is not None:
            return self.stop_words
        return default_stop_words(self.language)

    def describe(self) -> dict[str, Any]:
        """Return the settings as JSON; a callable is stored by its name."""
        return {
            **vars(self),
            "stop_words": None if self.stop_words is None else sorted(self.stop_words),
            "terms": sorted(self.terms),
            **{name: function_name(getattr(self, name)) for name in REPLACEABLE},
        }

    @classmethod
    def restore(
        cls, description: dict[str, Any], replacements: "TextSettings | None" = None
    ) -> "TextSettings":
        """Rebuild settings from their description.

        Loading executes nothing, so callables are not imported by their names: where some were
        used, pass settings that hold them.
        """
        if replacements is not None:
            if replacements.describe() != description:
                raise InputError("these text settings are not the ones that were stored")
            return replacements
        for name in REPLACEABLE:
            if description[name] is not None:
                raise InputError(
                    f"the text was analyzed with your own {name} {description[name]}: "
                    f"load with text_settings=TextSettings({name}=…)"
                )
        plain = {name: value for name, value in description.items() if name not in REPLACEABLE}
        return cls(**plain)


def function_name(function: object) -> str | None:
    """Return the module and name that a function, or an object's class, is stored by.

    >>> function_name(len), function_name(None)
    ('builtins:len', None)
    """
    if function is None:
        return None
    kind: Any = function if hasattr(function, "__qualname__") else type(function)
    # Methods of built-in types, such as str.lower, name no module.
    return f"{getattr(kind, '__module__', None) or 'builtins'}:{kind.__qualname__}"


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


def read_stop_words(path: str | Path, text_settings: TextSettings) -> frozenset[str]:
    r"""Return the words of a UTF-8 file, as they are and as the settings analyze them.

    Words are separated by spaces or line ends.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = Path(folder, "mine.txt").write_text("the\nknives\n")
    ...     sorted(read_stop_words(Path(folder, "mine.txt"), TextSettings()))
    ['knife', 'knives', 'the']
    """
    words = _read_list(path, "words", "give none to keep all words").split()
    from crosslex.text.analysis import analyze

    # No stop words while they are analyzed.
    plain = replace(text_settings, stop_words=frozenset())
    analyzed = {lemma for word in words for sentence in analyze(word, plain) for lemma in sentence}
    return frozenset({*words, *analyzed})


def read_terms(path: str | Path) -> frozenset[str]:
    """Return the terms of a UTF-8 file, one per line, without blank lines and those after #.

    What follows a tabulator is left out, so that a term may have a score beside it.
    """
    lines = _read_list(path, "terms", "give one per line").splitlines()
    found = (line.partition("\t")[0].strip() for line in lines if not line.startswith("#"))
    return frozenset(term for term in found if term)


def _read_list(path: str | Path, what: str, remedy: str) -> str:
    """Return the content of a file that lists words."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: over {LARGEST_FILE:,} bytes; give a list of {what}")
        content = path.read_text("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError(f"{path}: not valid UTF-8; save it as UTF-8") from None
    except OSError as error:
        reason = error.strerror or error
        raise InputError(f"{path}: cannot be read ({reason}); give a list of {what}") from None
    if not content.strip():
        raise InputError(f"{path}: no {what} in it; {remedy}")
    return content
