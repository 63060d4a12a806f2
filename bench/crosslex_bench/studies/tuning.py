"""Tuning on validation pairs: each method's settings, then one threshold rule for all."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_args

import numpy as np
from sklearn.base import clone

from crosslex.classify import AdaptationMethod
from crosslex.errors import InputError
from crosslex_bench.data.pairs import Pair
from crosslex_bench.engine.classification import BenchClassifier, ClassificationRules
from crosslex_bench.engine.results import Score, Threshold, Tuning
from crosslex_bench.engine.study import Column, Methods, Variant
from crosslex_bench.engine.summary import mean_or_none
from crosslex_bench.engine.trial import Cell, Trial, TrialLabel
from crosslex_bench.methods.registry import METHODS
from crosslex_bench.studies.paper import STRENGTHS, SYSTEMS

EXCLUDED: Final = ("dvd->video",)
"""Pairs never tuned on where the domains are there: these two share reviews."""

BUDGET: Final = 9
"""Settings tried for each method: equally many for all. Candidates that differ in C alone share
all that they learn but the classifier."""

Settings = Mapping[str, Any]


def _with_c(*strengths: float, **settings: Any) -> tuple[Settings, ...]:
    """Combine values of C with settings."""
    return tuple({"C": strength, **settings} for strength in strengths)


_WIDE: Final = (0.3, 1.0, 3.0, 10.0, 30.0, 100.0, 300.0, 1000.0)
_HIGH: Final = (1.0, 3.0, 30.0, 300.0, 1000.0, 3000.0, 10_000.0, 100_000.0)
_LOW: Final = (0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
_OURS: Final = (0.1, 0.3, 0.5, 1.0, 2.0, 3.0, 5.0, 10.0, 30.0)

CANDIDATES: Final[Mapping[str, tuple[Settings, ...]]] = {
    "none": _with_c(*_WIDE, 3000.0),
    "in_domain": _with_c(*_HIGH, 10.0),
    "crosslex": _with_c(*_OURS),
    "crosslex-documents": _with_c(0.01, *_LOW),
    "crosslex-expansion": _with_c(0.1, *_WIDE[:-1], own=0.5) + _with_c(3.0, own=1.0),
    "crosslex-paper": _with_c(*(10.0**exponent for exponent in range(-5, 4))),
    "crosslex-released": _with_c(0.005, 0.015, 0.05, 0.15, 0.5, 1.5, 5.0, 15.0, 50.0),
    "pooled": _with_c(*_OURS),
    "none+dci": _with_c(*_OURS),
    "none+documents": _with_c(*_OURS),
    "scl": _with_c(*_HIGH, dimension=50) + _with_c(3.0, dimension=100),
    "sfa": _with_c(*_WIDE, dimension=100) + _with_c(3.0, dimension=50),
    "cs": _with_c(*_WIDE, weight=0.3) + _with_c(3.0, weight=1.0),
    "glove": _with_c(*_WIDE, own=1.0) + _with_c(3.0, own=0.0),
    "skipgram": _with_c(*_LOW, own=1.0) + _with_c(3.0, own=0.0),
    "msda": _with_c(*_WIDE, block_size=5000, weight=2.0)
    + _with_c(3.0, block_size=2500, weight=3.0),
    "coral": _with_c(*_LOW, regularization=1.0) + _with_c(1.0, regularization=0.3),
    "dci": _with_c(*_LOW, skip_overlaps=True, backoff=0.2)
    + _with_c(1.0, skip_overlaps=False, backoff=0.0),
}
"""A method without candidates is tuned by its threshold rule alone."""

THRESHOLDS: Final[tuple[Threshold, ...]] = get_args(Threshold)
_SHIPPED: Final[Threshold] = BenchClassifier().threshold

Run = Callable[[Sequence[Trial]], Mapping[TrialLabel, Cell]]
"""Runs trials and returns their cells."""


def tune(
    methods: Methods, pairs: Sequence[Pair], rules: ClassificationRules, run: Run
) -> tuple[Tuning, Methods]:
    """Choose each method's settings by mean accuracy, then AUC; then the threshold rule.

    The first seed alone is used. Of the paper's systems, C alone is chosen. A validation
    target's labeled texts are all classified, those that the method learns from without labels
    included; only their labels are new. A method without candidates keeps its settings.
    """
    candidates = {
        name: {candidate_label(each) or "as given": each for each in candidates_of(method)}
        for name, method in methods.items()
    }
    # The paper predicts by the sign of the score.
    rules_tried: tuple[Threshold, ...] = THRESHOLDS if rules.preset == "default" else ("zero",)
    first = _SHIPPED if rules.preset == "default" else "zero"

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

    tried = scores({name: list(found) for name, found in candidates.items()}, first)
    chosen = {name: best_candidate(found) for name, found in tried.items()}
    thresholds = {
        rule: {
            name: found[chosen[name]].accuracy
            for name, found in scores({name: [chosen[name]] for name in methods}, rule).items()
        }
        for rule in rules_tried
    }
    # A method that sees the target's labels knows the best threshold: it does not vote.
    voters = [name for name, each in methods.items() if not each.needs_target_labels]
    best = max(
        rules_tried,
        key=lambda rule: np.mean([thresholds[rule][name] for name in voters or methods]),
    )
    tuned = {
        name: clone(method).set_params(**candidates[name][chosen[name]])
        for name, method in methods.items()
    }
    budget = max(len(found) for found in candidates.values())
    at_end = tuple(name for name in methods if _at_end(candidates[name], chosen[name]))
    return Tuning(tuple(map(str, pairs)), budget, chosen, tried, best, thresholds, at_end), tuned


def best_candidate(tried: Mapping[str, Score]) -> str:
    """Return the best candidate, of equals the one in the middle.

    Very small and very large C each give one classifier, so the best are often a row of equals
    that goes on beyond the grid.
    """
    ranks = {label: (score.accuracy, score.auc or 0.0) for label, score in tried.items()}
    best = [label for label, rank in ranks.items() if rank == max(ranks.values())]
    return best[len(best) // 2]


def candidates_of(method: AdaptationMethod) -> tuple[Settings, ...]:
    """Return the settings to try: a shipped method's, or C alone for a system of the paper's.

    By the object: a method of your own may have the name of a shipped one, and other settings.
    """
    for name, shipped in METHODS.items():
        if method is shipped:
            return CANDIDATES[name]
    if any(method is system for system in SYSTEMS.values()):
        return _with_c(*STRENGTHS)
    return ({},)


def _at_end(candidates: Mapping[str, Settings], chosen: str) -> bool:
    """Return whether a smaller or a larger C than any tried might have been chosen."""
    settings = candidates[chosen]
    strengths = [
        each["C"]
        for each in candidates.values()
        if "C" in each and {**each, "C": 0} == {**settings, "C": 0}
    ]
    return len(strengths) > 1 and settings["C"] in (min(strengths), max(strengths))


def candidate_label(settings: Settings) -> str:
    """Return a name that is unique among a method's candidates.

    >>> candidate_label({"C": 3.0, "dimension": 50})
    'C=3 dimension=50'
    """
    return " ".join(
        f"{name}={value:g}" if name == "C" else f"{name}={value}"
        for name, value in settings.items()
    )


def tuning_pairs(domains: Sequence[str], validation: Sequence[str]) -> list[Pair]:
    """Return the validation pairs: one source per target, as varied as possible.

    >>> [str(pair) for pair in tuning_pairs(["dvd", "kitchen", "music", "video"], ["video"])]
    ['kitchen->video']
    """
    chosen: dict[str, Pair] = {}
    for target in validation:
        offered = [source for source in domains if source not in (target, *chosen)]
        pairs = [Pair((source,), target) for source in offered]
        if pairs := [pair for pair in pairs if str(pair) not in EXCLUDED]:
            chosen[pairs[0].sources[0]] = pairs[0]
    if not chosen:
        raise InputError("tune: no domains to tune on; name some with --validation")
    return list(chosen.values())


def check_untouched(pairs: Sequence[Pair], validation: Sequence[str]) -> None:
    """Refuse to report on a target that was tuned on."""
    for pair in pairs:
        if pair.target in validation:
            raise InputError(
                f"pairs: {str(pair)!r} classifies a domain that is tuned on; leave it out, or "
                "name other --validation domains"
            )


def _column(
    name: str, method: AdaptationMethod, settings: Settings, label: str, rule: Threshold
) -> Column:
    changed = clone(method).set_params(**settings)
    return Column(name, f"{label}, {rule}", changed, Variant(label, classifier={"threshold": rule}))


def _trial(column: Column, pair: Pair, rules: ClassificationRules) -> Trial:
    # One process tries all candidates on a pair, so that they share what they learn.
    trial = replace(rules(column, pair, 0), group=(column.name, pair))
    if column.method.needs_target_labels:
        return trial
    return replace(trial, task=replace(trial.task, test_on="labeled"))


def _score(cells: Sequence[Cell]) -> Score:
    accuracy = float(np.mean([cell.accuracy for cell in cells]))
    return Score(accuracy, mean_or_none([cell.auc for cell in cells]))
