"""One self-contained HTML page that shows a model."""

from crosslex.explore.page import WrittenPage as WrittenPage
from crosslex.explore.page import explore as explore
from crosslex.explore.page import write_page as write_page
from crosslex.explore.page import write_report as write_report
