"""The words whose meaning differs between two domains."""

import logging
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load, save
from scipy.stats import false_discovery_control
from threadpoolctl import threadpool_limits

from crosslex.arrays import Bools, Float64s, Int64s
from crosslex.checkpoints import Checkpoints
from crosslex.counts.samples import SentenceSample
from crosslex.errors import InputError, StorageError
from crosslex.lookup import known_form
from crosslex.progress import progress
from crosslex.shifts.change import measure_changes
from crosslex.shifts.contexts import Uses, collect_uses, context_vectors, count_documents
from crosslex.shifts.difference import difference_p
from crosslex.shifts.distance import measure_distances, smallest_change
from crosslex.shifts.evidence import Evidence
from crosslex.shifts.result import Estimate, Interval, Shift, Shifts
from crosslex.shifts.settings import ShiftSettings

_logger = logging.getLogger(__name__)

# Words tested at once; the result of a chunk depends on its words and the seed alone.
CHUNK = 256
# Documents of each domain without which a word's contexts have no spread to speak of.
MIN_DOCUMENTS = 3
MIN_TESTED = 10
# Among fewer words it is not known what is usual.
FEW_TESTED = 100
DISCOVERED = 0.05
CERTAIN = 0.001
"""Words whose q is at most this come before others that are known to differ."""
# Standard errors to either side of a 95 % interval.
NORMAL = 1.959964


@dataclass(frozen=True, eq=False)
class _Test:
    """What tells whether words differ: their uses, what is expected of them, and a margin."""

    first: Uses
    second: Uses
    expected: Float64s
    margin: float
    settings: ShiftSettings

    def p(self, words: Int64s) -> Float64s:
        return difference_p(
            self.first,
            self.second,
            words,
            expected=self.expected,
            margin=self.margin,
            resamples=self.settings.resamples,
            random_state=self.settings.random_state % 2**32,
        )


def find_shifts(
    evidence: Evidence, settings: ShiftSettings, checkpoints: Checkpoints | None = None
) -> Shifts:
    """Return the words of two domains by change of meaning, going on from checkpoints if given."""
    vocabulary = evidence.vocabulary
    domains = (evidence.domains[0], evidence.domains[1])
    places = [vocabulary.domains.index(domain) for domain in evidence.domains]
    asked = _asked(evidence, settings)
    tested = find_tested(evidence, settings, asked)
    with threadpool_limits(limits=1, user_api="blas"):
        contexts = context_vectors(vocabulary, evidence.vectors, window=settings.window)
        size = len(vocabulary.features)
        first, second = (collect_uses(each, tested, size, contexts) for each in evidence.samples)
        distances = measure_distances(first, second)
        smallest = settings.smallest_change
        if smallest is None:
            smallest = smallest_change((first, second), evidence.samples, contexts)
        test = _Test(first, second, distances.expected, smallest, settings)
        p = _test_in_chunks(test, checkpoints, places)
        names = [vocabulary.features[feature] for feature in tested]
        changes = measure_changes(first, second, evidence.word_vectors(names))
        q = false_discovery_control(p)
        best = rank(changes.values, q)
        if asked:
            best = best[np.isin(tested[best], asked)]
        best = best[: settings.top]
        errors = (changes.errors(best), distances.errors(best))
    words = []
    for place, *error in zip(best, *errors, strict=True):
        word = names[place]
        direction = np.asarray(first.of(place).mean(axis=0) - second.of(place).mean(axis=0))
        here, there = (int(vocabulary.counts[at, tested[place]]) for at in places)
        words.append(
            Shift(
                word,
                domains,
                (here, there),
                Interval(*_interval(changes.values[place], error[0])),
                Estimate(
                    *_interval(distances.values[place], error[1]), float(p[place]), float(q[place])
                ),
                evidence.neighbors(word, settings.neighbors),
                evidence.sentences(word, contexts, direction, settings.examples),
            )
        )
    different = int((q <= DISCOVERED).sum())
    return Shifts(domains, tuple(words), len(tested), smallest, different)


def rank(changes: Float64s, q: Float64s) -> Int64s:
    """Return the order of words: those that surely differ, that probably do, and others.

    Each by change, the most changed first.

    >>> rank(np.array([3.0, 1.0, 2.0, 4.0]), np.array([0.01, 0.0001, 0.0002, 0.5])).tolist()
    [2, 1, 0, 3]
    """
    return np.lexsort([-changes, q > CERTAIN, q > DISCOVERED])


def _interval(value: float, error: float) -> tuple[float, float, float]:
    return float(value), float(value - NORMAL * error), float(value + NORMAL * error)


