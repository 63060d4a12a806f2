"""The senses of a word: its uses in all domains grouped, named, and counted per domain."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import NamedTuple

import numpy as np

from crosslex.arrays import Float32s, Float64s, Int64s
from crosslex.checks import check_whole
from crosslex.counts.samples import SentenceSample
from crosslex.counts.stream import NO_FEATURE
from crosslex.errors import InputError
from crosslex.lookup import known_form
from crosslex.results import Interval, wilson
from crosslex.senses.grouping import Grouping, group_means, group_uses
from crosslex.senses.result import Sense, SenseKind, Senses
from crosslex.shifts.compared import ComparedDomains, UseEncoder, encoded_uses, locate
from crosslex.shifts.uses import Uses, both_sides, collect_uses
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


class _DomainUses(NamedTuple):
    """The uses of a word in the domain of this number, and their sentences if an encoder made them.

    `chosen` are those that are grouped.
    """

    side: int
    uses: Uses
    sentences: list[str]
    chosen: Int64s


@dataclass(frozen=True, eq=False)
class _Grouped:
    """The uses of a word in all domains that have enough of them, and their groups.

    `labels` are the groups of each domain's chosen uses; `centers` the groups' mean uses over all
    domains: some have few uses.
    """

    used: list[_DomainUses]
    labels: list[Int64s]
    grouping: Grouping
    centers: Float64s


def find_senses(
    compared: ComparedDomains,
    word: str,
    *,
    contexts: int,
    examples: int,
    encoder: UseEncoder | None,
    random_state: int,
) -> Senses:
    """Return the senses of a word, looked up as people type it, in the domains that use it.

    The arguments are those of `CrossDomainEmbedding.senses`.
    """
    check_whole("contexts", contexts, least=1)
    check_whole("examples", examples, least=0)
    check_whole("random_state", random_state, least=0, most=None)
    form = known_form(word, compared.vectors, compared.domains)
    found = _group(compared, form, encoder, random_state)
    labels, size = found.labels, len(found.centers)
    names = _names(compared, labels, _contexts(compared, form, found), size, contexts)
    sentences = _examples(compared, form, found, examples)
    counts = np.array([np.bincount(own, minlength=size) for own in labels])
    senses = []
    for group in range(size):
        uses = tuple(counts[:, group].tolist())
        shares = tuple(wilson(n / len(own), len(own)) for n, own in zip(uses, labels, strict=True))
        shown = tuple(each[group] for each in sentences)
        senses.append(Sense(names[group], kind_of(shares), shares, uses, shown))
    domains, grouping = tuple(compared.domains[each.side] for each in found.used), found.grouping
    evidence = grouping.kappa, grouping.p, grouping.confirmed
    return Senses(form, domains, tuple(senses), *evidence)


def senses_of_sentences(
    compared: ComparedDomains, word: str, sentences: Mapping[str, Sequence[str]], random_state: int
) -> tuple[dict[str, list[int | None]], int]:
    """Return the number of the sense of each sentence, by domain, as `find_senses` numbers them.

    None where the word has no known context, or its domain too few documents with it. Also returned
    is how many senses there are.
    """
    grouped = _group(compared, word, None, random_state)
    found: dict[str, list[int | None]] = {name: [None] * len(of) for name, of in sentences.items()}
    names = [compared.domains[each.side] for each in grouped.used]
    texts = [sentences.get(name, ()) for name in names]
    vectors = _sentence_vectors(compared, word, texts)
    for name, rows in zip(names, vectors, strict=True):
        _, nearest = _nearest(grouped.centers, rows)
        found[name] = [1 + group if group >= 0 else None for group in nearest.tolist()]
    return found, len(grouped.centers)


def _group(
    compared: ComparedDomains, word: str, encoder: UseEncoder | None, random_state: int
) -> _Grouped:
    """Return the uses of a word in all domains, grouped together, a limited number of each.

    They are taken at regular intervals, because documents may be in an order that matters.
    """
    number, size = compared.vocabulary.number[word], len(compared.vocabulary.features)
    known = []
    for side, sample in enumerate(compared.samples):
        sentences: list[str] = []
        if encoder is None:
            own = sample.with_feature(number)
            uses = collect_uses(own, np.array([number]), size, compared.sense_contexts)
        else:
            kept = locate(word, compared.sentences(side, word), compared.text_settings)
            if not kept and compared.model.texts:
                continue  # a domain without the word
            uses, sentences = encoded_uses(encoder, [kept]), list(kept)
        if len(uses.vectors) >= MIN_DOCUMENTS:
            known.append((side, uses, sentences))
    if not known:
        raise InputError(
            f"word: {word!r} is used in fewer than {MIN_DOCUMENTS} documents of every domain"
        )
    most = min(MAX_USES_PER_DOMAIN, max(MIN_DOCUMENTS, MAX_USES // len(known)))
    used = []
    for side, uses, sentences in known:
        size = len(uses.vectors)
        chosen = np.linspace(0, size - 1, min(most, size)).astype(np.int64)
        used.append(_DomainUses(side, uses, sentences, chosen))
    vectors = np.vstack([each.uses.vectors[each.chosen] for each in used]).astype(np.float64)
    sizes = [len(each.chosen) for each in used]
    domains = np.repeat(np.arange(len(used)), sizes)
    with single_threaded():
        grouping = group_uses(vectors, domains, sided=encoder is None, random_state=random_state)
    centers = group_means(both_sides(vectors), grouping.labels)
    return _Grouped(used, np.split(grouping.labels, np.cumsum(sizes)[:-1]), grouping, centers)


def kind_of(shares: tuple[Interval, ...]) -> SenseKind:
    """Return how a sense's share differs, seen from the first domain.

    >>> rare, common = wilson(0.0, 100), wilson(0.5, 100)
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


