"""The nearest source words of each target word, among those that the classifier weighs most."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors
from crosslex.learn.all_but_the_top import find_common_directions
from crosslex.vectors import unit_rows

_NEIGHBORS = 3
_ROWS = 1024
_MIN_DOCUMENTS = 3
_N_DIRECTIONS = 2
_CANDIDATES = 2000


@dataclass(frozen=True, eq=False)
class SourceNeighbors:
    """Indices and cosines of the nearest source features of each feature: features × neighbors.

    The nearest come first; an index is -1 where there is no neighbor.
    """

    features: NDArray[np.int32]
    cosines: NDArray[np.float32]


def find_source_neighbors(
    task: AdaptationTask, vectors: TaskVectors, weights: NDArray[np.float64]
) -> SourceNeighbors:
    """Return for each target feature the nearest source features that explain a decision.

    These are the features of labeled documents that the classifier weighs most; others
    explain nothing.
    """
    labeled = np.zeros(len(task.features), np.int64)
    source = np.zeros_like(vectors.of_domain[0])
    for each in task.source_labels:
        labeled += (each.documents > 0).sum(axis=0)
        source = source + vectors.of_domain[each.domain]
    influence = np.ptp(weights, axis=1)
    known = np.flatnonzero((labeled >= _MIN_DOCUMENTS) & source.any(axis=1))
    size = min(_CANDIDATES, -(-len(known) // 2))
    candidates = np.sort(known[np.argsort(-influence[known], kind="stable")[:size]])
    target = vectors.of_domain[task.target]
    present = target.any(axis=1)
    # What all words have in common would make every word a neighbor of all others.
    common = find_common_directions([source[known], target[present]], _N_DIRECTIONS)
    unit = unit_rows(common.remove(source[candidates]))
    own = unit_rows(common.remove(target))
    found = np.full((len(task.features), _NEIGHBORS), -1, np.int32)
    cosines = np.zeros((len(task.features), _NEIGHBORS), np.float32)
    size = min(_NEIGHBORS, len(candidates))
    for start in range(0, len(task.features) if size else 0, _ROWS):
        rows = slice(start, start + _ROWS)
        near = own[rows] @ unit.T
        # Sorted by index first, so that ties are broken the same way every time.
        best = np.sort(np.argpartition(-near, size - 1, axis=1)[:, :size], axis=1)
        closeness = np.take_along_axis(near, best, axis=1)
        best = np.take_along_axis(best, np.argsort(-closeness, axis=1, kind="stable"), axis=1)
        found[rows, :size] = candidates[best]
        cosines[rows, :size] = np.take_along_axis(near, best, axis=1)
    found[~present] = -1
    return SourceNeighbors(found, cosines)
