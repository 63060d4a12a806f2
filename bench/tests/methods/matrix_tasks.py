"""Tasks of given documents × features, for methods that do not read the text."""

from collections.abc import Mapping, Sequence

import numpy as np
from scipy.sparse import csr_array

from crosslex import Corpus
from crosslex.classify import AdaptationTask, DomainDocuments


def task_of_matrices(
    matrices: Mapping[str, Sequence],
    pivots: Sequence[int],
    *,
    features: Sequence[str] = (),
    random_state: int = 0,
) -> AdaptationTask:
    """Return a task without labels; its second domain is the target."""
    domains = []
    for name, matrix in matrices.items():
        corpus = Corpus.from_texts(["word"] * len(matrix), name=name)
        labels = np.full(len(matrix), -1, np.int32)
        domains.append(DomainDocuments(name, corpus, csr_array(matrix), labels))
    width = domains[0].documents.shape[1]
    names = tuple(features or (f"feature{column}" for column in range(width)))
    return AdaptationTask(names, np.array(pivots, np.intp), tuple(domains), 1, 2, random_state)
