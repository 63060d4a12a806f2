"""Turning points: the step between periods at which a word's profile changes most, tested."""

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np

from crosslex.arrays import Float32s, Float64s, Int64s, discovery_rates
from crosslex.counts.contexts import ContextCounts
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.space.projection import Projection, column_sums, expected_columns, project, tables_of
from crosslex.timeline.find import Reference, fisher
from crosslex.timeline.groups import parts_of
from crosslex.timeline.kernels import measure_steps
from crosslex.timeline.result import (
    MIN_HALF_USES,
    MIN_OWN_USES,
    MIN_PERIODS,
    GroupTables,
    TurnTable,
    is_ranked,
)
from crosslex.vectors import DomainVectors, unit_rows
from crosslex.workers import single_threaded

HALF_WEIGHT_USES = 10
"""Uses of a half at which it weighs half as much as one with very many."""
PERMUTATIONS = 200
CHUNK = 256


def measure_turns(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    counts: Sequence[ContextCounts],
    projection: Projection,
    samples: Sequence[SentenceSample],
    *,
    groups: Sequence[str],
    random_state: int = 0,
) -> TurnTable | GroupTables:
    """Return where each word of ordered domains turns, with a permutation test.

    Vectors from the two halves of each period's documents are permuted over all halves of the
    periods that use the word. The p-value is that of the largest step, from the first three
    moments of its permutation distribution (Pearson's type III). If the domains belong to groups,
    there is a table for each, and the groups are not compared yet.
    """
    everything = column_sums(tables_of(counts))
    every = np.arange(len(vocabulary.features))
    single = np.array([" " not in word for word in counts[0].words], bool)
    tables = {}
    for group, (places, own, cells) in parts_of(vocabulary, vectors, groups).items():
        here = [counts[at] for at in places]
        steps = _largest_steps(own, cells, here, everything, projection, random_state)
        documents = [samples[at].count_documents(every, len(every)) for at in places]
        totals = np.array([int(each.uses[:, single].sum()) for each in here], np.int64)
        tables[group] = TurnTable(*steps, np.array(documents), totals)
    if not any(groups):
        return tables[""]
    none = np.zeros((0, len(every)))
    return GroupTables(tuple(groups), tables, np.zeros((0, 2), np.int64), none, none)


def _largest_steps(
    vocabulary: Vocabulary,
    vectors: Mapping[str, DomainVectors],
    counts: Sequence[ContextCounts],
    everything: Float64s,
    projection: Projection,
    random_state: int,
) -> tuple[Int64s, Float64s, Float64s, Float64s, Float64s, Float64s]:
    """Return the period after each word's largest step, and further columns of a `TurnTable`.

    `everything` is how often each context word occurs in all texts.
    """
    n_features, n_periods = len(vocabulary.features), len(counts)
    row_of = {word: row for row, word in enumerate(counts[0].words)}
    rows = np.array([row_of[word] for word in vocabulary.features], np.int64)
    uses = np.array([each.uses[:, rows] for each in counts])
    present = np.asarray((uses >= MIN_HALF_USES).all(axis=1))
    ranked = np.array([is_ranked(word) for word in vocabulary.features], bool)
    tested = np.flatnonzero(ranked & (present.sum(axis=0) >= MIN_PERIODS))
    turns = np.full(n_features, -1, np.int64)
    changes, errors = np.zeros(n_features), np.zeros(n_features)
    p, spreads = np.ones(n_features), np.full((2, n_features), np.nan)
    reference = Reference(vocabulary, vectors, ())
    random = np.random.default_rng(random_state)
    orders = {
        number: np.array([random.permutation(2 * number) for _ in range(PERMUTATIONS)])
        for number in range(MIN_PERIODS, n_periods + 1)
    }
    expected = [expected_columns(column_sums(each.halves), everything) for each in counts]
    with single_threaded():
        for start in range(0, len(tested), CHUNK):
            chosen = tested[start : start + CHUNK]
            words = [vocabulary.features[number] for number in chosen]
            halves = np.array(
                [
                    [project([half[rows[chosen]]], base, projection) for half in each.halves]
                    for each, base in zip(counts, expected, strict=True)
                ]
            )
            evidence = uses[:, :, chosen]
            spreads[:, chosen] = _spreads(words, halves, vectors, reference, evidence.sum(axis=1))
            profiles = np.array(
                [[reference.profiles(each, words) for each in two] for two in halves]
            )
            for number, some_orders in orders.items():
                some = np.flatnonzero(present[:, chosen].sum(axis=0) == number)
                if len(some):
                    which = np.nonzero(present[:, chosen[some]].T)[1].reshape(len(some), number)
                    # Words × halves of the periods that use them.
                    size, at = (len(some), 2 * number), (which, slice(None), some[:, None])
                    found = _test_steps(
                        profiles[at].reshape(*size, -1), evidence[at].reshape(size), some_orders
                    )
                    best, changes[chosen[some]], errors[chosen[some]], p[chosen[some]] = found
                    turns[chosen[some]] = which[np.arange(len(some)), best + 1]
    q = np.ones(n_features)
    if len(tested):
        q[tested] = discovery_rates(p[tested])
    known = np.isfinite(spreads[0])
    spreads[:, ~known] = np.median(spreads[:, known], axis=1)[:, None] if known.any() else 1.0
    return turns, changes, errors, q, *spreads


