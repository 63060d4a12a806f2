"""The two functions that the rest of crosslex calls on raw text."""

from collections.abc import Callable, Iterable
from functools import lru_cache, partial
from itertools import pairwise

import simplemma

from crosslex.errors import InputError
from crosslex.text.cleaning import clean
from crosslex.text.settings import Sentences, TextSettings
from crosslex.text.words import SENTENCE_END, TOKEN, lemmas_of

_DEFAULT = TextSettings()


def analyze(text: str, settings: TextSettings = _DEFAULT) -> Sentences:
    """Return the sentences of a text as lemmas, stop words kept.

    >>> analyze("The knives weren't sharp. I don't recommend them!!!")
    [['the', 'knife', 'be', 'not', 'sharp'], ['i', 'do', 'not', 'recommend', 'they']]
    """
    if settings.analyzer is not None:
        return _checked(settings.analyzer(text), "analyzer")
    lemmas = _lemmas(settings)
    if settings.tokenizer is not None:
        sentences = _checked(settings.tokenizer(text), "tokenizer")
        return [" ".join([lemmas[word] for word in sentence]).split() for sentence in sentences]
    joined = " ".join([lemmas[token] for token in TOKEN.findall(clean(text))])
    return [words for part in joined.split(SENTENCE_END) if (words := part.split())]


def features(sentence: Iterable[str], settings: TextSettings = _DEFAULT) -> list[str]:
    """Return a sentence's unigrams and bigrams without stop words.

    A bigram joins two words that are adjacent once stop words are dropped.

    >>> features(["a", "waste", "of", "money"])
    ['waste', 'money', 'waste money']
    """
    stop_words = settings.stop_words_used
    words = [word for word in sentence if word not in stop_words]
    if not settings.bigrams:
        return words
    return words + [f"{first} {second}" for first, second in pairwise(words)]


def lemmatize(word: str, language: str = "en") -> str:
    """Return the lemma of a lower-case word.

    >>> lemmatize("knives"), lemmatize("better"), lemmatize("ran")
    ('knife', 'good', 'run')
    """
    return simplemma.lemmatize(word, lang=language).lower()


class _Lemmas(dict[str, str]):
    """Each token's lemmas, worked out when it is first seen."""

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make

    def __missing__(self, token: str) -> str:
        lemma = self[token] = self._make(token)
        return lemma


@lru_cache(maxsize=8)
def _lemmas(settings: TextSettings) -> _Lemmas:
    if settings.lemmatizer is not None:
        base: Callable[[str], str] = settings.lemmatizer
    elif settings.lemmatize:
        base = partial(lemmatize, language=settings.language)
    else:
        base = str
    if settings.tokenizer is not None:
        return _Lemmas(base)
    known = partial(simplemma.is_known, lang=settings.language)
    return _Lemmas(partial(lemmas_of, lemmatize=base, known=known))


def _checked(sentences: Sentences, name: str) -> Sentences:
    for sentence in sentences:
        if isinstance(sentence, str):
            raise InputError(f"{name} must return a list of sentences, each a list of words")
        for word in sentence:
            # A space marks bigrams, so a word cannot hold one.
            if not word or word.split() != [word]:
                raise InputError(f"{name} returned the word {word!r}: words must not hold spaces")
    return sentences
