"""The figure of a study: accuracy against what was varied, with intervals."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from crosslex.benchmark.engine.results import PanelResult, Results
from crosslex.benchmark.engine.study import OURS
from crosslex.benchmark.report.styles import LineStyle, choose_styles, clear_frame, draw_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_PANEL_INCHES = (3.2, 2.9)
_LEGEND_INCHES = 1.4
_ROW_INCHES = 0.27
_LETTERS_INCH = 16
_LONGEST_LABELS = 42
_DODGE = 0.09


def draw_study(results: Results) -> "Figure":
    """Draw one panel per axis: lines with bands if it has numbers, else points."""
    from matplotlib.figure import Figure

    panels = results.panels
    if panels[0].scale == "steps":
        longest = max(len(variant.label) for variant in panels[0].variants)
        size = (3.6 + longest / _LETTERS_INCH, 0.9 + _ROW_INCHES * len(panels[0].variants))
        figure = Figure(size, layout="constrained")
        _draw_steps(figure.add_subplot(), results, panels[0])
        return figure
    width, height = _PANEL_INCHES
    per_row = 2 if len(panels) > 2 else len(panels)
    n_rows = -(-len(panels) // per_row)
    figure = Figure(((width + _LEGEND_INCHES) * per_row, height * n_rows), layout="constrained")
    for number, panel in enumerate(panels):
        axes = figure.add_subplot(n_rows, per_row, number + 1)
        # Panels of a study share their limits; kinds of tokens differ too much for that.
        axes.set_ylim(_limits(results, panels if panel.varied else (panel,)))
        _draw_panel(axes, results, panel)
        if number % per_row == 0:
            axes.set_ylabel("mean accuracy (%)")
    return figure


def _draw_panel(axes: "Axes", results: Results, panel: PanelResult) -> None:
    methods = list(dict.fromkeys(name for each in panel.variants for name in each.methods))
    styles = choose_styles([*methods, *results.references])
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
        axes.plot(
            x,
            centers,
            color=style.color,
            linestyle=style.line,
            linewidth=1.2 if numbers else 0.6,
            marker=style.marker,
            markersize=4,
            markerfacecolor=style.face,
            label=method,
            zorder=3,
        )
        if numbers:
            axes.fill_between(x, lows, highs, color=style.color, alpha=0.13, linewidth=0)
        else:
            axes.vlines(x, lows, highs, color=style.color, linewidth=1.1, alpha=0.75)
        last[method] = centers[-1]
    for method, reference in results.references.items():
        last[method] = 100 * reference.mean.accuracy
        _draw_level(axes.axhline, last[method], method, styles)
    _label_axis(axes, panel)
    handles, names = axes.get_legend_handles_labels()
    ranked = sorted(zip(names, handles, strict=True), key=lambda item: -last[item[0]])
    axes.legend(
        [handle for _, handle in ranked],
        [name for name, _ in ranked],
        loc="center left",
        bbox_to_anchor=(1, 0.5),
        fontsize=7.5,
        frameon=False,
    )


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
    if max(map(len, labels)) * len(labels) > _LONGEST_LABELS:
        axes.tick_params(axis="x", labelrotation=30)
        for tick in axes.get_xticklabels():
            tick.set_horizontalalignment("right")
            tick.set_rotation_mode("anchor")
    axes.set_xlabel(panel.axis)
    clear_frame(axes, grid="y")


def _draw_steps(axes: "Axes", results: Results, panel: PanelResult) -> None:
    styles = choose_styles([OURS, *results.references])
    means = [next(iter(variant.methods.values())).mean for variant in panel.variants]
    labels = [
        f"{variant.label}  {100 * mean.accuracy:.1f}"
        for variant, mean in zip(panel.variants, means, strict=True)
    ]
    draw_rows(axes, labels, means, [styles[OURS]] * len(means))
    centers = [100 * mean.accuracy for mean in means]
    axes.plot(centers, range(len(means)), color="#b9c6d2", linewidth=0.8, zorder=1)
    for method, reference in results.references.items():
        _draw_level(axes.axvline, 100 * reference.mean.accuracy, method, styles)
    axes.invert_yaxis()
    axes.set_xlabel(f"mean accuracy (%); {panel.axis}")
    axes.legend(loc="best", fontsize=7.5, frameon=False)


def _draw_level(draw: Any, level: float, method: str, styles: Mapping[str, LineStyle]) -> None:
    style = styles[method]
    draw(level, color=style.color, linestyle=style.line, linewidth=0.9, label=method, zorder=1)


def _limits(results: Results, panels: Sequence[PanelResult]) -> tuple[float, float]:
    """Return a range of accuracies that panels can share."""
    means = [
        found.mean
        for panel in panels
        for variant in panel.variants
        for found in variant.methods.values()
    ]
    levels = [found.mean.accuracy for found in results.references.values()]
    low = 100 * min([mean.low for mean in means] + levels)
    high = 100 * max([mean.high for mean in means] + levels)
    return float(np.floor(low - 0.5)), float(np.ceil(high + 0.5))


def _place(panel: PanelResult, number: int) -> float:
    value = panel.variants[number].value
    return float(number) if panel.scale == "names" or value is None else value


def _decade(value: float) -> str:
    return f"$10^{{{round(np.log10(value))}}}$"
