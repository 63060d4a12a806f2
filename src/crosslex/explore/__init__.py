"""One self-contained HTML page that shows a model."""

from crosslex.explore.data import PageData as PageData
from crosslex.explore.gather import gather as gather
from crosslex.explore.gather import most_changed as most_changed
from crosslex.explore.gather import senses_of as senses_of
from crosslex.explore.gather import shifts_of_all_pairs as shifts_of_all_pairs
from crosslex.explore.page import WrittenPage as WrittenPage
from crosslex.explore.page import check_place as check_place
from crosslex.explore.page import render as render
from crosslex.explore.page import write_page as write_page
from crosslex.explore.report import write_report as write_report
