"""Pictures for papers: the words that change most, and one word's neighbors side by side."""

import io
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from crosslex.errors import InputError
from crosslex.lookup import Comparison
from crosslex.optional import import_optional
from crosslex.shifts.result import Shifts
from crosslex.storage import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = ("png", "svg", "pdf")
SURE: Final = "#0b5fa5"
UNSURE: Final = "#8a949e"
TEXT: Final = "#1c2630"
QUIET: Final = "#68737d"
SURE_BELOW: Final = 0.05

_ROW_INCHES = 0.24
_AXES_INCHES = 4.8
_TALL_ROWS = 25
_POINTS_PER_LETTER = 4.4
_GAP_POINTS = 12
_STYLE: Final[dict[str, object]] = {
    "font.size": 9,
    "text.color": TEXT,
    "axes.labelcolor": TEXT,
    # A word may hold a dollar sign, which would begin a formula.
    "text.parse_math": False,
    # The SVG's bytes are the same from run to run.
    "svg.hashsalt": "crosslex",
}


def check_figure(path: Path) -> None:
    """Refuse a file that cannot be drawn: its format, its folder, or matplotlib is missing."""
    if path.suffix.lower().removeprefix(".") not in FORMATS:
        raise InputError(f"{path}: the ending must be .png, .svg or .pdf")
    if not path.absolute().parent.is_dir():
        raise InputError(f"{path}: its folder does not exist; make it first")
    import_optional("matplotlib", needed_for="a picture")


def save_figure(figure: "Figure", path: Path) -> None:
    """Write a figure in the format that the file's ending names."""
    check_figure(path)
    kind = path.suffix.lower().removeprefix(".")
    dates = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    content = io.BytesIO()
    with _style():
        figure.savefig(content, format=kind, dpi=200, metadata=dates[kind])
    write_file(path, partial(Path.write_bytes, data=content.getvalue()))


def draw_shifts(shifts: Shifts) -> "Figure":
    """Return a figure of each word's change with its interval, the most changed on top."""
    with _style():
        height = 1.35 + _ROW_INCHES * max(1, len(shifts))
        title = f"Words that change most between {' and '.join(shifts.domains)}"
        sides = _nearest(shifts)
        widths = [_POINTS_PER_LETTER * max(map(len, side)) + _GAP_POINTS for side in sides]
        figure = _new_figure(_AXES_INCHES + sum(widths) / 72, height, title)
        axes = figure.add_subplot()
        for row, shift in enumerate(shifts):
            color = SURE if shift.q <= SURE_BELOW else UNSURE
            change = shift.change
            axes.plot([change.low, change.high], [row, row], color=color, linewidth=1.4)
            axes.plot([change.value], [row], "o", color=color, markersize=5)
        axes.margins(x=0.05)
        axes.set_ylim(len(shifts) - 0.4, -0.6)
        axes.set_yticks(range(len(shifts)), [shift.word for shift in shifts])
        axes.set_xlabel("change, in standard deviations\namong words of like frequency")
        # A tall figure shows the scale where its first rows are, too.
        axes.tick_params(top=True, labeltop=len(shifts) > _TALL_ROWS)
        axes.axvline(0, color=QUIET, linewidth=0.7)
        for side, start in zip(sides, (0.0, widths[0]), strict=True):
            _add_column(axes, side, start + _GAP_POINTS)
        _strip(axes)
        axes.grid(axis="x", color="#e4e8ec", linewidth=0.6)
        axes.set_axisbelow(True)
        q = [shift.q <= SURE_BELOW for shift in shifts]
        notes = [("blue: q ≤ 0.05", SURE, True), ("gray: q > 0.05", UNSURE, False)]
        shown = [(note, color) for note, color, sure in notes if sure in q]
        shown.append(("line: 95 % interval", QUIET))
        for place, (note, color) in enumerate(shown):
            above = 22 if len(shifts) > _TALL_ROWS else 8
            axes.annotate(
                note,
                (0, 1),
                (place * 72, above),
                xycoords="axes fraction",
                textcoords="offset points",
                fontsize=8,
                color=color,
            )
    return figure


def draw_comparison(comparison: Comparison) -> "Figure":
    """Return a figure of a word's neighbors, one panel per domain, shared ones in gray."""
    columns = {domain: column or () for domain, column in comparison.columns.items()}
    listed = [word for column in columns.values() for word, _ in column]
    rows = max(1, *(len(column) for column in columns.values()))
    note = " (gray: shared)" if len(set(listed)) < len(listed) else ""
    title = f"“{comparison.word}” and its nearest words{note}"
    with _style():
        figure = _new_figure(1 + 2.6 * len(columns), 1.2 + _ROW_INCHES * rows, title)
        for place, (domain, column) in enumerate(columns.items()):
            axes = figure.add_subplot(1, len(columns), place + 1)
            for row, (word, cosine) in enumerate(column):
                color = UNSURE if listed.count(word) > 1 else SURE
                axes.barh(row, cosine, height=0.62, color=color)
            axes.set_yticks(range(len(column)), [word for word, _ in column])
            axes.set_ylim(rows - 0.4, -0.6)
            axes.set_xlim(0, 1)
            axes.set_title(domain, loc="left", fontsize=9)
            axes.set_xlabel("cosine", color=QUIET, fontsize=8)
            _strip(axes)
            if not column:
                axes.text(0.02, 0, "no vector" if comparison.columns[domain] is None else "none")
    return figure


def _style() -> AbstractContextManager[None]:
    mpl = import_optional("matplotlib", needed_for="a picture")
    style: AbstractContextManager[None] = mpl.rc_context(_STYLE)
    return style


def _new_figure(width: float, height: float, title: str) -> "Figure":
    module = import_optional("matplotlib.figure", needed_for="a picture")
    figure: Figure = module.Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    return figure


def _nearest(shifts: Shifts) -> list[list[str]]:
    """Return the head and two neighbors of each word, for each of the two domains."""
    columns = []
    for place, domain in enumerate(shifts.domains):
        near = (", ".join(word for word, _ in shift.neighbors[place][:2]) for shift in shifts)
        columns.append([f"nearest in {domain}", *near])
    return columns


def _add_column(axes: "Axes", lines: Sequence[str], start: float) -> None:
    """Write lines to the right of the rows, `start` points from the axes, the head above them."""
    for row, line in enumerate(lines, start=-1):
        axes.annotate(
            line,
            (1, row),
            (start, 0),
            xycoords=axes.get_yaxis_transform(),
            textcoords="offset points",
            va="center",
            fontsize=8,
            color=TEXT if row < 0 else QUIET,
            annotation_clip=False,
        )


def _strip(axes: "Axes") -> None:
    axes.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
