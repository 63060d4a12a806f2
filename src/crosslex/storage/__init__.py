"""Folders on disk: written in one step, checked byte by byte when read, never executed."""

from crosslex.storage.reading import Archive as Archive
from crosslex.storage.reading import StrPath as StrPath
from crosslex.storage.reading import read_archive as read_archive
from crosslex.storage.reading import refusing_misfits as refusing_misfits
from crosslex.storage.vectors import SavedVectors as SavedVectors
from crosslex.storage.writing import described_setting as described_setting
from crosslex.storage.writing import write_archive as write_archive
from crosslex.storage.writing import write_file as write_file
from crosslex.storage.writing import write_folder as write_folder
