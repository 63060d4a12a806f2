"""Raw text to sentences of lemmas, sentences to features, and where those are in a text."""

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import simplemma
from simplemma.strategies.dictionaries.dictionary_factory import SUPPORTED_LANGUAGES

from crosslex.errors import InputError
from crosslex.text.segmenters import SEGMENTERS, Segmenter, Word, segmenter
from crosslex.text.settings import Sentences, TextSettings, meaningful_words
from crosslex.text.terms import terms_of
from crosslex.text.tokens import (
    SENTENCE_END,
    clean,
    corrected_lemma,
    lemmas_of,
    lower_case,
    token_pattern,
    tokens_of,
)

# Lemmas take some hundred bytes each; a language's frequent words are a tenth of this number.
MOST_REMEMBERED = 2**19

CAPITAL_NOUNS = ("de", "lb")
"""Languages that write nouns with a capital letter."""
# Longer ones are addresses, or runs of words without spaces, which do not come again.
LONGEST_REMEMBERED = 64

LONGEST_PIECE = 2**20
"""Characters: its tokens take up to a hundred times as much."""

_SPLIT_TOKEN = re.compile(r"\S+|\n")
_DEFAULT = TextSettings()

Span = tuple[int, int]
"""Start and end of a piece of text, in characters."""


def analyze(text: str, settings: TextSettings = _DEFAULT) -> Sentences:
    """Return the sentences of a text as lemmas, stop words kept.

    >>> analyze("The knives weren't sharp. I don't recommend them!!!")
    [['the', 'knife', 'be', 'not', 'sharp'], ['i', 'do', 'not', 'recommend', 'they']]
    """
    return list(sentences_of(text, settings))


def sentences_of(text: str, settings: TextSettings = _DEFAULT) -> Iterator[list[str]]:
    """Yield the sentences that `analyze` returns, without holding those of a whole long text."""
    terms = terms_of(settings)
    if terms is not None:
        yield from map(terms.join, sentences_of(text, replace(settings, terms=frozenset())))
        return
    if settings.analyzer is not None:
        yield from _checked(_analyzed(settings.analyzer(text)), "analyzer")
        return
    lemmas = token_lemmas(settings)
    if settings.tokenizer is not None:
        found = _checked(settings.tokenizer(text), "tokenizer")
        yield from filter(None, lemmatized(found, lemmas))
        return
    for piece in pieces(text):
        if settings.tokens == "whitespace":
            parts = lemmatized(map(str.split, piece.splitlines()), lemmas)
        else:
            parts = parts_of(tokens_of(lower_case(clean(piece), settings.language)), lemmas)
        yield from filter(None, parts)


def _analyzed(found: Any) -> Any:
    """Return what an analyzer returned; of spaCy's documents, their sentences of lemmas."""
    if not hasattr(found, "has_annotation"):
        return found
    sentences = found.sents if found.has_annotation("SENT_START") else [found]
    return [
        ["".join((each.lemma_ or each.text).lower().split()) for each in sentence if _is_word(each)]
        for sentence in sentences
    ]


def _is_word(token: Any) -> bool:
    return not (token.is_space or token.is_punct)


def parts_of(tokens: list[str], lemmas: Mapping[str, str]) -> Sentences:
    """Return the lemmas between the ends of sentences, of which there may be none."""
    joined = " ".join(map(lemmas.__getitem__, tokens))
    return [part.split() for part in joined.split(SENTENCE_END)]


def lemmatized(sentences: Iterable[list[str]], lemmas: Mapping[str, str]) -> Sentences:
    """Return the lemmas of sentences of words, of which there may be none."""
    return [" ".join([lemmas[word] for word in sentence]).split() for sentence in sentences]


def features(sentence: Iterable[str], settings: TextSettings = _DEFAULT) -> list[str]:
    """Return a sentence's unigrams and bigrams without stop words.

    A bigram joins two words that are adjacent once stop words are dropped; with
    `bigrams_first`, before.

    >>> features(["a", "waste", "of", "money"])
    ['waste', 'money', 'waste money']
    >>> features(["waste", "of", "money"], TextSettings(bigrams_first=True))
    ['waste', 'money', 'waste of', 'of money']
    """
    sentence, stop_words = list(sentence), settings.stop_words_used
    words = [word for word in sentence if word not in stop_words]
    if not settings.bigrams:
        return words
    adjacent = pairwise(sentence if settings.bigrams_first else words)
    return words + [f"{first} {second}" for first, second in adjacent]


