"""How well rankings of words agree with people, and with what certainty one beats another."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex_bench.change.judged import JudgedChange
from crosslex_bench.engine.resampling import Interval, areas, draw_items, rank_correlations


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
            _interval(rhos[name]),
            _interval(aucs[name]),
            _interval(rhos[ours] - rhos[name]) if ours in rhos and name != ours else None,
            _interval(aucs[ours] - aucs[name]) if ours in aucs and name != ours else None,
            int(np.isfinite(each.values).sum()),
            each.seconds,
        )
        for name, each in scores.items()
    }


def with_least(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return scores with the least of them where there is none."""
    known = np.isfinite(values)
    return np.where(known, values, values[known].min() if known.any() else 0.0)


def table(rankings: Mapping[str, Ranking]) -> str:
    """Write rankings as a Markdown table, the best first."""
    lines = [
        "| ranking | rho | ours minus this | AUC | ours minus this | words | CPU s |",
        "|---|---:|---:|---:|---:|---:|---:|",
    ]
    for name, each in sorted(rankings.items(), key=lambda pair: -pair[1].rho.value):
        lines.append(
            f"| {name} | {each.rho} | {each.rho_difference or ''} | {each.auc} "
            f"| {each.auc_difference or ''} | {each.words} | {each.seconds:.1f} |"
        )
    return "\n".join(lines)


def _interval(draws: NDArray[np.float64]) -> Interval:
    """Return the value of all words, with the interval of the draws that follow it."""
    return Interval.of(float(draws[0]), draws[1:])
