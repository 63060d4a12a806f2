"""Causes of a loss of accuracy: unknown words, words used differently, another class balance."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import norm

from crosslex.arrays import Float64s
from crosslex.classify.decision import CalibrationData, LinearDecision
from crosslex.classify.fitted import MIN_COSINE_CLOSE
from crosslex.classify.task import AdaptationTask
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import Label
from crosslex.embedding import CrossDomainEmbedding
from crosslex.errors import CrosslexWarning, InputError
from crosslex.results import Interval, counted
from crosslex.shifts import Shift

UNKNOWN = "unknown words"
CHANGED = "words used differently"
BALANCE = "another class balance"
REST = "the rest"
MIN_CHANGE = 0.3
"""Of words that count as used differently: nearly all words that `crosslex-bench audit planted`
exchanges have more, and typical words of two subjects have 0.3 to 0.4."""
SHOWN_WORDS = 10
"""Of each cause."""
SHOWN_NEIGHBORS = 3
SHOWN_SHARES = 2
SEARCHED = 20
"""Uses of a word of which the shortest sentence is shown."""
SHORTER = 2 / 3
"""Texts of the target that have up to this part of the source's length are called shorter."""


@dataclass(frozen=True)
class Cause:
    """A part of the difference between the accuracies in source and target.

    `loss` is negative where accuracy is gained; `because` says what was found; `is_certain` is
    False if it may be nothing, because the interval of what was found includes no difference.
    """

    name: str
    loss: float
    because: str
    is_certain: bool = True


@dataclass(frozen=True)
class AuditWord:
    """A word that the classifier may misread, because it is unknown or used differently.

    `share` is its share of the words' evidence for the classes in the target, where so many
    `documents` contain it. `change` says how far its use differs, from 0 to about 1, None if it is
    unknown. `counts_as` is the class that it speaks for: of an unknown word in the target, of
    another in the source. `near` has words of the source that are used like an unknown word, or the
    words near it in the source and near it in the target; `sentences` one of the source, or an
    empty string, and one of the target.
    """

    word: str
    cause: str
    share: float
    documents: int
    change: float | None
    counts_as: Label
    near: tuple[tuple[str, ...], tuple[str, ...]]
    sentences: tuple[str, str]


@dataclass(frozen=True)
class MissedEvidence:
    """The words' evidence for the classes that a classifier of the source misses, by cause.

    A word's evidence is the sum of its weights in the target's texts times the difference that it
    makes between the classes, by our own classifier: as the target uses it for unknown words, which
    no text of the source contains; as the source does for words used differently (change above
    0.3), each times its change. `shares` are of all words' evidence, `counts` numbers of words;
    `lengths` are the median numbers of words per text of source and target.
    """

    shares: Mapping[str, float]
    counts: Mapping[str, int]
    words: tuple[AuditWord, ...]
    lengths: tuple[int, int] = (0, 0)


def find_evidence(
    task: AdaptationTask,
    data: CalibrationData,
    corpora: Sequence[Corpus],
    labels: Sequence[Label],
    random_state: int,
) -> MissedEvidence:
    """Return what is unknown and what is used differently in the target, with its words."""
    assert isinstance(data.decision, LinearDecision)
    assert data.decision.neighbors is not None
    near, in_source = data.decision.neighbors, data.decision.as_views()[0].weights
    model, shifts = _compare_use(corpora, random_state)
    [source], target = task.sources, task.domains[task.target]
    in_target = np.asarray(target.documents.sum(axis=0), np.float64)
    single = np.array([" " not in feature for feature in task.features])
    known = np.asarray((source.documents > 0).sum(axis=0)) > 0
    weights = single * in_target * np.ptp(data.decision.weights, axis=1)
    read = single * known * in_target * np.ptp(in_source, axis=1)
    differing = (each for each in shifts if each.is_certain and each.change.value > MIN_CHANGE)
    changed = {each.word: each for each in differing}
    changes = [changed[word].change.value if word in changed else 0.0 for word in task.features]
    new = np.where(known, 0.0, weights) / max(weights.sum(), 1e-12)
    other = read * changes / max(read.sum(), 1e-12)
    documents = np.asarray((target.documents > 0).sum(axis=0))
    words = []
    for index in _largest(new):
        word, sentence = task.features[index], ""
        like = near.features[index][near.cosines[index] >= MIN_COSINE_CLOSE]
        if model is not None and word in model.vectors_[corpora[1].name]:
            uses = model.concordance(word, domain=corpora[1].name)[:SEARCHED]
            sentence = min((use.text for use in uses), key=len, default="")
        used_like = tuple(task.features[each] for each in like)
        counts_as = labels[int(data.decision.weights[index].argmax())]
        found = float(new[index]), int(documents[index]), None, counts_as
        words.append(AuditWord(word, UNKNOWN, *found, (used_like, ()), ("", sentence)))
    for index in _largest(other):
        shift = changed[task.features[index]]
        here, there = (tuple(word for word, _ in of[:SHOWN_NEIGHBORS]) for of in shift.neighbors)
        first, second = ("".join(of[:1]) for of in shift.examples)
        counts_as = labels[int(in_source[index].argmax())]
        numbers = float(other[index]), int(documents[index]), shift.change.value, counts_as
        words.append(AuditWord(shift.word, CHANGED, *numbers, (here, there), (first, second)))
    shares = {UNKNOWN: float(new.sum()), CHANGED: float(other.sum())}
    counts = {UNKNOWN: int((new > 0).sum()), CHANGED: int((other > 0).sum())}
    lengths = _median_length(source.corpus), _median_length(target.corpus)
    return MissedEvidence(shares, counts, tuple(words), lengths)


