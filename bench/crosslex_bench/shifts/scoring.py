"""How well a score separates changed words from controls."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray
from sklearn.metrics import average_precision_score, roc_auc_score

from crosslex_bench.shifts.planting import BANDS, Planted


@dataclass(frozen=True)
class Result:
    """One method on one planted task.

    Parameters
    ----------
    auc
        Area under the ROC curve over all words.
    band_auc
        The mean of the areas within frequency bands.
    precision
        Average precision over all words.
    cpu_seconds
        What the scores cost.
    """

    auc: float
    band_auc: float
    precision: float
    cpu_seconds: float


def judge(planted: Planted, scores: NDArray[np.float64], cpu_seconds: float) -> Result:
    """Measure one method's scores of the planted task's words."""
    bands = [planted.band == band for band in range(len(BANDS))]
    return Result(
        float(roc_auc_score(planted.changed, scores)),
        fmean(float(roc_auc_score(planted.changed[at], scores[at])) for at in bands),
        float(average_precision_score(planted.changed, scores)),
        cpu_seconds,
    )


def means(results: Sequence[Mapping[str, Result]]) -> dict[str, Result]:
    """Average each method's results over seeds."""
    return {
        name: Result(
            fmean(run[name].auc for run in results),
            fmean(run[name].band_auc for run in results),
            fmean(run[name].precision for run in results),
            fmean(run[name].cpu_seconds for run in results),
        )
        for name in results[0]
    }


def table(results: Mapping[str, Result]) -> str:
    """Write one task's means as a Markdown table, the best first."""
    lines = ["| | AUC | band mean | AP | CPU s |", "|---|---:|---:|---:|---:|"]
    for name, found in sorted(results.items(), key=lambda pair: -pair[1].auc):
        lines.append(
            f"| {name} | {found.auc:.3f} | {found.band_auc:.3f} | {found.precision:.3f} "
            f"| {found.cpu_seconds:.1f} |"
        )
    return "\n".join(lines)
