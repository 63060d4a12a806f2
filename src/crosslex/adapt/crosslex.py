"""crosslex's own method: three views of a document, averaged."""

from dataclasses import dataclass, replace
from typing import Self

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array, vstack

from crosslex.adapt.class_balance import hold_near
from crosslex.adapt.crosslex_documents import DocumentVectors
from crosslex.adapt.dci import DistributionalCorrespondence
from crosslex.adapt.decision import SourceNeighbors, blend
from crosslex.adapt.task import AdaptationTask
from crosslex.adapt.task_vectors import TaskVectors
from crosslex.learn.all_but_the_top import find_common_directions
from crosslex.vectors import unit_rows

_NEIGHBORS = 3
_ROWS = 1024
_MIN_DOCUMENTS = 3
_N_DIRECTIONS = 2
_CANDIDATES = 2000


@dataclass(kw_only=True, eq=False, repr=False)
class Crosslex(DocumentVectors):
    """Let a classifier see a document in three ways and average the scores.

    1. Its words: exactly what the labels are about.
    2. Its words' vectors in their own domain, learned by the paper's objective: what words
       mean that no labeled document holds.
    3. Its words' profiles, how often each occurs with each pivot: the same evidence as
       counted, with nothing learned in between.

    The views make different errors. Their scores are brought to the same deviation over the
    labeled documents, which does not depend on the class balance of unlabeled text, and
    averaged.

    The second and the third view are standardized by the target's texts. If most of those are
    of one class, that class looks average, and the boundary between the classes moves. The
    first view does not depend on them, so it limits how far: over the target's texts, the
    shares of the predicted classes may differ from its by at most `leeway`.

    The second view is the method itself, so that `transform` represents documents as it sees
    them; `profiles_` is the third, fitted. Pooled, all domains share one profile per word, too.
    """

    profiles: bool = True  # whether there is a third view
    leeway: float = 0.08
    C: float = 2.0

    def fit(self, task: AdaptationTask) -> Self:
        """Learn all views and average them."""
        words = self.source_decision(task)
        super().fit(task)
        views = [words, self.decision_]
        if self.profiles:
            backoff = 1.0 if self.pooled else self.backoff
            profiles = DistributionalCorrespondence(backoff=backoff, skip_overlaps=True, C=self.C)
            self.profiles_ = profiles.fit(task)
            views.append(self.profiles_.decision_)
        labeled = csr_array(vstack([each.documents for each in task.source_labels], format="csr"))
        pool = task.domains[task.target].documents
        held = hold_near(blend(views, labeled), words, pool, self.leeway)
        neighbors = find_source_neighbors(task, self.vectors_, words.weights)
        self.decision_ = replace(held, neighbors=neighbors)
        return self


def find_source_neighbors(
    task: AdaptationTask, vectors: TaskVectors, weights: NDArray[np.float64]
) -> SourceNeighbors:
    """Return each feature's neighbors among labeled features that the classifier weighs most."""
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


METHOD = Crosslex()
