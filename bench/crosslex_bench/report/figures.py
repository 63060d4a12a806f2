"""The figure of an experiment: a main table's accuracies, or a study's against what was varied."""

import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from crosslex.storage import write_file
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.results import MeanResult, PairResult, PanelResult, Results
from crosslex_bench.engine.study import BASELINE, OURS
from crosslex_bench.report.tables import CEILING
from crosslex_bench.studies.main import MAIN

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.gridspec import SubplotSpec

_MARKERS = "osv^dPX*p<>hH8"
_LEVELS: Final = {
    BASELINE: {"color": "#55606b", "marker": "x", "linestyle": "--"},
    CEILING: {"color": "#b3541e", "marker": "D", "linestyle": ":"},
}
_DODGE = 0.09
_LONGEST_LABELS = 42
_STYLE: Final[Any] = {
    "font.size": 8,
    "axes.titlesize": 8.5,
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.size": 0,
    # The SVG's bytes are the same from run to run.
    "svg.hashsalt": "crosslex",
}


def figure_name(results: Results) -> str:
    """Return the name of an experiment's figure, without suffix."""
    return "figure1" if results.name == MAIN else "study"


def save_figure(results: Results, folder: Path) -> None:
    """Draw a main table or a study, and write it as PNG and SVG."""
    import matplotlib as mpl

    with mpl.rc_context(_STYLE):
        figure = draw_accuracies(results) if results.name == MAIN else draw_study(results)
        png, svg = io.BytesIO(), io.BytesIO()
        figure.savefig(png, format="png", dpi=200)
        figure.savefig(svg, format="svg", metadata={"Date": None})
    for suffix, content in (("png", png), ("svg", svg)):
        path = folder / f"{figure_name(results)}.{suffix}"
        write_file(path, partial(Path.write_bytes, data=content.getvalue()))


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
    n_rows = max(map(len, by_target.values()))
    size = (3.5 + 1.75 * len(by_target), 0.75 + n_rows * max(1.1, 0.155 * len(methods) + 0.45))
    figure = Figure(size, layout="constrained")
    widths = [1.35, *[1.0] * len(by_target)]
    grid = figure.add_gridspec(n_rows, len(widths), width_ratios=widths)
    every = [each for method in found.values() for each in method.pairs.values()]
    limits = _limits(every, margin=1)
    means = _panel(figure, grid[:, 0], methods, [found[name].mean for name in methods])
    means.set_title(f"mean of {len(results.setup.pairs)} pairs", fontweight="bold")
    for column, (_, pairs) in enumerate(sorted(by_target.items()), start=1):
        for row, pair in enumerate(pairs):
            here = [found[name].pairs[str(pair)] for name in methods]
            panel = _panel(figure, grid[row, column], methods, here)
            source = pair.sources[0] if len(pair.sources) == 1 else "all others"
            panel.set_title(f"{source} → {pair.target}")
            panel.set_xlim(limits)
            panel.tick_params(labelbottom=row == len(pairs) - 1, labelleft=column == 1)
    figure.supxlabel("accuracy (%), with 95 % intervals", fontsize=8.5)
    return figure


def _panel(
    figure: "Figure",
    place: "SubplotSpec",
    methods: Sequence[str],
    found: Sequence[PairResult | MeanResult],
) -> "Axes":
    axes = figure.add_subplot(place)
    styles = _styles(methods)
    _draw_rows(axes, methods, found, [styles[name] for name in methods])
    for label, name in zip(axes.get_yticklabels(), methods, strict=True):
        label.set_color(styles[name]["color"])
        label.set_fontweight("bold" if name == OURS else "normal")
    if BASELINE in methods:
        level = 100 * found[methods.index(BASELINE)].accuracy
        axes.axvline(level, **_line(styles[BASELINE]))
    return axes


