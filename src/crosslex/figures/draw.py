"""Pictures of words that change, and of one word's neighbors, timeline and way among others."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from crosslex.arrays import Float32s
from crosslex.figures.style import (
    BLUE,
    GAP_POINTS,
    GRAY,
    GROUP_COLORS,
    ORANGE,
    POINTS_PER_LETTER,
    QUIET,
    ROW_INCHES,
    TEXT,
    add_columns,
    add_note,
    figure_style,
    name_rows,
    new_figure,
    strip,
    width,
    write_beside,
)
from crosslex.lookup import MIN_COUNT, Comparison
from crosslex.results import MAX_Q, words_of
from crosslex.shifts.result import Shifts
from crosslex.timeline import GroupTimeline, Timeline
from crosslex.vectors import DomainVectors, unit_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AXES_INCHES = 4.8
TALL_ROWS = 25
MARKERS = ("o", "s", "^", "D", "v", "P")
DIFFERENCE = "#fdf0cf"

Box = tuple[float, float, float, float]
"""Left, lower, right and upper end."""


def draw_shifts(shifts: Shifts) -> "Figure":
    """Return a figure of each word's change with its interval, the most changed on top."""
    with figure_style():
        height = 1.35 + ROW_INCHES * max(1, len(shifts))
        title = f"Words that change most between {' and '.join(shifts.domains)}"
        sides = [
            [f"nearest in {domain}", *(words_of(shift.neighbors[place], 2) for shift in shifts)]
            for place, domain in enumerate(shifts.domains)
        ]
        figure = new_figure(AXES_INCHES + sum(map(width, sides)) / 72, height, title)
        axes = figure.add_subplot()
        for row, shift in enumerate(shifts):
            color = BLUE if shift.q <= MAX_Q else GRAY
            change = shift.change
            axes.plot([change.low, change.high], [row, row], color=color, linewidth=1.4)
            axes.plot([change.value], [row], "o", color=color, markersize=5)
        axes.margins(x=0.05)
        name_rows(axes, [shift.word for shift in shifts], 0.6)
        axes.set_xlabel("change: 0 near the same words, 1 near unrelated ones")
        # A tall figure shows the scale where its first rows are, too.
        axes.tick_params(top=True, labeltop=len(shifts) > TALL_ROWS)
        axes.axvline(0, color=QUIET, linewidth=0.7)
        add_columns(axes, sides)
        strip(axes)
        q = [shift.q <= MAX_Q for shift in shifts]
        notes = [("blue: q ≤ 0.05", BLUE, True), ("gray: q > 0.05", GRAY, False)]
        shown = [(note, color) for note, color, sure in notes if sure in q]
        shown.append(("line: 95 % interval", QUIET))
        for place, (note, color) in enumerate(shown):
            add_note(axes, note, color, (place * 72, 22 if len(shifts) > TALL_ROWS else 8))
    return figure


def draw_comparison(comparison: Comparison) -> "Figure":
    """Return a figure of a word's neighbors, one panel per domain, shared ones in gray."""
    columns = {domain: column or () for domain, column in comparison.columns.items()}
    listed = [word for column in columns.values() for word, _ in column]
    rows = max(1, *(len(column) for column in columns.values()))
    note = " (gray: shared)" if len(set(listed)) < len(listed) else ""
    title = f"“{comparison.word}” and its nearest words{note}"
    with figure_style():
        figure = new_figure(1 + 2.6 * len(columns), 1.2 + ROW_INCHES * rows, title)
        for place, (domain, column) in enumerate(columns.items()):
            axes = figure.add_subplot(1, len(columns), place + 1)
            for row, (word, cosine) in enumerate(column):
                color = GRAY if listed.count(word) > 1 else BLUE
                axes.barh(row, cosine, height=0.62, color=color)
            axes.set_yticks(range(len(column)), [word for word, _ in column])
            axes.set_ylim(rows - 0.4, -0.6)
            axes.set_xlim(0, 1)
            axes.set_title(domain, loc="left", fontsize=9)
            axes.set_xlabel("cosine", color=QUIET, fontsize=8)
            strip(axes, grid=False)
            if not column:
                axes.text(0.02, 0, "no vector" if comparison.columns[domain] is None else "none")
    return figure


