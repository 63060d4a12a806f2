"""The senses of a word: its uses in all domains grouped, named, and counted per domain."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.samples import SentenceSample
from crosslex.errors import InputError
from crosslex.lookup import known_form
from crosslex.results import Interval, wilson
from crosslex.senses.consensus_clustering import Labels, group_means
from crosslex.senses.grouping import Grouping, group_uses
from crosslex.senses.result import Sense, SenseKind, Senses
from crosslex.shifts.compared_domains import ComparedDomains
from crosslex.shifts.found_uses import UseEncoder, encoded_uses
from crosslex.shifts.uses import (
    Uses,
    both_sides,
    collect_uses,
    frequency_weights,
    sentence_uses,
)
from crosslex.text.analysis import analyze
from crosslex.text.tokens import is_content_word
from crosslex.vectors import unit_rows
from crosslex.workers import single_threaded

MIN_DOCUMENTS = 5
MAX_USES_PER_DOMAIN = 400
"""Documents of each domain that are grouped; more take long and change little."""
MAX_USES = 2000
"""Documents of all domains that are grouped; memory grows with their square."""
MAX_SHARE_ABSENT = 0.05
"""Share of a sense up to which a domain counts as not having it."""
PRIOR_DOCUMENTS = 10.0
"""Weight of the prior in each group: a context's share over all of a word's uses."""


@dataclass(frozen=True, kw_only=True)
class SenseSettings:
    """The options of `CrossDomainEmbedding.senses`, where they are explained, checked."""

    contexts: int = 6
    examples: int = 3
    encoder: UseEncoder | None = None
    random_state: int = 0

    def __post_init__(self) -> None:
        check_whole("contexts", self.contexts, least=1)
        check_whole("examples", self.examples, least=0)
        check_whole("random_state", self.random_state, least=0, most=None)


@dataclass(frozen=True, eq=False)
class _Grouped:
    """The uses of a word in one domain, with the group and the context words of each."""

    domain: int
    uses: Float64s
    groups: Labels
    contexts: tuple[Int64s, ...]

    def counts(self, size: int) -> Int64s:
        return np.bincount(self.groups, minlength=size)


def find_senses(compared: ComparedDomains, word: str, settings: SenseSettings) -> Senses:
    """Return the senses of a word, looked up as people type it, in the domains that use it."""
    form = known_form(word, compared.vectors, compared.domains)
    known = _known_uses(compared, form, settings.encoder)
    with single_threaded():
        grouping, grouped = _grouped(known, settings)
    size = 1 + max(int(each.groups.max()) for each in grouped)
    names = _names(grouped, size, compared, settings.contexts)
    centers = _centers(grouped)
    examples = [_examples(centers, known[each.domain], settings.examples) for each in grouped]
    senses = []
    for group in range(size):
        uses_in = tuple(int(each.counts(size)[group]) for each in grouped)
        shares = tuple(
            share_of(count, len(each.groups)) for count, each in zip(uses_in, grouped, strict=True)
        )
        of_group = tuple(each[group] for each in examples)
        senses.append(Sense(names[group], kind_of(shares), shares, uses_in, of_group))
    domains = tuple(compared.domains[each.domain] for each in grouped)
    return Senses(
        form, domains, tuple(senses), grouping.agreement.kappa, grouping.p, grouping.confirmed
    )


def _known_uses(
    compared: ComparedDomains, word: str, encoder: UseEncoder | None
) -> dict[int, "_FoundUses"]:
    """Return the uses of a word in the domains that have enough of them."""
    found = {place: _uses(compared, place, word, encoder) for place in range(len(compared.domains))}
    known = {
        place: each for place, each in found.items() if len(each.uses.vectors) >= MIN_DOCUMENTS
    }
    if not known:
        raise InputError(
            f"word: {word!r} is used in fewer than {MIN_DOCUMENTS} documents of every domain"
        )
    return known


def share_of(count: int, total: int) -> Interval:
    """Return a share with Wilson's 95 % interval (Wilson, 1927).

    >>> share_of(5, 10)
    Interval(value=0.5, low=0.236..., high=0.763...)
    """
    return wilson(count / total, total)


def kind_of(shares: tuple[Interval, ...]) -> SenseKind:
    """Return how a sense's share differs, seen from the first domain.

    >>> rare, common = share_of(0, 100), share_of(50, 100)
    >>> kind_of((rare, common)), kind_of((common, rare)), kind_of((common, common))
    ('gained', 'lost', 'steady')
    """
    first, others = shares[0], shares[1:]
    apart = any(a.low > b.high for a in shares for b in shares)
    if not apart:
        return "steady"
    if first.value <= MAX_SHARE_ABSENT:
        return "gained"
    if all(each.value <= MAX_SHARE_ABSENT for each in others):
        return "lost"
    return "shifted"


@dataclass(frozen=True, eq=False)
class _FoundUses:
    """The uses of a word in one domain, and its sentences there with a vector each.

    `contexts` returns the context words of some of the uses, by their places.
    """

    uses: Uses
    contexts: Callable[[Int64s], tuple[Int64s, ...]]
    sentences: list[str]
    sentence_vectors: Float32s


def _uses(
    compared: ComparedDomains, place: int, word: str, encoder: UseEncoder | None
) -> _FoundUses:
    """Return the uses of a word in one domain, by their contexts or by an encoder."""
    vocabulary, settings = compared.vocabulary, compared.text_settings
    feature, sample = vocabulary.number[word], compared.samples[place]
    if encoder is None:
        contexts = compared.sense_contexts
        uses = collect_uses(sample, np.array([feature]), len(vocabulary.features), contexts)
        sentences = compared.examples(word, compared.domains[place])
        vectors = sentence_uses(sentences, word, contexts, vocabulary, settings)

        def around(chosen: Int64s) -> tuple[Int64s, ...]:
            return words_around(sample, feature, uses.documents[chosen], compared.window)

        return _FoundUses(uses, around, sentences, vectors)
    uses, [sentences] = encoded_uses(encoder, [word], compared, compared.domains[place])

    def inside(chosen: Int64s) -> tuple[Int64s, ...]:
        texts = (analyze(sentences[at], settings) for at in chosen)
        words = ({w for sentence in text for w in sentence} - {word} for text in texts)
        known = ([vocabulary.number[w] for w in each if w in vocabulary.number] for each in words)
        return tuple(np.array(sorted(numbers), np.int64) for numbers in known)

    return _FoundUses(uses, inside, sentences, uses.vectors)


def _grouped(
    known: dict[int, _FoundUses], settings: SenseSettings
) -> tuple[Grouping, list[_Grouped]]:
    """Return the uses of all domains, grouped together, a limited number of each.

    They are taken at regular intervals, because documents may be in an order that matters.
    """
    most = min(MAX_USES_PER_DOMAIN, max(MIN_DOCUMENTS, MAX_USES // len(known)))
    sizes = {place: len(found.uses.vectors) for place, found in known.items()}
    chosen = {
        place: np.linspace(0, size - 1, min(most, size)).astype(np.int64)
        for place, size in sizes.items()
    }
    vectors = {
        place: found.uses.vectors[chosen[place]].astype(np.float64)
        for place, found in known.items()
    }
    domains = np.repeat(list(vectors), [len(each) for each in vectors.values()])
    grouping = group_uses(
        np.vstack(list(vectors.values())),
        domains,
        sided=settings.encoder is None,
        random_state=settings.random_state,
    )
    grouped, start = [], 0
    for place, found in known.items():
        stop = start + len(vectors[place])
        around = found.contexts(chosen[place])
        labels = grouping.labels[start:stop]
        grouped.append(_Grouped(place, both_sides(vectors[place]), labels, around))
        start = stop
    return grouping, grouped


def words_around(
    sample: SentenceSample, feature: int, documents: Int64s, window: int
) -> tuple[Int64s, ...]:
    """Return the context words of a feature in each of some documents, each word once."""
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
    grouped: list[_Grouped], size: int, compared: ComparedDomains, limit: int
) -> list[tuple[str, ...]]:
    """Return the context words most typical of each group, without numbers and letters.

    Rare words say more than common ones, so they are weighted as contexts are.
    """
    words = np.unique(np.concatenate([part for each in grouped for part in each.contexts]))
    features = [compared.vocabulary.features[word] for word in words]
    frequencies = compared.vocabulary.counts.sum(axis=0)
    single = np.array([" " not in feature for feature in compared.vocabulary.features], bool)
    weights = frequency_weights(frequencies[words] / max(1, int(frequencies[single].sum())))
    weights *= [is_content_word(feature) for feature in features]
    counts = np.zeros((size, len(words)))
    totals = np.zeros(size)
    for each in grouped:
        for group, around in zip(each.groups, each.contexts, strict=True):
            counts[group, np.searchsorted(words, around)] += 1
            totals[group] += 1
    names = []
    for group in range(size):
        scores = weights * (typicality(counts, totals, group) if size > 1 else counts[0])
        best = np.argsort(-scores, kind="stable")[:limit]
        names.append(tuple(features[place] for place in best if scores[place] > 0))
    return names


def typicality(counts: Float64s, totals: Float64s, group: int) -> Float64s:
    """Return z-scores of the log-odds of each context in a group against the others.

    With an informative Dirichlet prior: its share over all groups (Monroe et al., 2008).
    """
    shares = counts.sum(axis=0) / totals.sum()
    prior = PRIOR_DOCUMENTS * shares
    here, there = counts[group] + prior, counts.sum(axis=0) - counts[group] + prior
    size_here = totals[group] + PRIOR_DOCUMENTS
    size_there = totals.sum() - totals[group] + PRIOR_DOCUMENTS
    seen = shares > 0
    here, there = np.where(seen, here, 1), np.where(seen, there, 1)
    odds = np.log(here) - log(size_here) - np.log(there) + log(size_there)
    return np.where(seen, odds / np.sqrt(1 / here + 1 / there), 0)


def _examples(centers: Float64s, found: _FoundUses, limit: int) -> list[tuple[str, ...]]:
    """Return sentences of a domain for each group, the nearest to its center first.

    A sentence is shown with the group it is nearest to, and not at all without known contexts.
    """
    if not limit or not found.sentences:
        return [()] * len(centers)
    cosines, nearest = _nearest(centers, found.sentence_vectors)
    chosen = []
    for group in range(len(centers)):
        own = np.flatnonzero(nearest == group)
        best = own[np.argsort(-cosines[own, group], kind="stable")][:limit]
        chosen.append(tuple(found.sentences[place] for place in best))
    return chosen


def _centers(grouped: list[_Grouped]) -> Float64s:
    """Return the mean use of each group over all domains.

    Where one domain has few uses in a group, their mean alone would be mostly noise.
    """
    uses = np.vstack([each.uses for each in grouped])
    return group_means(uses, np.concatenate([each.groups for each in grouped]))


def _nearest(centers: Float64s, vectors: Float32s) -> tuple[Float64s, Int64s]:
    """Return the cosines of uses with the groups' centers, and the nearest group, -1 for none."""
    cosines = np.asarray(both_sides(vectors) @ unit_rows(centers).T)
    return cosines, np.where(cosines.max(axis=1) > 0, cosines.argmax(axis=1), -1)


def senses_of_sentences(
    compared: ComparedDomains, word: str, sentences: Mapping[str, Sequence[str]], random_state: int
) -> dict[str, list[int | None]]:
    """Return the number of the sense of each sentence, by domain, as `find_senses` numbers them.

    None where the word has no known context, or its domain too few documents with it.
    """
    with single_threaded():
        _, grouped = _grouped(
            _known_uses(compared, word, None), SenseSettings(random_state=random_state)
        )
    centers = _centers(grouped)
    found: dict[str, list[int | None]] = {name: [None] * len(of) for name, of in sentences.items()}
    for each in grouped:
        name = compared.domains[each.domain]
        texts = sentences.get(name, ())
        vectors = sentence_uses(
            texts, word, compared.sense_contexts, compared.vocabulary, compared.text_settings
        )
        _, nearest = _nearest(centers, vectors)
        found[name] = [1 + group if group >= 0 else None for group in nearest.tolist()]
    return found
