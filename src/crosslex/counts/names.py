"""The names of what counts as a word's context."""

from typing import Final, Literal, get_args

ContextName = Literal["window", "sentence", "document"]
CONTEXTS: Final[tuple[ContextName, ...]] = get_args(ContextName)

WindowOver = Literal["words", "features"]
"""Which positions a window counts: those of all words but stop words, or of features alone."""
