"""Features of a sentence and raw sentences of a text, straight from their definitions."""

from collections.abc import Iterable
from itertools import pairwise

from crosslex.text.analysis import located_pieces, shown_text
from crosslex.text.settings import TextSettings

DEFAULT = TextSettings()


def features(sentence: Iterable[str], settings: TextSettings = DEFAULT) -> list[str]:
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


def raw_sentences(text: str, settings: TextSettings = DEFAULT) -> list[str]:
    """Return the original sentences of a text, one for each that `analyze` returns.

    >>> raw_sentences("The knives weren't sharp. I <b>don't</b> recommend them!!!")
    ["The knives weren't sharp.", "I don't recommend them!!!"]
    """
    ends = [end for _, ends in located_pieces(text, settings) for end in ends]
    spans = ((0 if before == end else before, end) for before, end in pairwise([0, *ends]))
    return [shown_text(text[start:end], settings) for start, end in spans]
