"""Pivots: features that all domains share and that behave alike in them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray
from scipy.special import entr, xlogy

from crosslex.checks import check_choice, check_whole
from crosslex.classify.names import PivotName
from crosslex.corpus.corpus import Corpus
from crosslex.corpus.documents import UNLABELED, Label
from crosslex.corpus.sharded import AnyCorpus
from crosslex.counts.feature_counts import FeatureCounts
from crosslex.counts.frequent_features import count_frequent
from crosslex.counts.kernels import add_presence
from crosslex.counts.stream import FeatureBlock, FeatureIndex, feature_blocks
from crosslex.errors import InputError
from crosslex.text.analysis import analyze

MAX_PIVOTS = 250
"""The number of pivots, where it is not given and half of the candidates are more."""
MIN_LABELED_DOCUMENTS = 10


@dataclass(frozen=True, eq=False)
class PivotCounts(FeatureCounts):
    """The counts of one domain, or of a shard of one, that pivot scores are computed from.

    Features are words, and bigrams with a space. Named sentences contain the domain's name word.
    Counts of shards over the same features add up exactly to the counts of the whole.

    Parameters
    ----------
    domain
        The domain's name.
    features
        The same for all domains, the most frequent first.
    occurrences, sentences, documents, named_sentences
        How often each feature occurs, and in how many sentences, documents, named sentences.
    n_sentences, n_documents, n_named_sentences
        How many of these the domain has.
    classes, class_documents, n_class_documents
        The classes, classes × features: the labeled documents of the class that contain the
        feature, and how many labeled documents each class has.
    """

    sentences: NDArray[np.int64]
    named_sentences: NDArray[np.int64]
    n_sentences: int
    n_documents: int
    n_named_sentences: int
    classes: tuple[Label, ...]
    class_documents: NDArray[np.int64]
    n_class_documents: NDArray[np.int64]

    def __add__(self, other: Self) -> Self:
        """Return the counts of two shards of one domain taken together."""
        if (self.domain, self.features) != (other.domain, other.features):
            raise InputError("counts of different domains or features cannot be added")
        kinds = {type(label) for label in (*self.classes, *other.classes)}
        if len(kinds) > 1:
            raise InputError("counts with numbers and with words for classes cannot be added")
        # A shard need not hold every class.
        classes = tuple(sorted({*self.classes, *other.classes}))
        summed: dict[str, Any] = {
            name: getattr(self, name) + getattr(other, name) for name in _SUMMED
        }
        for name in ("class_documents", "n_class_documents"):
            own, others = getattr(self, name), getattr(other, name)
            summed[name] = _by_class(self.classes, own, classes)
            summed[name] += _by_class(other.classes, others, classes)
        return replace(self, classes=classes, **summed)

    def select(self, chosen: Sequence[int]) -> Self:
        """Return the counts of some of the features, by their numbers, in that order."""
        counts = {name: getattr(self, name)[chosen] for name in _PER_FEATURE}
        return replace(
            self,
            features=tuple(self.features[number] for number in chosen),
            class_documents=self.class_documents[:, chosen],
            **counts,
        )


_PER_FEATURE = ("occurrences", "sentences", "documents", "named_sentences")
_SUMMED = (*_PER_FEATURE, "n_sentences", "n_documents", "n_named_sentences")

Scores = NDArray[np.float64]
PivotScore = Callable[[Sequence[PivotCounts]], Scores]
"""From counts over the same features to one score per feature; the highest become pivots."""


def count_pivots(
    corpora: Sequence[AnyCorpus], *, min_count: int = 1, min_documents: int = 1
) -> tuple[PivotCounts, ...]:
    """Return the counts of each domain, all over the same features, the most frequent first.

    `min_count` and `min_documents` are how often a feature must occur, and in how many documents,
    over all domains together.

    >>> films = Corpus.from_texts(["a good plot", "good music"], name="films")
    >>> tools = Corpus.from_texts(["a good saw"], name="tools")
    >>> count_pivots([films, tools], min_count=2)[0].features
    ('good',)
    """
    return count_frequent(corpora, count_features, min_count=min_count, min_documents=min_documents)


def count_features(corpus: AnyCorpus, features: Sequence[str]) -> PivotCounts:
    """Return the counts of the given features in one domain."""
    # The words of the domain's name are counted even if they are too rare to be features.
    name_words = {
        word for sentence in analyze(corpus.name, corpus.text_settings) for word in sentence
    }
    followed = [*features, *sorted(name_words - set(features))]
    name_features = [index for index, feature in enumerate(followed) if feature in name_words]
    count = partial(
        _count_followed,
        followed=FeatureIndex(followed),
        n_asked=len(features),
        name_features=name_features,
    )
    return replace(corpus.aggregate(count), features=tuple(features))


def _count_followed(
    corpus: Corpus, followed: FeatureIndex, n_asked: int, name_features: Sequence[int]
) -> PivotCounts:
    """Return the counts of features without their names, which would travel with every shard's."""
    size = len(followed)
    asked = slice(n_asked)
    occurrences = np.zeros(size, np.int64)
    sentences, documents, named_sentences = (_Presence(size) for _ in range(3))
    by_class = [_Presence(size) for _ in corpus.classes]
    for block in feature_blocks(corpus, followed):
        for numbers in block.features:
            occurrences += np.bincount(numbers[numbers >= 0], minlength=size)
        sentences.add(block, block.sentence_offsets)
        named_sentences.add(block, block.sentence_offsets, _containing(block, name_features))
        documents.add(block, block.document_bounds)
        stop = block.first_document + len(block.document_offsets) - 1
        labels = corpus.labels[block.first_document : stop]
        for code, presence in enumerate(by_class):
            presence.add(block, block.document_bounds, labels == code)
    labeled = corpus.labels[corpus.labels != UNLABELED]
    return PivotCounts(
        domain=corpus.name,
        features=(),
        occurrences=occurrences[asked],
        sentences=sentences.total[asked],
        documents=documents.total[asked],
        named_sentences=named_sentences.total[asked],
        n_sentences=corpus.n_sentences,
        n_documents=len(corpus),
        n_named_sentences=named_sentences.units,
        classes=corpus.classes,
        class_documents=np.array(
            [presence.total[asked] for presence in by_class], np.int64
        ).reshape(len(by_class), n_asked),
        n_class_documents=np.bincount(labeled, minlength=len(corpus.classes)),
    )


