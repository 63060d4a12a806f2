"""A trial as data: an unfitted estimator, a task, a seed and a label."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, Protocol
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.settings import describe

LONGEST_NAME: Final = 200


@dataclass(frozen=True)
class TrialLabel:
    """The name of a trial; `variant` is empty unless something differs from the shipped method."""

    method: str
    pair: Pair
    seed: int
    variant: str = ""

    def __str__(self) -> str:
        name = f"{self.method} ({self.variant})" if self.variant else self.method
        return f"{name}, {self.pair}, seed {self.seed}"

    @property
    def file_name(self) -> str:
        """A unique file name, whatever characters the domains' names contain.

        >>> TrialLabel("none", Pair(("books",), "r & b"), 0).file_name
        'none,books,r%20%26%20b,0.json'
        >>> TrialLabel("scl", Pair(("books",), "dvd"), 0, variant="pivots=mi").file_name
        'scl(pivots%3Dmi),books,dvd,0.json'
        """
        method = quote(self.method, safe="")
        full = f"{method}({quote(self.variant, safe='')})" if self.variant else method
        sources = "+".join(quote(source, safe="") for source in self.pair.sources)
        name = f"{full},{sources},{quote(self.pair.target, safe='')},{self.seed}"
        if len(name) > LONGEST_NAME:
            name = f"{hashlib.sha256(name.encode()).hexdigest()},{self.seed}"
        return f"{name}.json"


class Task(Protocol):
    """What an estimator learns from and is tested on; a dataclass of settings, not of texts."""

    def training(self, data: Any) -> Any:
        """Return what `fit` is given."""

    def test(self, data: Any) -> Any:
        """Return what `predict` is given."""

    def truth(self, test: Any) -> NDArray[Any]:
        """Return the true class of each test item."""

    def learns_from(self) -> Hashable:
        """Return a key that is equal for tasks with the same training data."""


@dataclass(frozen=True, eq=False)
class Trial:
    """An experiment that is yet to be run: what to fit, and on what to test it.

    Trials of the same group run one after the other in the same process, because they share
    something costly; None for a trial that shares nothing.
    """

    label: TrialLabel
    estimator: BaseEstimator
    task: Task
    group: Hashable = None

    @property
    def settings(self) -> dict[str, Any]:
        """Everything, besides data and library versions, that the outcome depends on."""
        return {"estimator": describe(self.estimator), "task": describe(self.task)}


@dataclass(frozen=True, eq=False)
class Cell:
    """The outcome of a trial: which test items were classified correctly, and in what time.

    Scores of the second class, and their AUC, are None unless there are two classes.
    """

    label: TrialLabel
    correct: NDArray[np.bool_]
    scores: NDArray[np.float64] | None
    auc: float | None
    cpu_seconds: float

    @property
    def accuracy(self) -> float:
        """The share of test items that were classified correctly."""
        return float(self.correct.mean())
