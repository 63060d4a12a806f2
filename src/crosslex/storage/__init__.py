"""Folders on disk: written in one step, checked byte by byte when read, never executed."""

from crosslex.storage.archive import Archive, read_archive, write_archive, write_folder
from crosslex.storage.checks import (
    TextDescription,
    checked_array,
    checked_names,
    described_setting,
    refusing_misfits,
    require,
)
from crosslex.storage.replacing import StrPath, write_file

__all__ = [
    "Archive",
    "StrPath",
    "TextDescription",
    "checked_array",
    "checked_names",
    "described_setting",
    "read_archive",
    "refusing_misfits",
    "require",
    "write_archive",
    "write_file",
    "write_folder",
]
