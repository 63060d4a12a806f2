"""The demo's classifier: trained on the labels of one domain, tested on others."""

import logging
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from crosslex.errors import CrosslexWarning, InputError
from crosslex.results import Interval

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from crosslex import Corpus
    from crosslex.corpus import Document

HELD_OUT = 5
"""Every fifth text is tested on, not the last fifth of them: files may be sorted."""

MOST_TARGETS = 3

_logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Transfer:
    """A classifier with the labels of one domain, tested on unseen texts of another.

    Accuracies, with exact 95 % intervals, are those without adaptation, with it, and with labels
    of the target itself; `p`
    is of the difference between the first two, by McNemar's exact test.
    """

    source: str
    target: str
    tested: int
    none: Interval
    crosslex: Interval
    in_domain: Interval
    p: float


def measure_transfers(files: Mapping[str, str], *, seed: int) -> tuple[Transfer, ...]:
    """Return the accuracies from the first domain with labels of two classes to the others.

    `files` are the paths of the domains' texts, by the domains' names.
    """
    from crosslex.corpus import ReadOptions, read_documents
    from crosslex.progress import progress

    read = {name: list(read_documents(path, ReadOptions())) for name, path in files.items()}
    corpora = {name: _encode(name, documents) for name, documents in read.items()}
    labeled = [
        name for name, corpus in corpora.items() if len(set(corpus.labels.tolist()) - {-1}) > 1
    ]
    targets = [
        name for name in labeled[1:] if (corpora[name].labels[HELD_OUT - 1 :: HELD_OUT] >= 0).any()
    ]
    if not targets:
        return ()
    found: list[Transfer] = []
    source, targets = corpora[labeled[0]], targets[:MOST_TARGETS]
    with progress(f"adapt from {source.name}", len(targets)) as advance, warnings.catch_warnings():
        # Of sentences without a known word, which are common in short texts.
        warnings.simplefilter("ignore", CrosslexWarning)
        try:
            for target in targets:
                found.append(_transfer(source, target, read[target], seed))
                advance(1)
        except InputError as error:
            _logger.info("no classifier was adapted: %s", error)
            return ()
    return tuple(found)


def _encode(name: str, documents: Sequence["Document"]) -> "Corpus":
    from crosslex import Corpus

    texts, labels = [each.text for each in documents], [each.label for each in documents]
    return Corpus.from_texts(texts, name=name, labels=labels)


def _transfer(
    source: "Corpus", target: str, documents: Sequence["Document"], seed: int
) -> Transfer:
    import numpy as np
    from scipy.stats import binomtest

    from crosslex import CrossDomainClassifier

    unseen = _encode(target, documents[HELD_OUT - 1 :: HELD_OUT])
    seen = _encode(
        target, [d for place, d in enumerate(documents) if place % HELD_OUT != HELD_OUT - 1]
    )
    labeled = unseen.labels >= 0
    truth = np.array(unseen.classes, dtype=str)[unseen.labels[labeled]]
    right, accuracies = {}, {}
    for method in ("none", "crosslex", "in_domain"):
        classifier = CrossDomainClassifier(method, target, random_state=seed)
        predicted = classifier.fit([source, seen]).predict(unseen)
        right[method] = np.asarray(predicted[labeled].astype(str) == truth)
        accuracies[method] = _accuracy(right[method])
    # McNemar's exact test: of the texts that one method alone gets right, half should be either's.
    gained = int((right["crosslex"] & ~right["none"]).sum())
    lost = int((right["none"] & ~right["crosslex"]).sum())
    p = float(binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0
    return Transfer(source.name, target, len(truth), p=p, **accuracies)


def _accuracy(right: "NDArray[np.bool_]") -> Interval:
    from scipy.stats import binomtest

    found = binomtest(int(right.sum()), len(right))
    low, high = found.proportion_ci(method="exact")
    return Interval(float(right.mean()), float(low), float(high))
