"""A trial as data: an unfitted estimator, a task, a seed and a label."""

import hashlib
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Final, Protocol, Self
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from crosslex.benchmark.data.pairs import Pair
from crosslex.benchmark.engine.settings import describe

LONGEST_NAME: Final = 200


@dataclass(frozen=True)
class TrialLabel:
    """The name of a trial.

    Parameters
    ----------
    method, pair, seed
        Which method, from where to where, with which random numbers.
    variant
        How the method or what it is given differs from the shipped one; empty if it does not.
    """

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


class Estimator(Protocol):
    """A classifier, or anything else that learns and predicts as scikit-learn's do."""

    def fit(self, X: Any) -> Self:
        """Learn from what the task gives for training."""
        ...

    def predict(self, X: Any) -> NDArray[Any]:
        """Return one class per item of what the task gives for testing."""
        ...


class Task(Protocol):
    """What an estimator learns from and is tested on; a dataclass of settings, not of texts."""

    def training(self, data: Any) -> Any:
        """Return what `fit` is given."""
        ...

    def test(self, data: Any) -> Any:
        """Return what `predict` is given."""
        ...

    def truth(self, test: Any) -> NDArray[Any]:
        """Return the true class of each test item."""
        ...

    def learns_from(self) -> Hashable:
        """Return a key that is equal for tasks with the same training data."""
        ...


@dataclass(frozen=True, eq=False)
class Trial:
    """An experiment that is yet to be run.

    Parameters
    ----------
    label
        Its name.
    estimator
        The unfitted estimator, its random state set.
    task
        What it learns from and is tested on.
    group
        Trials with the same group run one after the other in the same process, because they
        share something costly. None for a trial that shares nothing.
    """

    label: TrialLabel
    estimator: Estimator
    task: Task
    group: Hashable = None

    @property
    def settings(self) -> dict[str, Any]:
        """Everything, besides data and library versions, that the outcome depends on."""
        return {"estimator": describe(self.estimator), "task": describe(self.task)}


@dataclass(frozen=True, eq=False)
class Cell:
    """The outcome of a trial.

    Parameters
    ----------
    label
        The trial's name.
    correct
        Which test items were classified correctly, in the test set's order.
    scores
        Scores of the second class if there are two classes, else None.
    auc
        Area under the receiver operating characteristic; None unless there are two classes.
    cpu_seconds
        CPU time of fitting and predicting.
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