def draw_timeline(timeline: Timeline | GroupTimeline) -> "Figure":
    """Return a figure of a word's similarity to its first and last use, from the top down.

    Of groups, each has one line, of the similarity to the last use.
    """
    if isinstance(timeline, GroupTimeline):
        return _draw_groups(timeline)
    periods = timeline.periods
    rates = ["per million", *(f"{each.per_million:,.0f}" for each in periods)]
    near = ["nearest words"]
    near += [words_of(each.neighbors, 4) or "absent" for each in periods]
    with figure_style():
        height = 1.1 + ROW_INCHES * 1.2 * len(periods)
        names = 1.15 * POINTS_PER_LETTER * max(len(each.name) for each in periods)
        wide = 2.7 + (names + width(rates) + width(near)) / 72
        figure = new_figure(wide, height, timeline.verdict)
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
        name_rows(axes, [each.name for each in periods])
        lowest = [each.to_last.low for each in periods if each.to_last is not None]
        axes.set_xlim(min([0.4, *lowest]) - 0.05, 1.03)
        turn = "; dashed: the turn" if timeline.turn else ""
        axes.set_xlabel(f"similarity, with its 95 % interval{turn}", fontsize=8, color=QUIET)
        add_columns(axes, [rates, near])
        strip(axes)
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
        name_rows(axes, periods)
        axes.set_xlim(min(axes.get_xlim()[0], 0.6), 1.03)
        axes.set_xlabel(
            "similarity to its last use in all groups, 95 % interval\n"
            "shaded: the groups differ (q ≤ 0.05); →: its turn in the group",
            fontsize=8,
            color=QUIET,
        )
        strip(axes)
    return figure


def _cells(timeline: Timeline, periods: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield a group's rate and nearest words in each period."""
    known = {each.name: each for each in timeline.periods}
    for name in periods:
        if name not in known:
            yield "", "no text"
            continue
        turn = "→ " if name == timeline.turn else ""
        near = words_of(known[name].neighbors, 4)
        yield f"{known[name].per_million:,.0f}", f"{turn}{near}" if near else "absent"


def draw_trajectory(word: str, vectors: Mapping[str, DomainVectors], *, top: int = 5) -> "Figure":
    """Return a figure of a word's way among its neighbors of all periods, in one plane.

    The plane is that of the two leading principal components of the word's own vectors, so that it
    shows where the word went; its neighbors are projected onto it, each from the period in which it
    is one (after Hamilton et al., 2016).
    """
    known = [each for each in vectors.values() if word in each]
    near: dict[str, Float32s] = {}
    for each in known:
        for other, _ in each.neighbors(word, top, min_count=MIN_COUNT):
            near.setdefault(other, unit_rows(each[other][None]))
    path = unit_rows(np.array([each[word] for each in known]))
    points = np.vstack([path, *near.values()]) - path.mean(axis=0)
    # A row of zeros more, as a single period has no second component.
    own = np.vstack([points[: len(path)], np.zeros_like(path[:1])])
    plane = points @ np.linalg.svd(own, full_matrices=False)[2][:2].T
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
        strip(axes, grid=False)
        axes.spines["bottom"].set_visible(False)
    return figure


def _overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share a point.

    >>> _overlap((0, 0, 2, 1), (1, 0, 3, 1)), _overlap((0, 0, 1, 1), (2, 0, 3, 1))
    (True, False)
    """
    beside = one[0] > other[2] or one[2] < other[0]
    return not (beside or one[1] > other[3] or one[3] < other[1])
