"""The figure of a study: accuracy against what was varied, with intervals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from crosslex.benchmark.figures import CEILING, CEILING_COLOR, OTHER_COLOR, OUR_COLOR
from crosslex.benchmark.results import BASELINE, OURS
from crosslex.benchmark.study.results import PanelResult, Point, StudyResult

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

NAME: Final = "study"
_PANEL_INCHES = (3.2, 2.9)
_ROW_INCHES = 0.27
_LETTERS_INCH = 16
_LABEL_INCHES = 0.15
_DODGE = 0.09


@dataclass(frozen=True)
class Look:
    """How a method is drawn: told apart by its marker and its line, without color too."""

    color: str
    marker: str
    line: str | tuple[int, tuple[int, ...]]
    filled: bool = True


_LOOKS: Final[Mapping[str, Look]] = {
    OURS: Look(OUR_COLOR, "o", "-"),
    "crosslex-documents": Look("#3f86c4", "s", "-"),
    "crosslex-expansion": Look("#1f4e79", "^", (0, (5, 1))),
    "crosslex-paper": Look("#7fb0d9", "v", (0, (3, 1, 1, 1))),
    "pooled": Look("#3f86c4", "o", (0, (1, 1)), filled=False),
    BASELINE: Look(OTHER_COLOR, "x", (0, (4, 3))),
    CEILING: Look(CEILING_COLOR, "D", (0, (1, 2)), filled=False),
}
_OTHERS: Final = (
    Look("#2f363d", "P", (0, (2, 1))),
    Look("#8a949e", "X", "-"),
    Look("#5b646d", "*", (0, (6, 2))),
)


def draw_study(study: StudyResult) -> "Figure":
    """Draw a panel an axis: lines with bands where it is one of numbers, else points."""
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
    looks = _choose_looks(study)
    limits = _limits(study)
    for number, panel in enumerate(study.panels):
        axes = figure.add_subplot(n_rows, per_row, number + 1)
        axes.set_ylim(limits)
        _draw_panel(axes, study, panel, looks)
        if number % per_row == 0:
            axes.set_ylabel("mean accuracy (%)")
    return figure


def _draw_panel(
    axes: "Axes", study: StudyResult, panel: PanelResult, looks: Mapping[str, Look]
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
        look = looks[method]
        axes.plot(
            x,
            centers,
            color=look.color,
            linestyle=look.line,
            linewidth=1.2 if numbers else 0.6,
            marker=look.marker,
            markersize=4,
            markerfacecolor=look.color if look.filled else "white",
            markeredgewidth=1,
            zorder=3,
        )
        if numbers:
            axes.fill_between(x, lows, highs, color=look.color, alpha=0.13, linewidth=0)
        else:
            axes.vlines(x, lows, highs, color=look.color, linewidth=1.1, alpha=0.75)
        ends[method] = centers[-1]
    for method, point in study.references.items():
        look = looks[method]
        level = 100 * point.mean.accuracy
        axes.axhline(level, color=look.color, linestyle=look.line, linewidth=0.8, zorder=1)
        ends[method] = level
    _label_axis(axes, panel)
    _label_ends(axes, ends, looks)


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
    axes.grid(axis="y", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)


def _label_ends(axes: "Axes", ends: Mapping[str, float], looks: Mapping[str, Look]) -> None:
    """Write each method's name where its line ends, far enough from the others."""
    low, high = axes.get_ylim()
    gap = (high - low) * _LABEL_INCHES / (_PANEL_INCHES[1] - 0.7)
    names = sorted(ends, key=lambda name: ends[name])
    heights = spread([ends[name] for name in names], gap, low, high)
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
            color=looks[name].color,
            annotation_clip=False,
            arrowprops={
                "arrowstyle": "-",
                "color": looks[name].color,
                "linewidth": 0.5,
                "relpos": (0, 0.5),
                "shrinkA": 1,
                "shrinkB": 0,
            },
        )


def spread(heights: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Move sorted heights apart, as little as it takes, and keep them between the limits.

    >>> spread([1.0, 1.0, 5.0], gap=1.0, low=0.0, high=10.0)
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


def _draw_steps(axes: "Axes", study: StudyResult, panel: PanelResult) -> None:
    points = [next(iter(variant.methods.values())) for variant in panel.variants]
    for row, point in enumerate(points):
        mean = point.mean
        center, low, high = (100 * each for each in (mean.accuracy, mean.low, mean.high))
        axes.plot([low, high], [row, row], color=OUR_COLOR, linewidth=1.1, alpha=0.75)
        axes.plot(center, row, "o", color=OUR_COLOR, markersize=4.5)
        axes.annotate(
            f"{center:.1f}",
            (1.02, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=7.5,
            annotation_clip=False,
        )
    centers = [100 * point.mean.accuracy for point in points]
    axes.plot(centers, range(len(points)), color="#b9c6d2", linewidth=0.8, zorder=1)
    for method, point in study.references.items():
        look = _LOOKS[method]
        level = 100 * point.mean.accuracy
        axes.axvline(level, color=look.color, linestyle=look.line, linewidth=0.9, zorder=1)
        axes.annotate(
            method,
            (level, 1.01),
            xycoords=("data", "axes fraction"),
            ha="center",
            va="bottom",
            fontsize=7.5,
            color=look.color,
            annotation_clip=False,
        )
    axes.set_yticks(range(len(points)), [variant.label for variant in panel.variants])
    axes.set_ylim(len(points) - 0.5, -0.5)
    axes.set_xlabel(f"mean accuracy (%); {panel.axis}")
    axes.grid(axis="x", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", "left"]].set_visible(False)


def _choose_looks(study: StudyResult) -> dict[str, Look]:
    methods = [name for panel in study.panels for each in panel.variants for name in each.methods]
    others = [name for name in dict.fromkeys(methods) if name not in _LOOKS]
    return {
        **_LOOKS,
        **{name: _OTHERS[place % len(_OTHERS)] for place, name in enumerate(others)},
    }


def _limits(study: StudyResult) -> tuple[float, float]:
    """Return a range of accuracies that all panels can share."""
    points: list[Point] = [
        point
        for panel in study.panels
        for variant in panel.variants
        for point in variant.methods.values()
    ]
    means = [point.mean for point in points]
    levels = [point.mean.accuracy for point in study.references.values()]
    low = 100 * min([mean.low for mean in means] + levels)
    high = 100 * max([mean.high for mean in means] + levels)
    return float(np.floor(low - 0.5)), float(np.ceil(high + 0.5))


def _place(panel: PanelResult, number: int) -> float:
    value = panel.variants[number].value
    return float(number) if panel.scale == "names" or value is None else value


def _decade(value: float) -> str:
    return f"$10^{{{round(np.log10(value))}}}$"
