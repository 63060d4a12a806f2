"""Tuning on validation pairs: each method's settings, then one threshold rule for all."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final

import numpy as np

from crosslex.adapt import METHODS
from crosslex.benchmark.cells import Cell, CellKey
from crosslex.benchmark.classifiers import THRESHOLDS, EntryClassifier
from crosslex.benchmark.data.datasets import Dataset
from crosslex.benchmark.data.subsets import join_labeled
from crosslex.benchmark.pairs import Pair
from crosslex.benchmark.protocol import PRESETS, SEEDLESS, Protocol
from crosslex.benchmark.tuning.candidates import BUDGET, CANDIDATES, find_candidate
from crosslex.benchmark.versions import file_sha256
from crosslex.classify import CrossDomainClassifier
from crosslex.classify.threshold import Threshold
from crosslex.corpus import Corpus
from crosslex.errors import InputError

EXCLUDED: Final = ("dvd->video",)
"""Pairs never tuned on where the domains are there: these two share reviews."""

SOURCES_EACH: Final = 1
"""Sources that a validation target is tuned with, unless all are asked for."""

_SHIPPED: Final[Threshold] = CrossDomainClassifier().threshold

Complete = Callable[[Sequence[CellKey]], Mapping[CellKey, Cell]]
"""Computes the cells that are missing and returns all."""


@dataclass(frozen=True)
class Score:
    """Means over the validation pairs."""

    accuracy: float
    auc: float | None


@dataclass(frozen=True)
class Tuning:
    """What was tried and chosen.

    Parameters
    ----------
    pairs
        The validation pairs.
    budget
        How many settings each method was tried with.
    chosen
        The label of each method's best candidate.
    tried
        For each method every candidate's means, at the shipped threshold rule.
    threshold
        The rule that is best in the mean over all methods but the ceiling.
    thresholds
        For each rule and method, the mean accuracy of the chosen candidate.
    """

    pairs: tuple[str, ...]
    budget: int
    chosen: Mapping[str, str]
    tried: Mapping[str, Mapping[str, Score]]
    threshold: Threshold
    thresholds: Mapping[Threshold, Mapping[str, float]]

    def to_json(self) -> str:
        """Write everything as one JSON object."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False, allow_nan=False) + "\n"

    def key(self, method: str, pair: Pair, seed: int) -> CellKey:
        """Name the cell of a method as it was tuned."""
        return CellKey(method, pair, seed, variant_of(self.chosen[method], self.threshold))


@dataclass(frozen=True)
class TuningRules:
    """The benchmark's rules, but with the candidate and threshold rule that a cell names.

    Parameters
    ----------
    protocol
        The benchmark's rules.
    validation
        The domains for tuning: on them all labeled texts are decided about, those that the
        method learns from without labels among them; only their labels are used for scoring.
    """

    protocol: Protocol
    validation: tuple[str, ...]

    def classifier(self, key: CellKey) -> EntryClassifier:
        """Make the classifier of a cell, not yet fitted."""
        label, _, threshold = key.variant.partition(" threshold=")
        preset = PRESETS[self.protocol.preset]
        return EntryClassifier(
            find_candidate(key.method, label).entry(key.method),
            key.pair.target,
            weighting=preset.weighting,
            pivots=preset.pivots,
            threshold=next(rule for rule in THRESHOLDS if rule == threshold),
            random_state=key.seed,
        )

    def corpora(self, dataset: Dataset, key: CellKey) -> list[Corpus]:
        """Choose what a cell may learn from."""
        return self.protocol.corpora(dataset, key)

    def test(self, dataset: Dataset, key: CellKey) -> Corpus:
        """Choose what a cell decides about."""
        data = dataset.domains[key.pair.target]
        learned = METHODS[key.method].needs_target_labels
        if key.pair.target not in self.validation or learned:
            return data.test
        return join_labeled(data.train, data.test)

    def settings(self, dataset: Dataset) -> dict[str, str]:
        """Tell everything that results depend on besides the cells' keys."""
        return {
            **self.protocol.settings(dataset),
            "validation": ", ".join(self.validation),
            "code of the tuning": file_sha256("changes.py", "tuning/candidates.py"),
        }


