"""What adaptation gains: a classifier with the labels of one domain, tested on others."""

import logging
import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crosslex.errors import CrosslexWarning, InputError

if TYPE_CHECKING:
    from crosslex import Corpus
    from crosslex.corpus.sharded import AnyCorpus

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


def measure_transfers(corpora: Sequence["AnyCorpus"], *, seed: int) -> tuple[Transfer, ...]:
    """Return the accuracies from the first domain with labels of two classes to the others."""
    from crosslex import Corpus
    from crosslex.progress import progress

    encoded = [corpus for corpus in corpora if isinstance(corpus, Corpus)]
    labeled = [corpus for corpus in encoded if len(set(corpus.labels.tolist()) - {-1}) > 1]
    tested = [
        corpus for corpus in labeled[1:] if (corpus.labels[HELD_OUT - 1 :: HELD_OUT] >= 0).any()
    ]
    if not tested:
        return ()
    source, targets = labeled[0], tested[:MOST_TARGETS]
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
    from crosslex_bench.data.training_changes import select_documents
    from crosslex_bench.engine.statistics import clopper_pearson, mcnemar

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