def _test_steps(
    profiles: Float32s, uses: Int64s, orders: Int64s
) -> tuple[Int64s, Float64s, Float64s, Float64s]:
    """Return each word's largest step, the change there, its standard error, and p.

    Words come with their half periods in order.
    """
    weights = np.asarray(uses / (uses + HALF_WEIGHT_USES))
    gram = np.asarray(profiles @ profiles.transpose(0, 2, 1), np.float64)
    # The order of the text comes first.
    every = np.vstack([np.arange(orders.shape[1]), orders])
    shape = (len(every), len(uses), orders.shape[1] // 2 - 1)
    sizes, changes = np.empty(shape), np.empty(shape)
    measure_steps(gram, weights, every, sizes, changes)
    observed, *_ = largest = sizes.max(axis=2)
    drawn = largest[1:]
    standard = (observed - drawn.mean(axis=0)) / np.maximum(drawn.std(axis=0), 1e-12)
    from scipy.stats import pearson3, skew

    p = pearson3.sf(standard, np.clip(skew(drawn, axis=0), 0.01, 4))
    best = sizes[0].argmax(axis=1)
    change, errors = changes[0, np.arange(len(best)), best], _errors(gram, weights, uses, best)
    return best, change, errors, np.clip(np.nan_to_num(p, nan=1.0), 0, 1)


def _errors(gram: Float64s, weights: Float64s, uses: Int64s, best: Int64s) -> Float64s:
    """Return the standard errors of changes at the best of all steps, from halves of periods.

    The even halves before a step and the odd ones after it are as alike as the odd ones and the
    even ones, but for noise, and so are the even ones with each other and the odd ones: half the
    error of the dot product of all. Relative to the evidence, it is taken from all steps.
    """
    products = gram * weights[:, :, None] * weights[:, None, :]
    noise, size, evidence = np.zeros(len(best)), np.zeros(len(best)), []
    for stop in range(2, gram.shape[1], 2):
        before, across = products[:, :stop, :stop], products[:, :stop, stop:]
        for at in (0, 1):
            halves = across[:, ::2, at::2] - across[:, 1::2, 1 - at :: 2]
            noise += 2 * halves.sum(axis=(1, 2)) ** 2
        # Different halves have no noise in common.
        sides = before[:, ::2, 1::2], products[:, stop::2, stop + 1 :: 2]
        one, other = (np.maximum(4 * side.sum(axis=(1, 2)), 0) for side in sides)
        used = uses[:, :stop].sum(axis=1), uses[:, stop:].sum(axis=1)
        evidence.append(sum(1 / np.maximum(each, 1) for each in used))
        size += one * other * evidence[-1]
    at_best = np.array(evidence)[best, np.arange(len(best))]
    return np.asarray(np.sqrt(noise / np.maximum(size, 1e-12) * at_best))


def _spreads(
    words: Sequence[str],
    halves: Float32s,
    vectors: Mapping[str, DomainVectors],
    reference: Reference,
    uses: Int64s,
) -> Float64s:
    """Return the spreads and the losses of words, as `TurnTable` has them.

    Half the difference of its vectors in the two halves of a period is one standard error of its
    own evidence. Of a vector that borrows the rest, it is the square root of the own evidence's
    weight as much (the standard deviation of the posterior of a normal mean): the estimate varies
    less, but what it borrows may be wrong. For the same reason no weight is below the period's
    median. Its effect on the similarities to the word in other periods is averaged.
    """
    profiles, known = [], []
    for (even, odd), each, here in zip(halves, vectors.values(), uses, strict=True):
        rows = np.array([each.positions.get(word, -1) for word in words])
        weights = np.ones(len(each)) if each.domain_weights is None else each.domain_weights
        weights = np.maximum(weights, np.median(weights)) if len(each) else weights
        has = rows >= 0
        shown = np.where(has[:, None], unit_rows(each.vectors)[rows], 0)
        error = np.zeros_like(shown)
        scale = np.where(has, np.sqrt(weights[rows]), 0)[:, None] / 2
        error[:, : even.shape[1]] = scale * (even - odd)
        profiles.append([reference.profiles(shown + k * error, words) for k in (0, 1, -1)])
        known.append(has & even.any(axis=1) & odd.any(axis=1) & (here >= MIN_OWN_USES))
    total, number = np.zeros((2, len(words))), np.zeros(len(words))
    for one, other in permutations(range(len(known)), 2):
        both = known[one] & known[other]
        alike, up, down = (
            np.einsum("ij,ij->i", each, profiles[other][0], dtype=np.float64)
            for each in profiles[one]
        )
        found = ((fisher(up) - fisher(down)) / 2) ** 2, np.maximum(alike - (up + down) / 2, 0)
        total += np.where(both, found * uses[one], 0)
        number += both
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)
