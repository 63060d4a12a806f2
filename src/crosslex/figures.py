"""Pictures for papers: words that change most, and one word's neighbors, timeline and way."""

import io
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from crosslex.arrays import Float32s
from crosslex.comparison import Comparison
from crosslex.errors import InputError
from crosslex.imports import import_optional
from crosslex.lookup import MIN_COUNT
from crosslex.shifts.result import Shifts
from crosslex.storage import write_file
from crosslex.timeline.result import Timeline
from crosslex.vectors import DomainVectors, unit_rows

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = ("png", "svg", "pdf")
SURE: Final = "#0b5fa5"
SECOND: Final = "#b8560f"
"""Told apart from the first by color-blind people too."""
UNSURE: Final = "#8a949e"
TEXT: Final = "#1c2630"
QUIET: Final = "#68737d"
SURE_BELOW: Final = 0.05

Box = tuple[float, float, float, float]
"""Left, lower, right and upper end."""

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
    # Text stays text, which can be searched and edited: as such in SVG, as TrueType in PDF.
    "svg.fonttype": "none",
    "pdf.fonttype": 42,
}
_MORE_FONTS: Final = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans CJK KR", "WenQuanYi Zen Hei"),
    *("PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Thonburi", "Arial Unicode MS"),
    *("Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "Leelawadee UI", "Noto Sans Thai"),
)
"""Of these, the ones that the computer has draw letters that matplotlib's own font lacks."""


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
    content = _drawn(figure, path.suffix.lower().removeprefix("."))
    write_file(path, partial(Path.write_bytes, data=content))


def _drawn(figure: "Figure", kind: str) -> bytes:
    dates = {"png": {}, "svg": {"Date": None}, "pdf": {"CreationDate": None}}
    content = io.BytesIO()
    with _style():
        figure.savefig(content, format=kind, dpi=200, metadata=dates[kind])
    return content.getvalue()


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
        axes.set_xlabel("change: 0 near the same words, 1 near unrelated ones")
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
            _note(axes, note, color, (place * 72, 22 if len(shifts) > _TALL_ROWS else 8))
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


def draw_timeline(timeline: Timeline) -> "Figure":
    """Return a figure of a word's similarity to its first and last use, from the top down."""
    periods = timeline.periods
    rates = ["per million", *(f"{each.per_million:,.0f}" for each in periods)]
    near = ["nearest words"]
    near += [", ".join(w for w, _ in each.neighbors[:4]) or "absent" for each in periods]
    with _style():
        widths = [_POINTS_PER_LETTER * max(map(len, each)) + _GAP_POINTS for each in (rates, near)]
        height = 1.1 + _ROW_INCHES * 1.2 * len(periods)
        names = 1.15 * _POINTS_PER_LETTER * max(len(each.name) for each in periods)
        figure = _new_figure(2.7 + (names + sum(widths)) / 72, height, timeline.verdict)
        axes = figure.add_subplot()
        for name, color, note, start in (
            ("to_last", SURE, "like its last use", 0),
            ("to_first", SECOND, "like its first use", 90),
        ):
            known = [row for row, each in enumerate(periods) if getattr(each, name) is not None]
            found = [getattr(periods[row], name) for row in known]
            low, high = [each.low for each in found], [each.high for each in found]
            axes.fill_betweenx(known, low, high, color=color, alpha=0.15, linewidth=0)
            axes.plot([each.value for each in found], known, "o-", color=color, markersize=4)
            _note(axes, note, color, (start, 6))
        if timeline.turn is not None:
            row = [each.name for each in periods].index(timeline.turn) - 0.5
            axes.axhline(row, color=TEXT, linewidth=1, linestyle=(0, (4, 2)))
        axes.set_yticks(range(len(periods)), [each.name for each in periods])
        axes.set_ylim(len(periods) - 0.5, -0.5)
        lowest = [each.to_last.low for each in periods if each.to_last is not None]
        axes.set_xlim(min([0.4, *lowest]) - 0.05, 1.03)
        turn = "; dashed: the turn" if timeline.turn else ""
        axes.set_xlabel(f"similarity, with its 95 % interval{turn}", fontsize=8, color=QUIET)
        _add_column(axes, rates, _GAP_POINTS)
        _add_column(axes, near, widths[0] + _GAP_POINTS)
        _strip(axes)
        axes.grid(axis="x", color="#e4e8ec", linewidth=0.6)
        axes.set_axisbelow(True)
    return figure


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
    with _style():
        figure = _new_figure(5.2, 4.2, f"“{word}” among its nearest words")
        axes = figure.add_subplot()
        way, around = plane[: len(path)], plane[len(path) :]
        axes.plot(*way.T, "-", color=SURE, linewidth=1.2, alpha=0.4)
        axes.plot(*way.T, "o", color=SURE, markersize=4)
        names = [each.domain for each in known]
        ends = sorted(zip(names, way, strict=True), key=lambda each: each[0] not in names[-1:])
        labels = [(name, at, SURE, 8) for name, at in ends]
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
        _strip(axes)
        axes.spines["bottom"].set_visible(False)
    return figure


def _style() -> AbstractContextManager[None]:
    mpl = import_optional("matplotlib", needed_for="a picture")
    found = {font.name for font in import_module("matplotlib.font_manager").fontManager.ttflist}
    fonts = ["DejaVu Sans", *(name for name in _MORE_FONTS if name in found)]
    style: AbstractContextManager[None] = mpl.rc_context(_STYLE | {"font.family": fonts})
    return style


def _new_figure(width: float, height: float, title: str) -> "Figure":
    module = import_optional("matplotlib.figure", needed_for="a picture")
    figure: Figure = module.Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(title, x=0.01, ha="left", fontweight="bold")
    # Notebooks show a figure that was made without pyplot only if it says how.
    vars(figure)["_repr_png_"] = partial(_drawn, figure, "png")
    return figure


def _nearest(shifts: Shifts) -> list[list[str]]:
    """Return the head and two neighbors of each word, for each of the two domains."""
    columns = []
    for place, domain in enumerate(shifts.domains):
        near = (", ".join(word for word, _ in shift.neighbors[place][:2]) for shift in shifts)
        columns.append([f"nearest in {domain}", *near])
    return columns


def _overlap(one: Box, other: Box) -> bool:
    """Return whether two boxes share a point.

    >>> _overlap((0, 0, 2, 1), (1, 0, 3, 1)), _overlap((0, 0, 1, 1), (2, 0, 3, 1))
    (True, False)
    """
    beside = one[0] > other[2] or one[2] < other[0]
    return not (beside or one[1] > other[3] or one[3] < other[1])


def _note(axes: "Axes", note: str, color: str, offset: tuple[float, float]) -> None:
    """Write a note above the axes, so many points from their left and upper ends."""
    axes.annotate(
        note,
        (0, 1),
        offset,
        xycoords="axes fraction",
        textcoords="offset points",
        fontsize=8,
        color=color,
    )


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
