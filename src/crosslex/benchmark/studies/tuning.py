"""Tuning on validation pairs: each method's settings, then one threshold rule for all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_args

import numpy as np
from sklearn.base import clone

from crosslex.benchmark.data.pairs import Pair
from crosslex.benchmark.engine.classification import ClassificationRules
from crosslex.benchmark.engine.results import Score, Tuning
from crosslex.benchmark.engine.study import Column, Method, Variant
from crosslex.benchmark.engine.trial import Cell, Trial, TrialLabel
from crosslex.benchmark.studies.candidates import BUDGET, CANDIDATES, Settings, candidate_label
from crosslex.classify import CrossDomainClassifier
from crosslex.classify.threshold import Threshold
from crosslex.errors import InputError

EXCLUDED: Final = ("dvd->video",)
"""Pairs never tuned on where the domains are there: these two share reviews."""

SOURCES_EACH: Final = 1
"""Sources that a validation target is tuned with, unless all are asked for."""

THRESHOLDS: Final[tuple[Threshold, ...]] = get_args(Threshold)
_SHIPPED: Final[Threshold] = CrossDomainClassifier().threshold

Run = Callable[[Sequence[Trial]], Mapping[TrialLabel, Cell]]
"""Runs trials and returns their cells."""


def tune(
    methods: Mapping[str, Method], pairs: Sequence[Pair], rules: ClassificationRules, run: Run
) -> tuple[Tuning, dict[str, Method]]:
    """Choose each method's settings by mean accuracy, then AUC; then the threshold rule.

    The first seed alone is used. A validation target's labeled texts are all classified, those
    that the method learns from without labels included; only their labels are new.

    Parameters
    ----------
    methods
        Which to tune; one that has no candidates keeps its settings.
    pairs
        The validation pairs.
    rules
        What all trials have in common.
    run
        Runs trials.

    Returns
    -------
    tuple
        What was tried and chosen, and the methods so set.
    """
    candidates = {
        name: {candidate_label(each) or "as given": each for each in _candidates(name)}
        for name in methods
    }

    def scores(wanted: Mapping[str, Sequence[str]], rule: Threshold) -> dict[str, dict[str, Score]]:
        """Return the means over pairs of some candidates of each method."""
        columns = {
            (name, label): _column(name, methods[name], candidates[name][label], label, rule)
            for name, labels in wanted.items()
            for label in labels
        }
        cells = run([_trial(each, pair, rules) for pair in pairs for each in columns.values()])
        return {
            name: {
                label: _score([cells[columns[name, label].label(pair, 0)] for pair in pairs])
                for label in labels
            }
            for name, labels in wanted.items()
        }

    tried = scores({name: list(found) for name, found in candidates.items()}, _SHIPPED)
    chosen = {
        name: max(found, key=lambda label: (found[label].accuracy, found[label].auc or 0.0))
        for name, found in tried.items()
    }
    thresholds = {
        rule: {
            name: found[chosen[name]].accuracy
            for name, found in scores({name: [chosen[name]] for name in methods}, rule).items()
        }
        for rule in THRESHOLDS
    }
    # A method that sees the target's labels knows where to cut and has no say in it.
    voters = [name for name, each in methods.items() if not _sees_target_labels(each)]
    best = max(
        THRESHOLDS, key=lambda rule: np.mean([thresholds[rule][name] for name in voters or methods])
    )
    tuned = {
        name: clone(method).set_params(**candidates[name][chosen[name]])
        for name, method in methods.items()
    }
    return Tuning(tuple(map(str, pairs)), BUDGET, chosen, tried, best, thresholds), tuned


def tuning_pairs(
    domains: Sequence[str],
    validation: Sequence[str],
    *,
    excluded: Sequence[Pair],
    every: bool = False,
) -> list[Pair]:
    """Return the validation pairs: one source per target, as varied as possible, or all.

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
                f"pairs: {str(pair)!r} classifies a domain that is tuned on; leave it out, or "
                "name other --validation domains"
            )


def _candidates(name: str) -> tuple[Settings, ...]:
    known: Mapping[str, tuple[Settings, ...]] = CANDIDATES  # type: ignore[assignment]
    return known.get(name, ({},))


def _column(name: str, method: Method, settings: Settings, label: str, rule: Threshold) -> Column:
    changed = clone(method).set_params(**settings)
    return Column(name, f"{label}, {rule}", changed, Variant(label, classifier={"threshold": rule}))


def _trial(column: Column, pair: Pair, rules: ClassificationRules) -> Trial:
    trial = rules(column, pair, 0)
    if _sees_target_labels(column.method):
        return trial
    task: Any = trial.task
    return replace(trial, task=replace(task, test_on="labeled"))


def _sees_target_labels(method: Method) -> bool:
    return bool(getattr(method, "needs_target_labels", False))


def _score(cells: Sequence[Cell]) -> Score:
    aucs = [cell.auc for cell in cells if cell.auc is not None]
    accuracy = float(np.mean([cell.accuracy for cell in cells]))
    return Score(accuracy, float(np.mean(aucs)) if len(aucs) == len(cells) else None)
