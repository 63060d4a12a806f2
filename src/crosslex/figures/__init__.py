"""Pictures for papers: words that change most, and one word's neighbors, timeline and way."""

from crosslex.figures.style import check_figure as check_figure
from crosslex.figures.style import save_figure as save_figure
from crosslex.figures.timelines import draw_timeline as draw_timeline
from crosslex.figures.timelines import draw_trajectory as draw_trajectory
from crosslex.figures.words import draw_comparison as draw_comparison
from crosslex.figures.words import draw_shifts as draw_shifts
