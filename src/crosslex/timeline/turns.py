"""Where words turn: the step between periods at which a word's profile changes most, tested."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.stats import false_discovery_control, pearson3, skew

from crosslex.arrays import Bools, Float32s, Float64s, Int64s
from crosslex.counts.contexts import ContextCounts
from crosslex.counts.samples import SentenceSample
from crosslex.counts.vocabulary import Vocabulary
from crosslex.space.projection import Projection, column_sums, expected_columns, project, tables_of
from crosslex.timeline.kernels import largest_steps
from crosslex.timeline.profiles import Anchors, fisher, is_ranked
from crosslex.timeline.result import MIN_PERIODS, TurnTable
from crosslex.vectors import DomainVectors, unit_rows
from crosslex.workers import single_threaded

MIN_USES = 3
"""Uses in each half of a period's documents for the period to count."""
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
    everything: Float64s | None = None,
    random_state: int = 0,
) -> TurnTable:
    """Return where each word of ordered domains turns, with a permutation test.

    Vectors from the two halves of each period's documents are permuted over all halves of the
    periods that use the word. The p-value is that of the largest step, from the first three
    moments of its permutation distribution (Pearson's type III). `everything` is how often each
    context word occurs in all texts, if there are more than these.
    """
    n_features = len(vocabulary.features)
    row_of = {word: row for row, word in enumerate(counts[0].words)}
    rows = np.array([row_of[word] for word in vocabulary.features], np.int64)
    uses = np.array([each.uses[:, rows] for each in counts])
    present = np.asarray((uses >= MIN_USES).all(axis=1))
    ranked = np.array([is_ranked(word) for word in vocabulary.features], bool)
    tested = np.flatnonzero(ranked & (present.sum(axis=0) >= MIN_PERIODS))
    turns, changes = np.full(n_features, -1, np.int64), np.zeros(n_features)
    p, spreads = np.ones(n_features), np.full(n_features, np.nan)
    anchors = Anchors.of(vocabulary, vectors)
    orders = _permutations(len(counts), random_state)
    if everything is None:
        everything = column_sums(tables_of(counts))
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
            spreads[chosen] = _spreads(
                words, halves, vectors, anchors, uses[:, :, chosen].sum(axis=1)
            )
            profiles = np.array([[anchors.profiles(each, words) for each in two] for two in halves])
            for number in range(MIN_PERIODS, len(counts) + 1):
                some = np.flatnonzero(present[:, chosen].sum(axis=0) == number)
                if len(some):
                    which = np.nonzero(present[:, chosen[some]].T)[1].reshape(len(some), number)
                    found = _largest_step(profiles, uses[:, :, chosen], some, which, orders[number])
                    turns[chosen[some]], changes[chosen[some]], p[chosen[some]] = found
    q = np.ones(n_features)
    if len(tested):
        q[tested] = false_discovery_control(p[tested])
    known = np.isfinite(spreads)
    spreads[~known] = np.median(spreads[known]) if known.any() else 1.0
    every = np.arange(n_features)
    documents = np.array([each.count_documents(every, n_features) for each in samples])
    single = np.array([" " not in word for word in counts[0].words], bool)
    totals = np.array([int(each.uses[:, single].sum()) for each in counts], np.int64)
    return TurnTable(turns, changes, q, spreads, documents, totals)


def step_sizes(gram: Float64s, weights: Float64s) -> tuple[Float64s, Float64s]:
    """Return the size of each step of each word, and the change there.

    A word's periods before and after a step have two mean profiles, weighted by evidence. The
    size of the step is their squared distance, times B·A / (B + A) for the weights B before and A
    after, so that chance makes all steps equally large. The change is 1 - their cosine. A
    period's squared length is the dot product of its two halves, which have no noise in common.

    Parameters
    ----------
    gram
        Words × halves × halves: dot products of the profiles of half periods, in order.
    weights
        Words × halves.
    """
    size, n_halves = weights.shape
    n_periods = n_halves // 2
    periods = np.arange(n_periods)
    blocks = (gram * weights[:, :, None] * weights[:, None, :]).reshape(
        size, n_periods, 2, n_periods, 2
    )
    products = blocks.sum(axis=(2, 4))
    mass = weights.reshape(size, n_periods, 2).sum(axis=2)
    products[:, periods, periods] = gram[:, 2 * periods, 2 * periods + 1] * mass**2
    sums = products.cumsum(axis=1).cumsum(axis=2)
    left = sums[:, periods[:-1], periods[:-1]]
    across = sums[:, periods[:-1], -1] - left
    right = sums[:, -1, -1][:, None] - left - 2 * across
    before = mass.cumsum(axis=1)[:, :-1]
    after = mass.sum(axis=1, keepdims=True) - before
    gap = left / before**2 + right / after**2 - 2 * across / (before * after)
    lengths = np.sqrt(np.maximum(left, 1e-12) * np.maximum(right, 1e-12))
    return gap * before * after / (before + after), 1 - np.clip(across / lengths, -1, 1)


