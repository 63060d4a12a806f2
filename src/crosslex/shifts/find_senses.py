"""The senses of a word: its uses in all domains grouped, named, and counted in each."""

from dataclasses import dataclass
from math import log

import numpy as np
from threadpoolctl import threadpool_limits

from crosslex.arrays import Float64s, Int64s
from crosslex.checks import check_whole, check_window
from crosslex.counts.samples import SentenceSample
from crosslex.errors import InputError
from crosslex.intervals import wilson
from crosslex.lookup import known_form
from crosslex.shifts.contexts import (
    ContextVectors,
    Uses,
    both_sides,
    collect_uses,
    context_vectors,
)
from crosslex.shifts.evidence import Evidence, sentence_uses
from crosslex.shifts.grouping import Grouping, group_uses
from crosslex.shifts.linkage import Labels
from crosslex.shifts.senses import Sense, SenseKind, Senses, Share
from crosslex.shifts.settings import is_telling
from crosslex.vectors import unit_rows

MIN_DOCUMENTS = 5
MOST_USES = 400
"""Documents of each domain that are grouped; more would take long and say little more."""
MOST_TOGETHER = 2000
"""Documents of all domains that are grouped; memory grows with their square."""
HARDLY = 0.05
"""A domain with at most this share of a sense hardly has it."""
INTERVAL = 1.959964
PRIOR = 10.0
"""Documents that a context's share over all of a word's uses weighs in each group."""


@dataclass(frozen=True, kw_only=True)
class SenseSettings:
    """How senses are found; see `CrossDomainEmbedding.senses`."""

    window: int = 10
    contexts: int = 6
    examples: int = 3
    random_state: int = 0

    def __post_init__(self) -> None:
        check_window(self.window)
        check_whole("contexts", self.contexts, least=1)
        check_whole("examples", self.examples, least=0)
        check_whole("random_state", self.random_state, least=0, most=None)


@dataclass(frozen=True, eq=False)
class _Grouped:
    """The uses of a word in one domain, the group of each, and which context words each has."""

    domain: int
    uses: Float64s
    groups: Labels
    contexts: tuple[Int64s, ...]

    def counts(self, size: int) -> Int64s:
        return np.bincount(self.groups, minlength=size)


def find_senses(evidence: Evidence, word: str, settings: SenseSettings) -> Senses:
    """Return the senses of a word, looked up as people type it, in the domains that use it."""
    vocabulary = evidence.vocabulary
    form = known_form(word, evidence.vectors, evidence.domains)
    feature = np.array([vocabulary.number[form]])
    contexts = sense_contexts(evidence, window=settings.window)
    known = {}
    for place, sample in enumerate(evidence.samples):
        uses = collect_uses(sample, feature, len(vocabulary.features), contexts)
        if len(uses.vectors) >= MIN_DOCUMENTS:
            known[place] = uses
    if not known:
        raise InputError(
            f"word: {form!r} is used in fewer than {MIN_DOCUMENTS} documents of every domain"
        )
    with threadpool_limits(limits=1):
        grouping, grouped = _grouped(evidence, known, int(feature[0]), settings)
    size = 1 + max(int(each.groups.max()) for each in grouped)
    names = _names(grouped, size, evidence, settings.contexts)
    examples = [_examples(each, size, form, evidence, contexts, settings) for each in grouped]
    senses = []
    for group in range(size):
        uses_in = tuple(int(each.counts(size)[group]) for each in grouped)
        shares = tuple(
            share_of(count, len(each.groups)) for count, each in zip(uses_in, grouped, strict=True)
        )
        of_group = tuple(each[group] for each in examples)
        senses.append(Sense(names[group], kind_of(shares), shares, uses_in, of_group))
    domains = tuple(evidence.domains[each.domain] for each in grouped)
    return Senses(
        form, domains, tuple(senses), grouping.agreement.kappa, grouping.p, grouping.confirmed
    )


def sense_contexts(evidence: Evidence, *, window: int) -> ContextVectors:
    """Return the vectors of the words around a use, by which it is grouped."""
    return context_vectors(evidence.vocabulary, evidence.vectors, window=window, keep_common=False)


def share_of(count: int, total: int) -> Share:
    """Return a share with Wilson's 95 % interval (Wilson, 1927).

    >>> share_of(5, 10)
    Share(value=0.5, low=0.236..., high=0.763...)
    """
    share = count / total
    interval = wilson(share, total, INTERVAL)
    return Share(share, interval.low, interval.high)


def kind_of(shares: tuple[Share, ...]) -> SenseKind:
    """Return what becomes of a sense, seen from the first domain.

    >>> rare, common = share_of(0, 100), share_of(50, 100)
    >>> kind_of((rare, common)), kind_of((common, rare)), kind_of((common, common))
    ('gained', 'lost', 'steady')
    """
    first, others = shares[0], shares[1:]
    apart = any(a.low > b.high for a in shares for b in shares)
    if not apart:
        return "steady"
    if first.value <= HARDLY:
        return "gained"
    if all(each.value <= HARDLY for each in others):
        return "lost"
    return "shifted"