def _contexts(compared: ComparedDomains, word: str, found: _Grouped) -> list[list[Int64s]]:
    """Return the context words of each chosen use, by domain; whole sentences for an encoder's."""
    number, contexts = compared.vocabulary.number[word], []
    for side, uses, texts, rows in found.used:
        sample = compared.sample_of(texts) if texts else compared.samples[side]
        window = len(sample.unigrams) if texts else compared.window
        contexts.append(words_around(sample, number, uses.documents[rows], window))
    return contexts


def words_around(
    sample: SentenceSample, feature: int, documents: Int64s, window: int
) -> list[Int64s]:
    """Return the context words of a feature in each of some documents, each word once."""
    held = np.flatnonzero((sample.unigrams == feature) | (sample.bigrams == feature))
    sentences = np.searchsorted(sample.sentence_offsets, held, side="right") - 1
    row_of = {document: row for row, document in enumerate(documents.tolist())}
    rows = np.array([row_of.get(each, -1) for each in sample.documents[sentences].tolist()], int)
    known = np.flatnonzero(rows >= 0)
    held, rows, sentences = held[known], rows[known], sentences[known]
    starts, stops = sample.sentence_offsets[sentences], sample.sentence_offsets[sentences + 1]
    length = 1 + int((sample.bigrams[held] == feature).any())
    # No sentence is as wide as the window of an encoder's uses.
    steps = np.arange(1, 1 + min(window, int((stops - starts).max(initial=0))))
    places = held[:, None] + np.concatenate([-steps, steps + length - 1])
    inside = (places >= starts[:, None]) & (places < stops[:, None])
    words = np.where(inside, sample.unigrams[np.where(inside, places, 0)], NO_FEATURE)
    at, column = np.nonzero((words >= 0) & (words != feature))
    pairs = np.unique(np.column_stack([rows[at], words[at, column]]), axis=0)
    bounds = np.searchsorted(pairs[:, 0], np.arange(len(documents) + 1))
    return np.split(pairs[:, 1].astype(np.int64), bounds)[1:-1]


