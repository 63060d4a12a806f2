"""Pictures of a word's way through periods, in one or more groups, and among its neighbors."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from crosslex.arrays import Float32s
from crosslex.figures.style import (
    BLUE,
    GAP_POINTS,
    GROUP_COLORS,
    ORANGE,
    POINTS_PER_LETTER,
    QUIET,
    ROW_INCHES,
    TEXT,
    add_column,
    add_note,
    figure_style,
    new_figure,
    strip,
    write_beside,
)
from crosslex.lookup import MIN_COUNT
from crosslex.timeline import GroupTimeline, Timeline
from crosslex.vectors import DomainVectors, unit_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MARKERS = ("o", "s", "^", "D", "v", "P")
DIFFERENCE = "#fdf0cf"

Box = tuple[float, float, float, float]
"""Left, lower, right and upper end."""


def draw_timeline(timeline: Timeline | GroupTimeline) -> "Figure":
    """Return a figure of a word's similarity to its first and last use, from the top down.

    Of groups, each has one line, of the similarity to the last use.
    """
    if isinstance(timeline, GroupTimeline):
        return _draw_groups(timeline)
    periods = timeline.periods
    rates = ["per million", *(f"{each.per_million:,.0f}" for each in periods)]
    near = ["nearest words"]
    near += [", ".join(w for w, _ in each.neighbors[:4]) or "absent" for each in periods]
    with figure_style():
        widths = [POINTS_PER_LETTER * max(map(len, each)) + GAP_POINTS for each in (rates, near)]
        height = 1.1 + ROW_INCHES * 1.2 * len(periods)
        names = 1.15 * POINTS_PER_LETTER * max(len(each.name) for each in periods)
        figure = new_figure(2.7 + (names + sum(widths)) / 72, height, timeline.verdict)
        axes = figure.add_subplot()
        for name, color, note, start in (
            ("to_last", BLUE, "like its last use", 0),
            ("to_first", ORANGE, "like its first use", 90),
        ):
            known = [row for row, each in enumerate(periods) if getattr(each, name) is not None]
            found = [getattr(periods[row], name) for row in known]
            low, high = [each.low for each in found], [each.high for each in found]
            axes.fill_betweenx(known, low, high, color=color, alpha=0.15, linewidth=0)
            axes.plot([each.value for each in found], known, "o-", color=color, markersize=4)
            add_note(axes, note, color, (start, 6))
        if timeline.turn is not None:
            row = [each.name for each in periods].index(timeline.turn) - 0.5
            axes.axhline(row, color=TEXT, linewidth=1, linestyle=(0, (4, 2)))
        axes.set_yticks(range(len(periods)), [each.name for each in periods])
        axes.set_ylim(len(periods) - 0.5, -0.5)
        lowest = [each.to_last.low for each in periods if each.to_last is not None]
        axes.set_xlim(min([0.4, *lowest]) - 0.05, 1.03)
        turn = "; dashed: the turn" if timeline.turn else ""
        axes.set_xlabel(f"similarity, with its 95 % interval{turn}", fontsize=8, color=QUIET)
        add_column(axes, rates, GAP_POINTS)
        add_column(axes, near, widths[0] + GAP_POINTS)
        strip(axes)
        axes.grid(axis="x", color="#e4e8ec", linewidth=0.6)
        axes.set_axisbelow(True)
    return figure


def _draw_groups(timeline: GroupTimeline) -> "Figure":
    """Return a figure of a word's similarity to its last use, one line per group, and its words."""
    groups, periods = timeline.groups, timeline.periods
    step = 0.8 / len(groups)
    with figure_style():
        shown = [list(_cells(each, periods)) for each in groups.values()]
        letters = [max(len(line[at]) for lines in shown for line in lines) for at in (0, 1)]
        rates, near = (POINTS_PER_LETTER * size + GAP_POINTS for size in letters)
        names = 1.15 * POINTS_PER_LETTER * max(map(len, periods))
        height = 1.3 + ROW_INCHES * 0.9 * len(periods) * len(groups)
        figure = new_figure(2.9 + (names + max(rates, 60) + near) / 72, height, timeline.word)
        axes = figure.add_subplot()
        for row, period in enumerate(periods):
            if timeline.differs(period):
                axes.axhspan(row - 0.48, row + 0.48, color=DIFFERENCE, linewidth=0)
        start = 0.0
        for at, (group, of_group) in enumerate(groups.items()):
            offset = step * (at - (len(groups) - 1) / 2)
            color, marker = GROUP_COLORS[at], MARKERS[at]
            known = [each for each in of_group.periods if each.to_last is not None]
            rows = [periods.index(each.name) + offset for each in known]
            found = [each.to_last for each in known if each.to_last is not None]
            axes.plot([each.value for each in found], rows, "-", color=color, linewidth=1)
            for place, like in zip(rows, found, strict=True):
                ends = [like.low, like.high]
                axes.plot(ends, [place, place], color=color, linewidth=2.5, alpha=0.3)
                axes.plot([like.value], [place], marker, color=color, markersize=5)
            for row, line in enumerate(shown[at]):
                write_beside(axes, line[0], row + offset, GAP_POINTS, QUIET)
                write_beside(axes, line[1], row + offset, max(rates, 60) + GAP_POINTS, color)
            add_note(axes, group, color, (start, 6))
            start += POINTS_PER_LETTER * len(group) + GAP_POINTS
        above = -0.5 - 0.5 / len(groups)
        write_beside(axes, "per million", above, GAP_POINTS, TEXT)
        write_beside(axes, "nearest words", above, max(rates, 60) + GAP_POINTS, TEXT)
        axes.set_yticks(range(len(periods)), periods)
        axes.set_ylim(len(periods) - 0.5, -0.5)
        axes.set_xlim(min(axes.get_xlim()[0], 0.6), 1.03)
        axes.set_xlabel(
            "similarity to its last use in all groups, 95 % interval\n"
            "shaded: the groups differ (q ≤ 0.05); →: its turn in the group",
            fontsize=8,
            color=QUIET,
        )
        strip(axes)
        axes.grid(axis="x", color="#e4e8ec", linewidth=0.6)
        axes.set_axisbelow(True)
    return figure


