"""Style and file output of figures."""

import io
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any, Final

from crosslex.errors import InputError
from crosslex.imports import import_optional
from crosslex.storage import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS: Final = ("png", "svg", "pdf")
BLUE: Final = "#0b5fa5"
ORANGE: Final = "#b8560f"
"""Told apart from the first by color-blind people too."""
GROUP_COLORS: Final = ("#0072b2", "#d55e00", "#007a5a", "#a8457f", "#56728c", "#9a6a00")
"""After Okabe and Ito (2008), the lighter ones darkened so that text can be read in them."""
GRAY: Final = "#8a949e"
TEXT: Final = "#1c2630"
QUIET: Final = "#68737d"

ROW_INCHES = 0.24
POINTS_PER_LETTER = 4.4
GAP_POINTS = 12.0
STYLE: Final[dict[str, object]] = {
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
MORE_FONTS: Final = (
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
    with figure_style():
        figure.savefig(content, format=kind, dpi=200, metadata=dates[kind])
    return content.getvalue()


def figure_style() -> AbstractContextManager[None]:
    """Return matplotlib's settings for all our pictures."""
    mpl = import_optional("matplotlib", needed_for="a picture")
    found = {font.name for font in import_module("matplotlib.font_manager").fontManager.ttflist}
    fonts = ["DejaVu Sans", *(name for name in MORE_FONTS if name in found)]
    style: AbstractContextManager[None] = mpl.rc_context(STYLE | {"font.family": fonts})
    return style


def new_figure(width: float, height: float, title: str) -> "Figure":
    """Return an empty figure of so many inches."""
    module = import_optional("matplotlib.figure", needed_for="a picture")
    figure: Figure = module.Figure(figsize=(width, height), layout="constrained")
    figure.suptitle(fill(title, int(11 * width)), x=0.01, ha="left", fontweight="bold")
    # Notebooks show a figure that was made without pyplot only if it says how.
    vars(figure)["_repr_png_"] = partial(_drawn, figure, "png")
    return figure


def add_note(axes: "Axes", note: str, color: str, offset: tuple[float, float]) -> None:
    """Write a note above the axes, so many points from their left and upper ends."""
    place: dict[str, Any] = {"xycoords": "axes fraction", "textcoords": "offset points"}
    axes.annotate(note, (0, 1), offset, fontsize=8, color=color, **place)


def write_beside(axes: "Axes", line: str, row: float, start: float, color: str) -> None:
    """Write a line to the right of a row, `start` points from the axes."""
    look: dict[str, Any] = {"va": "center", "fontsize": 8, "color": color, "annotation_clip": False}
    look |= {"xycoords": axes.get_yaxis_transform(), "textcoords": "offset points"}
    axes.annotate(line, (1, row), (start, 0), **look)


def add_columns(axes: "Axes", columns: Sequence[Sequence[str]]) -> None:
    """Write columns to the right of the rows, the head of each above them."""
    start = GAP_POINTS
    for lines in columns:
        for row, line in enumerate(lines, start=-1):
            write_beside(axes, line, row, start, TEXT if row < 0 else QUIET)
        start += width(lines)


def width(lines: Sequence[str]) -> float:
    """Return the points that a column of lines takes."""
    return POINTS_PER_LETTER * max(map(len, lines)) + GAP_POINTS


def name_rows(axes: "Axes", names: Sequence[str], margin: float = 0.5) -> None:
    """Name the rows of a plot, the first on top."""
    axes.set_yticks(range(len(names)), names)
    axes.set_ylim(len(names) - 1 + margin, -margin)


def strip(axes: "Axes", *, grid: bool = True) -> None:
    """Leave of the frame of a plot only its lower side, with a light grid behind."""
    axes.tick_params(length=0)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    if grid:
        axes.grid(axis="x", color="#e4e8ec", linewidth=0.6)
        axes.set_axisbelow(True)
