"""One self-contained HTML page on which to look at a model."""

from crosslex.explore.data import PageData as PageData
from crosslex.explore.gather import gather as gather
from crosslex.explore.page import render as render
from crosslex.explore.page import write_page as write_page
