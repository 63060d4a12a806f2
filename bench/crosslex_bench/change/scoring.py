"""Agreement of rankings of words with people, and certainty that one beats another."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.results import Interval
from crosslex_bench.data.judged_change import JudgedChange
from crosslex_bench.engine.statistics import (
    areas,
    draw_items,
    interval_of,
    rank_correlations,
    show_interval,
)
from crosslex_bench.pages import Table


@dataclass(frozen=True)
class Ranking:
    """A method on one set.

    Parameters
    ----------
    rho
        Spearman's with graded change, with its interval over words.
    auc
        For binary change.
    rho_difference, auc_difference
        Ours minus this one over the same draws; None for ours.
    words
        How many of the words it could score; the others count as the least changed.
    seconds
        CPU seconds, without reading text.
    """

    rho: Interval
    auc: Interval
    rho_difference: Interval | None
    auc_difference: Interval | None
    words: int
    seconds: float


@dataclass(frozen=True, eq=False)
class Scores:
    """One score per judged word, NaN where a method has none, and what they cost."""

    values: NDArray[np.float64]
    seconds: float


@dataclass(frozen=True)
class Kept:
    """Scores as they are kept in a file; None for a word without one."""

    values: list[float | None]
    seconds: float

    @classmethod
    def of(cls, scores: Scores) -> "Kept":
        """Return what is kept of scores."""
        known = [float(each) if np.isfinite(each) else None for each in scores.values]
        return cls(known, scores.seconds)

    def scores(self) -> Scores:
        """Return the scores."""
        return Scores(np.array(self.values, np.float64), self.seconds)


def rank_all(judged: JudgedChange, scores: Mapping[str, Scores], ours: str) -> dict[str, Ranking]:
    """Judge all methods on the same draws of words."""
    drawn = draw_items(len(judged.words))
    rhos, aucs = {}, {}
    for name, each in scores.items():
        values = with_least(each.values)
        rhos[name] = rank_correlations(values, judged.graded, drawn)
        aucs[name] = areas(values, judged.binary, drawn)
    return {
        name: Ranking(
            interval_of(rhos[name]),
            interval_of(aucs[name]),
            interval_of(rhos[ours] - rhos[name]) if ours in rhos and name != ours else None,
            interval_of(aucs[ours] - aucs[name]) if ours in aucs and name != ours else None,
            int(np.isfinite(each.values).sum()),
            each.seconds,
        )
        for name, each in scores.items()
    }


def with_least(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores with the least of them where there is none."""
    known = np.isfinite(values)
    return np.where(known, values, values[known].min() if known.any() else 0.0)


def ranking_table(rankings: Mapping[str, Ranking]) -> Table:
    """Return rankings as a table, the best first."""
    ours = "ours minus this"
    return Table(
        ("ranking", "rho", ours, "AUC", ours, "words", "CPU s"),
        tuple(
            (
                name,
                show_interval(each.rho),
                show_interval(each.rho_difference),
                show_interval(each.auc),
                show_interval(each.auc_difference),
                str(each.words),
                f"{each.seconds:.1f}",
            )
            for name, each in sorted(rankings.items(), key=lambda pair: -pair[1].rho.value)
        ),
    )
