"""Folders on disk: written in one step, checked byte by byte when read, never executed."""

from crosslex.storage.archive import Archive, ArchiveKind, read_archive, write_archive, write_folder
from crosslex.storage.replacing import FileWriter, StrPath, write_file

__all__ = [
    "Archive",
    "ArchiveKind",
    "FileWriter",
    "StrPath",
    "read_archive",
    "write_archive",
    "write_file",
    "write_folder",
]
