"""From the cells of a study to what is reported: a mean a method and variant, and differences."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.auc_intervals import auc_interval
from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.results import MeanResult, PairResult, pair_result
from crosslex.benchmark.statistics import (
    bootstrap_seeds,
    mcnemar,
    percentile_interval,
    two_sided_p,
)
from crosslex.benchmark.study.rules import StudyRules, n_seeds
from crosslex.benchmark.study.study import Panel, Study
from crosslex.benchmark.versions import versions

SEEDS_TO_RESAMPLE: Final = 3
"""With fewer seeds, intervals speak of documents alone."""

Column = tuple[str, str]
"""A method, and the name of a variant's cells; empty for the method as shipped."""


@dataclass(frozen=True)
class Point:
    """A method at a variant: its mean over all pairs, and each of them."""

    mean: MeanResult
    auc_low: float | None
    auc_high: float | None
    pairs: Mapping[str, PairResult]


@dataclass(frozen=True)
class VariantResult:
    """What came of a variant, by method."""

    label: str
    value: float | None
    methods: Mapping[str, Point]


@dataclass(frozen=True)
class Difference:
    """The mean accuracy of `a` less that of `b`, with interval and p-value of the bootstrap."""

    a: str
    b: str
    difference: float
    low: float
    high: float
    p: float


@dataclass(frozen=True)
class PairDifference:
    """An accuracy less another on one pair, with McNemar's p-value on the first seed."""

    difference: float
    p: float


@dataclass(frozen=True)
class Contrast:
    """Two methods compared at one variant, in the mean and on every pair."""

    variant: str
    mean: Difference
    pairs: Mapping[str, PairDifference]


@dataclass(frozen=True)
class PanelResult:
    """What came of the variants of one axis.

    Parameters
    ----------
    name, axis, scale, shipped
        As in the study.
    variants
        From left to right.
    differences
        For every method, every two variants: the later less the earlier.
    contrasts
        Methods compared with each other at every variant.
    """

    name: str
    axis: str
    scale: str
    shipped: str | None
    variants: tuple[VariantResult, ...]
    differences: Mapping[str, tuple[Difference, ...]]
    contrasts: tuple[Contrast, ...]


@dataclass(frozen=True)
class StudyResult:
    """Everything that a study found."""

    name: str
    title: str
    note: str
    panels: tuple[PanelResult, ...]
    references: Mapping[str, Point]