class _Presence:
    """In how many sentences or documents each feature occurs, added up block by block."""

    def __init__(self, size: int) -> None:
        self.total = np.zeros(size, np.int64)
        self.units = 0
        self._last = np.full(size, -1, np.int64)
        self._seen = 0

    def add(
        self,
        block: FeatureBlock,
        offsets: NDArray[np.int64],
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        if chosen is None:
            chosen = np.ones(len(offsets) - 1, bool)
        add_presence(block.features, offsets, chosen, self._last, self._seen, self.total)
        self._seen += len(offsets) - 1
        self.units += int(chosen.sum())


def _containing(block: FeatureBlock, features: Sequence[int]) -> NDArray[np.bool_]:
    """Return which sentences contain one of the features as a word."""
    lengths = np.diff(block.sentence_offsets)
    sentence = np.repeat(np.arange(len(lengths)), lengths)
    containing = np.zeros(len(lengths), bool)
    containing[sentence[np.isin(block.unigrams, features)]] = True
    return containing


def _by_class(
    own: tuple[Label, ...], counts: NDArray[np.int64], classes: tuple[Label, ...]
) -> NDArray[np.int64]:
    """Return the rows of some classes at their places among more classes."""
    rows = np.zeros((len(classes), *counts.shape[1:]), np.int64)
    rows[[classes.index(label) for label in own]] = counts
    return rows


def frequency(counts: Sequence[PivotCounts]) -> Scores:
    """Return the least fraction of a domain's documents that contain a feature."""
    fractions = [domain.documents / domain.n_documents for domain in counts]
    return np.asarray(np.min(fractions, axis=0))


def entropy(counts: Sequence[PivotCounts]) -> Scores:
    """Return the entropy of a feature's relative frequencies over domains, times its frequency.

    References
    ----------
    Pan, Ni, Sun, Yang, Chen (2010), Cross-domain sentiment classification via spectral
    feature alignment, WWW.
    """
    relative = np.array([domain.occurrences / domain.occurrences.sum() for domain in counts])
    share = relative / np.maximum(relative.sum(axis=0), np.finfo(float).tiny)
    total = np.sum([domain.occurrences for domain in counts], axis=0)
    return np.asarray(entr(share).sum(axis=0) * total)


def mi(counts: Sequence[PivotCounts]) -> Scores:
    """Return the mutual information of a feature's presence with the labels, in nats.

    References
    ----------
    Blitzer, Dredze, Pereira (2007), Biographies, Bollywood, Boom-boxes and Blenders, ACL.
    """
    with_feature, all_documents = _labeled_documents(counts)
    total = all_documents.sum()
    information = np.zeros(with_feature.shape[1])
    for present in (with_feature, all_documents[:, None] - with_feature):
        joint = present / total
        expected = present.sum(axis=0) / total * (all_documents / total)[:, None]
        information += xlogy(joint, joint / np.where(expected > 0, expected, 1)).sum(axis=0)
    return information


def pmi(counts: Sequence[PivotCounts]) -> Scores:
    """Return the largest |log p(class | feature) / p(class)| over the classes.

    A feature needs 10 labeled documents. One document per class is added to each feature's;
    otherwise one that occurs in a single class would score infinity.
    """
    with_feature, all_documents = _labeled_documents(counts)
    smoothed = with_feature + 1
    conditional = smoothed / smoothed.sum(axis=0)
    prior = all_documents / all_documents.sum()
    scores: Scores = np.abs(np.log(conditional / prior[:, None])).max(axis=0)
    scores[with_feature.sum(axis=0) < MIN_LABELED_DOCUMENTS] = -np.inf
    return scores


def _labeled_documents(
    counts: Sequence[PivotCounts],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the labeled documents of each class: classes × features with the feature, and all."""
    # A slice of a corpus knows classes of which it holds no document.
    held = {
        label
        for domain in counts
        for label, documents in zip(domain.classes, domain.n_class_documents, strict=True)
        if documents
    }
    classes = sorted(held, key=str)
    if len(classes) < 2:
        raise InputError(
            f"pivots by labels need documents of two classes or more, found {len(classes)}; "
            "give labels, or choose pivots='frequency'"
        )
    with_feature = np.zeros((len(classes), len(counts[0].features)), np.int64)
    all_documents = np.zeros(len(classes), np.int64)
    for domain in counts:
        for code, label in enumerate(domain.classes):
            if label in held:
                with_feature[classes.index(label)] += domain.class_documents[code]
                all_documents[classes.index(label)] += domain.n_class_documents[code]
    return with_feature, all_documents


_SCORES: Final[Mapping[PivotName, PivotScore]] = {
    "mi": mi,
    "pmi": pmi,
    "frequency": frequency,
    "entropy": entropy,
}


def choose_pivots(
    counts: Sequence[PivotCounts],
    *,
    score: PivotName | PivotScore = "mi",
    n_pivots: int | None = None,
    min_pivot_documents: int = 1,
    min_pivot_count: int = 1,
) -> NDArray[np.intp]:
    """Return the indices of the best features that all domains share, the best first.

    Parameters
    ----------
    counts
        Of all domains over the same features, as `count_pivots` returns them.
    score
        One of four names, or your own function from the counts to one score per feature; -inf is
        never chosen.
    n_pivots
        How many; None takes half of the candidates, at most 250.
    min_pivot_documents, min_pivot_count
        How many documents of every domain must contain a pivot, and how often it must occur in
        each.

    Examples
    --------
    >>> films = Corpus.from_texts(["good plot", "good plot", "good cast"], name="films")
    >>> tools = Corpus.from_texts(["good saw", "good saw", "sharp saw"], name="tools")
    >>> counts = count_pivots([films, tools])
    >>> [counts[0].features[pivot] for pivot in choose_pivots(counts, score="frequency")]
    ['good']
    """
    check_whole("n_pivots", n_pivots, least=1, optional=True)
    check_whole("min_pivot_documents", min_pivot_documents, least=0)
    check_whole("min_pivot_count", min_pivot_count, least=1)
    shared = np.all(
        [
            (domain.documents >= max(1, min_pivot_documents))
            & (domain.occurrences >= min_pivot_count)
            for domain in counts
        ],
        axis=0,
    )
    scores = np.where(shared, score_features(score, counts, _SCORES), -np.inf)
    if n_pivots is None:
        n_pivots = min(MAX_PIVOTS, max(1, int((scores > -np.inf).sum()) // 2))
    order = np.argsort(-scores, kind="stable")[:n_pivots]
    pivots = order[scores[order] > -np.inf]
    if len(pivots) < n_pivots:
        raise InputError(too_few_pivots(counts, n_pivots, len(pivots), min_pivot_documents))
    return pivots


def score_features(
    score: str | PivotScore, counts: Sequence[PivotCounts], offered: Mapping[Any, PivotScore]
) -> Scores:
    """Return the score of every feature, by the name of an offered score or by a function."""
    if isinstance(score, str):
        check_choice("pivots", score, offered)
        score = offered[score]
    scores = np.asarray(score(counts), float)
    if scores.shape != (len(counts[0].features),) or np.isnan(scores).any():
        raise InputError(
            f"pivots: the scoring function returned shape {scores.shape}; it must return one "
            f"number for each of the {len(counts[0].features)} features"
        )
    return scores


def too_few_pivots(
    counts: Sequence[PivotCounts], asked: int, found: int, min_documents: int
) -> str:
    """Return the message that there are not as many pivots as asked for."""
    names = " and ".join(repr(domain.domain) for domain in counts)
    if found == 0:
        return (
            f"domains {names} share no feature that occurs in {max(1, min_documents)} or more "
            "documents of each; are they of one language, and is there enough text of each?"
        )
    return (
        f"n_pivots: asked for {asked}, but domains {names} share only {found} features that "
        f"occur in {max(1, min_documents)} or more documents of each; ask for at most {found}, "
        "lower the minimum, or give more text"
    )
