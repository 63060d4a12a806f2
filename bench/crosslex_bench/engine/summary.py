"""From the cells of a study to its results: means, intervals and comparisons."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

import numpy as np

from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.results import (
    Contrast,
    Difference,
    MeanResult,
    MethodResult,
    PairDifference,
    PairResult,
    PanelResult,
    Results,
    Setup,
    Tuning,
    VariantResult,
)
from crosslex_bench.engine.statistics import (
    Outcomes,
    auc_interval,
    bootstrap_accuracies,
    clopper_pearson,
    mcnemar,
    percentile_interval,
    two_sided_p,
)
from crosslex_bench.engine.study import Column, Panel, Study
from crosslex_bench.engine.trial import Cell, TrialLabel

SEEDS_TO_RESAMPLE: Final = 3
"""With fewer seeds, intervals reflect documents alone."""


def summarize(
    study: Study,
    cells: Mapping[TrialLabel, Cell],
    *,
    pairs: Sequence[Pair],
    setup: Setup,
    tuning: Tuning | None = None,
) -> Results:
    """Return the results of a study from the cells of all its trials."""
    resample = setup.seeds >= SEEDS_TO_RESAMPLE
    panels = [(panel, study.columns(panel)) for panel in study.panels]
    references = study.reference_columns()
    # All panels in one table, so that the same draws compare all columns.
    columns = [*references, *(each for _, found in panels for each in found)]
    table = _Table(columns, cells, pairs, setup.seeds, resample)
    return Results(
        name=study.name,
        title=study.title,
        note=study.note,
        setup=setup,
        panels=tuple(_panel_result(study, panel, found, table) for panel, found in panels),
        references={each.name: table.result(each) for each in references},
        seeds_resampled=resample,
        tuning=tuning,
    )


class _Table:
    """The outcomes of some columns on all pairs, resampled with the same draws."""

    def __init__(
        self,
        columns: Iterable[Column],
        cells: Mapping[TrialLabel, Cell],
        pairs: Sequence[Pair],
        seeds: int,
        resample_seeds: bool,
    ) -> None:
        keys = {column.label_key: column for column in columns}
        self._place = {key: place for place, key in enumerate(keys)}
        self._pairs = pairs
        self._resample_seeds = resample_seeds
        self._cells = {
            (key, pair): [
                cells[column.label(pair, seed % column.n_seeds(seeds))] for seed in range(seeds)
            ]
            for key, column in keys.items()
            for pair in pairs
        }
        # Seeds × test documents.
        self._correct = {
            where: np.array([cell.correct for cell in found])
            for where, found in self._cells.items()
        }
        outcomes = [self._outcomes(pair) for pair in pairs]
        self._draws = bootstrap_accuracies(outcomes, resample_seeds=resample_seeds)

    def result(self, column: Column) -> MethodResult:
        found = {str(pair): self._pair_result(column, pair) for pair in self._pairs}
        low, high = percentile_interval(self._draws[:, self._place[column.label_key]])
        auc_low, auc_high = auc_interval(
            [self._cells[column.label_key, pair] for pair in self._pairs],
            [pair.target for pair in self._pairs],
            resample_seeds=self._resample_seeds,
        ) or (None, None)
        mean = MeanResult(
            accuracy=self._accuracy(column),
            low=low,
            high=high,
            auc=mean_or_none([result.auc for result in found.values()]),
            auc_low=auc_low,
            auc_high=auc_high,
            cpu_seconds=round(float(np.mean([each.cpu_seconds for each in found.values()])), 2),
        )
        return MethodResult(mean, found)

    def difference(self, a: Column, b: Column, names: tuple[str, str]) -> Difference:
        draws = np.subtract(*(self._draws[:, self._place[each.label_key]] for each in (a, b)))
        found = self._accuracy(a) - self._accuracy(b)
        return Difference(*names, found, *percentile_interval(draws), two_sided_p(draws))

    def contrast(self, a: Column, b: Column) -> Contrast:
        pairs = {}
        for pair in self._pairs:
            first, second = (self._correct[each.label_key, pair] for each in (a, b))
            found = float(first.mean() - second.mean())
            pairs[str(pair)] = PairDifference(found, mcnemar(first[0], second[0]))
        return Contrast(a.variant.label, self.difference(a, b, (a.name, b.name)), pairs)

    def _outcomes(self, pair: Pair) -> Outcomes:
        found = [self._correct[key, pair] for key in self._place]
        return Outcomes(pair.target, np.stack(found, axis=-1).astype(np.float64))

    def _pair_result(self, column: Column, pair: Pair) -> PairResult:
        found, cells = self._correct[column.label_key, pair], self._cells[column.label_key, pair]
        correct, (n_seeds, size) = int(found.sum()), found.shape
        # Seeds share their test documents, so more seeds must not make the interval narrower.
        low, high = clopper_pearson(correct / n_seeds, size)
        return PairResult(
            correct=correct,
            total=found.size,
            accuracy=correct / found.size,
            low=low,
            high=high,
            auc=mean_or_none([cell.auc for cell in cells]),
            cpu_seconds=round(float(np.mean([cell.cpu_seconds for cell in cells])), 2),
        )

    def _accuracy(self, column: Column) -> float:
        return float(np.mean([self._correct[column.label_key, p].mean() for p in self._pairs]))


def _panel_result(
    study: Study, panel: Panel, columns: Sequence[Column], table: _Table
) -> PanelResult:
    by_method = {name: [each for each in columns if each.name == name] for name in study.methods}
    return PanelResult(
        name=panel.name,
        axis=panel.axis,
        scale=panel.scale,
        shipped=panel.shipped,
        variants=tuple(
            VariantResult(
                variant.label,
                variant.value,
                {each.name: table.result(each) for each in columns if each.variant is variant},
            )
            for variant in panel.variants
        ),
        differences={
            name: tuple(
                table.difference(later, earlier, (later.variant.label, earlier.variant.label))
                for earlier, later in combinations(found, 2)
            )
            for name, found in by_method.items()
        },
        contrasts=tuple(
            table.contrast(a, b)
            for first, second in study.contrasts
            for a in by_method[first]
            for b in by_method[second]
            if a.variant is b.variant
        ),
    )


def mean_or_none(values: Sequence[float | None]) -> float | None:
    """Return the mean, None unless all values are known."""
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if len(known) == len(values) else None
