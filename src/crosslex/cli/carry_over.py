"""What a classifier loses from one domain to another, and what adaptation wins back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crosslex import Corpus

HELD_OUT = 5
"""One text in so many is kept for the test; not the last ones, for files may be sorted."""

MOST_TARGETS = 3


@dataclass(frozen=True)
class Accuracy:
    """The share of texts decided rightly, with its exact 95 % interval."""

    share: float
    low: float
    high: float


@dataclass(frozen=True)
class CarriedOver:
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
        How often two equally good classifiers would differ as much as the first two do
        (McNemar's exact test).
    """

    source: str
    target: str
    tested: int
    none: Accuracy
    crosslex: Accuracy
    in_domain: Accuracy
    p: float


def carry_over(corpora: Sequence["Corpus"], *, seed: int) -> tuple[CarriedOver, ...]:
    """Take the labels of the first domain that has two classes to the others that have."""
    from crosslex.progress import progress

    labeled = [corpus for corpus in corpora if len(set(corpus.labels.tolist()) - {-1}) > 1]
    if len(labeled) < 2:
        return ()
    source, targets = labeled[0], labeled[1 : 1 + MOST_TARGETS]
    found = []
    with progress(f"carry over from {source.name}", total=len(targets)) as advance:
        for target in targets:
            found.append(_carry(source, target, seed))
            advance(1)
    return tuple(found)


def _carry(source: "Corpus", target: "Corpus", seed: int) -> CarriedOver:
    import numpy as np

    from crosslex.benchmark.data.subsets import select_documents
    from crosslex.benchmark.statistics import mcnemar

    held_out = np.arange(len(target)) % HELD_OUT == HELD_OUT - 1
    seen = select_documents(target, np.flatnonzero(~held_out))
    unseen = select_documents(target, np.flatnonzero(held_out))
    right = {
        method: _decide(method, source, seen, unseen, seed)
        for method in ("none", "crosslex", "in_domain")
    }
    return CarriedOver(
        source.name,
        target.name,
        len(right["none"]),
        _accuracy(right["none"]),
        _accuracy(right["crosslex"]),
        _accuracy(right["in_domain"]),
        mcnemar(right["none"], right["crosslex"]),
    )


def _decide(
    method: str, source: "Corpus", seen: "Corpus", unseen: "Corpus", seed: int
) -> "NDArray[np.bool_]":
    """Tell which labeled unseen texts are decided rightly."""
    import numpy as np

    from crosslex import CrossDomainClassifier

    classifier = CrossDomainClassifier(method, seen.name, random_state=seed)
    predicted = classifier.fit([source, seen]).predict(unseen)
    labeled = unseen.labels >= 0
    truth = np.array(unseen.classes, dtype=object)[unseen.labels[labeled]]
    return np.asarray(predicted[labeled].astype(str) == truth.astype(str))


def _accuracy(right: "NDArray[np.bool_]") -> Accuracy:
    from crosslex.benchmark.statistics import clopper_pearson

    low, high = clopper_pearson(int(right.sum()), len(right))
    return Accuracy(float(right.mean()), low, high)
