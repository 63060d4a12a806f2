"""The figure of a study: accuracy against what was varied, with intervals."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from crosslex.benchmark.engine.results import PanelResult, Results
from crosslex.benchmark.engine.study import OURS
from crosslex.benchmark.report.styles import (
    LineStyle,
    choose_styles,
    clear_frame,
    draw_interval,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL_INCHES = (3.2, 2.9)
_ROW_INCHES = 0.27
_LETTERS_INCH = 16
_LABEL_INCHES = 0.15
_DODGE = 0.09


def draw_study(study: Results) -> "Figure":
    """Draw one panel per axis: lines with bands if it has numbers, else points."""
    from matplotlib.figure import Figure

    if study.panels[0].scale == "steps":
        panel = study.panels[0]
        longest = max(len(variant.label) for variant in panel.variants)
        size = (3.6 + longest / _LETTERS_INCH, 0.9 + _ROW_INCHES * len(panel.variants))
        figure = Figure(size, layout="constrained")
        _draw_steps(figure.add_subplot(), study, panel)
        return figure
    width, height = _PANEL_INCHES
    per_row = 2 if len(study.panels) > 2 else len(study.panels)
    n_rows = -(-len(study.panels) // per_row)
    figure = Figure(((width + 1.1) * per_row, height * n_rows), layout="constrained")
    styles = choose_styles(
        name for panel in study.panels for each in panel.variants for name in each.methods
    )
    limits = _limits(study)
    for number, panel in enumerate(study.panels):
        axes = figure.add_subplot(n_rows, per_row, number + 1)
        axes.set_ylim(limits)
        _draw_panel(axes, study, panel, styles)
        if number % per_row == 0:
            axes.set_ylabel("mean accuracy (%)")
    return figure


def _draw_panel(
    axes: "Axes", study: Results, panel: PanelResult, styles: Mapping[str, LineStyle]
) -> None:
    methods = list(dict.fromkeys(name for each in panel.variants for name in each.methods))
    numbers = panel.scale != "names"
    ends: dict[str, float] = {}
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
        axes.plot(
            x,
            centers,
            color=style.color,
            linestyle=style.line,
            linewidth=1.2 if numbers else 0.6,
            marker=style.marker,
            markersize=4,
            markerfacecolor=style.face,
            markeredgewidth=1,
            zorder=3,
        )
        if numbers:
            axes.fill_between(x, lows, highs, color=style.color, alpha=0.13, linewidth=0)
        else:
            axes.vlines(x, lows, highs, color=style.color, linewidth=1.1, alpha=0.75)
        ends[method] = centers[-1]
    for method, point in study.references.items():
        style = styles[method]
        level = 100 * point.mean.accuracy
        axes.axhline(level, color=style.color, linestyle=style.line, linewidth=0.8, zorder=1)
        ends[method] = level
    _label_axis(axes, panel)
    _label_ends(axes, ends, styles)


def _label_axis(axes: "Axes", panel: PanelResult) -> None:
    places = [_place(panel, number) for number in range(len(panel.variants))]
    if panel.scale == "log":
        axes.set_xscale("log")
        axes.minorticks_off()
    elif panel.scale == "names":
        axes.set_xlim(-0.5, len(places) - 0.5)
    labels = [
        _decade(variant.value) if panel.name == "lambda" and variant.value else variant.label
        for variant in panel.variants
    ]
    axes.set_xticks(places, labels)
    if max(map(len, labels)) * len(labels) > 42:
        axes.tick_params(axis="x", labelrotation=30)
        for tick in axes.get_xticklabels():
            tick.set_horizontalalignment("right")
            tick.set_rotation_mode("anchor")
    axes.set_xlabel(panel.axis)
    clear_frame(axes, grid="y")


def _label_ends(axes: "Axes", ends: Mapping[str, float], styles: Mapping[str, LineStyle]) -> None:
    """Write each method's name where its line ends, far enough from the others."""
    low, high = axes.get_ylim()
    gap = (high - low) * _LABEL_INCHES / (_PANEL_INCHES[1] - 0.7)
    names = sorted(ends, key=lambda name: ends[name])
    heights = separate([ends[name] for name in names], gap, low, high)
    for name, height in zip(names, heights, strict=True):
        axes.annotate(
            name,
            (1, ends[name]),
            (1.03, height),
            xycoords=("axes fraction", "data"),
            textcoords=("axes fraction", "data"),
            va="center",
            fontsize=7.5,
            fontweight="bold" if name == OURS else "normal",
            color=styles[name].color,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": styles[name].color,
                "linewidth": 0.5,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 0,
            },
        )


def separate(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Return sorted heights moved as little as needed to be `gap` from each other.

    >>> separate([1.0, 1.0, 5.0], gap=1.0, low=0.0, high=10.0)
    [0.5, 1.5, 5.0]
    """
    groups: list[list[float]] = []
    for height in heights:
        groups.append([height])
        # A group stands around the mean of its members; groups that touch become one.
        while len(groups) > 1 and _top(groups[-2], gap, low) + gap > _bottom(groups[-1], gap, low):
            groups[-2:] = [groups[-2] + groups[-1]]
    placed = [
        _bottom(group, gap, low) + gap * number for group in groups for number in range(len(group))
    ]
    over = placed[-1] - high if placed else 0.0
    return [height - over for height in placed] if over > 0 else placed


def _bottom(group: Sequence[float], gap: float, low: float) -> float:
    return max(low, float(np.mean(group)) - gap * (len(group) - 1) / 2)


def _top(group: Sequence[float], gap: float, low: float) -> float:
    return _bottom(group, gap, low) + gap * (len(group) - 1)


def _draw_steps(axes: "Axes", study: Results, panel: PanelResult) -> None:
    points = [next(iter(variant.methods.values())) for variant in panel.variants]
    styles = choose_styles(study.references)
    for row, point in enumerate(points):
        draw_interval(axes, row, point.mean, styles[OURS])
        axes.annotate(
            f"{100 * point.mean.accuracy:.1f}",
            (1.02, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=7.5,
            annotation_clip=False,
        )
    centers = [100 * point.mean.accuracy for point in points]
    axes.plot(centers, range(len(points)), color="#b9c6d2", linewidth=0.8, zorder=1)
    for method, point in study.references.items():
        style = styles[method]
        level = 100 * point.mean.accuracy
        axes.axvline(level, color=style.color, linestyle=style.line, linewidth=0.9, zorder=1)
        axes.annotate(
            method,
            (level, 1.01),
            xycoords=("data", "axes fraction"),
            ha="center",
            va="bottom",
            fontsize=7.5,
            color=style.color,
            annotation_clip=False,
        )
    axes.set_yticks(range(len(points)), [variant.label for variant in panel.variants])
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.set_xlabel(f"mean accuracy (%); {panel.axis}")
    clear_frame(axes, grid="x")


def _limits(study: Results) -> tuple[float, float]:
    """Return a range of accuracies that all panels can share."""
    means = [
        found.mean
        for panel in study.panels
        for variant in panel.variants
        for found in variant.methods.values()
    ]
    levels = [found.mean.accuracy for found in study.references.values()]
    low = 100 * min([mean.low for mean in means] + levels)
    high = 100 * max([mean.high for mean in means] + levels)
    return float(np.floor(low - 0.5)), float(np.ceil(high + 0.5))


def _place(panel: PanelResult, number: int) -> float:
    value = panel.variants[number].value
    return float(number) if panel.scale == "names" or value is None else value


def _decade(value: float) -> str:
    return f"$10^{{{round(np.log10(value))}}}$"