def _compare_use(
    corpora: Sequence[Corpus], random_state: int
) -> tuple[CrossDomainEmbedding | None, Sequence[Shift]]:
    """Return a model and the words by change; none where there is too little text."""
    try:
        model = CrossDomainEmbedding(random_state=random_state).fit(list(corpora))
        return model, model.shifts(top=10**6, examples=1, random_state=random_state)
    except InputError:
        warnings.warn(
            "words are not compared between the domains: they share too few; give more text",
            CrosslexWarning,
            stacklevel=4,
        )
        return None, []


def _median_length(corpus: Corpus) -> int:
    ends = corpus.sentence_offsets[corpus.document_offsets]
    return int(np.median(np.diff(ends))) if len(corpus) else 0


def _largest(shares: Float64s) -> list[int]:
    order = np.argsort(-shares, kind="stable")[:SHOWN_WORDS]
    return [int(index) for index in order if shares[index] > 0]


def find_causes(
    evidence: MissedEvidence,
    source_prior: Float64s,
    target_shares: Sequence[Interval],
    balance_error: float,
    recalls: Float64s,
    expected: float,
    labels: Sequence[Label],
) -> tuple[Cause, ...]:
    """Return how much of the difference of accuracies comes from each cause.

    With other class shares, the source's recall of each class would give another accuracy; what
    that costs is uncertain by `balance_error`. If a part of the evidence is lost, the classes are
    closer together by that part: of an accuracy Φ(z), Φ(z (1 - part)) is left, where Φ is the
    normal distribution. Both parts together explain no more than the whole loss; what they leave
    are texts that are harder for other reasons, or the error of the estimate.

    >>> shares, recalls = np.array([0.5, 0.5]), np.array([0.9, 0.7])
    >>> other = [Interval(0.2, 0.15, 0.25), Interval(0.8, 0.75, 0.85)]
    >>> none = MissedEvidence({UNKNOWN: 0.0, CHANGED: 0.0}, {UNKNOWN: 0, CHANGED: 0}, ())
    >>> found = find_causes(none, shares, other, 0.01, recalls, 0.74, "ab")
    >>> [round(each.loss, 2) for each in found]
    [0.06, 0.0, 0.0, 0.0]
    >>> found[0].because
    'a: 20 % (15 to 25 %) instead of 50 %'
    """
    accuracy = float(source_prior @ recalls)
    target_prior = np.array([each.value for each in target_shares])
    balance = float((source_prior - target_prior) @ recalls)
    chance = norm.ppf(1 / len(labels))
    above = norm.ppf(min(accuracy, 0.9999)) - chance
    parts = np.array(list(evidence.shares.values()))
    losses = np.maximum(accuracy - norm.cdf(chance + above * (1 - parts)), 0.0)
    left = max(0.0, accuracy - expected - balance)
    if losses.sum() > left:
        losses *= left / losses.sum()
    changes = np.abs(target_prior - source_prior).round(9)
    differing = np.argsort(-changes, kind="stable")[: len(labels) - 1]
    shares = ", ".join(
        f"{labels[code]}: {target_shares[code].percent} instead of {100 * source_prior[code]:.0f} %"
        for code in differing[:SHOWN_SHARES].tolist()
    )
    rest = accuracy - expected - balance - float(losses.sum())
    here, there = evidence.lengths
    unlike = max(here, there) * SHORTER > min(here, there)
    lengths = f"texts of {counted(there, 'word')} instead of {here}, " if unlike else ""
    others = "harder" if rest >= 0 else "easier"
    causes = [Cause(BALANCE, balance, shares, is_certain=abs(balance) > balance_error)]
    for (name, part), loss in zip(evidence.shares.items(), losses.tolist(), strict=True):
        because = f"{100 * part:.0f} % of the evidence, words: {evidence.counts[name]:,}"
        causes.append(Cause(name, loss, because))
    because = f"{lengths}{others} texts, or the error of the estimate"
    return (*causes, Cause(REST, rest, because))
