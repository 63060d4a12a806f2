"""Everything that crosslex raises or warns about."""

from collections.abc import Callable


class CrosslexError(Exception):
    """A mistake that the user can fix; its message is one line that says how."""


class InputError(CrosslexError, ValueError):
    """A file, a line of a file or an argument is not what it should be."""


class UnknownWordError(CrosslexError, KeyError):
    """A word has no vector in the domain asked for.

    `hint` returns the end of the message when it is first shown: the search for near spellings
    takes longer than the look-up that failed.
    """

    def __init__(self, message: str, hint: Callable[[], str] | None = None) -> None:
        super().__init__(message)
        self._hint = hint

    # KeyError shows its argument's repr; a person wants the sentence itself.
    def __str__(self) -> str:
        if self._hint is not None:
            self.args = (f"{self.args[0]}{self._hint()}",)
            self._hint = None
        return str(self.args[0])

    def __reduce__(self) -> tuple[type["UnknownWordError"], tuple[str]]:
        return UnknownWordError, (str(self),)


class StorageError(CrosslexError):
    """A model's folder cannot be written, or is not a model that can be read."""


class CrosslexWarning(UserWarning):
    """Something was done that the user may not have meant."""