def _names(
    compared: ComparedDomains,
    labels: Sequence[Int64s],
    contexts: Sequence[Sequence[Int64s]],
    size: int,
    limit: int,
) -> list[tuple[str, ...]]:
    """Return the context words most typical of each group, without numbers and letters.

    Rare words say more than common ones, so they are weighted as contexts are; a word that one use
    of a group has says nothing of the group.
    """
    groups = np.concatenate(labels)
    around = [words for own in contexts for words in own]
    words = np.unique(np.concatenate(around))
    features = [compared.vocabulary.features[word] for word in words]
    vectors = compared.sense_contexts
    weights = np.linalg.norm(vectors.vectors[vectors.vector_of[words]], axis=1)
    weights *= [is_content_word(feature) for feature in features]
    counts = np.zeros((size, len(words)))
    for group, own in zip(groups, around, strict=True):
        counts[group, np.searchsorted(words, own)] += 1
    totals = np.bincount(groups, minlength=size).astype(np.float64)
    names = []
    for scores in weights * (counts > 1) * (typicality(counts, totals) if size > 1 else counts):
        best = np.argsort(-scores, kind="stable")[:limit]
        names.append(tuple(features[place] for place in best if scores[place] > 0))
    return names


def typicality(counts: Float64s, totals: Float64s) -> Float64s:
    """Return z-scores of the log-odds of each context in each group against the others.

    With an informative Dirichlet prior: its share over all groups (Monroe et al., 2008). `counts`
    are groups × contexts, each of which occurs.
    """
    of_all = counts.sum(axis=0)
    prior = PRIOR_DOCUMENTS * of_all / totals.sum()
    here, there = counts + prior, of_all - counts + prior
    sizes, others = totals + PRIOR_DOCUMENTS, totals.sum() - totals + PRIOR_DOCUMENTS
    odds = np.log(here) - np.log(sizes)[:, None] - np.log(there) + np.log(others)[:, None]
    return np.asarray(odds / np.sqrt(1 / here + 1 / there))


def _examples(
    compared: ComparedDomains, word: str, found: _Grouped, limit: int
) -> list[list[tuple[str, ...]]]:
    """Return sentences of each domain for each group, the nearest to its center first.

    A sentence is shown with the group it is nearest to, and not at all without known contexts.
    """
    if not limit:
        return [[()] * len(found.centers)] * len(found.used)
    texts = [each.sentences for each in found.used]
    vectors = [each.uses.vectors for each in found.used]
    if not any(texts):
        texts = [compared.sentences(each.side, word) for each in found.used]
        vectors = _sentence_vectors(compared, word, texts)
    examples = []
    for own, rows in zip(texts, vectors, strict=True):
        cosines, nearest = _nearest(found.centers, rows)
        chosen = []
        for group in range(len(found.centers)):
            places = np.flatnonzero(nearest == group)
            best = places[np.argsort(-cosines[places, group], kind="stable")][:limit]
            chosen.append(tuple(own[place] for place in best))
        examples.append(chosen)
    return examples


def _sentence_vectors(
    compared: ComparedDomains, word: str, texts: Sequence[Sequence[str]]
) -> list[Float32s]:
    """Return the vectors of the word's uses in the sentences of each domain."""
    together = list(chain.from_iterable(texts))
    [rows] = compared.sentence_uses([word], [together], compared.sense_contexts)
    return np.split(rows, np.cumsum([len(own) for own in texts])[:-1])


def _nearest(centers: Float64s, vectors: Float32s) -> tuple[Float64s, Int64s]:
    """Return the cosines of uses with the groups' centers, and the nearest group, -1 for none."""
    cosines = np.asarray(both_sides(vectors) @ unit_rows(centers).T)
    return cosines, np.where(cosines.max(axis=1) > 0, cosines.argmax(axis=1), -1)
