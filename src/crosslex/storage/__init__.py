"""Folders on disk: written in one step, checked byte by byte when read, never executed."""

from crosslex.storage.archive import Archive, ArchiveKind, read_archive, write_archive, write_folder
from crosslex.storage.checks import (
    TextDescription,
    checked_array,
    checked_names,
    described_setting,
    refusing_misfits,
    require,
    typed_header,
)
from crosslex.storage.replacing import FileWriter, StrPath, write_file

__all__ = [
    "Archive",
    "ArchiveKind",
    "FileWriter",
    "StrPath",
    "TextDescription",
    "checked_array",
    "checked_names",
    "described_setting",
    "read_archive",
    "refusing_misfits",
    "require",
    "typed_header",
    "write_archive",
    "write_file",
    "write_folder",
]
