"""What an experiment found: one type for the main table and every study."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

import msgspec

from crosslex_bench.data.datasets import DomainSize
from crosslex_bench.data.pairs import Pair

Threshold = Literal["mixture", "zero", "rate"]
"""The rule by which scores become classes; see `BenchClassifier`."""
Scale = Literal["linear", "log", "names", "steps"]


@dataclass(frozen=True)
class PairResult:
    """A method on a pair: texts summed over the seeds, AUC and time their means.

    `low` and `high` are the Clopper-Pearson interval.
    """

    correct: int
    total: int
    accuracy: float
    low: float
    high: float
    auc: float | None
    cpu_seconds: float


@dataclass(frozen=True)
class MeanResult:
    """A method's mean over all pairs, with bootstrap intervals."""

    accuracy: float
    low: float
    high: float
    auc: float | None
    auc_low: float | None
    auc_high: float | None
    cpu_seconds: float


@dataclass(frozen=True)
class MethodResult:
    """A method's mean over all pairs, and its result on each."""

    mean: MeanResult
    pairs: Mapping[str, PairResult]


@dataclass(frozen=True)
class Difference:
    """The mean accuracy of `a` less that of `b`, with bootstrap interval and p-value."""

    a: str
    b: str
    difference: float
    low: float
    high: float
    p: float

    def reversed(self) -> "Difference":
        """Return the difference of `b` less `a`."""
        return Difference(self.b, self.a, -self.difference, -self.high, -self.low, self.p)


@dataclass(frozen=True)
class PairDifference:
    """A difference on one pair; `p` is McNemar's on the first seed's predictions."""

    difference: float
    p: float


@dataclass(frozen=True)
class Contrast:
    """Two methods compared at one variant, in the mean and on every pair."""

    variant: str
    mean: Difference
    pairs: Mapping[str, PairDifference]


@dataclass(frozen=True)
class VariantResult:
    """The results of one variant, by method."""

    label: str
    value: float | None
    methods: Mapping[str, MethodResult]


@dataclass(frozen=True)
class PanelResult:
    """The results of all variants on one axis.

    `differences` are, for every method, those of every two variants: the later less the earlier.
    """

    name: str
    axis: str
    scale: Scale
    shipped: str | None
    variants: tuple[VariantResult, ...]
    differences: Mapping[str, tuple[Difference, ...]]
    contrasts: tuple[Contrast, ...]

    @property
    def methods(self) -> Mapping[str, MethodResult]:
        """The methods' results at the first variant, which is the only one of a main table."""
        return self.variants[0].methods

    @property
    def varied(self) -> bool:
        """Whether there are variants, and not only methods to compare."""
        return bool(self.variants[0].label)


@dataclass(frozen=True)
class Setup:
    """What a reader must know to judge the numbers."""

    dataset: str
    data_sha256: str
    pairs: tuple[str, ...]
    seeds: int
    versions: Mapping[str, str]
    unlabeled: str = "pair"
    preset: str = "default"
    validation: tuple[str, ...] = ()
    domains: Mapping[str, DomainSize] = field(default_factory=dict)

    @property
    def multi_source(self) -> bool:
        """Whether any pair has more than one source."""
        return any(len(Pair.parse(name).sources) > 1 for name in self.pairs)

    @property
    def settings(self) -> dict[str, str]:
        """What all cells of a run have in common."""
        return {
            "data": self.data_sha256,
            "unlabeled": self.unlabeled,
            "preset": self.preset,
            **{f"version of {name}": number for name, number in self.versions.items()},
        }


@dataclass(frozen=True)
class Score:
    """Means over the validation pairs."""

    accuracy: float
    auc: float | None


@dataclass(frozen=True)
class Tuning:
    """What was tried and chosen on the validation pairs.

    `tried` are every candidate's means at the shipped threshold rule, `thresholds` the mean
    accuracies of each method's chosen candidate at every rule. `at_end` are the methods whose
    chosen C was the smallest or the largest that was tried.
    """

    pairs: tuple[str, ...]
    budget: int
    chosen: Mapping[str, str]
    tried: Mapping[str, Mapping[str, Score]]
    threshold: Threshold
    thresholds: Mapping[Threshold, Mapping[str, float]]
    at_end: tuple[str, ...] = ()


@dataclass(frozen=True)
class Results:
    """Everything that an experiment found; a main table has one panel with one variant.

    `seeds_resampled` says whether intervals reflect seeds as well as documents.
    """

    name: str
    title: str
    note: str
    setup: Setup
    panels: tuple[PanelResult, ...]
    references: Mapping[str, MethodResult]
    seeds_resampled: bool = False
    tuning: Tuning | None = None

    @property
    def methods(self) -> Mapping[str, MethodResult]:
        """Every method's results, in a main table."""
        return self.panels[0].methods

    @property
    def contrasts(self) -> tuple[Contrast, ...]:
        """Methods compared with each other, in a main table."""
        return self.panels[0].contrasts


def to_json(result: Results | Tuning) -> str:
    """Return everything as one JSON object."""
    return msgspec.json.format(msgspec.json.encode(result), indent=2).decode() + "\n"


def read_results(path: Path) -> Results:
    """Read what `to_json` wrote; anything else raises a ValueError."""
    return msgspec.json.decode(path.read_bytes(), type=Results)
