"""The words of two domains, ranked by how much their use changes."""

import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from numbers import Real

import numpy as np

from crosslex.arrays import Bools, Float64s, Int64s, discovery_rates
from crosslex.checks import check_jobs, check_whole
from crosslex.corpus.documents import DIVIDE_HINT
from crosslex.corpus.periods import period_of
from crosslex.counts.samples import SentenceSample
from crosslex.errors import InputError
from crosslex.lookup import known_form
from crosslex.model import FittedModel
from crosslex.progress import progress
from crosslex.results import MAX_Q, NORMAL_QUANTILE, Interval, counted
from crosslex.shifts.compared import ComparedDomains, FoundUses, UseEncoder
from crosslex.shifts.difference import baseline_effect, difference_p, expected_of
from crosslex.shifts.result import Shift, Shifts, is_strong, name_mark
from crosslex.shifts.score import measure_changes
from crosslex.shifts.uses import Uses, random_halves
from crosslex.text.tokens import is_content_word
from crosslex.timeline.result import GroupTables
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
        for name, least in (("min_count", 1), ("resamples", 20), ("neighbors", 0), ("examples", 0)):
            check_whole(name, getattr(self, name), least=least)
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
    if not settings.names and not compared.model.texts:
        raise InputError(
            "the model keeps no texts, by which names are recognized; learn it with texts, or show "
            "names, too"
        )
    names = find_tested(compared, settings, forms)
    if settings.encoder is None:
        with single_threaded():
            found = FoundUses.collected(compared, names)
    else:  # the user's encoder keeps its threads
        found = FoundUses.encoded(compared, names, settings.encoder, MIN_TESTED)
    with single_threaded():
        effect = settings.min_effect
        if effect is None:
            effect = baseline_effect(found.uses, found.halves)
        p = p_values(*found.uses, effect, settings)
        q = discovery_rates(p)
        halves = random_halves(*found.uses, settings.random_state)
        chance = discovery_rates(p_values(*halves, effect, settings))
        changes = measure_changes(*found.uses, compared.word_vectors(found.words))
        best, marks = _choose(compared, settings, found.words, changes.values, q, forms)
        errors = changes.errors(np.array(best, np.int64))
    near = compared.neighbors([found.words[place] for place in best], settings.neighbors)
    examples = found.examples(compared, best, settings.examples)
    words = []
    for place, error, around, shown in zip(best, errors, near, examples, strict=True):
        word, change = found.words[place], float(changes.values[place])
        here, there = vocabulary.counts[compared.places, vocabulary.number[word]].tolist()
        width = NORMAL_QUANTILE * float(error)
        interval = Interval(change, max(change - width, 0.0), min(change + width, 1.0))
        counts, tests = (here, there), (float(p[place]), float(q[place]))
        words.append(Shift(word, domains, counts, interval, *tests, around, shown, marks[word]))
    different = q <= MAX_Q
    return Shifts(
        domains,
        tuple(words),
        len(found.words),
        effect,
        int(different.sum()),
        sum(map(is_strong, changes.values[different].tolist())),
        int((chance <= MAX_Q).sum()),
        float(np.median(changes.values)),
        settings.names,
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
    found = [np.empty(0)]
    with (
        progress("permute", total=len(chunks)) as advance,
        ThreadPoolExecutor(check_jobs(settings.n_jobs), thread_name_prefix="crosslex") as pool,
    ):
        for of_chunk in pool.map(test, chunks):
            found.append(of_chunk)
            advance(1)
    return np.concatenate(found)


def _choose(
    compared: ComparedDomains,
    settings: ShiftSettings,
    names: Sequence[str],
    changes: Float64s,
    q: Float64s,
    forms: Sequence[str],
) -> tuple[list[int], dict[str, str]]:
    """Return the places of the words to show, and their marks.

    Words that differ come first, each part by change, then names in both domains, which `top` does
    not count; words that may not differ are shown only where all or some by name are asked for.
    """
    different: list[int] = []
    named: list[int] = []
    others: list[int] = []
    marks: dict[str, str] = {}
    listed = settings.top is not None and not forms
    for place in np.lexsort([-changes, q > MAX_Q]).tolist():
        if listed and (len(different) == settings.top or q[place] > MAX_Q):
            break
        word = names[place]
        if forms and word not in forms:
            continue
        mark = compared.mark(word)
        if settings.names or not mark or word in forms:
            marks[word] = mark
            is_name = mark == name_mark(compared.domains)
            (others if q[place] > MAX_Q else named if is_name else different).append(place)
    return [*different, *named, *others], marks


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


def find_tested(
    compared: ComparedDomains, settings: ShiftSettings, asked: Sequence[str]
) -> list[str]:
    """Return the words to compare: ranked ones and those asked for, if frequent enough."""
    features, counts = compared.vocabulary.features, compared.vocabulary.counts[compared.places]
    wanted = np.flatnonzero([settings.ranks(word) or word in asked for word in features])
    known = wanted[are_known(counts, compared.all_samples, wanted, settings.min_count)]
    tested = [features[number] for number in known]
    names = " and ".join(compared.domains)
    enough = (
        f"at least {settings.min_count} times and in {MIN_DOCUMENTS} documents in both {names}, "
        "not counting documents that repeat another"
    )
    left_out = []
    for word in asked:
        if word not in tested:
            here, there = counts[:, compared.vocabulary.number[word]].tolist()
            left_out.append(f"{word!r}, which occurs {here:,} and {there:,} times")
    if left_out:
        message = f"words: {'; '.join(left_out)}: a word must occur {enough}"
        if len(left_out) == len(asked):
            lower = "lower min_count, or " if settings.min_count > MIN_DOCUMENTS else ""
            raise InputError(f"{message}; {lower}give another word or more text")
        _logger.warning("left out %s", message)
    if len(tested) < MIN_TESTED:
        sizes = [len(np.unique(sample.documents)) for sample in compared.all_samples]
        few = [
            f"{name!r} has only {counted(size, 'document')}"
            for name, size in zip(compared.domains, sizes, strict=True)
            if size < MIN_DOCUMENTS
        ]
        remedy = f"{', '.join(few)}; {DIVIDE_HINT}" if few else "lower it or give more text"
        raise InputError(
            f"min_count: {len(tested)} words occur {enough}, too few to compare; {remedy}"
        )
    if len(tested) < MIN_RELIABLE_WORDS:
        _logger.warning(
            "only %d words of %s are compared: similarities to so few are unreliable; "
            "give more text",
            len(tested),
            names,
        )
    return tested


def compare_groups(model: FittedModel, tables: GroupTables, settings: ShiftSettings) -> GroupTables:
    """Return the tables of groups with the groups compared pairwise within each period."""
    vocabulary = model.vocabulary
    periods = list(map(period_of, vocabulary.domains, tables.groups))
    every = combinations(range(len(periods)), 2)
    pairs = [[one, other] for one, other in every if periods[one] == periods[other]]
    ranked = np.flatnonzero([settings.ranks(feature) for feature in vocabulary.features])
    p = np.full((len(pairs), len(vocabulary.features)), -1.0)
    changes, few = np.zeros_like(p), []
    with progress("compare groups", total=len(pairs)) as advance:
        for at, pair in enumerate(pairs):
            advance(1)
            compared = ComparedDomains(model, tuple(vocabulary.domains[each] for each in pair))
            counts = vocabulary.counts[pair]
            tested = ranked[are_known(counts, compared.all_samples, ranked, settings.min_count)]
            if len(tested) < MIN_RELIABLE_WORDS:
                few.append(" and ".join(compared.domains))
                continue
            with single_threaded():
                found = FoundUses.collected(compared, [vocabulary.features[n] for n in tested])
                effect = baseline_effect(found.uses, found.halves)
                p[at, tested] = p_values(*found.uses, effect, settings)
                vectors = compared.word_vectors(found.words)
                changes[at, tested] = measure_changes(*found.uses, vectors).values
    if few:
        _logger.warning(
            "%d of %d comparisons of groups left out, such as %s: fewer than %d words occur %d "
            "times in both; take fewer periods or give more text",
            *(len(few), len(pairs), few[0], MIN_RELIABLE_WORDS, settings.min_count),
        )
    numbers = np.array(pairs, np.int64).reshape(-1, 2)
    return replace(tables, pairs=numbers, changes=changes, p=p)


def domain_pair(domains: Sequence[str], asked: tuple[str, str] | None) -> tuple[str, str]:
    """Return the two domains asked for, checked, or the only two that there are.

    >>> domain_pair(["books", "kitchen"], None)
    ('books', 'kitchen')
    """
    if asked is None and len(domains) != 2:
        raise InputError(f"domains: the model has {len(domains)}; name two of {', '.join(domains)}")
    chosen = asked or domains
    if isinstance(chosen, str) or len(set(chosen)) != 2 or len(chosen) != 2:
        found = chosen if isinstance(chosen, str) else " and ".join(chosen)
        raise InputError(f"domains: found {found}; give two different ones")
    one, other = chosen
    for name in (one, other):
        if name not in domains:
            raise InputError(f"domains: found {name!r}; choose two of {', '.join(domains)}")
    return one, other


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