def _grouped(
    evidence: Evidence, known: dict[int, Uses], feature: int, settings: SenseSettings
) -> tuple[Grouping, list[_Grouped]]:
    """Return the uses of all domains, grouped together, at most so many of each.

    They are taken evenly from all documents, which may be in an order that matters.
    """
    most = min(MOST_USES, max(MIN_DOCUMENTS, MOST_TOGETHER // len(known)))
    chosen = {
        place: np.linspace(0, len(uses.vectors) - 1, min(most, len(uses.vectors))).astype(int)
        for place, uses in known.items()
    }
    vectors = {
        place: uses.vectors[chosen[place]].astype(np.float64) for place, uses in known.items()
    }
    domains = np.repeat(list(vectors), [len(each) for each in vectors.values()])
    grouping = group_uses(
        np.vstack(list(vectors.values())), domains, random_state=settings.random_state
    )
    found, start = [], 0
    for place, uses in known.items():
        stop = start + len(vectors[place])
        documents = uses.documents[chosen[place]]
        around = words_around(evidence.samples[place], feature, documents, settings.window)
        labels = grouping.labels[start:stop]
        found.append(_Grouped(place, both_sides(vectors[place]), labels, around))
        start = stop
    return grouping, found


def words_around(
    sample: SentenceSample, feature: int, documents: Int64s, window: int
) -> tuple[Int64s, ...]:
    """Return the single words that stand around a feature in each of some documents, each once."""
    lengths = np.diff(sample.sentence_offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    places = np.flatnonzero((sample.unigrams == feature) | (sample.bigrams == feature))
    length = 1 + int((sample.bigrams[places] == feature).any())
    row_of = {int(document): row for row, document in enumerate(documents)}
    found: list[set[int]] = [set() for _ in documents]
    for place in places:
        row = row_of.get(int(sample.documents[sentence[place]]))
        if row is None:
            continue
        start, stop = sample.sentence_offsets[sentence[place] : sentence[place] + 2]
        before = sample.unigrams[max(start, place - window) : place]
        after = sample.unigrams[place + length : min(stop, place + length + window)]
        found[row].update(int(word) for word in (*before, *after) if word >= 0)
    return tuple(np.array(sorted(words - {feature}), np.int64) for words in found)


def _names(
    grouped: list[_Grouped], size: int, evidence: Evidence, limit: int
) -> list[tuple[str, ...]]:
    """Return the context words most typical of each group, without numbers and letters."""
    features = evidence.vocabulary.features
    telling = np.array([is_telling(feature) for feature in features], bool)
    counts = np.zeros((size, len(features)))
    totals = np.zeros(size)
    for each in grouped:
        for group, words in zip(each.groups, each.contexts, strict=True):
            counts[group, words] += 1
            totals[group] += 1
    names = []
    for group in range(size):
        scores = typicality(counts, totals, group) if size > 1 else counts[0]
        best = np.argsort(-np.where(telling, scores, 0), kind="stable")[:limit]
        names.append(tuple(features[w] for w in best if telling[w] and scores[w] > 0))
    return names


def typicality(counts: Float64s, totals: Float64s, group: int) -> Float64s:
    """Return log-odds of each context in a group against the others, in standard deviations.

    With an informative Dirichlet prior: its share over all groups (Monroe et al., 2008).
    """
    shares = counts.sum(axis=0) / totals.sum()
    prior = PRIOR * shares
    here, there = counts[group] + prior, counts.sum(axis=0) - counts[group] + prior
    size_here = totals[group] + PRIOR
    size_there = totals.sum() - totals[group] + PRIOR
    seen = shares > 0
    here, there = np.where(seen, here, 1), np.where(seen, there, 1)
    odds = np.log(here) - log(size_here) - np.log(there) + log(size_there)
    return np.where(seen, odds / np.sqrt(1 / here + 1 / there), 0)


def _examples(
    grouped: _Grouped,
    size: int,
    word: str,
    evidence: Evidence,
    contexts: ContextVectors,
    settings: SenseSettings,
) -> list[tuple[str, ...]]:
    """Return sentences of a domain for each group, each with the group it is nearest to."""
    sentences = list(dict.fromkeys(evidence.examples[grouped.domain][word]))
    if not settings.examples or not sentences:
        return [()] * size
    uses = both_sides(
        sentence_uses(
            sentences, word, contexts, evidence.vocabulary, evidence.text_settings
        ).astype(np.float64)
    )
    centers = np.zeros((size, uses.shape[1]))
    np.add.at(centers, grouped.groups, grouped.uses)
    cosines = uses @ unit_rows(centers).T
    nearest = cosines.argmax(axis=1)
    chosen = []
    for group in range(size):
        own = np.flatnonzero(nearest == group)
        best = own[np.argsort(-cosines[own, group], kind="stable")][: settings.examples]
        chosen.append(tuple(sentences[place] for place in best))
    return chosen