@dataclass(frozen=True)
class StudyResults:
    """A study's results with where they come from; `to_json` writes results.json."""

    dataset: str
    data_sha256: str
    unlabeled: str
    pairs: tuple[str, ...]
    seeds: int
    versions: Mapping[str, str]
    study: StudyResult

    def to_json(self) -> str:
        """Write everything as one JSON object."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def summarize_study(
    study: Study,
    dataset: Dataset,
    rules: StudyRules,
    cells: Mapping[CellKey, Cell],
    *,
    pairs: Sequence[Pair],
    seeds: int,
) -> StudyResults:
    """Put the cells of all variants, methods, pairs and seeds together."""
    table = _Table(study, cells, pairs, seeds)
    return StudyResults(
        dataset=dataset.name,
        data_sha256=dataset.sha256,
        unlabeled=rules.unlabeled,
        pairs=tuple(map(str, pairs)),
        seeds=seeds,
        versions=versions(),
        study=StudyResult(
            name=study.name,
            title=study.title,
            note=study.note,
            panels=tuple(_panel_result(study, panel, table) for panel in study.panels),
            references={method: table.point((method, "")) for method in study.references},
        ),
    )


class _Table:
    """All cells of a study, in columns that the same draws are taken of."""

    def __init__(
        self, study: Study, cells: Mapping[CellKey, Cell], pairs: Sequence[Pair], seeds: int
    ) -> None:
        columns = list(dict.fromkeys((key.method, key.variant) for key in cells))
        self._place = {column: place for place, column in enumerate(columns)}
        self._pairs = pairs
        self._seeds = seeds
        self._cells = {
            (column, pair): [
                cells[CellKey(column[0], pair, seed % n_seeds(study, *column, seeds), column[1])]
                for seed in range(seeds)
            ]
            for column in columns
            for pair in pairs
        }
        self._draws = bootstrap_seeds(
            [self._decisions(columns, pair, seeds) for pair in pairs],
            [pair.target for pair in pairs],
        )

    def _decisions(self, columns: Sequence[Column], pair: Pair, seeds: int) -> NDArray[np.float64]:
        decided = np.array(
            [[cell.correct for cell in self._cells[column, pair]] for column in columns],
            np.float64,
        )
        decided = decided.transpose(1, 2, 0)
        # Two seeds tell little of how much seeds vary: then their mean counts.
        return decided if seeds >= SEEDS_TO_RESAMPLE else decided.mean(axis=0, keepdims=True)

    def point(self, column: Column) -> Point:
        found = {str(pair): pair_result(self._cells[column, pair]) for pair in self._pairs}
        aucs = [result.auc for result in found.values() if result.auc is not None]
        low, high = percentile_interval(self._draws[:, self._place[column]])
        mean = MeanResult(
            accuracy=float(np.mean([result.accuracy for result in found.values()])),
            low=low,
            high=high,
            auc=float(np.mean(aucs)) if len(aucs) == len(found) else None,
            cpu_seconds=round(float(np.mean([each.cpu_seconds for each in found.values()])), 2),
        )
        auc_bounds = auc_interval(
            [self._cells[column, pair] for pair in self._pairs],
            [pair.target for pair in self._pairs],
            seeds_too=self._seeds >= SEEDS_TO_RESAMPLE,
        )
        auc_low, auc_high = auc_bounds or (None, None)
        return Point(mean, auc_low, auc_high, found)

    def difference(self, a: Column, b: Column, names: tuple[str, str]) -> Difference:
        draws = self._draws[:, self._place[a]] - self._draws[:, self._place[b]]
        found = float(
            np.mean([self._accuracy(a, pair) - self._accuracy(b, pair) for pair in self._pairs])
        )
        return Difference(*names, found, *percentile_interval(draws), two_sided_p(draws))

    def pair_differences(self, a: Column, b: Column) -> dict[str, PairDifference]:
        return {
            str(pair): PairDifference(
                self._accuracy(a, pair) - self._accuracy(b, pair),
                mcnemar(self._cells[a, pair][0].correct, self._cells[b, pair][0].correct),
            )
            for pair in self._pairs
        }

    def _accuracy(self, column: Column, pair: Pair) -> float:
        return float(np.mean([cell.accuracy for cell in self._cells[column, pair]]))


def _panel_result(study: Study, panel: Panel, table: _Table) -> PanelResult:
    offered = {variant.label: study.methods_of(panel, variant) for variant in panel.variants}
    key = {variant.label: panel.key(variant) for variant in panel.variants}
    named = study.methods if panel.methods is None else panel.methods
    return PanelResult(
        name=panel.name,
        axis=panel.axis,
        scale=panel.scale,
        shipped=panel.shipped,
        variants=tuple(
            VariantResult(
                variant.label,
                variant.value,
                {
                    method: table.point((method, key[variant.label]))
                    for method in offered[variant.label]
                },
            )
            for variant in panel.variants
        ),
        differences={
            method: tuple(
                table.difference((method, key[b]), (method, key[a]), (b, a))
                for a, b in combinations(
                    [label for label, methods in offered.items() if method in methods], 2
                )
            )
            for method in named
        },
        contrasts=tuple(
            Contrast(
                label,
                table.difference((a, key[label]), (b, key[label]), (a, b)),
                table.pair_differences((a, key[label]), (b, key[label])),
            )
            for a, b in study.contrasts
            for label, methods in offered.items()
            if a in methods and b in methods
        ),
    )
