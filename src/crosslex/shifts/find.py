"""The words of two domains, ranked by how much their use changes."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from numbers import Real

import numpy as np
from scipy.stats import false_discovery_control

from crosslex.arrays import Bools, Float64s, Int64s
from crosslex.checks import check_jobs, check_whole
from crosslex.counts.samples import SentenceSample
from crosslex.errors import InputError
from crosslex.lookup import known_form
from crosslex.progress import progress
from crosslex.results import MAX_Q, NORMAL_QUANTILE, Interval
from crosslex.shifts.compared_domains import ComparedDomains
from crosslex.shifts.distance import (
    baseline_effect,
    expected_of,
    random_halves,
)
from crosslex.shifts.found_uses import UseEncoder, collected, encoded
from crosslex.shifts.permutation_test import difference_p
from crosslex.shifts.result import STRONG_CHANGE, Shift, Shifts
from crosslex.shifts.score import measure_changes
from crosslex.shifts.uses import Uses
from crosslex.text.tokens import is_content_word
from crosslex.workers import single_threaded

_logger = logging.getLogger(__name__)

CHUNK = 256
"""Words per task of a thread; a chunk's result depends on its words and the seed alone."""
MIN_DOCUMENTS = 3
"""Documents of each domain that a word needs to be compared."""
MAX_PAIRS = 45
"""Those of ten domains."""
MIN_TESTED = 10
MIN_RELIABLE_WORDS = 100
"""Words below which similarities to all shared words are unreliable."""


@dataclass(frozen=True, kw_only=True)
class ShiftSettings:
    """The options of `CrossDomainEmbedding.shifts`, where they are explained, checked."""

    top: int | None = 50
    rest: bool = False
    words: tuple[str, ...] | None = None
    min_count: int = 10
    resamples: int = 200
    min_effect: float | None = None
    numbers: bool = False
    phrases: bool = False
    names: bool = True
    neighbors: int = 10
    examples: int = 3
    encoder: UseEncoder | None = None
    random_state: int = 0
    n_jobs: int = 1

    def __post_init__(self) -> None:
        least = {"min_count": 1, "resamples": 20, "neighbors": 0, "examples": 0}
        for name, smallest in least.items():
            check_whole(name, getattr(self, name), least=smallest)
        check_whole("top", self.top, least=1, optional=True)
        check_whole("random_state", self.random_state, least=0, most=None)
        check_jobs(self.n_jobs)
        given = self.min_effect
        if given is not None and not (isinstance(given, Real) and 0 <= given < float("inf")):
            raise InputError(f"min_effect: found {given!r:.40}; give a distance from 0 on")
        if self.words is not None and not self.words:
            raise InputError("words: found none; give one or more, or None for the most changed")

    def ranks(self, word: str) -> bool:
        """Return whether a word is ranked without being asked for.

        >>> settings = ShiftSettings()
        >>> [word for word in ("plot", "x", "1984", "mp3", "so far") if settings.ranks(word)]
        ['plot', 'mp3']
        """
        if " " in word and not self.phrases:
            return False
        return self.numbers or all(map(is_content_word, word.split(" ")))


def find_shifts(compared: ComparedDomains, settings: ShiftSettings) -> Shifts:
    """Return the words of two domains by change of meaning."""
    vocabulary = compared.vocabulary
    domains = (compared.domains[0], compared.domains[1])
    forms = [known_form(word, compared.vectors, domains) for word in settings.words or ()]
    asked = [vocabulary.number[form] for form in forms]
    tested = find_tested(compared, settings, asked)
    names = [vocabulary.features[feature] for feature in tested]
    if settings.encoder is None:
        with single_threaded():
            found = collected(compared, tested)
    else:  # the user's encoder keeps its threads
        found = encoded(compared, names, settings.encoder, least=MIN_TESTED)
        tested = tested[found.known]
        names = [names[place] for place in np.flatnonzero(found.known)]
    first, second = found.uses
    with single_threaded():
        min_effect = settings.min_effect
        if min_effect is None:
            min_effect = baseline_effect(found.uses, found.halves)
        p = p_values(first, second, min_effect, settings)
        q = false_discovery_control(p)
        halves = random_halves(first, second, settings.random_state)
        chance = false_discovery_control(p_values(*halves, min_effect, settings))
        changes = measure_changes(first, second, compared.word_vectors(names))
        listed = replace(settings, top=None) if settings.rest else settings
        best, marks = _choose(compared, listed, names, rank(changes.values, q), q, forms)
        errors = changes.errors(best)
    places = [vocabulary.domains.index(domain) for domain in domains]
    words = []
    detailed = len(best[: settings.top])
    near = compared.neighbors([names[place] for place in best[:detailed]], settings.neighbors)
    near += [((), ())] * (len(best) - detailed)
    for number, (place, error, neighbors) in enumerate(zip(best, errors, near, strict=True)):
        word = names[place]
        here, there = (int(vocabulary.counts[at, tested[place]]) for at in places)
        change = float(changes.values[place])
        width = NORMAL_QUANTILE * float(error)
        words.append(
            Shift(
                word,
                domains,
                (here, there),
                Interval(change, max(change - width, 0.0), min(change + width, 1.0)),
                float(p[place]),
                float(q[place]),
                neighbors,
                found.sentences(place, settings.examples if number < detailed else 0),
                marks[word],
            )
        )
    different = q <= MAX_Q
    return Shifts(
        domains,
        tuple(words),
        len(tested),
        min_effect,
        int(different.sum()),
        int((different & (changes.values >= STRONG_CHANGE)).sum()),
        int((chance <= MAX_Q).sum()),
        float(np.median(changes.values)),
    )


