"""A trial as data: an unfitted estimator, a task, a seed and a label."""

import hashlib
import inspect
import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator

from crosslex import Corpus, TextSettings
from crosslex_bench.data.datasets import Dataset
from crosslex_bench.data.pairs import Pair
from crosslex_bench.data.training_changes import TrainingChange, join_labeled

LONGEST_NAME: Final = 200
PresetName = Literal["default", "paper"]
"""Features, pivots and weighting of every method: crosslex's, or those of the paper's protocol."""
UnlabeledText = Literal["pair", "all"]


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


@dataclass(frozen=True)
class ClassificationTask:
    """Classify the target's texts, learning from labels of the sources.

    `seed` is that of the change's random draws; `test_on="labeled"` classifies all labeled texts
    of the target, not its test texts alone; `preset` says which words and bigrams are features.
    """

    pair: Pair
    unlabeled: UnlabeledText = "pair"
    change: TrainingChange | None = None
    seed: int = 0
    test_on: Literal["test", "labeled"] = "test"
    preset: PresetName = "default"

    def training(self, data: Dataset) -> list[Corpus]:
        """Return the corpora of sources, target and perhaps further domains.

        The target's labels are there for `in_domain`; the classifier hides them from all
        other methods. No test text is included.
        """
        named = (*self.pair.sources, self.pair.target)
        corpora = [data.domains[name].train for name in named]
        if self.unlabeled == "all":
            others = [name for name in data.domains if name not in named]
            corpora += [data.domains[name].train.without_labels() for name in others]
        corpora = [self._with_features(corpus) for corpus in corpora]
        return corpora if self.change is None else self.change(corpora, self.pair, self.seed)

    def test(self, data: Dataset) -> Corpus:
        """Return the texts to classify."""
        target = data.domains[self.pair.target]
        labeled = self.test_on == "labeled"
        test = join_labeled(target.train, target.test) if labeled else target.test
        return self._with_features(test)

    def truth(self, test: Corpus) -> NDArray[Any]:
        """Return the true class of each text."""
        return np.array(test.classes)[test.labels]

    def learns_from(self) -> Hashable:
        """Return a key that is equal for tasks with the same training data."""
        return (self.pair, self.unlabeled, self.change, self.seed, self.preset)

    def _with_features(self, corpus: Corpus) -> Corpus:
        """Return the corpus with the preset's features; words are encoded alike for all."""
        if self.preset == "default":
            return corpus
        paper = TextSettings.paper()
        settings = replace(
            corpus.text_settings, stop_words=paper.stop_words, bigrams_first=paper.bigrams_first
        )
        return replace(corpus, text_settings=settings)


@dataclass(frozen=True, eq=False)
class Trial:
    """An experiment that is yet to be run: what to fit, and on what to test it.

    Trials of the same group run one after the other in the same process, because they share
    something costly; None for a trial that shares nothing.
    """

    label: TrialLabel
    estimator: BaseEstimator
    task: ClassificationTask
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


def describe(thing: Any) -> Any:
    """Return an object as JSON can hold it: its class name and parameters.

    >>> from sklearn.linear_model import Ridge
    >>> described = describe(Ridge(alpha=2.0))
    >>> described["class"], described["alpha"]
    ('sklearn.linear_model._ridge.Ridge', 2.0)
    """
    if thing is None or isinstance(thing, bool | int | float | str):
        return thing
    if isinstance(thing, np.generic):
        return thing.item()
    if isinstance(thing, Mapping):
        return {str(key): describe(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [describe(each) for each in thing]
    if isinstance(thing, set | frozenset):
        return sorted(map(str, thing))
    if isinstance(thing, type) or inspect.isroutine(thing):
        return _qualified(thing)
    if hasattr(thing, "get_params"):
        parameters = thing.get_params(deep=False)
    else:
        parameters = {each.name: getattr(thing, each.name) for each in fields(thing)}
    return {"class": _qualified(type(thing)), **describe(parameters)}


def fingerprint(settings: Mapping[str, Any]) -> str:
    """Return a short checksum of settings.

    >>> fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


def _qualified(thing: Any) -> str:
    return f"{thing.__module__}.{thing.__qualname__}"
