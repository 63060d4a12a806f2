"""Chunks of tested words on disk, so that a killed run need not test them again."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from safetensors import SafetensorError
from safetensors.numpy import load, save

from crosslex.checkpoints import Checkpoints
from crosslex.errors import StorageError
from crosslex.shift.difference import Differences

_COLUMNS = ("distance", "chance", "error", "p")


def from_checkpoint(
    checkpoints: Checkpoints | None, name: str, measure: Callable[[], Differences]
) -> Differences:
    """Return the chunk of that name from its checkpoint, or measure and write it."""
    if checkpoints is None:
        return measure()
    path = checkpoints.path(name)
    if not path.exists():
        checkpoints.write(name, partial(_write, measure()))
    # Read even if just written, so that a run that was killed gives the same numbers.
    return _read(path)


def _write(differences: Differences, path: Path) -> None:
    path.write_bytes(save({column: getattr(differences, column) for column in _COLUMNS}))


def _read(path: Path) -> Differences:
    try:
        found = load(path.read_bytes())
        return Differences(*(found[column] for column in _COLUMNS))
    except (OSError, SafetensorError, KeyError) as error:
        raise StorageError(f"{path}: cannot be read ({error}): remove it and run again") from None
