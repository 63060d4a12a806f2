"""Which source words a target word is understood by: the nearest that the labels speak of."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.expansion import unit_rows
from crosslex.adapt.interface import UNLABELED, AdaptationTask
from crosslex.adapt.vectors import TaskVectors
from crosslex.learn.all_but_the_top import find_common_directions

_SIZE = 3
_ROWS = 1024
_MIN_DOCUMENTS = 3
_COMMON = 2
_TELLING = 2000


@dataclass(frozen=True, eq=False)
class Company:
    """The nearest source features of each target feature.

    Parameters
    ----------
    features
        Features × neighbors: numbers of source features, the nearest first; -1 where none.
    cosines
        How near each is.
    """

    features: NDArray[np.int32]
    cosines: NDArray[np.float32]


def find_company(
    task: AdaptationTask, vectors: TaskVectors, weights: NDArray[np.float64]
) -> Company:
    """Find for each target feature its nearest source features that sway the classifier.

    Only source features that occur in labeled documents and weigh the most are looked at:
    others explain nothing.
    """
    labeled = np.zeros(len(task.features), np.int64)
    source = np.zeros_like(vectors.of_domain[0])
    for domain in task.sources:
        documents = domain.documents[np.flatnonzero(domain.labels != UNLABELED)]
        labeled += (documents > 0).sum(axis=0)
        source = source + vectors.of_domain[task.domains.index(domain)]
    sway = np.ptp(weights, axis=1)
    known = np.flatnonzero((labeled >= _MIN_DOCUMENTS) & source.any(axis=1))
    size = min(_TELLING, -(-len(known) // 2))
    telling = np.sort(known[np.argsort(-sway[known], kind="stable")[:size]])
    target = vectors.of_domain[task.target]
    present = target.any(axis=1)
    # What all words have in common would make every word everyone's neighbor.
    common = find_common_directions([source[known], target[present]], _COMMON)
    unit = unit_rows(common.remove(source[telling]))
    looking = unit_rows(common.remove(target))
    found = np.full((len(task.features), _SIZE), -1, np.int32)
    cosines = np.zeros((len(task.features), _SIZE), np.float32)
    size = min(_SIZE, len(telling))
    for start in range(0, len(task.features) if size else 0, _ROWS):
        rows = slice(start, start + _ROWS)
        near = looking[rows] @ unit.T
        # Sorted by number first, so that of equals the first comes first.
        best = np.sort(np.argpartition(-near, size - 1, axis=1)[:, :size], axis=1)
        closeness = np.take_along_axis(near, best, axis=1)
        best = np.take_along_axis(best, np.argsort(-closeness, axis=1, kind="stable"), axis=1)
        found[rows, :size] = telling[best]
        cosines[rows, :size] = np.take_along_axis(near, best, axis=1)
    found[~present] = -1
    return Company(found, cosines)
