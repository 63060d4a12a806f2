"""From cells to what is reported: accuracies with intervals, means, and comparisons."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.data.datasets import Dataset, DomainSize
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import SEEDLESS, Protocol
from crosslex.benchmark.statistics import (
    bootstrap_means,
    clopper_pearson,
    mcnemar,
    percentile_interval,
    two_sided_p,
)
from crosslex.benchmark.tuning.tuning import Tuning
from crosslex.benchmark.versions import versions

OURS = "crosslex"
BASELINE = "none"


@dataclass(frozen=True)
class PairResult:
    """A method on a pair; `correct` and `total` are sums over the seeds."""

    correct: int
    total: int
    accuracy: float
    low: float
    high: float
    auc: float | None
    cpu_seconds: float


@dataclass(frozen=True)
class MeanResult:
    """A method's mean over all pairs, with the bootstrap's interval."""

    accuracy: float
    low: float
    high: float
    auc: float | None
    cpu_seconds: float


@dataclass(frozen=True)
class Comparison:
    """The mean accuracy of method `a` less that of `b`.

    Parameters
    ----------
    low, high, p
        By the paired bootstrap over test documents.
    mcnemar
        A p-value for every pair, by McNemar's exact test on the first seed's decisions.
    """

    a: str
    b: str
    difference: float
    low: float
    high: float
    p: float
    mcnemar: Mapping[str, float]


@dataclass(frozen=True)
class ProtocolFacts:
    """What a reader must know to judge the numbers."""

    unlabeled: str
    preset: str
    multi_source: bool
    validation: tuple[str, ...]
    domains: Mapping[str, DomainSize]
    data_sha256: str


@dataclass(frozen=True)
class Results:
    """Everything that a benchmark found; `to_json` writes results.json."""

    dataset: str
    protocol: ProtocolFacts
    seeds: int
    versions: Mapping[str, str]
    methods: Mapping[str, Mapping[str, PairResult]]
    means: Mapping[str, MeanResult]
    comparisons: tuple[Comparison, ...]
    tuning: Tuning | None = None

    def to_json(self) -> str:
        """Write everything as one JSON object."""
        content = {**asdict(self), "tuning": asdict(self.tuning) if self.tuning else {}}
        return json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    @property
    def pairs(self) -> tuple[str, ...]:
        """The pairs' names."""
        return tuple(next(iter(self.methods.values())))


def summarize(
    dataset: Dataset,
    protocol: Protocol,
    cells: Mapping[CellKey, Cell],
    *,
    pairs: Sequence[Pair],
    methods: Sequence[str],
    seeds: int,
    validation: Sequence[str],
    tuning: Tuning | None = None,
) -> Results:
    """Put the cells of all methods, pairs and seeds together."""
    by_pair = {
        (method, pair): [
            cells[CellKey(method, pair, 0 if method in SEEDLESS else seed)] for seed in range(seeds)
        ]
        for method in methods
        for pair in pairs
    }
    counted = [
        np.column_stack([_times_correct(by_pair[method, pair]) for method in methods])
        for pair in pairs
    ]
    draws = bootstrap_means(counted, [pair.target for pair in pairs]) / seeds
    found = {
        method: {str(pair): pair_result(by_pair[method, pair]) for pair in pairs}
        for method in methods
    }
    means = {
        method: _mean_result(list(found[method].values()), draws[:, column])
        for column, method in enumerate(methods)
    }
    # So that most differences read as gains: ours less others', others' less no adaptation's.
    ordered = sorted(methods, key=lambda name: (name != OURS, name == BASELINE))
    place = {method: column for column, method in enumerate(methods)}
    return Results(
        dataset=dataset.name,
        protocol=ProtocolFacts(
            unlabeled=protocol.unlabeled,
            preset=protocol.preset,
            multi_source=any(len(pair.sources) > 1 for pair in pairs),
            validation=tuple(validation),
            domains={name: data.size for name, data in dataset.domains.items()},
            data_sha256=dataset.sha256,
        ),
        seeds=seeds,
        versions=versions(),
        tuning=tuning,
        methods=found,
        means=means,
        comparisons=tuple(
            Comparison(
                a,
                b,
                means[a].accuracy - means[b].accuracy,
                *_tested(draws[:, place[a]] - draws[:, place[b]]),
                mcnemar={
                    str(pair): mcnemar(by_pair[a, pair][0].correct, by_pair[b, pair][0].correct)
                    for pair in pairs
                },
            )
            for a, b in combinations(ordered, 2)
        ),
    )


def _times_correct(cells: Sequence[Cell]) -> NDArray[np.int64]:
    return np.asarray(np.sum([cell.correct for cell in cells], axis=0), np.int64)


def pair_result(cells: Sequence[Cell]) -> PairResult:
    """Put a method's seeds on one pair together."""
    size = len(cells[0].correct)
    correct = int(_times_correct(cells).sum())
    # Seeds share their test documents, so that more seeds make no interval narrower.
    low, high = clopper_pearson(correct / len(cells), size)
    return PairResult(
        correct=correct,
        total=size * len(cells),
        accuracy=correct / (size * len(cells)),
        low=low,
        high=high,
        auc=_mean([cell.auc for cell in cells]),
        cpu_seconds=round(float(np.mean([cell.cpu_seconds for cell in cells])), 2),
    )


def _mean_result(results: Sequence[PairResult], draws: NDArray[np.float64]) -> MeanResult:
    low, high = percentile_interval(draws)
    return MeanResult(
        accuracy=float(np.mean([result.accuracy for result in results])),
        low=low,
        high=high,
        auc=_mean([result.auc for result in results]),
        cpu_seconds=round(float(np.mean([result.cpu_seconds for result in results])), 2),
    )


def _tested(differences: NDArray[np.float64]) -> tuple[float, float, float]:
    low, high = percentile_interval(differences)
    return low, high, two_sided_p(differences)


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return float(np.mean(known)) if len(known) == len(values) else None
