"""How methods are drawn, the same in all figures."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from crosslex.benchmark.engine.results import MeanResult, PairResult
from crosslex.benchmark.engine.study import BASELINE, OURS
from crosslex.benchmark.report.tables import CEILING

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
    def face(self) -> str:
        """The color inside the marker."""
        return self.color if self.filled else "white"


_STYLES: Final[Mapping[str, LineStyle]] = {
    OURS: LineStyle("#0b5fa5", "o", "-"),
    "crosslex-documents": LineStyle("#3f86c4", "s", "-"),
    "crosslex-expansion": LineStyle("#1f4e79", "^", (0, (5, 1))),
    "crosslex-paper": LineStyle("#7fb0d9", "v", (0, (3, 1, 1, 1))),
    "pooled": LineStyle("#3f86c4", "o", (0, (1, 1)), filled=False),
    BASELINE: LineStyle("#55606b", "x", (0, (4, 3))),
    CEILING: LineStyle("#b3541e", "D", (0, (1, 2)), filled=False),
}
_OTHERS: Final = (
    LineStyle("#2f363d", "P", (0, (2, 1))),
    LineStyle("#8a949e", "X", "-"),
    LineStyle("#5b646d", "*", (0, (6, 2))),
)


def choose_styles(methods: Iterable[str]) -> dict[str, LineStyle]:
    """Return a style for every method."""
    others = [name for name in dict.fromkeys(methods) if name not in _STYLES]
    return {
        **_STYLES,
        **{name: _OTHERS[place % len(_OTHERS)] for place, name in enumerate(others)},
    }


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
        axes.plot(
            100 * result.accuracy,
            height,
            marker=style.marker,
            markersize=4,
            color=style.color,
            markerfacecolor=style.face,
        )
    axes.set_yticks(range(len(labels)), labels)
    axes.set_ylim(-0.7, len(labels) - 0.3)
    clear_frame(axes, grid="x")


def clear_frame(axes: "Axes", *, grid: str) -> None:
    """Leave grid lines along one axis and the frame along the other."""
    axes.grid(axis="x" if grid == "x" else "y", color="#e3e6e8", linewidth=0.6)
    axes.set_axisbelow(True)
    axes.spines[["top", "right", *(["left"] if grid == "x" else [])]].set_visible(False)
