"""Figure 1: every method on every pair, with intervals."""

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from crosslex.benchmark.data.pairs import Pair
from crosslex.benchmark.engine.results import MeanResult, PairResult, Results
from crosslex.benchmark.engine.study import BASELINE, OURS
from crosslex.benchmark.report.styles import choose_styles, draw_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.gridspec import SubplotSpec

_LINE_INCHES = 0.155
_PANEL_INCHES = 1.75


def draw_accuracies(results: Results) -> "Figure":
    """Draw one panel per pair, one column of panels per target, and at the left the means.

    Methods have the same order everywhere, the best mean on top; the dashed line is no
    adaptation, and points to its right are gains.
    """
    from matplotlib.figure import Figure

    found = results.methods
    methods = sorted(found, key=lambda name: found[name].mean.accuracy)
    by_target: dict[str, list[Pair]] = defaultdict(list)
    for name in results.setup.pairs:
        pair = Pair.parse(name)
        by_target[pair.target].append(pair)
    n_pairs = len(results.setup.pairs)
    n_rows = max(map(len, by_target.values()))
    panel_height = max(1.1, _LINE_INCHES * len(methods) + 0.45)
    widths = [1.35, *[1.0] * len(by_target)] if n_pairs > 1 else [2.0]
    label_inches = 0.075 * max(map(len, methods)) + 0.2
    size = (
        min(len(widths), 2) * label_inches + _PANEL_INCHES * sum(widths),
        max(n_rows * panel_height, 2.2) + 0.75,
    )
    figure = Figure(size, layout="constrained")
    grid = figure.add_gridspec(n_rows, len(widths), width_ratios=widths)
    limits = _limits(results)
    if len(widths) > 1:
        means = _panel(figure, grid[:, 0], methods, [found[name].mean for name in methods])
        means.set_title(f"mean of {n_pairs} pairs", fontweight="bold")
    for column, (_, pairs) in enumerate(sorted(by_target.items())):
        for row, pair in enumerate(pairs):
            here = [found[name].pairs[str(pair)] for name in methods]
            place = grid[row, column - len(by_target)]
            panel = _panel(figure, place, methods, here, named=column == 0)
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
    styles = choose_styles(methods)
    draw_rows(axes, methods, found, [styles[name] for name in methods])
    for label, name in zip(axes.get_yticklabels(), methods, strict=True):
        label.set_color(styles[name].color)
        label.set_fontweight("bold" if name == OURS else "normal")
    if BASELINE in methods:
        style, none = styles[BASELINE], 100 * found[methods.index(BASELINE)].accuracy
        axes.axvline(none, color=style.color, linewidth=0.7, linestyle=style.line, zorder=1)
    axes.tick_params(labelleft=named)
    return axes


def _limits(results: Results) -> tuple[float, float]:
    """Return an accuracy range that all panels of pairs can share."""
    found = [each for method in results.methods.values() for each in method.pairs.values()]
    low = 100 * min(each.accuracy if each.low is None else each.low for each in found)
    high = 100 * max(each.accuracy if each.high is None else each.high for each in found)
    return float(np.floor(low - 1)), float(np.ceil(high + 1))


def _title(pair: Pair) -> str:
    source = pair.sources[0] if len(pair.sources) == 1 else "all others"
    return f"{source} → {pair.target}"