def p_values(first: Uses, second: Uses, min_effect: float, settings: ShiftSettings) -> Float64s:
    """Return the p-value of each word, in threads."""
    test = partial(
        difference_p,
        first,
        second,
        expected=expected_of(first, second),
        margin=min_effect,
        resamples=settings.resamples,
        random_state=settings.random_state % 2**32,
    )
    size = len(first.sizes)
    chunks = [np.arange(size)[at : at + CHUNK] for at in range(0, size, CHUNK)]
    found: list[Float64s] = []
    with (
        progress("permute", total=len(chunks)) as advance,
        ThreadPoolExecutor(check_jobs(settings.n_jobs), thread_name_prefix="crosslex") as pool,
    ):
        for of_chunk in pool.map(test, chunks):
            found.append(of_chunk)
            advance(1)
    return np.concatenate([np.empty(0), *found])


def _choose(
    compared: ComparedDomains,
    settings: ShiftSettings,
    names: Sequence[str],
    ranking: Int64s,
    q: Float64s,
    forms: Sequence[str],
) -> tuple[Int64s, dict[str, str]]:
    """Return the places of the words to show, and their marks.

    Words that may not differ are shown only where all words or some by name are asked for.
    """
    chosen: list[int] = []
    marks: dict[str, str] = {}
    for place in ranking:
        if len(chosen) == settings.top and not forms:
            break
        word = names[place]
        if forms and word not in forms:
            continue
        if settings.top is not None and not forms and q[place] > MAX_Q:
            break
        mark = compared.mark(word)
        if settings.names or not mark or word in forms:
            marks[word] = mark
            chosen.append(int(place))
    return np.array(chosen, np.int64), marks


def rank(changes: Float64s, q: Float64s) -> Int64s:
    """Return the order of words: those that differ, then others, each the most changed first.

    >>> rank(np.array([3.0, 1.0, 2.0, 4.0]), np.array([0.01, 0.0001, 0.0002, 0.5])).tolist()
    [0, 2, 1, 3]
    """
    return np.lexsort([-changes, q > MAX_Q])


def are_known(
    counts: Int64s, samples: Sequence[SentenceSample], features: Int64s, min_count: int
) -> Bools:
    """Return which features, in ascending order, both domains have often and widely enough.

    `counts` are domains × all features. Documents that repeat another do not count.
    """
    size = counts.shape[1]
    distinct = [sample.without_repeats() for sample in samples]
    repeated = [
        sample.count_occurrences(size) - once.count_occurrences(size)
        for sample, once in zip(samples, distinct, strict=True)
    ]
    often = (counts - repeated)[:, features].min(axis=0) >= min_count
    known = features[often]
    documents = [each.count_documents(known, size) for each in distinct]
    often[often] = np.minimum(documents[0], documents[1]) >= MIN_DOCUMENTS
    return np.asarray(often)


def find_tested(compared: ComparedDomains, settings: ShiftSettings, asked: Sequence[int]) -> Int64s:
    """Return the features to compare: ranked ones and those asked for, if frequent enough."""
    features = compared.vocabulary.features
    places = [compared.vocabulary.domains.index(domain) for domain in compared.domains]
    counts = compared.vocabulary.counts[places]
    ranked = np.array([settings.ranks(feature) for feature in features], bool)
    ranked[list(asked)] = True
    wanted = np.flatnonzero(ranked)
    tested = wanted[are_known(counts, compared.all_samples, wanted, settings.min_count)]
    names = " and ".join(compared.domains)
    enough = (
        f"{settings.min_count} times and in {MIN_DOCUMENTS} documents in both {names}, not "
        "counting documents that repeat another"
    )
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
    if len(tested) < MIN_RELIABLE_WORDS:
        _logger.warning(
            "only %d words of %s are compared: similarities to so few are unreliable; "
            "lower min_count or give more text",
            len(tested),
            names,
        )
    return tested


def domain_pair(domains: Sequence[str], asked: tuple[str, str] | None) -> tuple[str, str]:
    """Return the two domains asked for, checked, or the only two that there are.

    >>> domain_pair(["books", "kitchen"], None)
    ('books', 'kitchen')
    """
    if asked is None:
        if len(domains) != 2:
            raise InputError(
                f"domains: the model has {len(domains)}; name two of {', '.join(domains)}"
            )
        return domains[0], domains[1]
    if len(asked) != 2 or asked[0] == asked[1]:
        raise InputError(f"domains: found {' and '.join(asked)}; give two different ones")
    for name in asked:
        if name not in domains:
            raise InputError(f"domains: found {name!r}; choose two of {', '.join(domains)}")
    return asked[0], asked[1]


def all_pairs(domains: Sequence[str]) -> list[tuple[str, str]]:
    """Return every pair of domains; refuse so many that comparing them takes hours.

    >>> all_pairs(["books", "dvd", "kitchen"])
    [('books', 'dvd'), ('books', 'kitchen'), ('dvd', 'kitchen')]
    """
    pairs = list(combinations(domains, 2))
    if len(pairs) > MAX_PAIRS:
        raise InputError(
            f"domains: the model has {len(domains)}, which are {len(pairs):,} pairs, and up to "
            f"{MAX_PAIRS} are compared at once; name two in shifts, or learn fewer domains"
        )
    return pairs