def _permutations(n_periods: int, random_state: int) -> dict[int, Int64s]:
    """Return random orders of the halves of some periods, by how many periods they are."""
    random = np.random.default_rng(random_state)
    return {
        number: np.array([random.permutation(2 * number) for _ in range(PERMUTATIONS)])
        for number in range(MIN_PERIODS, n_periods + 1)
    }


def _largest_step(
    profiles: Float32s, uses: Int64s, words: Int64s, periods: Int64s, orders: Int64s
) -> tuple[Int64s, Float64s, Float64s]:
    """Return the period after the largest step, the change there, and p, for some words.

    Profiles are periods × halves × words × anchors; `periods` are those that use each word.
    """
    halves = np.stack([profiles[periods[:, at], :, words] for at in range(periods.shape[1])], 1)
    halves = halves.reshape(len(words), -1, profiles.shape[-1])
    evidence = np.stack([uses[periods[:, at], :, words] for at in range(periods.shape[1])], 1)
    evidence = evidence.reshape(len(words), -1)
    weights = np.asarray(evidence / (evidence + HALF_WEIGHT_USES))
    gram = np.asarray(halves @ halves.transpose(0, 2, 1), np.float64)
    sizes, changes = step_sizes(gram, weights)
    best = sizes.argmax(axis=1)
    largest = np.zeros((len(orders), len(words)))
    largest_steps(gram, weights, orders, largest)
    spread = np.maximum(largest.std(axis=0), 1e-12)
    standard = (np.take_along_axis(sizes, best[:, None], 1)[:, 0] - largest.mean(axis=0)) / spread
    p = pearson3.sf(standard, np.clip(skew(largest, axis=0), 0.01, 4))
    at = np.arange(len(words))
    return periods[at, best + 1], changes[at, best], np.clip(np.nan_to_num(p, nan=1.0), 0, 1)


def _spreads(
    words: Sequence[str],
    halves: Float32s,
    vectors: Mapping[str, DomainVectors],
    anchors: Anchors,
    uses: Int64s,
) -> Float64s:
    """Return the variance of words' similarities, on Fisher's scale, times their uses.

    Half the difference that the two halves of a period make to a word's vector is one standard
    error of it; its effect on the similarities to all other periods is averaged.
    """
    shown, moved, known = _moved_profiles(words, halves, vectors, anchors)
    total, number = np.zeros(len(words)), np.zeros(len(words))
    for one in range(len(shown)):
        for other in range(len(shown)):
            both = known[one] & known[other] & (one != other)
            up, down = (
                np.einsum("ij,ij->i", profiles, shown[other], dtype=np.float64)
                for profiles in moved[one]
            )
            effect = (fisher(up) - fisher(down)) / 2
            total += np.where(both, effect**2 * uses[one], 0)
            number += both
    return np.where(number > 0, total / np.maximum(number, 1), np.nan)


def _moved_profiles(
    words: Sequence[str],
    halves: Float32s,
    vectors: Mapping[str, DomainVectors],
    anchors: Anchors,
) -> tuple[list[Float32s], list[tuple[Float32s, Float32s]], list[Bools]]:
    """Return profiles of the words' vectors in each period, and of vectors moved by an error."""
    shown, moved, known = [], [], []
    for (even, odd), each in zip(halves, vectors.values(), strict=True):
        rows = np.array([each.positions.get(word, -1) for word in words])
        found = np.where((rows >= 0)[:, None], unit_rows(each.vectors)[rows], 0)
        weights = np.ones(len(each)) if each.domain_weights is None else each.domain_weights
        own = np.where(rows >= 0, weights[rows], 0)[:, None]
        error = np.zeros_like(found)
        error[:, : even.shape[1]] = own * (even - odd) / 2
        shown.append(anchors.profiles(found, words))
        moved.append(
            (anchors.profiles(found + error, words), anchors.profiles(found - error, words))
        )
        known.append((rows >= 0) & even.any(axis=1) & odd.any(axis=1))
    return shown, moved, known
