"""One self-contained HTML page on which to look at a model."""

from crosslex.explore.data import PageData
from crosslex.explore.gather import gather
from crosslex.explore.page import render, write_page

__all__ = ["PageData", "gather", "render", "write_page"]