def _cells(timeline: Timeline, periods: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield a group's rate and nearest words in each period."""
    known = {each.name: each for each in timeline.periods}
    for name in periods:
        if name not in known:
            yield "", "no text"
            continue
        turn = "→ " if name == timeline.turn else ""
        near = ", ".join(word for word, _ in known[name].neighbors[:4])
        yield f"{known[name].per_million:,.0f}", f"{turn}{near}" if near else "absent"


def draw_trajectory(word: str, vectors: Mapping[str, DomainVectors], *, top: int = 5) -> "Figure":
    """Return a figure of a word's way among its neighbors of all periods, in one plane.

    The plane is that of the two leading principal components of the word's vectors and those of
    its neighbors, each where it is one (after Hamilton et al., 2016).
    """
    known = [each for each in vectors.values() if word in each]
    near: dict[str, Float32s] = {}
    for each in known:
        for other, _ in each.neighbors(word, top, min_count=MIN_COUNT):
            near.setdefault(other, unit_rows(each[other][None])[0])
    path = unit_rows(np.array([each[word] for each in known]))
    points = np.vstack([path, np.array(list(near.values())).reshape(-1, path.shape[1])])
    centered = points - points.mean(axis=0)
    _, _, components = np.linalg.svd(centered, full_matrices=False)
    plane = centered @ components[:2].T
    with figure_style():
        figure = new_figure(5.2, 4.2, f"“{word}” among its nearest words")
        axes = figure.add_subplot()
        way, around = plane[: len(path)], plane[len(path) :]
        axes.plot(*way.T, "-", color=BLUE, linewidth=1.2, alpha=0.4)
        axes.plot(*way.T, "o", color=BLUE, markersize=4)
        names = [each.domain for each in known]
        ends = sorted(zip(names, way, strict=True), key=lambda each: each[0] not in names[-1:])
        labels = [(name, at, BLUE, 8) for name, at in ends]
        labels += [(other, at, QUIET, 7) for other, at in zip(near, around, strict=True)]
        extent, taken = np.ptp(plane, axis=0) + 1e-9, list[Box]()
        for text, at, color, size in labels:
            width = 0.015 * len(text) * extent[0] * size / 7
            height = 0.04 * extent[1] * size / 7
            for side, left in (("left", at[0]), ("right", at[0] - width)):
                box = (left, at[1], left + width, at[1] + height)
                if not any(_overlap(box, other) for other in taken):
                    taken.append(box)
                    shift = 3 if side == "left" else -3
                    axes.annotate(
                        text,
                        at,
                        (shift, 2),
                        textcoords="offset points",
                        fontsize=size,
                        color=color,
                        ha=side,
                    )
                    axes.plot(*at, ".", color=color, markersize=2)
                    break
        axes.margins(0.12)
        axes.set_xticks([])
        axes.set_yticks([])
        strip(axes)
        axes.spines["bottom"].set_visible(False)
    return figure


def _overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share a point.

    >>> _overlap((0, 0, 2, 1), (1, 0, 3, 1)), _overlap((0, 0, 1, 1), (2, 0, 3, 1))
    (True, False)
    """
    beside = one[0] > other[2] or one[2] < other[0]
    return not (beside or one[1] > other[3] or one[3] < other[1])