def _asked(evidence: Evidence, settings: ShiftSettings) -> list[int]:
    """Return the numbers of the words asked for, looked up as people type them."""
    forms = [known_form(word, evidence.vectors, evidence.domains) for word in settings.words or ()]
    return [evidence.vocabulary.number[form] for form in forms]


def are_known(
    counts: Int64s, samples: Sequence[SentenceSample], features: Int64s, min_count: int
) -> Bools:
    """Return which features, in ascending order, both domains have often and widely enough.

    `counts` are domains × all features.
    """
    often = counts[:, features].min(axis=0) >= min_count
    known = features[often]
    documents = [count_documents(each, known, counts.shape[1]) for each in samples]
    often[often] = np.minimum(documents[0], documents[1]) >= MIN_DOCUMENTS
    return np.asarray(often)


def find_tested(evidence: Evidence, settings: ShiftSettings, asked: Sequence[int]) -> Int64s:
    """Return the features to compare: ranked ones and those asked for, if frequent enough."""
    features = evidence.vocabulary.features
    places = [evidence.vocabulary.domains.index(domain) for domain in evidence.domains]
    counts = evidence.vocabulary.counts[places]
    ranked = np.array([settings.ranks(feature) for feature in features], bool)
    ranked[list(asked)] = True
    wanted = np.flatnonzero(ranked)
    tested = wanted[are_known(counts, evidence.samples, wanted, settings.min_count)]
    names = " and ".join(evidence.domains)
    enough = f"{settings.min_count} times and in {MIN_DOCUMENTS} documents in both {names}"
    for feature in asked:
        if feature not in tested:
            found = " and ".join(f"{count:,}" for count in counts[:, feature])
            often = counts[:, feature].min() >= settings.min_count
            raise InputError(
                f"words: {features[feature]!r} occurs {found} times, and must occur {enough}; "
                + ("give another word or more text" if often else "lower min_count")
            )
    if len(tested) < MIN_TESTED:
        raise InputError(
            f"min_count: {len(tested)} words occur {enough}, too few to "
            "compare; lower it or give more text"
        )
    if len(tested) < FEW_TESTED:
        _logger.warning(
            "only %d words of %s are compared, and change is measured among words of like "
            "frequency: what is usual is not well known; lower min_count or give more text",
            len(tested),
            names,
        )
    return tested


def _test_in_chunks(
    test: _Test, checkpoints: Checkpoints | None, places: Sequence[int]
) -> Float64s:
    """Return the p-values of all words, tested in chunks on as many threads as asked for."""

    def of_chunk(chunk: Int64s) -> Float64s:
        measure = partial(test.p, chunk)
        name = f"words-{places[0]}-{places[1]}-{chunk[0]:09d}"
        return measure() if checkpoints is None else _resume(checkpoints, name, measure)

    words = np.arange(len(test.first.sizes))
    chunks = [words[start : start + CHUNK] for start in range(0, len(words), CHUNK)]
    n_jobs = test.settings.n_jobs
    threads = (os.cpu_count() or 1) if n_jobs == -1 else n_jobs
    found: list[Float64s] = []
    with (
        progress("permute", total=len(chunks)) as advance,
        ThreadPoolExecutor(threads, thread_name_prefix="crosslex") as pool,
    ):
        for tested in pool.map(of_chunk, chunks):
            found.append(tested)
            advance(1)
    return np.concatenate(found)


def _resume(checkpoints: Checkpoints, name: str, measure: Callable[[], Float64s]) -> Float64s:
    """Return a chunk from its checkpoint, which is written if there is none."""
    path = checkpoints.path(name)
    if not path.exists():
        checkpoints.write(name, partial(Path.write_bytes, data=save({"p": measure()})))
    # Read even if just written, so that a run that was killed gives the same numbers.
    try:
        return np.asarray(load(path.read_bytes())["p"])
    except (OSError, SafetensorError, KeyError) as error:
        raise StorageError(f"{path}: cannot be read ({error}): remove it and run again") from None


def domain_pairs(domains: Sequence[str], asked: tuple[str, str] | None) -> list[tuple[str, str]]:
    """Return the pair of domains asked for, or every pair.

    >>> domain_pairs(["books", "dvd", "kitchen"], None)
    [('books', 'dvd'), ('books', 'kitchen'), ('dvd', 'kitchen')]
    """
    if asked is None:
        return [(a, b) for place, a in enumerate(domains) for b in domains[place + 1 :]]
    if len(asked) != 2 or asked[0] == asked[1]:
        raise InputError(f"domains: found {' and '.join(asked)}; give two different ones")
    for name in asked:
        if name not in domains:
            raise InputError(f"domains: found {name!r}; choose two of {', '.join(domains)}")
    return [(asked[0], asked[1])]
