"""The figure of an experiment, drawn and written."""

import io
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crosslex.benchmark.engine.results import Results
from crosslex.benchmark.report.main_figure import draw_accuracies
from crosslex.benchmark.report.study_figures import draw_study
from crosslex.benchmark.studies.main import MAIN
from crosslex.optional import import_optional
from crosslex.storage import write_file

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_STYLE: Final[dict[str, object]] = {
    "font.size": 8,
    "axes.titlesize": 8.5,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.size": 0,
    # The SVG's bytes are the same from run to run.
    "svg.hashsalt": "crosslex",
}


def draw_figure(results: Results) -> "Figure":
    """Draw a main table or a study."""
    return draw_accuracies(results) if results.name == MAIN else draw_study(results)


def figure_name(results: Results) -> str:
    """Return the name of an experiment's figure, without suffix."""
    return "figure1" if results.name == MAIN else "study"


def save_figure(draw: Callable[[], "Figure"], folder: Path, name: str) -> str:
    """Draw a figure, write it to a folder as PNG and SVG, and return the SVG."""
    mpl = import_optional("matplotlib", needed_for="the report's figure")
    with mpl.rc_context(_STYLE):
        figure = draw()
        png, svg = io.BytesIO(), io.BytesIO()
        figure.savefig(png, format="png", dpi=200)
        figure.savefig(svg, format="svg", metadata={"Date": None})
    for suffix, content in (("png", png), ("svg", svg)):
        write_file(folder / f"{name}.{suffix}", partial(Path.write_bytes, data=content.getvalue()))
    return svg.getvalue().decode()
