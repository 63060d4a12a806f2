"""Checks of the content of a folder that was read, for the loaders of models and classifiers."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import numpy as np
from numpy.typing import DTypeLike, NDArray

from crosslex.errors import StorageError
from crosslex.storage.archive import ArchiveKind
from crosslex.storage.atomic import StrPath
from crosslex.text.settings import Tokens

Arrays = Mapping[str, NDArray[Any]]
MISFITS = LookupError, TypeError, ValueError, AttributeError, OverflowError, RecursionError


class TextDescription(msgspec.Struct, forbid_unknown_fields=True):
    """Text settings as a header holds them: see `TextSettings.describe`."""

    language: str
    lemmatize: bool
    stop_words: list[str] | None
    bigrams: bool
    bigrams_first: bool
    tokenizer: str | None
    lemmatizer: str | None
    analyzer: str | None
    tokens: Tokens = "default"

    def __post_init__(self) -> None:
        words = self.stop_words
        require(words is None or words == sorted(set(words)), "stop_words are not in order")


@contextmanager
def refusing_misfits(folder: StrPath, kind: ArchiveKind) -> Iterator[None]:
    """Raise a StorageError for content that does not fit together."""
    try:
        yield
    except StorageError:
        raise
    except MISFITS as error:
        what = f"there is no {error}" if isinstance(error, KeyError) else error
        raise StorageError(f"{folder}: the {kind}'s parts do not fit together: {what}") from error


def checked_names(names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return names if there is at least one, and all are different and not empty."""
    fits = all(names) and len(set(names)) == len(names) > 0
    require(fits, f"{what} is no list of different names")
    return tuple(names)


def checked_array(
    arrays: Arrays, name: str, dtype: DTypeLike, shape: tuple[int | None, ...]
) -> NDArray[Any]:
    """Return an array if it has the type and shape and is finite; None allows any size."""
    array = arrays[name]
    fits = array.dtype == dtype and array.ndim == len(shape)
    for expected, found in zip(shape, array.shape, strict=False):
        fits = fits and expected in (None, found)
    require(fits, f"{name} has type {array.dtype} and shape {array.shape}, not {shape}")
    require(np.isfinite(array).all(), f"{name} is not finite")
    return array


def require(holds: bool | np.bool_, what: str) -> None:
    """Raise a ValueError unless the condition holds."""
    if not holds:
        raise ValueError(what)


def described_setting(value: Any) -> Any:
    """Return a setting as JSON holds it; a function is known by its name alone.

    >>> described_setting(len), described_setting(np.float32(0.5))
    ('builtins:len', 0.5)
    """
    if callable(value):
        kind = value if hasattr(value, "__qualname__") else type(value)
        return f"{kind.__module__}:{kind.__qualname__}"
    return value.item() if isinstance(value, np.generic) else value
