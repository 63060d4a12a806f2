"""The accuracy of a classifier in another domain, with and without adaptation."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crosslex import Corpus

HELD_OUT = 5
"""Every fifth text is tested on, not the last fifth of them: files may be sorted."""

MOST_TARGETS = 3


@dataclass(frozen=True)
class Accuracy:
    """The share of texts classified correctly, with its exact 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class Transfer:
    """A classifier with the labels of one domain, tested in another.

    Parameters
    ----------
    source, target
        The domains.
    tested
        Labeled texts of the target that no classifier has seen.
    none, crosslex, in_domain
        Without adaptation, with it, and with labels of the target itself.
    p
        The p-value of the difference between the first two, by McNemar's exact test.
    """

    source: str
    target: str
    tested: int
    none: Accuracy
    crosslex: Accuracy
    in_domain: Accuracy
    p: float


def measure_transfers(corpora: Sequence["Corpus"], *, seed: int) -> tuple[Transfer, ...]:
    """Return the accuracies from the first domain with labels of two classes to the others."""
    from crosslex.progress import progress

    labeled = [corpus for corpus in corpora if len(set(corpus.labels.tolist()) - {-1}) > 1]
    if len(labeled) < 2:
        return ()
    source, targets = labeled[0], labeled[1 : 1 + MOST_TARGETS]
    found = []
    with progress(f"adapt from {source.name}", total=len(targets)) as advance:
        for target in targets:
            found.append(_transfer(source, target, seed))
            advance(1)
    return tuple(found)


def _transfer(source: "Corpus", target: "Corpus", seed: int) -> Transfer:
    import numpy as np

    from crosslex.benchmark.data.training_changes import select_documents
    from crosslex.benchmark.engine.statistics import mcnemar

    held_out = np.arange(len(target)) % HELD_OUT == HELD_OUT - 1
    seen = select_documents(target, np.flatnonzero(~held_out))
    unseen = select_documents(target, np.flatnonzero(held_out))
    right = {
        method: _is_right(method, source, seen, unseen, seed)
        for method in ("none", "crosslex", "in_domain")
    }
    accuracies = {method: _accuracy(each) for method, each in right.items()}
    p = mcnemar(right["none"], right["crosslex"])
    return Transfer(source.name, target.name, len(right["none"]), p=p, **accuracies)


def _is_right(
    method: str, source: "Corpus", seen: "Corpus", unseen: "Corpus", seed: int
) -> "NDArray[np.bool_]":
    """Return which of the unseen labeled texts are classified correctly."""
    import numpy as np

    from crosslex import CrossDomainClassifier

    classifier = CrossDomainClassifier(method, seen.name, random_state=seed)
    predicted = classifier.fit([source, seen]).predict(unseen)
    labeled = unseen.labels >= 0
    truth = np.array(unseen.classes, dtype=object)[unseen.labels[labeled]]
    return np.asarray(predicted[labeled].astype(str) == truth.astype(str))


def _accuracy(right: "NDArray[np.bool_]") -> Accuracy:
    from crosslex.benchmark.engine.statistics import clopper_pearson

    low, high = clopper_pearson(int(right.sum()), len(right))
    return Accuracy(float(right.mean()), low, high)
