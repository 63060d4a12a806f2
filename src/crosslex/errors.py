"""Everything that crosslex raises or warns about."""


class CrosslexError(Exception):
    """A mistake that the user can fix; its message is one line that says how."""


class InputError(CrosslexError, ValueError):
    """A file, a line of a file or an argument is not what it should be."""


class UnknownWordError(CrosslexError, KeyError):
    """A word has no vector in the domain asked for."""

    # KeyError shows its argument's repr; a person wants the sentence itself.
    __str__ = Exception.__str__


class StorageError(CrosslexError):
    """A model's folder cannot be written, or is not a model that can be read."""


class CrosslexWarning(UserWarning):
    """Something was done that the user may not have meant."""
