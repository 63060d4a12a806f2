"""The labeled source words that a target word is nearest to, to explain decisions by."""

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from crosslex.adapt.decision import SourceNeighbors
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors
from crosslex.learn.all_but_the_top import find_common_directions
from crosslex.vectors import unit_rows

_NEIGHBORS = 3
_ROWS = 1024
_MIN_DOCUMENTS = 3
_N_DIRECTIONS = 2
_CANDIDATES = 2000
_COMMON_SHARE = 0.05  # of the labeled documents
_MOST_COMMON = 0.1  # of the candidates


def find_source_neighbors(
    task: AdaptationTask, vectors: TaskVectors, weights: NDArray[np.float64]
) -> SourceNeighbors:
    """Return each feature's neighbors among labeled features that the classifier weighs most.

    Function words and very common words occur in every context, which makes them near to
    everything. They are no neighbors of other words, and function words have none.
    """
    labeled = np.zeros(len(task.features), np.int64)
    source = np.zeros_like(vectors.of_domain[0])
    for each in task.source_labels:
        labeled += (each.documents > 0).sum(axis=0)
        source += vectors.of_domain[each.domain]
    influence = np.ptp(weights, axis=1)
    known = np.flatnonzero((labeled >= _MIN_DOCUMENTS) & source.any(axis=1))
    size = min(_CANDIDATES, -(-len(known) // 2))
    candidates = np.sort(known[np.argsort(-influence[known], kind="stable")[:size]])
    target = vectors.of_domain[task.target]
    present = target.any(axis=1)
    # What all words have in common would make every word a neighbor of all others.
    common = find_common_directions([source[known], target[present]], _N_DIRECTIONS)
    unit = unit_rows(common.remove(source[candidates]))
    functional = _function_words(task)
    everywhere = functional[candidates] | _very_common(task, labeled[candidates])
    found = np.full((len(task.features), _NEIGHBORS), -1, np.int32)
    cosines = np.zeros((len(task.features), _NEIGHBORS), np.float32)
    size = min(_NEIGHBORS, len(candidates))
    for start in range(0, len(task.features) if size else 0, _ROWS):
        rows = slice(start, start + _ROWS)
        near = unit_rows(common.remove(target[rows])) @ unit.T
        others = np.arange(start, start + len(near))[:, None] != candidates
        near[others & (everywhere | functional[rows, None])] = -np.inf
        for place in range(size):
            best = near.argmax(axis=1)[:, None]
            found[rows, place] = candidates[best[:, 0]]
            cosines[rows, place] = np.take_along_axis(near, best, axis=1)[:, 0]
            np.put_along_axis(near, best, -np.inf, axis=1)
    none = np.asarray(np.isinf(cosines) | ~present.reshape(-1, 1))
    return SourceNeighbors(np.where(none, -1, found), np.where(none, 0, cosines))


def _function_words(task: AdaptationTask) -> NDArray[np.bool_]:
    """Return for each feature whether it consists of stop words alone."""
    settings = replace(task.domains[task.target].corpus.text_settings, stop_words=None)
    words = settings.stop_words_used
    return np.array([words.issuperset(feature.split(" ")) for feature in task.features], bool)


def _very_common(task: AdaptationTask, labeled: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return which candidates many labeled documents have, compared with the others, too."""
    if not len(labeled):
        return np.zeros(0, bool)
    documents = sum(each.documents.shape[0] for each in task.source_labels)
    usual = np.quantile(labeled, 1 - _MOST_COMMON)
    return np.asarray(labeled > max(_COMMON_SHARE * documents, usual))