def draw_study(results: Results) -> "Figure":
    """Draw one panel per axis: lines with bands if it has numbers, else points."""
    from matplotlib.figure import Figure

    panels = results.panels
    if panels[0].scale == "steps":
        longest = max(len(variant.label) for variant in panels[0].variants)
        size = (3.6 + longest / 16, 0.9 + 0.27 * len(panels[0].variants))
        figure = Figure(size, layout="constrained")
        _draw_steps(figure.add_subplot(), results, panels[0])
        return figure
    per_row = 2 if len(panels) > 2 else len(panels)
    n_rows = -(-len(panels) // per_row)
    figure = Figure((4.6 * per_row, 2.9 * n_rows), layout="constrained")
    means = [
        found.mean
        for panel in panels
        for variant in panel.variants
        for found in variant.methods.values()
    ]
    limits = _limits([*means, *(each.mean for each in results.references.values())], margin=0.5)
    for number, panel in enumerate(panels):
        axes = figure.add_subplot(n_rows, per_row, number + 1)
        axes.set_ylim(limits)
        _draw_lines(axes, results, panel)
        if number % per_row == 0:
            axes.set_ylabel("mean accuracy (%)")
    return figure


def _draw_lines(axes: "Axes", results: Results, panel: PanelResult) -> None:
    methods = list(dict.fromkeys(name for each in panel.variants for name in each.methods))
    styles = _styles([*methods, *results.references])
    numbers = panel.scale != "names"
    last: dict[str, float] = {}
    for place, method in enumerate(methods):
        found = [
            (_place(panel, number), variant.methods[method].mean)
            for number, variant in enumerate(panel.variants)
            if method in variant.methods
        ]
        dodge = 0.0 if numbers else _DODGE * (place - (len(methods) - 1) / 2)
        x = [each + dodge for each, _ in found]
        centers, lows, highs = (
            [100 * getattr(mean, name) for _, mean in found] for name in ("accuracy", "low", "high")
        )
        style = styles[method]
        axes.plot(x, centers, **style, markersize=4, linewidth=1, label=method, zorder=3)
        if numbers:
            axes.fill_between(x, lows, highs, color=style["color"], alpha=0.13, linewidth=0)
        else:
            axes.vlines(x, lows, highs, color=style["color"], linewidth=1.1, alpha=0.75)
        last[method] = centers[-1]
    for method, reference in results.references.items():
        last[method] = 100 * reference.mean.accuracy
        axes.axhline(last[method], **_line(styles[method]), label=method)
    _label_axis(axes, panel)
    drawn, _ = axes.get_legend_handles_labels()
    ranked = sorted(drawn, key=lambda handle: -last[str(handle.get_label())])
    axes.legend(
        handles=ranked, loc="center left", bbox_to_anchor=(1, 0.5), fontsize=7.5, frameon=False
    )


def _label_axis(axes: "Axes", panel: PanelResult) -> None:
    places = [_place(panel, number) for number in range(len(panel.variants))]
    if panel.scale == "log":
        axes.set_xscale("log")
        axes.minorticks_off()
    elif panel.scale == "names":
        axes.set_xlim(-0.5, len(places) - 0.5)
    labels = [
        f"$10^{{{round(np.log10(variant.value))}}}$"
        if panel.name == "lambda" and variant.value
        else variant.label
        for variant in panel.variants
    ]
    axes.set_xticks(places, labels)
    if max(map(len, labels)) * len(labels) > _LONGEST_LABELS:
        axes.tick_params(axis="x", labelrotation=30)
        for tick in axes.get_xticklabels():
            tick.set(horizontalalignment="right", rotation_mode="anchor")
    axes.set_xlabel(panel.axis)
    _clear_frame(axes, grid="y")


def _draw_steps(axes: "Axes", results: Results, panel: PanelResult) -> None:
    styles = _styles([OURS, *results.references])
    means = [next(iter(variant.methods.values())).mean for variant in panel.variants]
    labels = [
        f"{variant.label}  {100 * mean.accuracy:.1f}"
        for variant, mean in zip(panel.variants, means, strict=True)
    ]
    _draw_rows(axes, labels, means, [styles[OURS]] * len(means))
    centers = [100 * mean.accuracy for mean in means]
    axes.plot(centers, range(len(means)), color="#b9c6d2", linewidth=0.8, zorder=1)
    for method, reference in results.references.items():
        axes.axvline(100 * reference.mean.accuracy, **_line(styles[method]), label=method)
    axes.invert_yaxis()
    axes.set_xlabel(f"mean accuracy (%); {panel.axis}")
    axes.legend(loc="best", fontsize=7.5, frameon=False)


def _draw_rows(
    axes: "Axes",
    labels: Sequence[str],
    results: Sequence[MeanResult | PairResult],
    styles: Sequence[dict[str, Any]],
) -> None:
    """Draw accuracies as points with their intervals, one row each, the first at the bottom."""
    for height, (result, style) in enumerate(zip(results, styles, strict=True)):
        ends = [100 * result.low, 100 * result.high]
        axes.plot(ends, [height, height], color=style["color"], linewidth=1.1, alpha=0.75)
        axes.plot(100 * result.accuracy, height, **style, markersize=4)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    _clear_frame(axes, grid="x")


def _styles(methods: Iterable[str]) -> dict[str, dict[str, Any]]:
    """Return how each method is drawn; markers differ, so that color is not needed."""
    return {
        name: _LEVELS.get(
            name,
            {"color": f"C{number}", "marker": _MARKERS[number % len(_MARKERS)], "linestyle": "-"},
        )
        for number, name in enumerate(sorted(set(methods)))
    }


def _line(style: dict[str, Any]) -> dict[str, Any]:
    """Return how a line across the axes is drawn, behind everything else."""
    shown = {name: style[name] for name in ("color", "linestyle")}
    return {**shown, "linewidth": 0.9, "zorder": 1}


def _limits(results: Sequence[MeanResult | PairResult], *, margin: float) -> tuple[float, float]:
    """Return a range of percentages that panels can share."""
    low, high = (100 * min(each.low for each in results), 100 * max(each.high for each in results))
    return float(np.floor(low - margin)), float(np.ceil(high + margin))


def _clear_frame(axes: "Axes", *, grid: str) -> None:
    """Leave grid lines along one axis and the frame along the other."""
    axes.grid(axis="x" if grid == "x" else "y", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", *(["left"] if grid == "x" else [])]].set_visible(False)


def _place(panel: PanelResult, number: int) -> float:
    value = panel.variants[number].value
    return float(number) if panel.scale == "names" or value is None else value
