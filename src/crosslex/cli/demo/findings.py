"""What the demo finds: typical, compared and changed words, and what adaptation gains."""

import logging
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from crosslex.comparison import Comparison
from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import Corpus, CrossDomainEmbedding
    from crosslex.corpus import AnyCorpus
    from crosslex.shift import Shifts

EXAMPLE_WORDS = ("drive", "budget", "screen", "spend")
"""Words of hutto2014 that two domains or more use in different contexts."""

WORD_COUNT = 20
NEIGHBOR_COUNT = 10
"""Occurrences that a word, or a neighbor, needs for a vector that says enough."""

SHOWN_WORDS = 5
SHOWN_SHIFTS = 8

HELD_OUT = 5
"""Every fifth text is tested on, not the last fifth of them: files may be sorted."""

MOST_TARGETS = 3

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Accuracy:
    """The share of texts classified correctly, with its exact 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Transfer:
    """A classifier with the labels of one domain, tested on unseen texts of another.

    Accuracies are those without adaptation, with it, and with labels of the target itself; `p`
    is of the difference between the first two, by McNemar's exact test.
    """

    source: str
    target: str
    tested: int
    none: Accuracy
    crosslex: Accuracy
    in_domain: Accuracy
    p: float


def typical_words(corpora: Sequence["AnyCorpus"], min_documents: int) -> dict[str, tuple[str, ...]]:
    """Return the words that distinguish each domain from the others."""
    from crosslex.counting.frequent_features import count_domains
    from crosslex.pivots.choice import most_specific

    counts = count_domains(corpora, min_documents=min_documents)
    found = {}
    for corpus in corpora:
        ranked = most_specific(counts, corpus.name, top=10 * SHOWN_WORDS)
        # Single words only: bigrams mostly repeat the words they are made of.
        words = [word for word, _ in ranked if " " not in word]
        found[corpus.name] = tuple(words[:SHOWN_WORDS])
    return found


def compare_examples(model: "CrossDomainEmbedding") -> tuple[Comparison, ...]:
    """Return the comparisons of words whose use differs between domains."""
    from crosslex.corpus.hutto2014 import DOMAINS
    from crosslex.lookup import differing_words

    if set(model.vectors_) == set(DOMAINS):
        vectors = model.vectors_.values()
        words = [word for word in EXAMPLE_WORDS if any(word in each for each in vectors)]
    else:
        words = differing_words(model.vectors_, min_count=WORD_COUNT, top=len(EXAMPLE_WORDS))
    comparisons = []
    for word in words:
        found = model.compare(word, top=SHOWN_WORDS, min_count=NEIGHBOR_COUNT)
        # Only domains that use the word often enough.
        domains = tuple(each for each in found.domains if each.occurrences >= WORD_COUNT)
        names = {each.domain for each in domains}
        likeness = tuple(pair for pair in found.likeness if names.issuperset(pair.domains))
        comparisons.append(replace(found, domains=domains, likeness=likeness))
    return tuple(comparisons)


def most_changed(model: "CrossDomainEmbedding", pair: "Shifts") -> "Shifts":
    """Return the words that change most between two domains, with their frequent neighbors."""

    def near(word: str, domain: str) -> tuple[tuple[str, float], ...]:
        if word not in model.vectors_[domain]:
            return ()
        [found] = model.neighbors(word, domain=domain, top=2, min_count=NEIGHBOR_COUNT)
        return tuple((each.word, each.cosine) for each in found.neighbors or ())

    first, second = pair.domains
    words = tuple(
        replace(shift, neighbors=(near(shift.word, first), near(shift.word, second)))
        for shift in pair[:SHOWN_SHIFTS]
    )
    return replace(pair, words=words)


def measure_transfers(corpora: Sequence["AnyCorpus"], *, seed: int) -> tuple[Transfer, ...]:
    """Return the accuracies from the first domain with labels of two classes to the others."""
    from crosslex import Corpus
    from crosslex.progress import progress

    encoded = [corpus for corpus in corpora if isinstance(corpus, Corpus)]
    labeled = [corpus for corpus in encoded if len(set(corpus.labels.tolist()) - {-1}) > 1]
    if len(labeled) < 2:
        return ()
    source, targets = labeled[0], labeled[1 : 1 + MOST_TARGETS]
    found = []
    with progress(f"adapt from {source.name}", len(targets)) as advance, warnings.catch_warnings():
        # Of sentences without a known word, which are common in short texts.
        warnings.simplefilter("ignore", CrosslexWarning)
        try:
            for target in targets:
                found.append(_transfer(source, target, seed))
                advance(1)
        except InputError as error:
            _logger.info("no classifier was adapted: %s", error)
            return ()
    return tuple(found)


def _transfer(source: "Corpus", target: "Corpus", seed: int) -> Transfer:
    import numpy as np

    from crosslex import CrossDomainClassifier
    from crosslex.benchmark.data.subsets import select_documents
    from crosslex.benchmark.engine.statistics import clopper_pearson, mcnemar

    held_out = np.arange(len(target)) % HELD_OUT == HELD_OUT - 1
    seen = select_documents(target, np.flatnonzero(~held_out))
    unseen = select_documents(target, np.flatnonzero(held_out))
    labeled = unseen.labels >= 0
    truth = np.array(unseen.classes, dtype=str)[unseen.labels[labeled]]
    right, accuracies = {}, {}
    for method in ("none", "crosslex", "in_domain"):
        classifier = CrossDomainClassifier(method, target.name, random_state=seed)
        predicted = classifier.fit([source, seen]).predict(unseen)
        right[method] = np.asarray(predicted[labeled].astype(str) == truth)
        low, high = clopper_pearson(int(right[method].sum()), len(truth))
        accuracies[method] = Accuracy(float(right[method].mean()), low, high)
    p = mcnemar(right["none"], right["crosslex"])
    return Transfer(source.name, target.name, len(truth), p=p, **accuracies)
