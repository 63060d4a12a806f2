"""Folders on disk: written in one step, checked byte by byte when read, never executed."""

from crosslex.storage.archive import Archive as Archive
from crosslex.storage.archive import read_archive as read_archive
from crosslex.storage.archive import write_archive as write_archive
from crosslex.storage.archive import write_folder as write_folder
from crosslex.storage.atomic import StrPath as StrPath
from crosslex.storage.atomic import write_file as write_file
from crosslex.storage.checks import TextDescription as TextDescription
from crosslex.storage.checks import checked_array as checked_array
from crosslex.storage.checks import checked_names as checked_names
from crosslex.storage.checks import described_setting as described_setting
from crosslex.storage.checks import refusing_misfits as refusing_misfits
from crosslex.storage.checks import require as require
