"""Finished pieces of resampling, kept so that a killed run need not do them again."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from safetensors import SafetensorError
from safetensors.numpy import load, save

from crosslex.checkpoints import Checkpoints
from crosslex.errors import StorageError
from crosslex.shift.difference import Differences

_COLUMNS = ("distance", "chance", "error", "p")


def kept(
    finished: Checkpoints | None, name: str, measure: Callable[[], Differences]
) -> Differences:
    """Return the finished piece of that name, or measure and keep it.

    Parameters
    ----------
    finished
        Where pieces are kept; None keeps none.
    name
        The piece's name.
    measure
        What to do if it is not there.
    """
    if finished is None:
        return measure()
    path = finished.path(name)
    if not path.exists():
        finished.write(name, partial(_write, measure()))
    # Read even if just written, so that a piece is the same whoever needs it.
    return _read(path)


def _write(differences: Differences, path: Path) -> None:
    path.write_bytes(save({column: getattr(differences, column) for column in _COLUMNS}))


def _read(path: Path) -> Differences:
    try:
        found = load(path.read_bytes())
        return Differences(*(found[column] for column in _COLUMNS))
    except (OSError, SafetensorError, KeyError) as error:
        raise StorageError(f"{path}: cannot be read ({error}): remove it and run again") from None
