"""Sentences of the page: each once, and where words stand in it."""

from collections.abc import Iterable

from crosslex.explore.data import Example
from crosslex.text.analysis import find_feature
from crosslex.text.settings import TextSettings


class Sentences:
    """Number sentences as they come, and mark words in them.

    >>> sentences = Sentences(TextSettings())
    >>> sentences.mark("knife", ["Sharp knives.", "A knife!"])
    (Example(sentence=0, places=(6, 12)), Example(sentence=1, places=(2, 7)))
    >>> sentences.mark("sharp", ["Sharp knives."])
    (Example(sentence=0, places=(0, 5)),)
    >>> sentences.all
    ('Sharp knives.', 'A knife!')
    """

    def __init__(self, settings: TextSettings) -> None:
        self._settings = settings
        self._numbers: dict[str, int] = {}

    @property
    def all(self) -> tuple[str, ...]:
        """The sentences in the order of their numbers."""
        return tuple(self._numbers)

    def mark(self, word: str, sentences: Iterable[str]) -> tuple[Example, ...]:
        """Give the different sentences of a word their numbers and say where in them it stands."""
        return tuple(
            Example(
                self._numbers.setdefault(sentence, len(self._numbers)),
                tuple(
                    _utf16_length(sentence[:place])
                    for span in find_feature(word, sentence, self._settings)
                    for place in span
                ),
            )
            for sentence in dict.fromkeys(sentences)
        )


def _utf16_length(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
