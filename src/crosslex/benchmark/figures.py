"""Figure 1: every method on every pair, with intervals."""

import io
from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.results import BASELINE, OURS, MeanResult, PairResult, Results
from crosslex.storage import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.gridspec import SubplotSpec

NAME: Final = "figure1"
CEILING: Final = "in_domain"
OUR_COLOR: Final = "#0b5fa5"
OTHER_COLOR: Final = "#55606b"
CEILING_COLOR: Final = "#b3541e"

_STYLE: Final[dict[str, object]] = {
    "font.size": 8,
    "axes.titlesize": 8.5,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.size": 0,
    # The SVG's bytes are the same from run to run.
    "svg.hashsalt": "crosslex",
}
_LINE_INCHES = 0.155
_PANEL_INCHES = 1.75


def save_figure(draw: Callable[[], "Figure"], folder: Path, name: str) -> str:
    """Draw a figure, write it to a folder as PNG and SVG, and return the SVG."""
    import matplotlib as mpl

    with mpl.rc_context(_STYLE):  # type: ignore[arg-type]
        figure = draw()
        png, svg = io.BytesIO(), io.BytesIO()
        figure.savefig(png, format="png", dpi=200)
        figure.savefig(svg, format="svg", metadata={"Date": None})
    for ending, content in (("png", png), ("svg", svg)):
        write_file(folder / f"{name}.{ending}", partial(Path.write_bytes, data=content.getvalue()))
    return svg.getvalue().decode()


def draw_accuracies(results: Results) -> "Figure":
    """Draw a panel a pair, a column of panels a target, and at the left the means of several.

    Methods stand in the same order everywhere, the best mean on top; the dashed line is no
    adaptation, and what lies right of it is gained.
    """
    from matplotlib.figure import Figure

    methods = sorted(results.means, key=lambda name: results.means[name].accuracy)
    by_target: dict[str, list[Pair]] = defaultdict(list)
    for name in results.pairs:
        pair = Pair.parse(name)
        by_target[pair.target].append(pair)
    n_rows = max(map(len, by_target.values()))
    panel_height = max(1.1, _LINE_INCHES * len(methods) + 0.45)
    widths = [1.35, *[1.0] * len(by_target)] if len(results.pairs) > 1 else [2.0]
    label_inches = 0.075 * max(map(len, methods)) + 0.2
    size = (
        min(len(widths), 2) * label_inches + _PANEL_INCHES * sum(widths),
        max(n_rows * panel_height, 2.2) + 0.75,
    )
    figure = Figure(size, layout="constrained")
    grid = figure.add_gridspec(n_rows, len(widths), width_ratios=widths)
    limits = _limits(results)
    if len(widths) > 1:
        means = _panel(figure, grid[:, 0], methods, [results.means[name] for name in methods])
        means.set_title(f"mean of {len(results.pairs)} pairs", fontweight="bold")
    for column, (_, pairs) in enumerate(sorted(by_target.items())):
        for row, pair in enumerate(pairs):
            found = [results.methods[name][str(pair)] for name in methods]
            panel = _panel(
                figure, grid[row, column - len(by_target)], methods, found, named=column == 0
            )
            panel.set_title(_title(pair))
            panel.set_xlim(limits)
            panel.tick_params(labelbottom=row == len(pairs) - 1)
    figure.supxlabel("accuracy (%), with 95 % intervals", fontsize=8.5)
    return figure


def _panel(
    figure: "Figure",
    place: "SubplotSpec",
    methods: Sequence[str],
    found: Sequence[PairResult | MeanResult],
    *,
    named: bool = True,
) -> "Axes":
    axes = figure.add_subplot(place)
    for height, (name, result) in enumerate(zip(methods, found, strict=True)):
        center, low, high = (100 * x for x in (result.accuracy, result.low, result.high))
        color = _color(name)
        axes.plot([low, high], [height, height], color=color, linewidth=1.1, alpha=0.75)
        axes.plot(
            center,
            height,
            marker="D" if name == CEILING else "o",
            markersize=4,
            color=color,
            markerfacecolor="white" if name == CEILING else color,
        )
        if name == BASELINE:
            axes.axvline(center, color=OTHER_COLOR, linewidth=0.7, linestyle=(0, (4, 3)), zorder=1)
    axes.set_yticks(range(len(methods)), methods if named else [""] * len(methods))
    for label, name in zip(axes.get_yticklabels(), methods, strict=True):
        label.set_color(_color(name))
        label.set_fontweight("bold" if name == OURS else "normal")
    axes.set_ylim(-0.7, len(methods) - 0.3)
    axes.grid(axis="x", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)
    return axes


def _color(method: str) -> str:
    if method == CEILING:
        return CEILING_COLOR
    return OUR_COLOR if method.startswith(OURS) else OTHER_COLOR


def _limits(results: Results) -> tuple[float, float]:
    """Return an accuracy range that all panels of pairs can share."""
    found = [result for pairs in results.methods.values() for result in pairs.values()]
    low = 100 * min(result.low for result in found)
    high = 100 * max(result.high for result in found)
    return float(np.floor(low - 1)), float(np.ceil(high + 1))


def _title(pair: Pair) -> str:
    source = pair.sources[0] if len(pair.sources) == 1 else "all others"
    return f"{source} → {pair.target}"