def find_feature(feature: str, text: str, settings: TextSettings = _DEFAULT) -> list[Span]:
    """Return the positions of a feature's words in a text, in any inflected form.

    Your own tokenizer or analyzer does not report positions: then the feature is searched for
    as it is spelled.

    >>> find_feature("knife", "Knives? A knife's edge.")
    [(0, 6), (10, 17)]
    >>> find_feature("waste money", "A waste of MONEY!")
    [(2, 7), (11, 16)]
    """
    if settings.analyzer is not None or settings.tokenizer is not None:
        spelled = re.compile(rf"(?<!\w){re.escape(feature)}(?!\w)", re.IGNORECASE)
        return [found.span() for found in spelled.finditer(text)]
    stop_words = settings.stop_words_used
    if " " not in feature:
        words = located_words(text, settings)
        return sorted(
            {span for lemma, span in words if lemma == feature and lemma not in stop_words}
        )
    dropped = frozenset() if settings.bigrams_first else stop_words
    joined = [word for word in located_words(text, settings) if word[0] not in dropped]
    found = set()
    for (first, here), (second, there) in pairwise(joined):
        if f"{first} {second}" == feature:
            found |= {here, there}
    return sorted(found)


def located_words(plain: str, settings: TextSettings = _DEFAULT) -> list[tuple[str, Span]]:
    r"""Return the lemmas of a plain text, and the ends of its sentences, with where each is.

    Without those ends, they are the words that `analyze` returns, one after the other. Your own
    tokenizer or analyzer does not say where words are: then there are none.

    >>> located_words("It can't. Why?")[:4]
    [('it', (0, 2)), ('can', (3, 8)), ('not', (3, 8)), ('\n', (8, 9))]
    """
    if settings.analyzer is not None or settings.tokenizer is not None:
        return []
    lower = lower_case(plain, settings.language)
    lemmas = token_lemmas(settings)
    segment = run_words(settings) if settings.finds_words else None
    is_split = settings.tokens == "whitespace"
    words: list[tuple[str, Span]] = []
    for token in _SPLIT_TOKEN.finditer(plain) if is_split else token_pattern(lower).finditer(lower):
        found = SENTENCE_END if token[0] == SENTENCE_END else lemmas[token[0]]
        if found == SENTENCE_END:
            words.append((SENTENCE_END, token.span()))
        elif segment is not None and not token[0].isascii():
            begin = token.start()
            for made, start, end in segment(token[0]):
                words += [(lemma, (begin + start, begin + end)) for lemma in made.split()]
        else:
            words += [(lemma, token.span()) for lemma in found.split()]
    terms = terms_of(settings)
    if terms is None:
        return words
    joined = terms.find([word for word, _ in words])
    return [(name, (words[first][1][0], words[end - 1][1][1])) for name, first, end in joined]


def lemmatize(word: str, language: str = "en") -> str:
    """Return the lemma of a lower-case word; a negated verb, as Czech *není*, is left as it is.

    Where nouns have a capital letter, a word that is the base form of one is taken for it: German
    *haus* is no form of *hausen*.

    >>> lemmatize("knives"), lemmatize("better"), lemmatize("ran"), lemmatize("není", "cs")
    ('knife', 'good', 'run', 'není')
    >>> lemmatize("haus", "de"), lemmatize("kinder", "de"), lemmatize("schöne", "de")
    ('haus', 'kind', 'schön')
    """
    try:
        lemma = simplemma.lemmatize(word, lang=language).lower()
    except UnicodeEncodeError:
        # Half a character, as broken files have it, is in no dictionary.
        return word
    if language == "en":
        return corrected_lemma(word, lemma, _is_english_lemma)
    if language in CAPITAL_NOUNS and lemma != word:
        noun = word.capitalize()
        if simplemma.is_known(noun, lang=language) and simplemma.lemmatize(noun, language) == noun:
            return word
    meaningful = meaningful_words(language)
    return word if word in meaningful and lemma not in meaningful else lemma


def _is_english_lemma(word: str) -> bool:
    return simplemma.is_known(word, lang="en") and simplemma.lemmatize(word, lang="en") == word


