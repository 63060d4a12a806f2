"""Pictures of words that change most between two domains, and of one word's neighbors."""

from typing import TYPE_CHECKING

from crosslex.figures.style import (
    BLUE,
    GAP_POINTS,
    GRAY,
    MAX_Q,
    POINTS_PER_LETTER,
    QUIET,
    ROW_INCHES,
    add_column,
    add_note,
    figure_style,
    new_figure,
    strip,
)
from crosslex.lookup import Comparison
from crosslex.shifts.result import Shifts

if TYPE_CHECKING:
    from matplotlib.figure import Figure

AXES_INCHES = 4.8
TALL_ROWS = 25


def draw_shifts(shifts: Shifts) -> "Figure":
    """Return a figure of each word's change with its interval, the most changed on top."""
    with figure_style():
        height = 1.35 + ROW_INCHES * max(1, len(shifts))
        title = f"Words that change most between {' and '.join(shifts.domains)}"
        sides = _nearest(shifts)
        widths = [POINTS_PER_LETTER * max(map(len, side)) + GAP_POINTS for side in sides]
        figure = new_figure(AXES_INCHES + sum(widths) / 72, height, title)
        axes = figure.add_subplot()
        for row, shift in enumerate(shifts):
            color = BLUE if shift.q <= MAX_Q else GRAY
            change = shift.change
            axes.plot([change.low, change.high], [row, row], color=color, linewidth=1.4)
            axes.plot([change.value], [row], "o", color=color, markersize=5)
        axes.margins(x=0.05)
        axes.set_ylim(len(shifts) - 0.4, -0.6)
        axes.set_yticks(range(len(shifts)), [shift.word for shift in shifts])
        axes.set_xlabel("change: 0 near the same words, 1 near unrelated ones")
        # A tall figure shows the scale where its first rows are, too.
        axes.tick_params(top=True, labeltop=len(shifts) > TALL_ROWS)
        axes.axvline(0, color=QUIET, linewidth=0.7)
        for side, start in zip(sides, (0.0, widths[0]), strict=True):
            add_column(axes, side, start + GAP_POINTS)
        strip(axes)
        axes.grid(axis="x", color="#e4e8ec", linewidth=0.6)
        axes.set_axisbelow(True)
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
            strip(axes)
            if not column:
                axes.text(0.02, 0, "no vector" if comparison.columns[domain] is None else "none")
    return figure


def _nearest(shifts: Shifts) -> list[list[str]]:
    """Return the head and two neighbors of each word, for each of the two domains."""
    columns = []
    for place, domain in enumerate(shifts.domains):
        near = (", ".join(word for word, _ in shift.neighbors[place][:2]) for shift in shifts)
        columns.append([f"nearest in {domain}", *near])
    return columns
