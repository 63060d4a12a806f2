"""Pictures of words that change, and of one word's neighbors, timeline and way among others."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING, Any

import numpy as np

from crosslex.arrays import Float32s, Float64s
from crosslex.errors import InputError
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
from crosslex.lookup import Comparison
from crosslex.results import MAX_Q, words_of
from crosslex.shifts.result import Shifts
from crosslex.timeline import GroupTimeline, Period, Timeline
from crosslex.timeline.result import MIN_OWN_USES
from crosslex.vectors import DomainVectors, unit_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AXES_INCHES = 4.8
TALL_ROWS = 25
NEAREST_SHOWN = 4
RATES = "uses (per million)"
MARKERS = ("o", "s", "^", "D", "v", "P")
DIFFERENCE = "#fdf0cf"
WAY_POINTS, MARGIN = (400.0, 290.0), 30.0
"""Size of the picture of a word's way, and what its dots leave free on all sides."""
BESIDE = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""Where a label may stand beside its dot: to the right of it, to the left, above, below, …"""
FAR = (4.0, 8.0, 16.0, 26.0)
"""How many points away from it; the label of a neighbor only as far as the second."""


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
    rates = [RATES, *map(_rate, periods)]
    near = ["nearest words", *(each.near(NEAREST_SHOWN) for each in periods)]
    with figure_style():
        height = 1.1 + ROW_INCHES * 1.2 * len(periods)
        names = 1.15 * POINTS_PER_LETTER * max(len(each.name) for each in periods)
        wide = 2.7 + (names + width(rates) + width(near)) / 72
        figure = new_figure(wide, height, timeline.verdict)
        axes, lowest = figure.add_subplot(), 0.4
        for name, color, note, start in (
            ("to_last", BLUE, f"like {timeline.last or 'its last use'}", 0),
            ("to_first", ORANGE, "like its first use", 90),
        ):
            known = [row for row, each in enumerate(periods) if getattr(each, name) is not None]
            found = [getattr(periods[row], name) for row in known]
            low, high = [each.low for each in found], [each.high for each in found]
            lowest = min([lowest, *low])
            axes.fill_betweenx(known, low, high, color=color, alpha=0.15, linewidth=0)
            axes.plot([each.value for each in found], known, "o-", color=color, markersize=4)
            add_note(axes, note, color, (start, 6))
        if timeline.turn is not None:
            row = [each.name for each in periods].index(timeline.turn) - 0.5
            axes.axhline(row, color=TEXT, linewidth=1, linestyle=(0, (4, 2)))
        name_rows(axes, [each.name for each in periods])
        axes.set_xlim(lowest - 0.05, 1.03)
        turn = "; dashed: the turn" if timeline.turn else ""
        others = [each.to_last for each in periods if each.to_last and each.name != timeline.last]
        if turn and others and max(e.low for e in others) <= min(e.high for e in others):
            turn += (
                ", whose change\nis measured on the text before and after it alone, which borrows\n"
                f"nothing: {timeline.change}"
            )
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
        rates = width([RATES, *(rate for lines in shown for rate, _ in lines)])
        near = width([words for lines in shown for _, words in lines])
        names = 1.15 * POINTS_PER_LETTER * max(map(len, periods))
        height = 1.3 + ROW_INCHES * 0.9 * len(periods) * len(groups)
        figure = new_figure(2.9 + (names + rates + near) / 72, height, timeline.word)
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
            for row, (rate, words) in enumerate(shown[at]):
                write_beside(axes, rate, row + offset, GAP_POINTS, QUIET)
                write_beside(axes, words, row + offset, rates + GAP_POINTS, color)
            add_note(axes, group, color, (start, 6))
            start += POINTS_PER_LETTER * len(group) + GAP_POINTS
        above = -0.5 - 0.5 / len(groups)
        write_beside(axes, RATES, above, GAP_POINTS, TEXT)
        write_beside(axes, "nearest words", above, rates + GAP_POINTS, TEXT)
        name_rows(axes, periods)
        axes.set_xlim(min(axes.get_xlim()[0], 0.6), 1.03)
        axes.set_xlabel(
            "similarity to its last use in all groups, 95 % interval\n"
            "shaded: the groups differ; →: its turn in the group",
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
        yield _rate(known[name]), turn + known[name].near(NEAREST_SHOWN)


def _rate(period: Period) -> str:
    """Return how often a word is used in a period, and per million."""
    return f"{period.uses:,} ({period.per_million:,.0f})"


def draw_trajectory(
    timeline: Timeline, vectors: Mapping[str, DomainVectors], *, top: int = 3
) -> "Figure":
    """Return a figure of a word's way among its neighbors of all periods, in one plane.

    The plane is that of the two leading principal components of the word's own vectors, so that it
    shows where the word went; its neighbors are projected onto it, each from the period in which it
    is one (after Hamilton et al., 2016). Every period is named; neighbors are where there is room.
    """
    word = timeline.word
    known = [each for each in timeline.periods if each.domain_weight is not None]
    if len(known) < 2:
        raise InputError(f"trajectory: {word!r} is used in one period; name a word of two or more")
    often = [each.uses >= MIN_OWN_USES for each in known]
    near: dict[str, Float32s] = {}
    # The nearest of all periods come first; those of few uses are mostly borrowed.
    for rank, (each, frequent) in product(range(top), zip(known, often, strict=True)):
        for other, _ in each.neighbors[rank : rank + frequent]:
            near.setdefault(other, unit_rows(vectors[each.name][other][None]))
    path = unit_rows(np.array([vectors[each.name][word] for each in known]))
    points = np.vstack([path, *near.values()]) - path.mean(axis=0)
    plane = points @ np.linalg.svd(points[: len(path)], full_matrices=False)[2][:2].T
    # From here on in points of the page, so that labels have a size.
    wide, high = WAY_POINTS
    room = (np.array(WAY_POINTS) - 2 * MARGIN) / np.maximum(np.ptp(plane, axis=0), 1e-9)
    spots = MARGIN + (plane - plane.min(axis=0)) * room
    way = spots[: len(path)]
    with figure_style():
        figure = new_figure(wide / 72, high / 72 + 0.5, f"“{word}” among its nearest words")
        figure.set_layout_engine("none")
        axes = figure.add_axes((0, 0, 1, high / (high + 36)), xlim=(0, wide), ylim=(0, high))
        axes.set_axis_off()
        for each, (start, end) in zip(known[1:], pairwise(way), strict=True):
            color = ORANGE if each.name == timeline.turn else BLUE
            arrow = {"arrowstyle": "-|>", "color": color, "alpha": 0.6, "shrinkA": 4, "shrinkB": 4}
            axes.annotate("", end, start, arrowprops=arrow)
        for frequent, spot in zip(often, way, strict=True):
            axes.plot(*spot, "o", color=BLUE, mfc=BLUE if frequent else "white", markersize=5)
        labels: list[tuple[str, str, float, Sequence[float]]]
        labels = [(each.name, BLUE, 8.5, FAR) for each in known]
        labels += [(other, QUIET, 7.5, FAR[:2]) for other in near]
        # Labels keep away from all dots and from the arrows.
        steps = np.linspace(0, 1, 30)[:, None]
        taken = np.vstack([*spots, *(one + steps * (other - one) for one, other in pairwise(way))])
        for spot, (name, color, size, distances) in zip(spots, labels, strict=True):
            letters = np.array([0.62 * size * len(name), 1.1 * size])
            best, hits = _free_place(spot, letters, taken, distances)
            if distances != FAR:
                if hits:
                    continue
                axes.plot(*spot, ".", color=QUIET, markersize=2)
            far = (np.abs(best + letters / 2 - spot) - letters / 2).max() > FAR[1]
            line = {"arrowstyle": "-", "color": color, "linewidth": 0.5} if far else None
            look: dict[str, Any] = {"fontsize": size, "color": color, "arrowprops": line}
            axes.annotate(name, spot, (best[0], best[1]), va="bottom", **look)
            inside = np.stack(np.meshgrid(*np.linspace(best, best + letters, 12).T), axis=-1)
            taken = np.vstack([taken, inside.reshape(-1, 2)])
        notes = [("orange: its turn", ORANGE)] if timeline.turn else []
        notes += [] if all(often) else [(f"hollow: fewer than {MIN_OWN_USES} uses", BLUE)]
        for place, (note, color) in enumerate(notes):
            add_note(axes, note, color, (8 + 84 * place, -4))
    return figure


def _free_place(
    spot: Float64s, wide: Float64s, taken: Float64s, distances: Sequence[float]
) -> tuple[Float64s, int]:
    """Return the lower left corner of a label beside a spot, and how many points it covers."""
    best, fewest = spot, len(taken) + 1
    for far, (right, up) in product(distances, BESIDE):
        low = spot + far * np.array([right, up]) + wide * (np.array([right, up]) - 1) / 2
        inside = (low >= 0).all() and (low + wide <= WAY_POINTS).all()
        hits = int(((taken > low - 1) & (taken < low + wide + 1)).all(axis=1).sum())
        if inside and hits < fewest:
            best, fewest = low, hits
    return best, fewest