class _Lemmas(dict[str, str]):
    """Each token's lemmas, computed when it is first seen; emptied when it grows too large."""

    def __init__(self, make: Callable[[str], str]) -> None:
        self._make = make

    def __missing__(self, token: str) -> str:
        lemma = self._make(token)
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        if len(token) <= LONGEST_REMEMBERED:
            self[token] = lemma
        return lemma


@lru_cache(maxsize=8)
def token_lemmas(settings: TextSettings) -> dict[str, str]:
    """Return the lemmas of any token, with spaces between, as these settings make them."""
    language = settings.language
    if settings.lemmatizer is not None:
        base: Callable[[str], str] = partial(_own_lemma, lemmatizer=settings.lemmatizer)
    elif settings.lemmatize and language not in SEGMENTERS:
        if not has_dictionary(language):
            raise InputError(
                f"language: found {language!r}, which has no dictionary of lemmas; give one of "
                f"{', '.join(sorted({*SUPPORTED_LANGUAGES, *SEGMENTERS}))}, your own lemmatizer, "
                "or lemmatize=False"
            )
        base = partial(lemmatize, language=language)
    else:
        base = str
    if not settings.finds_words:
        return _Lemmas(base)
    segment = run_words(settings)
    if segment is not None:
        of_run = partial(_run_lemmas, segment=segment)
        return _Lemmas(partial(lemmas_of, lemmatize=of_run, known=bool, language=language))
    known = partial(simplemma.is_known, lang=language)
    if not has_dictionary(language):
        known = partial(operator.contains, ())
    return _Lemmas(partial(lemmas_of, lemmatize=base, known=known, language=language))


@lru_cache(maxsize=8)
def run_words(settings: TextSettings) -> Segmenter | None:
    """Return what cuts a run of letters into words, as these settings make them; see `segmenter`.

    It is None where spaces are between words.
    """
    segment = segmenter(settings.language)
    if segment is None or (settings.lemmatize and settings.lemmatizer is None):
        return segment
    own = settings.lemmatizer

    def words(run: str) -> Iterator[Word]:
        for _, start, end in segment(run):
            spelled = run[start:end]
            yield Word(spelled if own is None else _own_lemma(spelled, own), start, end)

    return words


def _run_lemmas(run: str, segment: Segmenter) -> str:
    return run if run.isascii() else " ".join([word.lemma for word in segment(run)])


def has_dictionary(language: str) -> bool:
    """Return whether a language has a dictionary of lemmas."""
    try:
        simplemma.is_known("a", lang=language)
    except ValueError:
        return False
    return True


def _own_lemma(word: str, lemmatizer: Callable[[str], str]) -> str:
    lemma = lemmatizer(word)
    if not isinstance(lemma, str):
        raise InputError(f"lemmatizer returned {lemma!r} for {word!r}: it must return a string")
    # A line break would end the sentence.
    return " ".join(lemma.split())


def _checked(sentences: Sentences, name: str) -> Sentences:
    """Return what a user's own function returned, as lists without empty sentences."""
    checked = []
    for sentence in _listed(sentences, name):
        words = _listed(sentence, name)
        for word in words:
            # A space marks bigrams, so a word cannot hold one.
            if not isinstance(word, str) or word.split() != [word]:
                raise InputError(
                    f"{name} returned the word {word!r}: words must be strings without spaces"
                )
        if words:
            checked.append(words)
    return checked


def _listed(values: Iterable[Any], name: str) -> list[Any]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InputError(
            f"{name} returned {values!r:.40}: it must return a list of sentences, "
            "each a list of words"
        )
    return list(values)


def pieces(text: str, longest: int = LONGEST_PIECE) -> Iterator[str]:
    r"""Yield a text in pieces that end with a paragraph, a line, a sentence or a word.

    A text of at most `longest` characters is one piece. What ends a piece is looked for in its
    second half, the best first; a word as long as that is cut.

    >>> list(pieces("A dull plot. A good cast.", longest=20))
    ['A dull plot. ', 'A good cast.']
    >>> list(pieces("x" * 5, longest=2))
    ['xx', 'xx', 'x']
    """
    start = 0
    while len(text) - start > longest:
        stop = start + longest
        for end in ("\n\n", "\n", ". ", " "):
            found = text.rfind(end, start + longest // 2, stop)
            if found >= 0:
                stop = found + len(end)
                break
        yield text[start:stop]
        start = stop
    yield text[start:] if start else text
