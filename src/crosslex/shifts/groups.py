"""Words that groups use differently within a period: the permutation test of `shifts` for each."""

import logging
from dataclasses import replace
from itertools import combinations

import numpy as np

from crosslex.corpus.periods import period_of
from crosslex.model import FittedModel
from crosslex.progress import progress
from crosslex.shifts.compared_domains import ComparedDomains
from crosslex.shifts.distance import baseline_effect
from crosslex.shifts.find import MIN_RELIABLE_WORDS, ShiftSettings, are_known, p_values
from crosslex.shifts.found_uses import collected
from crosslex.shifts.score import measure_changes
from crosslex.timeline.group_result import GroupTables
from crosslex.workers import single_threaded

_logger = logging.getLogger(__name__)


def compare_groups(model: FittedModel, settings: ShiftSettings | None = None) -> FittedModel:
    """Return the model with its groups compared pairwise within each period, if it has groups."""
    tables, settings = model.turns, settings or ShiftSettings()
    if not isinstance(tables, GroupTables):
        return model
    vocabulary = model.vocabulary
    domains = list(zip(vocabulary.domains, tables.groups, strict=True))
    periods = [period_of(name, group) for name, group in domains]
    pairs = [
        (one, other)
        for one, other in combinations(range(len(domains)), 2)
        if periods[one] == periods[other]
    ]
    ranked = np.flatnonzero([settings.ranks(feature) for feature in vocabulary.features])
    p = np.full((len(pairs), len(vocabulary.features)), -1.0)
    changes, few = np.zeros_like(p), []
    with progress("compare groups", total=len(pairs)) as advance:
        for at, pair in enumerate(pairs):
            compared = ComparedDomains(model, tuple(vocabulary.domains[each] for each in pair))
            counts = vocabulary.counts[list(pair)]
            tested = ranked[are_known(counts, compared.all_samples, ranked, settings.min_count)]
            if len(tested) < MIN_RELIABLE_WORDS:
                few.append(" and ".join(compared.domains))
                advance(1)
                continue
            names = [vocabulary.features[feature] for feature in tested]
            with single_threaded():
                found = collected(compared, tested)
                effect = baseline_effect(found.uses, found.halves)
                p[at, tested] = p_values(*found.uses, effect, settings)
                vectors = compared.word_vectors(names)
                changes[at, tested] = measure_changes(*found.uses, vectors).values
            advance(1)
    if few:
        _logger.warning(
            "%d of %d comparisons of groups left out, such as %s: fewer than %d words occur %d "
            "times in both; take fewer periods or give more text",
            len(few),
            len(pairs),
            few[0],
            MIN_RELIABLE_WORDS,
            settings.min_count,
        )
    numbers = np.array(pairs, np.int64).reshape(-1, 2)
    return replace(model, turns=replace(tables, pairs=numbers, changes=changes, p=p))