def tune(methods: Sequence[str], pairs: Sequence[Pair], complete: Complete) -> Tuning:
    """Choose each method's candidate by mean accuracy, AUC between equals; then the rule.

    The first seed alone is used.

    Parameters
    ----------
    methods
        Which to tune.
    pairs
        The validation pairs.
    complete
        Computes cells.
    """
    keys = [
        CellKey(method, pair, 0, variant_of(candidate.label, _SHIPPED))
        for pair in pairs
        for method in methods
        for candidate in CANDIDATES[method]
    ]
    cells = complete(keys)
    tried = {
        method: {
            candidate.label: _score(cells, method, pairs, candidate.label, _SHIPPED)
            for candidate in CANDIDATES[method]
        }
        for method in methods
    }
    chosen = {method: _best(scores) for method, scores in tried.items()}
    rules = [
        CellKey(method, pair, 0, variant_of(chosen[method], rule))
        for pair in pairs
        for method in methods
        for rule in THRESHOLDS
    ]
    cells = complete(rules)
    thresholds = {
        rule: {
            method: _score(cells, method, pairs, chosen[method], rule).accuracy
            for method in methods
        }
        for rule in THRESHOLDS
    }
    # Who sees the target's labels knows where to cut and has no say in it.
    voters = [name for name in methods if not METHODS[name].needs_target_labels] or list(methods)
    best = max(THRESHOLDS, key=lambda rule: np.mean([thresholds[rule][name] for name in voters]))
    return Tuning(tuple(map(str, pairs)), BUDGET, chosen, tried, best, thresholds)


def tuned_cells(
    tuning: Tuning, methods: Sequence[str], pairs: Sequence[Pair], seeds: int
) -> list[CellKey]:
    """List the benchmark's cells, with every method as it was tuned."""
    return [
        tuning.key(method, pair, seed)
        for pair in pairs
        for method in methods
        for seed in range(1 if method in SEEDLESS else seeds)
    ]


def without_variants(cells: Mapping[CellKey, Cell]) -> dict[CellKey, Cell]:
    """Name cells as if their methods were the shipped ones, for the tables."""
    plain = (replace(cell, key=replace(cell.key, variant="")) for cell in cells.values())
    return {cell.key: cell for cell in plain}


def tuning_pairs(
    domains: Sequence[str],
    validation: Sequence[str],
    *,
    excluded: Sequence[Pair],
    every: bool = False,
) -> list[Pair]:
    """List the validation pairs: a source a target, as varied as can be, or all of them.

    >>> pairs = tuning_pairs(
    ...     ["books", "dvd", "kitchen", "video"], ["video"], excluded=[Pair(("dvd",), "video")]
    ... )
    >>> [str(pair) for pair in pairs]
    ['books->video']
    """
    if not validation:
        raise InputError("tune: no domains to tune on; name some with --validation")
    offered = {
        target: [
            Pair((source,), target)
            for source in domains
            if source != target and Pair((source,), target) not in excluded
        ]
        for target in validation
    }
    chosen: list[Pair] = []
    for _ in range(len(domains) if every else SOURCES_EACH):
        for pairs in offered.values():
            left = [pair for pair in pairs if pair not in chosen]
            if left:
                used = [source for pair in chosen for source in pair.sources]
                chosen.append(min(left, key=lambda pair: used.count(pair.sources[0])))
    if not chosen:
        raise InputError("tune: all validation pairs are excluded; leave some")
    return chosen


def check_untouched(pairs: Sequence[Pair], validation: Sequence[str]) -> None:
    """Refuse to report on a target that was tuned on."""
    for pair in pairs:
        if pair.target in validation:
            raise InputError(
                f"pairs: {str(pair)!r} decides in a domain that is tuned on; leave it out, or "
                "name other --validation domains"
            )


def variant_of(candidate: str, threshold: Threshold) -> str:
    """Name the cells of a candidate with a threshold rule."""
    return f"{candidate} threshold={threshold}"


def _score(
    cells: Mapping[CellKey, Cell],
    method: str,
    pairs: Sequence[Pair],
    candidate: str,
    threshold: Threshold,
) -> Score:
    found = [cells[CellKey(method, pair, 0, variant_of(candidate, threshold))] for pair in pairs]
    aucs = [cell.auc for cell in found if cell.auc is not None]
    accuracy = float(np.mean([cell.accuracy for cell in found]))
    return Score(accuracy, float(np.mean(aucs)) if len(aucs) == len(found) else None)


def _best(scores: Mapping[str, Score]) -> str:
    return max(scores, key=lambda label: (scores[label].accuracy, scores[label].auc or 0.0))
