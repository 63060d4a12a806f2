"""How every method is measured, the same for all: who sees what, and what is counted."""

import hashlib
import json
from dataclasses import asdict, dataclass
from typing import Final, Literal

from crosslex.adapt import METHODS, WeightingName
from crosslex.benchmark.cells import CellKey
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.versions import code_sha256, versions
from crosslex.checks import did_you_mean
from crosslex.classify import CrossDomainClassifier
from crosslex.corpus import Corpus
from crosslex.errors import InputError
from crosslex.pivots import PivotName

UnlabeledText = Literal["pair", "all"]
PresetName = Literal["default", "paper"]

SEEDLESS: Final = frozenset({"none", "in_domain", "dci"})
"""Methods without chance: one seed speaks for all."""


@dataclass(frozen=True)
class Preset:
    """What all methods of a run have in common.

    Parameters
    ----------
    weighting
        Of the features; None leaves it to each method's own.
    pivots
        How pivots are chosen.
    """

    weighting: WeightingName | None
    pivots: PivotName


PRESETS: Final[dict[PresetName, Preset]] = {
    "default": Preset(weighting=None, pivots="mi"),
    "paper": Preset(weighting="binary", pivots="npmi"),
}


@dataclass(frozen=True)
class Protocol:
    """The rules that every cell of a run follows.

    Parameters
    ----------
    unlabeled
        Whose unlabeled text every method is given: the pair's own (the paper's rule), or that
        of all domains of the dataset.
    preset
        Features and pivots: crosslex's, or binary features and NPMI pivots for every method,
        as in the paper.
    """

    unlabeled: UnlabeledText = "pair"
    preset: PresetName = "default"

    def classifier(self, key: CellKey) -> CrossDomainClassifier:
        """Make the classifier of a cell, not yet fitted."""
        preset = PRESETS[self.preset]
        return CrossDomainClassifier(
            key.method,
            target=key.pair.target,
            weighting=preset.weighting,
            pivots=preset.pivots,
            random_state=key.seed,
        )

    def corpora(self, dataset: Dataset, key: CellKey) -> list[Corpus]:
        """Choose what a cell may learn from: labels of the sources, text of the others.

        The target's labels are there for `in_domain`; the classifier hides them from all
        other methods. No test text is among them.
        """
        pair = key.pair
        named = [dataset.domains[name].train for name in (*pair.sources, pair.target)]
        if self.unlabeled == "pair":
            return named
        others = [name for name in dataset.domains if name not in (*pair.sources, pair.target)]
        return named + [dataset.domains[name].train.without_labels() for name in others]

    def test(self, dataset: Dataset, key: CellKey) -> Corpus:
        """Choose what a cell decides about."""
        return dataset.domains[key.pair.target].test

    def settings(self, dataset: Dataset) -> dict[str, str]:
        """Tell everything that results depend on besides method, pair and seed."""
        return {
            "data": dataset.sha256,
            **asdict(self),
            "code of the methods": code_sha256(),
            **{f"version of {name}": number for name, number in versions().items()},
        }


def fingerprint(settings: dict[str, str]) -> str:
    """Return a short mark of settings, which every cell computed with them carries."""
    return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]


def choose_methods(named: list[str]) -> tuple[str, ...]:
    """Check methods' names; `all` stands for all there are.

    >>> choose_methods(["none", "crosslex"])
    ('none', 'crosslex')
    """
    if named == ["all"]:
        return tuple(METHODS)
    for name in named:
        if name not in METHODS:
            near = did_you_mean(name, list(METHODS))
            raise InputError(
                f"methods: there is no {name!r}{near}; choose all or some of {', '.join(METHODS)}"
            )
    return tuple(dict.fromkeys(named))


def list_cells(pairs: list[Pair], methods: tuple[str, ...], seeds: int) -> list[CellKey]:
    """List the cells to compute, all methods of one pair before the next pair."""
    return [
        CellKey(method, pair, seed)
        for pair in pairs
        for method in methods
        for seed in range(1 if method in SEEDLESS else seeds)
    ]
