"""TextSettings: the settings of text analysis, stored with every corpus and model."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, get_args

from crosslex.checks import check_choice
from crosslex.errors import InputError
from crosslex.text.stop_words import default_stop_words

Sentences = list[list[str]]

Tokens = Literal["default", "whitespace"]
TOKENS: Final[tuple[Tokens, ...]] = get_args(Tokens)

REPLACEABLE = ("tokenizer", "lemmatizer", "analyzer")


@dataclass(frozen=True)
class TextSettings:
    """Settings of `analyze` and `features`.

    Parameters
    ----------
    language
        Language of the lemmas and stop words, by simplemma's code for it, such as `de`.
    lemmatize
        Whether words become lemmas at all.
    stop_words
        Words that `features` drops, as lemmas; None means the language's own, see
        `crosslex.text.stop_words`.
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
        Your own `text -> sentences of lemmas`, instead of the whole analysis.

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
    analyzer: Callable[[str], Sentences] | None = None

    def __post_init__(self) -> None:
        check_choice("tokens", self.tokens, TOKENS)
        if isinstance(self.stop_words, str):
            raise InputError("stop_words: found one string; give a set of words")
        if self.stop_words is not None:
            # Settings are dictionary keys, so they must be hashable.
            object.__setattr__(self, "stop_words", frozenset(self.stop_words))

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
    def stop_words_used(self) -> frozenset[str]:
        """The stop words in force."""
        if self.stop_words is not None:
            return self.stop_words
        return default_stop_words(self.language)

    def describe(self) -> dict[str, Any]:
        """Return the settings as JSON; a callable is stored by its name."""
        return {
            "language": self.language,
            "lemmatize": self.lemmatize,
            "stop_words": None if self.stop_words is None else sorted(self.stop_words),
            "bigrams": self.bigrams,
            "bigrams_first": self.bigrams_first,
            "tokens": self.tokens,
            **{name: _name_of(getattr(self, name)) for name in REPLACEABLE},
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
        plain = ("language", "lemmatize", "stop_words", "bigrams", "bigrams_first", "tokens")
        return cls(**{name: description[name] for name in plain})


def _name_of(function: Callable[..., object] | None) -> str | None:
    if function is None:
        return None
    kind = function if hasattr(function, "__qualname__") else type(function)
    # Methods of built-in types, such as str.lower, name no module.
    return f"{getattr(kind, '__module__', None) or 'builtins'}:{kind.__qualname__}"
