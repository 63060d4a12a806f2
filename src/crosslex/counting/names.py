"""The names of what counts as a word's context."""

from typing import Final, Literal, get_args

ContextName = Literal["window", "sentence", "document"]
CONTEXTS: Final[tuple[ContextName, ...]] = get_args(ContextName)
