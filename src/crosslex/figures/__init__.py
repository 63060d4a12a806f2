"""Pictures for papers: words that change most, and one word's neighbors, timeline and way."""

from crosslex.figures.draw import draw_comparison as draw_comparison
from crosslex.figures.draw import draw_shifts as draw_shifts
from crosslex.figures.draw import draw_timeline as draw_timeline
from crosslex.figures.draw import draw_trajectory as draw_trajectory
from crosslex.figures.style import check_figure as check_figure
from crosslex.figures.style import save_figure as save_figure
