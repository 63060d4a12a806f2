"""The folder of a benchmark: finished cells are kept in it, so that a killed run can go on."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.protocol import fingerprint
from crosslex.errors import StorageError
from crosslex.storage import write_file, write_folder

KIND: Final = "benchmark"
MANIFEST: Final = f"{KIND}.json"
CELLS: Final = "cells"
WRITTEN: Final = frozenset(
    {
        MANIFEST,
        CELLS,
        "results.json",
        "tuning.json",
        "report.md",
        "report.html",
        *(f"{figure}.{ending}" for figure in ("figure1", "study") for ending in ("png", "svg")),
    }
)
"""Everything that a benchmark writes; a folder with anything else in it is refused."""


@dataclass(frozen=True)
class BenchmarkFolder:
    """A folder with the cells of one protocol on one dataset.

    Parameters
    ----------
    place
        Where it lies.
    fingerprint
        Of the settings that all its cells were computed with.
    """

    place: Path
    fingerprint: str

    @classmethod
    def start(cls, place: Path, settings: dict[str, str]) -> "BenchmarkFolder":
        """Begin anew, where no earlier benchmark has left anything."""
        check_folder(place, resume=False)
        write_folder(place, KIND, {}, {"settings": settings})
        return cls(place.resolve(), fingerprint(settings))

    @classmethod
    def resume(cls, place: Path, settings: dict[str, str]) -> "BenchmarkFolder":
        """Go on with what an earlier run left; where there is nothing, begin anew."""
        check_folder(place, resume=True)
        if not (place / MANIFEST).exists():
            return cls.start(place, settings)
        try:
            earlier = json.loads((place / MANIFEST).read_bytes())["settings"]
            changed = [name for name in settings if earlier.get(name) != settings[name]]
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise StorageError(
                f"{place / MANIFEST} is damaged ({error!r}): choose another folder"
            ) from None
        if changed:
            raise StorageError(
                f"{place} was computed with other settings ({', '.join(changed)}): choose another "
                "folder"
            )
        return cls(place.resolve(), fingerprint(settings))

    def read_cells(self, keys: Iterable[CellKey]) -> dict[CellKey, Cell]:
        """Read those of the cells that are finished."""
        found = {}
        for key in keys:
            path = self.place / CELLS / key.file_name
            if path.exists():
                text = path.read_text(encoding="utf-8")
                found[key] = Cell.from_json(text, key, self.fingerprint, str(path))
        return found

    def write_cell(self, cell: Cell) -> None:
        """Keep a finished cell; a kill at any moment leaves all of it or nothing."""
        self.write_text(f"{CELLS}/{cell.key.file_name}", cell.to_json(self.fingerprint))

    def write_text(self, name: str, text: str) -> None:
        """Write a text in one step."""
        write_file(self.place / name, partial(Path.write_text, data=text, encoding="utf-8"))


def check_folder(place: Path, *, resume: bool) -> None:
    """Refuse a folder with anything that no benchmark wrote, or, unless resumed, an earlier one."""
    try:
        if not place.exists():
            return
        if not place.is_dir():
            raise StorageError(f"{place} is a file: choose another folder")
        found = sorted(path.name for path in place.iterdir())
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from None
    strange = [name for name in found if name not in WRITTEN and ".crosslex-" not in name]
    if found and MANIFEST not in found:
        strange = found
    if strange:
        raise StorageError(f"{place} already holds {strange[0]}: choose another folder")
    if found and not resume:
        raise StorageError(
            f"{place} holds an earlier run: go on with it by --resume, or choose another folder"
        )
