"""The folder of a run: every finished part is kept in it, so that a killed run can be resumed."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal, TypeVar
from urllib.parse import quote

import msgspec
import numpy as np
from filelock import FileLock, Timeout

from crosslex.errors import StorageError
from crosslex.storage import write_file
from crosslex_bench.engine.trial import Cell, Trial, TrialLabel, fingerprint

MANIFEST: Final = "benchmark.json"
CELLS: Final = "cells"
LOCK: Final = "lock"
_TEXTS: Final = {"results.json", "tuning.json", "report.md"}
WRITTEN: Final = frozenset({MANIFEST, CELLS, LOCK} | _TEXTS)
"""Everything that a run writes besides pictures; a folder with anything else in it is refused."""
PICTURES: Final = (".png", ".svg")

Part = TypeVar("Part")


class _Manifest(msgspec.Struct):
    settings: dict[str, Any]


class _CellFile(msgspec.Struct, forbid_unknown_fields=True):
    work: str
    label: TrialLabel
    settings: dict[str, Any]
    auc: float | None
    cpu_seconds: float
    correct: list[Literal[0, 1]]
    scores: list[float] | None


@dataclass(frozen=True)
class RunFolder:
    """A folder with the finished parts of runs that share settings and library versions.

    The parts of an experiment are its cells; other measurements keep theirs with `once`.
    """

    place: Path
    settings: Mapping[str, Any]
    lock: FileLock | None = field(default=None, repr=False, compare=False)

    @classmethod
    def open(cls, place: Path, settings: Mapping[str, Any], *, resume: bool) -> "RunFolder":
        """Start a new folder, or resume the one that an earlier run left."""
        check_folder(place, resume=resume)
        place = place.resolve()
        if (place / MANIFEST).exists():
            _check_same(place, settings)
        else:
            _write(place / MANIFEST, msgspec.json.encode(_Manifest(dict(settings))))
        # Shared within a process, which may open its own folder again.
        lock = FileLock(place / LOCK, timeout=0, is_singleton=True)
        try:
            lock.acquire()
        except Timeout:
            raise StorageError(
                f"{place} is in use by another run: wait for it, or choose another folder"
            ) from None
        return cls(place, settings, lock)

    def once(self, name: str, kind: type[Part], compute: Callable[[], Part]) -> Part:
        """Return a part of a measurement: what an earlier run has kept, else what is computed.

        `kind` is the part's type, of numbers, texts, collections of them, or dataclasses.
        """
        return self.once_as(
            f"{quote(name, safe=' ,=+')}.json",
            partial(_decoded, kind=kind),
            lambda path, part: _write(path, msgspec.json.encode(part)),
            compute,
        )

    def once_as(
        self,
        file: str,
        read: Callable[[Path], Part],
        write: Callable[[Path, Part], None],
        compute: Callable[[], Part],
    ) -> Part:
        """Return a part that is kept in a file of its own form."""
        path = self.place / CELLS / file
        if path.exists():
            return _read(path, read, "remove it")
        part = compute()
        write_file(path, lambda fresh: write(fresh, part))
        return part

    def read_cells(self, trials: Iterable[Trial]) -> dict[TrialLabel, Cell]:
        """Return the cells of those trials that are finished."""
        cells = {}
        for trial in trials:
            path = self.place / CELLS / trial.label.file_name
            if not path.exists():
                continue
            found = _read(path, partial(_decoded, kind=_CellFile), "remove it")
            if (found.work, found.label) != (self.work(trial), trial.label):
                raise StorageError(f"{path} was computed with other settings: remove it")
            scores = None if found.scores is None else np.array(found.scores, np.float64)
            correct = np.array(found.correct, np.bool_)
            cells[trial.label] = Cell(trial.label, correct, scores, found.auc, found.cpu_seconds)
        return cells

    def work(self, trial: Trial) -> str:
        """Return a checksum that is equal for trials with the same outcome, whatever their name."""
        shared = {k: v for k, v in self.settings.items() if k not in ("study", "validation")}
        return fingerprint({**shared, **trial.settings})

    def write_cell(self, trial: Trial, cell: Cell) -> None:
        """Write a finished cell in one step."""
        content = _CellFile(
            work=self.work(trial),
            label=trial.label,
            settings=trial.settings,
            auc=cell.auc,
            cpu_seconds=round(cell.cpu_seconds, 2),
            correct=cell.correct.astype(int).tolist(),
            scores=None if cell.scores is None else cell.scores.tolist(),
        )
        text = msgspec.json.format(msgspec.json.encode(content), indent=0)
        _write(self.place / CELLS / trial.label.file_name, text + b"\n")

    def write_text(self, name: str, text: str) -> None:
        """Write a file in one step."""
        _write(self.place / name, text.encode())


class NothingKept(RunFolder):
    """The folder of a run that keeps nothing: each part is computed."""

    def __init__(self) -> None:
        super().__init__(Path(), {})

    def once_as(self, file: str, read: Any, write: Any, compute: Callable[[], Part]) -> Part:
        """Return the part, computed."""
        return compute()


def _read(path: Path, read: Callable[[Path], Part], advice: str) -> Part:
    try:
        return read(path)
    except (OSError, ValueError) as error:
        raise StorageError(f"{path} is damaged ({error}): {advice}") from None


def _decoded(path: Path, kind: type[Part]) -> Part:
    return msgspec.json.decode(path.read_bytes(), type=kind)


def _write(path: Path, content: bytes) -> None:
    write_file(path, partial(Path.write_bytes, data=content))


def check_folder(place: Path, *, resume: bool) -> None:
    """Refuse a folder with files that no run wrote, or with an earlier run unless resumed."""
    try:
        if not place.exists():
            return
        if not place.is_dir():
            raise StorageError(f"{place} is a file: choose another folder")
        found = sorted(path.name for path in place.iterdir())
    except OSError as error:
        raise StorageError(f"cannot write {place}: {error.strerror or error}") from None
    unknown = [
        name
        for name in found
        if name not in WRITTEN and not name.endswith(PICTURES) and ".crosslex-" not in name
    ]
    if found and MANIFEST not in found:
        unknown = found
    if unknown:
        raise StorageError(f"{place} already holds {unknown[0]}: choose another folder")
    if found and not resume:
        raise StorageError(
            f"{place} holds an earlier run: go on with it by --resume, or choose another folder"
        )


def _check_same(place: Path, settings: Mapping[str, Any]) -> None:
    read = partial(_decoded, kind=_Manifest)
    earlier = _read(place / MANIFEST, read, "choose another folder").settings
    names = dict.fromkeys((*settings, *earlier))
    changed = [name for name in names if earlier.get(name) != settings.get(name)]
    if changed:
        raise StorageError(
            f"{place} was computed with other settings ({', '.join(changed)}): choose another "
            "folder"
        )
