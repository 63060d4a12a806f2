"""Checks of the files that a command reads, before it reads them."""

import glob
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from crosslex.cli.domain_files import STANDARD_INPUT
from crosslex.errors import InputError

if TYPE_CHECKING:
    from crosslex.corpus.options import ReadOptions


def check_inputs(
    paths: Sequence[tuple[str | None, str]], out: Path | None, options: "ReadOptions"
) -> None:
    """Refuse a file that is given as two domains, and an output inside a folder that is read.

    `paths` are pairs of a domain's name and its path.
    """
    from crosslex.corpus.files import find_files

    domain_of: dict[Path, str | None] = {}
    for domain, path in paths:
        if path == STANDARD_INPUT:
            continue
        if out is not None:
            _check_outside(path, out)
        for file in find_files(path, any_ending=options.format is not None):
            other = domain_of.setdefault(file.resolve(), domain)
            if other != domain:
                raise InputError(
                    f"{file}: given as the domains {other!r} and {domain!r}; give each domain "
                    "texts of its own"
                )


def _check_outside(path: str, out: Path) -> None:
    """Refuse an output inside a folder that a path or a pattern stands for."""
    place = out.resolve()
    matches = [path] if Path(path).exists() else glob.glob(path, recursive=True)  # noqa: PTH207
    for folder in (Path(match) for match in matches):
        if folder.is_dir() and place.is_relative_to(folder.resolve()):
            raise InputError(
                f"--out: {out} is inside {folder}, which is read; choose a folder outside"
            )
