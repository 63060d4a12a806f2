"""How methods are drawn, the same in all figures."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from crosslex_bench.engine.results import MeanResult, PairResult
from crosslex_bench.engine.study import BASELINE, OURS
from crosslex_bench.report.tables import CEILING

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@dataclass(frozen=True)
class LineStyle:
    """How a method is drawn; marker and line differ, so that color is not needed."""

    color: str
    marker: str
    line: str | tuple[int, tuple[int, ...]]
    filled: bool = True

    @property
    def marks(self) -> dict[str, Any]:
        """Color and markers, as matplotlib's `plot` takes them."""
        face = self.color if self.filled else "white"
        shape = {"marker": self.marker, "markersize": 4, "markerfacecolor": face}
        return {"color": self.color, **shape}


_STYLES: Final[Mapping[str, LineStyle]] = {
    OURS: LineStyle("#0b5fa5", "o", "-"),
    "crosslex-documents": LineStyle("#3f86c4", "s", "-"),
    "crosslex-expansion": LineStyle("#1f4e79", "^", (0, (5, 1))),
    "crosslex-paper": LineStyle("#2f7fbf", "v", (0, (3, 1, 1, 1))),
    "crosslex-released": LineStyle("#1b3f66", "d", (0, (6, 1, 1, 1)), filled=False),
    "pooled": LineStyle("#3f86c4", "o", (0, (1, 1)), filled=False),
    BASELINE: LineStyle("#55606b", "x", (0, (4, 3))),
    CEILING: LineStyle("#b3541e", "D", (0, (1, 2)), filled=False),
}
_OTHERS: Final = (
    LineStyle("#2f363d", "P", (0, (2, 1))),
    LineStyle("#8a949e", "X", "-"),
    LineStyle("#5b646d", "*", (0, (6, 2))),
    LineStyle("#6b4f1d", "p", (0, (3, 2))),
    LineStyle("#3d6b4f", "<", (0, (1, 1))),
    LineStyle("#7a4a6e", ">", (0, (5, 2, 1, 2))),
    LineStyle("#8a949e", "h", (0, (2, 2))),
    LineStyle("#2f363d", "H", (0, (8, 2))),
)


def choose_styles(methods: Iterable[str]) -> dict[str, LineStyle]:
    """Return a style for every method."""
    others = [name for name in dict.fromkeys(methods) if name not in _STYLES]
    return {**_STYLES, **{name: _OTHERS[place % len(_OTHERS)] for place, name in enumerate(others)}}


def draw_rows(
    axes: "Axes",
    labels: Sequence[str],
    results: Sequence[MeanResult | PairResult],
    styles: Sequence[LineStyle],
) -> None:
    """Draw accuracies as points with their intervals, one row each, the first at the bottom."""
    for height, (result, style) in enumerate(zip(results, styles, strict=True)):
        if result.low is not None and result.high is not None:
            ends = [100 * result.low, 100 * result.high]
            axes.plot(ends, [height, height], color=style.color, linewidth=1.1, alpha=0.75)
        axes.plot(100 * result.accuracy, height, **style.marks)
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    clear_frame(axes, grid="x")


def draw_level(
    draw: Callable[..., object],
    level: float,
    style: LineStyle,
    *,
    linewidth: float = 0.9,
    **named: str,
) -> None:
    """Draw a line across the axes with `axhline` or `axvline`, behind everything else."""
    draw(level, color=style.color, linestyle=style.line, linewidth=linewidth, zorder=1, **named)


def shared_limits(
    results: Sequence[MeanResult | PairResult], levels: Sequence[float] = (), *, margin: float
) -> tuple[float, float]:
    """Return a range of percentages that panels can share: all intervals, and further levels."""
    lows = [each.accuracy if each.low is None else each.low for each in results]
    highs = [each.accuracy if each.high is None else each.high for each in results]
    low, high = 100 * min([*lows, *levels]), 100 * max([*highs, *levels])
    return float(np.floor(low - margin)), float(np.ceil(high + margin))


def clear_frame(axes: "Axes", *, grid: str) -> None:
    """Leave grid lines along one axis and the frame along the other."""
    axes.grid(axis="x" if grid == "x" else "y", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", *(["left"] if grid == "x" else [])]].set_visible(False)
